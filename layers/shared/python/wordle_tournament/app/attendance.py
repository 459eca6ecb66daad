"""Who of a party is there: back with ``hello``, away when the connection is lost, out after a minute (R9, D13)."""

from collections.abc import Callable

from wordle_tournament.app.claims import Attachment
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.party_screen import show_party, tell_removed
from wordle_tournament.app.ports import ATTEMPTS, Busy, Conflict, Player, Ports
from wordle_tournament.core import party as rules
from wordle_tournament.core.events import Reason
from wordle_tournament.core.party import Party

PARTY_ROUND = -1  # what an alarm's input names as the round when the tournament it names is a party


def come_to_party(ports: Ports, player: Player, connection: str, at: int) -> None:
    """Make the connection the member's live one and show the party to all.

    Raise ``Superseded`` if the connection no longer is the player's.
    """
    if player.party is not None:
        claims = [Attachment(player.id, connection)]
        _change(ports, player.party, at, lambda party: rules.attach(party, player.id, connection), claims)


def leave_alone(ports: Ports, player: Player, connection: str, at: int) -> None:
    """Lose a member's connection: he is away, and has a minute to come back."""
    if player.party is None:
        return
    record = _change(ports, player.party, at, lambda party: rules.drop(party, player.id, connection))
    member = record.party.member(player.id) if record is not None else None
    if member is not None and member.away is not None and record is not None:
        ports.alarms.start(record.party.id, PARTY_ROUND, f"{record.party.id}-p{member.away.until}")


def party_tick(ports: Ports, party: str, at: int) -> int | None:
    """Remove who did not come back; when the next absence ends, epoch ms."""
    record = _change(ports, party, at, lambda party: party)
    return rules.next_due(record.party) if record is not None else None


def _change(
    ports: Ports, name: str, at: int, decide: Callable[[Party], Party], claims: list[Attachment] | None = None
) -> PartyRecord | None:
    """Apply what is due and then the change; the party as it is now, shown to all if it is another than before."""
    for attempt in range(ATTEMPTS):
        record = ports.parties.load(name)
        if record is None:
            return None
        advanced = rules.advance(record.party, at)
        changed = decide(advanced)
        if (changed.members, changed.leader) == (record.party.members, record.party.leader):
            return record
        after = record.after(changed, None)
        try:
            ports.parties.save(after, claims or ())
        except Conflict:
            ports.clock.back_off(attempt)
            continue
        gone = [member for member in record.party.members if changed.member(member.player) is None]
        tell_removed(ports, gone, Reason.LOST)
        show_party(ports, after)
        return after
    raise Busy
