"""One attempt at a command on a party: load, look for a receipt, advance, decide."""

from collections.abc import Callable, Sequence
from typing import Any

from wordle_tournament.app.attempts.decision import Attempt, Decision, PartyWrite
from wordle_tournament.app.lookup import live_player
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Player, Ports
from wordle_tournament.app.preconditions import PartyPrecondition
from wordle_tournament.app.receipts import Request
from wordle_tournament.core import party as rules
from wordle_tournament.core.commands import RefusalCode
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.party import Party


@dataclass(frozen=True, slots=True)
class Sender:
    """The player who asked, and their party at this moment.

    ``record`` is the party that the player's claim names, whether or not they are still a member; ``party`` is its
    state with all that is due applied, if they are. ``attempt`` counts from 0.
    """

    attempt: int
    player: Player
    record: PartyRecord | None
    party: Party | None


def attempt_by_player(ports: Ports, request: Request, at: int, decide: Callable[[Sender], Decision[Any]]) -> Attempt:
    """Return the attempt at a player's command, received at ``at``, epoch ms. A repeated one is not decided again."""

    def attempt(number: int) -> Decision[Any]:
        player = live_player(ports, request)
        if player is None:
            return Decision(None, RefusalCode.RETRY)
        record = ports.parties.load(player.party) if player.party is not None else None
        if record is not None and (receipt := record.receipt(request)) is not None:
            return Decision(record, receipt=receipt)
        party = rules.advance(record.party, at) if record is not None else None
        is_member = party is not None and party.member(player.id) is not None
        return decide(Sender(number, player, record, party if is_member else None))

    return attempt


def attempt_change(
    ports: Ports,
    party: str,
    at: int,
    change: Callable[[Party], Party],
    preconditions: Sequence[PartyPrecondition] = (),
) -> Attempt:
    """Return the attempt at a change that no member asked for; if members and leader stay, nothing is written."""

    def attempt(_number: int) -> Decision[PartyRecord]:
        record = ports.parties.load(party)
        if record is None:
            return Decision(None)
        changed = change(rules.advance(record.party, at))
        if (changed.members, changed.leader) == (record.party.members, record.party.leader):
            return Decision(record)
        after = record.after(changed, None)
        return Decision(after, write=PartyWrite(after, tuple(preconditions)))

    return attempt
