"""What the server may say: one strict model a frame, and the only ways from them to text and back.

Here: names and shapes. Not here: who may see what (``render``), which fills these in. Wire names are the fields' names;
``type`` names the frame. An optional field that says nothing is absent from the JSON, never null.
"""

from functools import lru_cache
from typing import Annotated, Literal, get_args

from pydantic import Field, TypeAdapter

from wordle_tournament.core.events import Outcome, Reason
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.rules import LENGTHS, SEATS
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.wire import AlwaysTrue, Lives, Maybe, Moment, Place, Reference, Seq, Turn, Wire

Length = Annotated[int, Field(ge=min(LENGTHS), le=max(LENGTHS))]
Round = Annotated[int, Field(ge=1)]
LivesOf = dict[Reference, Lives]
Pair = tuple[Reference, Reference]


# --- Parts of frames ---


class Player(Wire):
    """A player's own card."""

    id: Reference
    nickname: str
    rating: int


class LobbySeat(Wire):
    """A seat in a lobby; ``away`` is the moment at which it is given up (D11)."""

    player: Reference
    nickname: str
    rating: int
    party: Maybe[str] = None
    away: Maybe[Moment] = None


class StartedPlayer(Wire):
    """One of the eight as the tournament starts."""

    player: Reference
    nickname: str
    rating: int
    lives: Lives


class SnapshotPlayer(StartedPlayer):
    """One of the eight as they stand; ``away`` is the moment at which the player counts as having left (R8.3)."""

    away: Maybe[Moment] = None
    place: Maybe[Place] = None


class RoundDuel(Wire):
    """A duel as a round opens it."""

    duel: Reference
    players: Pair
    first: Reference
    length: Length


class GuessRow(Wire):
    """A row of a board with a guess on it."""

    turn: Turn
    player: Reference
    word: str
    tiles: tuple[str, ...]
    marks: tuple[Mark, ...]


class SkippedRow(Wire):
    """A row of a board whose time ran out (R4.3)."""

    turn: Turn
    player: Reference
    skipped: AlwaysTrue = True


class SnapshotDuel(RoundDuel):
    """A duel of the round as it stands.

    ``turn``, ``to_move`` and ``deadline`` while a turn runs; ``outcome``, ``winner`` (unless a draw), ``secret`` and
    ``display`` (the secret as its language writes it, where that differs) when it is over.
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
    """A player's certain place (D2)."""

    player: Reference
    place: Place


class Member(Wire):
    """Somebody in a party."""

    player: Reference
    nickname: str
    rating: int
    online: bool
    playing: bool


# --- Frames ---


class Frame(Wire):
    """What every server frame has: the server's time of sending, and the ``id`` of the frame that it answers."""

    type: str
    at: Moment
    re: Maybe[str] = None


class Event(Frame):
    """A numbered event of a tournament."""

    tournament: Reference
    seq: Seq


class Welcome(Frame):
    """Answers ``hello``: who you are, the token to come back with, and where you are bound to."""

    type: Literal["welcome"] = "welcome"
    player: Player
    token: str
    party: Maybe[str] = None
    tournament: Maybe[Reference] = None


class Renamed(Frame):
    """Answers ``rename``."""

    type: Literal["renamed"] = "renamed"
    player: Player


class Lobby(Event):
    """The lobby after a change, to all seated; ``replaces`` is the lobby that was merged into this one."""

    type: Literal["lobby"] = "lobby"
    language: str
    size: Annotated[int, Field(ge=SEATS, le=SEATS)] = SEATS
    seats: tuple[LobbySeat, ...]
    range: tuple[int, int]
    replaces: Maybe[Reference] = None


class Synced(Frame):
    """Ends the answer to ``sync``: nothing up to ``seq`` is missing now."""

    type: Literal["synced"] = "synced"
    tournament: Reference
    seq: Seq


class Unqueued(Frame):
    """Your seat in the lobby is free again."""

    type: Literal["unqueued"] = "unqueued"
    reason: Reason
    tournament: Maybe[Reference] = None


class PartyLeft(Frame):
    """You are no longer in the party."""

    type: Literal["party-left"] = "party-left"
    reason: Reason


class WatchEnded(Frame):
    """No more frames of this tournament, ``rated`` aside."""

    type: Literal["watch-ended"] = "watch-ended"
    reason: Reason
    tournament: Maybe[Reference] = None


class Party(Frame):
    """The party as it stands, to all members."""

    type: Literal["party"] = "party"
    code: str
    link: str
    leader: Reference
    members: tuple[Member, ...]
    state: Literal["gathering", "queued", "playing"]


class Pong(Frame):
    """Answers ``ping``; ``seq`` is the tournament's current number."""

    type: Literal["pong"] = "pong"
    seq: Maybe[Seq] = None


class Superseded(Frame):
    """Another connection of yours is the live one now; this one is closed (D11)."""

    type: Literal["superseded"] = "superseded"


class Error(Frame):
    """It was not carried out, or (``definite`` false) not surely."""

    type: Literal["error"] = "error"
    code: ErrorCode
    message: str
    definite: bool


class Rated(Frame):
    """A settled rating (R6.3)."""

    type: Literal["rated"] = "rated"
    tournament: Reference
    player: Reference
    place: Place
    before: int
    change: int
    after: int


class Snapshot(Event):
    """A whole running or finished tournament; the duels are those of the current round."""

    type: Literal["snapshot"] = "snapshot"
    phase: Literal[Phase.INTRO, Phase.PLAYING, Phase.OVER]
    language: str
    round: Round
    starts_at: Maybe[Moment] = None
    players: tuple[SnapshotPlayer, ...]
    duels: tuple[SnapshotDuel, ...]
    bye: Maybe[Reference] = None
    standings: Maybe[tuple[Standing, ...]] = None
    rated: tuple[Rated, ...]


class TournamentStarted(Event):
    """Eight are seated and here (R1.1)."""

    type: Literal["tournament-started"] = "tournament-started"
    language: str
    players: tuple[StartedPlayer, ...]


class RoundOpened(Event):
    """The pairs of a round; its duels begin at ``starts_at`` (R1.3)."""

    type: Literal["round-opened"] = "round-opened"
    round: Round
    duels: tuple[RoundDuel, ...]
    bye: Maybe[Reference] = None
    starts_at: Moment


class TurnStarted(Event):
    """A turn that is skipped at ``deadline`` (R4.2)."""

    type: Literal["turn-started"] = "turn-started"
    duel: Reference
    turn: Turn
    player: Reference
    deadline: Moment


class GuessScored(Event):
    """A valid guess and its marks, tile by tile."""

    type: Literal["guess-scored"] = "guess-scored"
    duel: Reference
    turn: Turn
    player: Reference
    word: str
    tiles: tuple[str, ...]
    marks: tuple[Mark, ...]


class TurnSkipped(Event):
    """Time ran out (R4.3)."""

    type: Literal["turn-skipped"] = "turn-skipped"
    duel: Reference
    turn: Turn
    player: Reference


class DuelEnded(Event):
    """A duel is over: its secret (and ``display``, where its language writes it otherwise) and the lives of its two."""

    type: Literal["duel-ended"] = "duel-ended"
    duel: Reference
    outcome: Outcome
    winner: Maybe[Reference] = None
    secret: str
    display: Maybe[str] = None
    lives: LivesOf


class PlayerEliminated(Event):
    """Knocked out; the rating change will lie between the two (D4)."""

    type: Literal["player-eliminated"] = "player-eliminated"
    player: Reference
    round: Round
    guaranteed: int
    possible: int


class PlayerLeft(Event):
    """Left after the start: out and placed at once (R8.2, D3)."""

    type: Literal["player-left"] = "player-left"
    player: Reference
    place: Place


class PlayerAway(Event):
    """The connection was lost; who is not back by ``until`` has left (R8.3)."""

    type: Literal["player-away"] = "player-away"
    player: Reference
    until: Moment


class PlayerBack(Event):
    """Back in time."""

    type: Literal["player-back"] = "player-back"
    player: Reference


class RoundClosed(Event):
    """A round is over: everybody's lives, and who went out in it with which place."""

    type: Literal["round-closed"] = "round-closed"
    round: Round
    lives: LivesOf
    out: tuple[Standing, ...]


class TournamentEnded(Event):
    """The tournament is over: all eight, best first."""

    type: Literal["tournament-ended"] = "tournament-ended"
    standings: tuple[Standing, ...]


ServerFrame = (
    Welcome
    | Renamed
    | Lobby
    | Synced
    | Unqueued
    | PartyLeft
    | WatchEnded
    | Party
    | Pong
    | Superseded
    | Error
    | Snapshot
    | TournamentStarted
    | RoundOpened
    | TurnStarted
    | GuessScored
    | TurnSkipped
    | DuelEnded
    | PlayerEliminated
    | PlayerLeft
    | PlayerAway
    | PlayerBack
    | RoundClosed
    | TournamentEnded
    | Rated
)

SERVER_FRAMES: dict[str, type[ServerFrame]] = {
    model.model_fields["type"].default: model for model in get_args(ServerFrame)
}


def dump(frame: ServerFrame) -> str:
    """The frame as compact JSON text; what is optional and says nothing is left out, letters stay letters."""
    return frame.model_dump_json(exclude_none=True)


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[ServerFrame]:
    return TypeAdapter(Annotated[ServerFrame, Field(discriminator="type")])


def parse_server_frame(text: str) -> ServerFrame:
    """The frame that ``dump`` wrote (for clients and tests); pydantic's ``ValidationError`` for anything else."""
    return _adapter().validate_json(text)
