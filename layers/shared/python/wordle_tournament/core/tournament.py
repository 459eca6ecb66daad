"""The state of one tournament, its lobby included, and ``evolve``, the fold of its events. Nothing is decided here."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from wordle_tournament.core import rules as game
from wordle_tournament.core.events import (
    ConnectionChanged,
    DuelEnded,
    Event,
    GuessScored,
    LobbyChanged,
    Outcome,
    Placed,
    PlayerAway,
    PlayerBack,
    PlayerEliminated,
    PlayerHeard,
    PlayerLeft,
    PrivateEvent,
    RoundClosed,
    RoundOpened,
    TournamentEnded,
    TournamentStarted,
    TurnSkipped,
    TurnStarted,
    WatchEnded,
)
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.matchmaking import mean_rating
from wordle_tournament.core.pairing import NOTHING_BEFORE, Pair, Pairing
from wordle_tournament.core.rules import Rules
from wordle_tournament.core.seat import Seat


def duel_name(round_number: int, index: int) -> str:
    """Return the name of a duel within its tournament: ``3.1`` is the first duel of round 3."""
    return f"{round_number}.{index}"


def round_of(duel: str) -> int:
    """Return the round in a duel's name; 0 for a text that is no such name."""
    number, _, index = duel.partition(".")
    is_name = number.isascii() and number.isdecimal() and index.isdecimal()
    return int(number) if is_name and len(number) < 5 else 0  # noqa: PLR2004 - int() refuses thousands of digits


class Phase(StrEnum):
    """The phase of a tournament."""

    LOBBY = "lobby"
    INTRO = "intro"
    PLAYING = "playing"
    OVER = "over"  # a winner or nobody left; for a lobby: its last player left


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel of the current round. ``turn`` is 0 before the first; ``deadline`` is epoch ms."""

    duel: str
    players: Pair
    first: str
    length: int
    secret: str
    display: str
    rows: tuple[GuessScored | TurnSkipped, ...] = ()
    turn: int = 0
    deadline: int | None = None  # only while a turn runs
    is_heard: bool = False  # whether the client of the player to move was heard in this turn (D15)
    outcome: Outcome | None = None
    winner: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether the duel has its outcome."""
        return self.outcome is not None

    def mover(self, turn: int) -> str:
        """Return the player who has this turn; the first player has the odd ones (R4.1)."""
        one, other = self.players if self.players[0] == self.first else self.players[::-1]
        return one if turn % 2 else other

    def opponent(self, player: str) -> str:
        """Return the other player of the duel."""
        one, other = self.players
        return other if player == one else one


@dataclass(frozen=True, slots=True)
class Tournament:
    """One tournament. ``seats`` keep their order; ``now`` is the latest time it has seen, epoch ms (D10)."""

    id: str
    language: str
    rules: Rules
    seed: str  # secret: 128 bits, hexadecimal (D16)
    now: int
    phase: Phase = Phase.LOBBY
    seq: int = 0  # the number of the last public event
    seats: tuple[Seat, ...] = ()
    round: int = 0
    began: int = 0  # players with lives when the round opened
    starts_at: int | None = None  # while the intro runs
    duels: tuple[Duel, ...] = ()  # of the current round
    bye: str | None = None
    before: Pairing = NOTHING_BEFORE  # the pairing of the round just before
    used: tuple[str, ...] = ()  # every secret so far (D8)
    into: str | None = None  # the lobby that this one was merged into

    def seat(self, player: str) -> Seat | None:
        """Return the player's seat, or ``None``."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def require_seat(self, player: str) -> Seat:
        """Return the seat of a player who must have one; ``KeyError`` otherwise."""
        seat = self.seat(player)
        if seat is None:
            raise KeyError(player)
        return seat

    def duel_of(self, player: str) -> Duel | None:
        """Return the player's duel of the current round, or ``None``."""
        return next((duel for duel in self.duels if player in duel.players), None)

    @property
    def survivors(self) -> tuple[Seat, ...]:
        """The seats of players with lives."""
        return tuple(seat for seat in self.seats if seat.is_in)

    @property
    def is_running(self) -> bool:
        """Whether it has started and is not over."""
        return self.phase in {Phase.INTRO, Phase.PLAYING}

    @property
    def is_open(self) -> bool:
        """Whether seats can be taken."""
        return self.phase is Phase.LOBBY and len(self.seats) < game.SEATS

    @property
    def are_duels_over(self) -> bool:
        """Whether the round has nothing left to play (R1.4)."""
        return all(duel.is_over for duel in self.duels)

    @property
    def lobby_rating(self) -> Fraction:
        """The mean rating of its seats, of which there is at least one (D9)."""
        return mean_rating(seat.rating for seat in self.seats)

    @property
    def leavers(self) -> int:
        """How many players have left in this round (D3)."""
        return sum(seat.has_left and seat.out_in == self.round for seat in self.seats)

    def holds(self, player: str) -> bool:
        """Whether the player cannot take a seat elsewhere: seated in this lobby, or with lives in this game (D12)."""
        seat = self.seat(player)
        return seat is not None and (self.phase is Phase.LOBBY or seat.is_in) and self.phase is not Phase.OVER


def _with_seat(tournament: Tournament, player: str, **changes: object) -> Tournament:
    seats = tuple(replace(seat, **changes) if seat.player == player else seat for seat in tournament.seats)  # type: ignore[arg-type]
    return replace(tournament, seats=seats)


def _with_duel(tournament: Tournament, name: str, **changes: object) -> Tournament:
    duels = tuple(replace(duel, **changes) if duel.duel == name else duel for duel in tournament.duels)  # type: ignore[arg-type]
    return replace(tournament, duels=duels)


def _with_row(tournament: Tournament, row: GuessScored | TurnSkipped) -> Tournament:
    duel = next(duel for duel in tournament.duels if duel.duel == row.duel)
    return _with_duel(tournament, row.duel, rows=(*duel.rows, row), deadline=None)


def _with_places(tournament: Tournament, placed: Iterable[Placed]) -> Tournament:
    for one in placed:
        tournament = _with_seat(tournament, one.player, place=one.place, change=one.change)
    return tournament


def _open_round(tournament: Tournament, event: RoundOpened) -> Tournament:
    return replace(
        tournament,
        phase=Phase.INTRO,
        round=event.round,
        began=len(tournament.survivors),
        starts_at=event.starts_at,
        duels=tuple(
            Duel(duel.duel, duel.players, duel.first, duel.length, duel.secret, duel.display) for duel in event.duels
        ),
        bye=event.bye,
        used=tournament.used + tuple(duel.secret for duel in event.duels),
    )


def evolve(tournament: Tournament, event: Event) -> Tournament:  # noqa: C901, PLR0911, PLR0912 - one arm an event
    """Return the tournament after the event; a public event takes the next ``seq``."""
    if not isinstance(event, PrivateEvent):
        tournament = replace(tournament, seq=tournament.seq + 1)
    match event:
        case LobbyChanged(seats=seats, into=into):
            return replace(tournament, seats=seats, phase=Phase.LOBBY if seats else Phase.OVER, into=into)
        case TournamentStarted(seats=seats):
            return replace(tournament, seats=seats)
        case RoundOpened():
            return _open_round(tournament, event)
        case TurnStarted(duel=duel, turn=turn, deadline=deadline):
            playing = replace(tournament, phase=Phase.PLAYING, starts_at=None)
            return _with_duel(playing, duel, turn=turn, deadline=deadline, is_heard=False)
        case GuessScored() | TurnSkipped():
            return _with_row(tournament, event)
        case DuelEnded(duel=duel, outcome=outcome, winner=winner, lives=lives):
            ended = _with_duel(tournament, duel, outcome=outcome, winner=winner, deadline=None)
            for one in lives:
                out_in = None if one.lives else tournament.round
                ended = _with_seat(ended, one.player, lives=one.lives, out_in=out_in)
            return ended
        case PlayerEliminated(player=player):
            return _with_seat(tournament, player, away=None)
        case PlayerLeft(player=player, place=place, change=change):
            return _with_seat(
                tournament,
                player,
                lives=0,
                out_in=tournament.round,
                place=place,
                change=change,
                has_left=True,
                away=None,
            )
        case PlayerAway(player=player, away=away, is_gone=True):
            return _with_seat(tournament, player, away=away, connection=None)
        case PlayerAway(player=player, away=away):
            return _with_seat(tournament, player, away=away)
        case PlayerBack(player=player, connection=connection):
            return _with_seat(tournament, player, away=None, connection=connection)
        case RoundClosed(out=out):
            before = Pairing(tuple(duel.players for duel in tournament.duels), tournament.bye)
            return _with_places(replace(tournament, before=before, starts_at=None), out)
        case TournamentEnded(winner=winner):
            over = replace(tournament, phase=Phase.OVER)
            return _with_places(over, () if winner is None else (winner,))
        case PlayerHeard(duel=duel):
            return _with_duel(tournament, duel, is_heard=True)
        case ConnectionChanged(player=player, connection=connection):
            return _with_seat(tournament, player, connection=connection)
        case WatchEnded(player=player):
            return _with_seat(tournament, player, is_watching=False)
        case _:
            assert_never(event)
