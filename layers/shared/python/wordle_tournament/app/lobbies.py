"""Seating a unit (a player, or a whole party) in a lobby, and merging lobbies that could be one (R7, R9.2, D9, D12).

An index proposes lobbies, possibly stale; a conditional write decides. Opening one is serialised: bands of 200 rating
points have a pointer to their newest lobby, and who opens one holds his band's and its neighbours' still. Two units
that could sit together are at most one band apart, so of two that open at one instant one fails, looks again and joins.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from wordle_tournament.app.claims import Absorbed, Claim, Opening, PartySeated, SeatClaim, SeatMove, Vacated
from wordle_tournament.app.commit import Outcome, attempt_on, drop_gone
from wordle_tournament.app.effects import perform_effects
from wordle_tournament.app.ports import Conflict, Player, Ports
from wordle_tournament.app.record import Record, Request
from wordle_tournament.core import rules as game
from wordle_tournament.core.commands import Absorb, Dissolve, Entrant, TakeSeats
from wordle_tournament.core.matchmaking import are_mergeable, mean_rating
from wordle_tournament.core.rules import PROFILES
from wordle_tournament.core.step import advance, perform
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

    def claims(self, lobby: str) -> tuple[Claim, ...]:
        """What must still hold when the unit sits down in the lobby."""
        claims: list[Claim] = [SeatClaim(player.id, player.connection or "", player.seat) for player in self.players]
        # Once it has started, who is out stays out; the lobby joined is itself written only if unchanged.
        claims += [
            Vacated(record.tournament.id, record.version)
            for record in self.bound
            if record.tournament.phase is Phase.LOBBY and record.tournament.id != lobby
        ]
        return (*claims, self.party) if self.party else tuple(claims)


def seat_unit(ports: Ports, language: str, unit: Unit, at: int, request: Request | None) -> Outcome:
    """Seat the unit in the best lobby of the language within reach, or open one; raise ``Conflict`` if overtaken."""
    rating, seats = mean_rating(player.rating for player in unit.players), len(unit.players)
    band = math.floor(rating / game.RATING_RANGE)
    tried: set[str] = set()
    for lobby in ports.tournaments.propose(language, float(rating), seats):
        if (outcome := _join(ports, lobby, unit, at, request)) is not None:
            return outcome
        tried.add(lobby)
    pointers = ports.tournaments.pointers(language, (band - 1, band, band + 1))
    for lobby in {newest for newest in pointers.values() if newest is not None} - tried:
        if (outcome := _join(ports, lobby, unit, at, request)) is not None:
            return outcome
    opened = Tournament(ports.chance.name(), language, PROFILES[ports.rules], ports.chance.seed(), at)
    claims = unit.claims(opened.id)
    if seats < game.SEATS:  # a full party starts at once: nobody needs to find its lobby
        claims = (*claims, Opening(language, band, pointers))
    return attempt_on(ports, Record(opened), unit.command(), at, request=request, claims=claims)


def _join(ports: Ports, lobby: str, unit: Unit, at: int, request: Request | None) -> Outcome | None:
    record = ports.tournaments.load(lobby)
    if record is None or not record.tournament.is_open:
        return None
    outcome = attempt_on(ports, record, unit.command(), at, request=request, claims=unit.claims(lobby))
    return outcome if outcome.refusal is None else None


def merge_lobbies(ports: Ports, lobby: str, at: int) -> None:
    """Merge the lobby with every other that could legally be one with it, whole, until there is none (D9).

    Called after each join, and with each ping from a lobby, so that nobody sits in two half lobbies for long. A lost
    race looks again; what a pathological crowd leaves undone the next ping does.
    """
    for attempt in range(MERGE_ATTEMPTS):
        record = ports.tournaments.load(lobby)
        if record is None or not record.tournament.is_open:
            return
        try:
            merged = next(filter(None, (_merge(ports, record, other, at) for other in _partners(ports, record))), None)
        except Conflict:
            ports.clock.back_off(attempt)
            continue
        if merged is None:
            return
        lobby = merged


def _partners(ports: Ports, record: Record) -> Iterator[Record]:
    """Lobbies that may fit: every unit within 200 of the merged mean keeps the two means within 400."""
    lobby = record.tournament
    reach = 2 * game.RATING_RANGE
    for name in ports.tournaments.propose(
        lobby.language, float(lobby.lobby_rating), len(lobby.seats), reach=reach, most=PARTNERS
    ):
        if name == lobby.id:
            continue
        other = ports.tournaments.load(name)
        if other is not None and other.tournament.is_open:
            yield other


def _merge(ports: Ports, one: Record, other: Record, at: int) -> str | None:
    """Merge the smaller of two lobbies into the larger if they may be one; the name of the one that goes on."""
    if not are_mergeable(one.tournament.seats, other.tournament.seats):
        return None
    ranked = sorted((one, other), key=lambda record: (-len(record.tournament.seats), record.tournament.id))
    into, gone = ranked
    lexicon = ports.lexicons.lexicon(into.tournament.language)
    # What is due in either (an absence) comes first, by an ordinary commit; then the two may look different.
    if any(advance(record.tournament, at, lexicon).events for record in ranked):
        return None
    closing = perform(gone.tournament, Dissolve(), at, lexicon)
    closed = gone.after(closing, None)
    moves = [SeatMove(seat.player, gone.tournament.id) for seat in gone.tournament.seats]
    absorbing = perform(into.tournament, Absorb(gone.tournament.id, gone.tournament.seats), at, lexicon)
    if absorbing.refusal is not None:
        return None
    merged = into.after(absorbing, None)
    ports.tournaments.save(merged, claims=(Absorbed(closed), *moves))
    ports.tournaments.note_done(gone.tournament.id, closed.version)  # its end is told by the lobby that goes on
    drop_gone(ports, perform_effects(ports, merged), into.tournament.id, at)
    return into.tournament.id
