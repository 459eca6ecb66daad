"""Who of a party is there: back with ``hello``, away when the connection is lost, out after a minute (R9, D13)."""

from collections.abc import Callable, Iterable

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.party_screen import party_frame, show_party, tell_removed
from wordle_tournament.app.ports import ATTEMPTS, Busy, Conflict, Player, Ports
from wordle_tournament.app.preconditions import Attachment
from wordle_tournament.app.record import Request
from wordle_tournament.app.whereabouts import find_members
from wordle_tournament.core import party as rules
from wordle_tournament.core.events import Reason
from wordle_tournament.core.party import Party
from wordle_tournament.protocol.frames import dump
from wordle_tournament.protocol.render import render_party_left

PARTY_ROUND = -1  # what an alarm's input names as the round when the tournament it names is a party


def come_to_party(ports: Ports, player: Player, connection: str, at: int) -> None:
    """Make the connection the member's live one and show the party to all; who was away too long is told so.

    Raise ``Superseded`` if the connection no longer is the player's.
    """
    if player.party is None:
        return
    preconditions = [Attachment(player.id, connection)]
    record, is_changed = _change(
        ports, player.party, at, lambda party: rules.attach(party, player.id, connection), preconditions
    )
    if record is None or record.party.member(player.id) is None:
        ports.connections.post({connection: [dump(render_party_left(Reason.LOST, at=ports.clock.now()))]})
    elif not is_changed:
        now = ports.clock.now()
        frame = party_frame(ports, record.party, find_members(ports, record.party), at=now)
        ports.connections.post({connection: [dump(frame)]})


def leave_alone(ports: Ports, party: str, player: str, connection: str, at: int) -> None:
    """Lose a member's connection: he is away, and has a minute to come back."""
    record, _ = _change(ports, party, at, lambda party: rules.drop(party, player, connection))
    member = record.party.member(player) if record is not None else None
    if member is not None and member.away is not None:
        ports.timers.start(party, PARTY_ROUND, f"{party}-p{member.away.until}")


def party_tick(ports: Ports, party: str, at: int) -> int | None:
    """Remove who did not come back; when the next absence ends, epoch ms."""
    record, _ = _change(ports, party, at, lambda party: party)
    return rules.next_due(record.party) if record is not None else None


def show(ports: Ports, record: PartyRecord, at: int, request: Request | None = None) -> None:
    """Show a party to its members; whose connection turns out to be gone is away.

    Losing every race for that is no failure of what is shown: the next time it turns out again.
    """
    for player, connection in sorted(show_party(ports, record, request)):
        try:
            leave_alone(ports, record.party.id, player, connection, at)
        except Busy:
            ports.log.warning("not dropped", party=record.party.id, player=player)


def show_parties(ports: Ports, parties: Iterable[str], at: int) -> None:
    """Show parties of which something outside themselves has changed: a lobby, a game, a name."""
    for name in sorted(parties):
        record = ports.parties.load(name)
        if record is not None:
            show(ports, record, at)


def show_parties_of(ports: Ports, players: Iterable[str], at: int) -> None:
    """Show the parties of players of whom something has changed, wherever they sit (R9.3)."""
    players = frozenset(players)
    for name in sorted({player.party for player in ports.players.load_all(players).values() if player.party}):
        record = ports.parties.load(name)
        if record is not None and any(record.party.member(player) for player in players):
            show(ports, record, at)


def _change(
    ports: Ports, name: str, at: int, decide: Callable[[Party], Party], preconditions: list[Attachment] | None = None
) -> tuple[PartyRecord | None, bool]:
    """Apply what is due and then the change; the party as it is now, and whether it was another before.

    Then it has been shown to all.
    """
    for attempt in range(ATTEMPTS):
        record = ports.parties.load(name)
        if record is None:
            return None, False
        changed = decide(rules.advance(record.party, at))
        if (changed.members, changed.leader) == (record.party.members, record.party.leader):
            return record, False
        after = record.after(changed, None)
        try:
            ports.parties.save(after, preconditions or ())
        except Conflict:
            ports.clock.back_off(attempt)
            continue
        gone = [member for member in record.party.members if changed.member(member.player) is None]
        tell_removed(ports, gone, Reason.LOST)
        show(ports, after, at)
        return after, True
    raise Busy
