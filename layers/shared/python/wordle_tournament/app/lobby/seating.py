"""Seating a unit (a player, or a whole party) in a lobby (R7, R9.2, D9, D12).

An index proposes lobbies and may be stale; a conditional write decides. Opening a lobby is serialised: bands of 200
rating points have a pointer to their newest lobby, and opening one requires that the pointers of its band and of the
neighbours have not moved. Two units that could sit together are at most one band apart, so of two that open at one
instant one fails, looks again and joins.
"""

import math

from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.attempts.tournament import decide_command
from wordle_tournament.app.ports import Player, Ports
from wordle_tournament.app.preconditions import Opening, PartySeated, Precondition, SeatClaim, Vacated
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.core import rules as game
from wordle_tournament.core.commands import Entrant, TakeSeats
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.matchmaking import mean_rating
from wordle_tournament.core.rules import PROFILES
from wordle_tournament.core.tournament import Phase, Tournament

SEAT_ATTEMPTS = 16  # to find a seat in a crowd: of 64 at one instant the unluckiest needs nine (`make bench`)


@dataclass(frozen=True, slots=True)
class Unit:
    """The players who take seats together, as read; the lobbies that their claims name; and the party they are."""

    players: tuple[Player, ...]
    bound: tuple[Record, ...] = ()
    party: PartySeated | None = None

    def command(self) -> TakeSeats:
        """Return the command that seats the unit. Everybody in it is here: their connection is the live one."""
        party = self.party.record.id if self.party else None
        return TakeSeats(
            tuple(
                Entrant(player.id, player.nickname, player.rating, player.connection or "", party)
                for player in self.players
            )
        )

    def preconditions(self, lobby: str) -> tuple[Precondition, ...]:
        """Return what must still hold when the unit takes its seats in the lobby."""
        claimed: list[Precondition] = [
            SeatClaim(player.id, player.connection or "", player.seat) for player in self.players
        ]
        # Once a tournament has started, a player who is out stays out; the lobby joined is itself written if unchanged.
        claimed += [
            Vacated(record.id, record.version)
            for record in self.bound
            if record.tournament.phase is Phase.LOBBY and record.id != lobby
        ]
        return (*claimed, self.party) if self.party else tuple(claimed)


def decide_seats(ports: Ports, language: str, unit: Unit, at: int, request: Request | None) -> Decision[Record]:
    """Decide to seat the unit in the best lobby of the language within reach, or to open one."""
    rating, seats = mean_rating(player.rating for player in unit.players), len(unit.players)
    opening: tuple[Precondition, ...] = ()
    if seats < game.SEATS:  # a full party starts at once: it fits nowhere, and nobody needs to find its lobby
        band = math.floor(rating / game.RATING_RANGE)
        tried = ports.tournaments.propose(language, float(rating), seats)
        for lobby in tried:
            if (decision := _decide_join(ports, lobby, unit, at, request)) is not None:
                return decision
        pointers = ports.tournaments.pointers(language, (band, band - 1, band + 1))
        for newest in dict.fromkeys(pointers.values()):
            if newest is None or newest in tried:
                continue
            if (decision := _decide_join(ports, newest, unit, at, request)) is not None:
                return decision
        opening = (Opening(language, band, pointers),)
    opened = Tournament(ports.chance.new_id(), language, PROFILES[ports.rules], ports.chance.new_seed(), at)
    claimed = (*unit.preconditions(opened.id), *opening)
    return decide_command(ports, Record(opened), unit.command(), at, request=request, preconditions=claimed)


def _decide_join(ports: Ports, lobby: str, unit: Unit, at: int, request: Request | None) -> Decision[Record] | None:
    record = ports.tournaments.load(lobby)
    if record is None or not record.tournament.is_open:
        return None
    claimed = unit.preconditions(lobby)
    decision = decide_command(ports, record, unit.command(), at, request=request, preconditions=claimed)
    return decision if decision.refusal is None else None
