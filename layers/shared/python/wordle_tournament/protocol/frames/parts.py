"""Parts of server frames: players, seats, duels, rows, standings; and what every frame has."""

from typing import Annotated

from pydantic import Field

from wordle_tournament.core.events import Outcome
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.rules import LENGTHS
from wordle_tournament.protocol.wire import AlwaysTrue, Lives, Maybe, Moment, Place, Reference, Seq, Turn, Wire

Length = Annotated[int, Field(ge=min(LENGTHS), le=max(LENGTHS))]
Round = Annotated[int, Field(ge=1)]
LivesOf = dict[Reference, Lives]
Pair = tuple[Reference, Reference]


class Player(Wire):
    """A player as the player's own client sees them."""

    id: Reference
    nickname: str
    rating: int


class LobbySeat(Wire):
    """A seat in a lobby; ``away`` is the moment at which the seat of an absent player is freed (D11)."""

    player: Reference
    nickname: str
    rating: int
    party: Maybe[str] = None
    away: Maybe[Moment] = None


class StartedPlayer(Wire):
    """One of the eight players as the tournament starts."""

    player: Reference
    nickname: str
    rating: int
    lives: Lives


class SnapshotPlayer(StartedPlayer):
    """One of the eight players now; ``away`` is the moment at which an absent player counts as having left (R8.3)."""

    away: Maybe[Moment] = None
    place: Maybe[Place] = None


class RoundDuel(Wire):
    """A duel as a round opens it."""

    duel: Reference
    players: Pair
    first: Reference
    length: Length


class GuessRow(Wire):
    """A row of a board: a guess and its marks."""

    turn: Turn
    player: Reference
    word: str
    tiles: tuple[str, ...]
    marks: tuple[Mark, ...]


class SkippedRow(Wire):
    """A row of a board: a turn whose time ran out (R4.3)."""

    turn: Turn
    player: Reference
    skipped: AlwaysTrue = True


class SnapshotDuel(RoundDuel):
    """A duel of the round now.

    While a turn runs it has ``turn``, ``to_move`` and ``deadline``. When it is over it has ``outcome``, ``winner``
    (unless it is a draw), ``secret`` and ``display`` (the secret as its language writes it, if that differs).
    """

    rows: tuple[GuessRow | SkippedRow, ...]
    turn: Maybe[Turn] = None
    to_move: Maybe[Reference] = None
    deadline: Maybe[Moment] = None
    outcome: Maybe[Outcome] = None
    winner: Maybe[Reference] = None
    secret: Maybe[str] = None
    display: Maybe[str] = None


class Standing(Wire):
    """A player's final place (D2)."""

    player: Reference
    place: Place


class Member(Wire):
    """A member of a party."""

    player: Reference
    nickname: str
    rating: int
    online: bool
    playing: bool


class Frame(Wire):
    """What every server frame has: ``at``, the server's time of sending; ``re``, the ``id`` of the answered frame."""

    type: str
    at: Moment
    re: Maybe[str] = None


class Event(Frame):
    """A numbered event of a tournament."""

    tournament: Reference
    seq: Seq
