"""Seating a unit (a player, or a whole party) in a lobby, and merging lobbies that could be one (R7, R9.2, D9, D12).

An index proposes lobbies, possibly stale; a conditional write decides. Opening one is serialised: bands of 200 rating
points have a pointer to their newest lobby, and who opens one holds his band's and its neighbours' still. Two units
that could sit together are at most one band apart, so of two that open at one instant one fails, looks again and joins.
"""

import math

from wordle_tournament.app.commit import Outcome, attempt_on, carry_out, drop_gone
from wordle_tournament.app.effects import perform_effects
from wordle_tournament.app.ports import Busy, Conflict, Player, Ports
from wordle_tournament.app.preconditions import (
    Absorbed,
    Opening,
    PartySeated,
    Precondition,
    SeatClaim,
    SeatMove,
    Vacated,
)
from wordle_tournament.app.record import Record, Request
from wordle_tournament.core import rules as game
from wordle_tournament.core.commands import Absorb, Dissolve, Entrant, TakeSeats, Tick
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.matchmaking import are_mergeable, mean_rating
from wordle_tournament.core.rules import PROFILES
from wordle_tournament.core.step import perform
from wordle_tournament.core.tournament import Phase, Tournament

MERGE_ATTEMPTS = 6
PARTNERS = 64  # lobbies looked at for a merge; nearly always the first will do, or there is none


@dataclass(frozen=True, slots=True)
class Unit:
    """Who takes seats together, as read: the players, the lobbies their claims name, and the party they are."""

    players: tuple[Player, ...]
    bound: tuple[Record, ...] = ()
    party: PartySeated | None = None

    def command(self) -> TakeSeats:
        """The command that seats the unit. Everybody in it is here: his connection is the live one."""
        party = self.party.record.party.id if self.party else None
        return TakeSeats(
            tuple(
                Entrant(player.id, player.nickname, player.rating, player.connection or "", party)
                for player in self.players
            )
        )

    def preconditions(self, lobby: str) -> tuple[Precondition, ...]:
        """What must still hold when the unit sits down in the lobby."""
        preconditions: list[Precondition] = [
            SeatClaim(player.id, player.connection or "", player.seat) for player in self.players
        ]
        # Once it has started, who is out stays out; the lobby joined is itself written only if unchanged.
        preconditions += [
            Vacated(record.tournament.id, record.version)
            for record in self.bound
            if record.tournament.phase is Phase.LOBBY and record.tournament.id != lobby
        ]
        return (*preconditions, self.party) if self.party else tuple(preconditions)


def seat_unit(ports: Ports, language: str, unit: Unit, at: int, request: Request | None) -> Outcome:
    """Seat the unit in the best lobby of the language within reach, or open one; raise ``Conflict`` if overtaken."""
    rating, seats = mean_rating(player.rating for player in unit.players), len(unit.players)
    opening: tuple[Precondition, ...] = ()
    if seats < game.SEATS:  # a full party starts at once: it fits nowhere, and nobody needs to find its lobby
        band = math.floor(rating / game.RATING_RANGE)
        tried = ports.tournaments.propose(language, float(rating), seats)
        for lobby in tried:
            if (outcome := _join(ports, lobby, unit, at, request)) is not None:
                return outcome
        pointers = ports.tournaments.pointers(language, (band, band - 1, band + 1))
        for newest in dict.fromkeys(pointers.values()):
            if newest is None or newest in tried:
                continue
            if (outcome := _join(ports, newest, unit, at, request)) is not None:
                return outcome
        opening = (Opening(language, band, pointers),)
    opened = Tournament(ports.chance.name(), language, PROFILES[ports.rules], ports.chance.seed(), at)
    preconditions = (*unit.preconditions(opened.id), *opening)
    return attempt_on(ports, Record(opened), unit.command(), at, request=request, preconditions=preconditions)


def _join(ports: Ports, lobby: str, unit: Unit, at: int, request: Request | None) -> Outcome | None:
    record = ports.tournaments.load(lobby)
    if record is None or not record.tournament.is_open:
        return None
    outcome = attempt_on(ports, record, unit.command(), at, request=request, preconditions=unit.preconditions(lobby))
    return outcome if outcome.refusal is None else None


def merge_lobbies(ports: Ports, lobby: str, at: int) -> None:
    """Merge the lobby with every other that could legally be one with it, whole, until there is none (D9).

    Called after each join, and with each ping from a lobby, so that nobody sits in two half lobbies for long. A lost
    race looks again; what a pathological crowd leaves undone the next ping does.
    """
    for attempt in range(MERGE_ATTEMPTS):
        try:
            while _merge_once(ports, lobby, at):
                pass
        except (Conflict, Busy):
            ports.clock.back_off(attempt)
        else:
            return


def _merge_once(ports: Ports, lobby: str, at: int) -> bool:
    """Merge the lobby with one other, if there is one that fits; whether there was."""
    record = _find_open(ports, lobby, at)
    if record is None:
        return False
    one = record.tournament
    # Every unit within 200 of the merged mean keeps the two means within 400.
    proposed = ports.tournaments.propose(
        one.language, float(one.lobby_rating), len(one.seats), reach=2 * game.RATING_RANGE, most=PARTNERS
    )
    for name in proposed:
        other = _find_open(ports, name, at) if name != one.id else None
        if other is None or other.tournament.id == one.id:
            continue
        if are_mergeable(one.seats, other.tournament.seats):
            _merge(ports, record, other, at)
            return True
    return False


def _find_open(ports: Ports, lobby: str, at: int) -> Record | None:
    """The lobby, if it still has room once all that is due has happened."""
    outcome = carry_out(ports, lobby, Tick(), at)
    return outcome.record if outcome is not None and outcome.record.tournament.is_open else None


def _merge(ports: Ports, one: Record, other: Record, at: int) -> None:
    """Merge the smaller of two lobbies into the larger; raise ``Conflict`` if either has been overtaken."""
    into, gone = sorted((one, other), key=lambda record: (-len(record.tournament.seats), record.tournament.id))
    lexicon = ports.lexicons.lexicon(into.tournament.language)
    closed = gone.after(perform(gone.tournament, Dissolve(into.tournament.id), at, lexicon), None)
    moves = [SeatMove(seat.player, gone.tournament.id) for seat in gone.tournament.seats]
    absorbing = perform(into.tournament, Absorb(gone.tournament.id, gone.tournament.seats), at, lexicon)
    merged = into.after(absorbing, None).joined_by(gone, into.tournament.seq + 1)
    ports.tournaments.save(merged, preconditions=(Absorbed(closed), *moves))
    ports.tournaments.mark_delivered(gone.tournament.id, closed.version)  # its end is told by the lobby that goes on
    drop_gone(ports, perform_effects(ports, merged), into.tournament.id, at)
