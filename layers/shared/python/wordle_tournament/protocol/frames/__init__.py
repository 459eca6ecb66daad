"""What the server may send: one strict model for each frame, and the only ways from them to text and back.

Here: names and shapes. Not here: what a player may see (``render``), which fills these in. Names on the wire are the
fields' names; ``type`` names the frame. An optional field without a value is absent from the JSON, never null.
"""

from functools import lru_cache
from typing import Annotated, get_args

from pydantic import Field, TypeAdapter

from wordle_tournament.protocol.frames.events import (
    DuelEnded,
    GuessScored,
    Lobby,
    PlayerAway,
    PlayerBack,
    PlayerEliminated,
    PlayerLeft,
    Rated,
    RoundClosed,
    RoundOpened,
    Snapshot,
    TournamentEnded,
    TournamentStarted,
    TurnSkipped,
    TurnStarted,
)
from wordle_tournament.protocol.frames.parts import (
    Event,
    Frame,
    GuessRow,
    LobbySeat,
    Member,
    Player,
    RoundDuel,
    SkippedRow,
    SnapshotDuel,
    SnapshotPlayer,
    Standing,
    StartedPlayer,
)
from wordle_tournament.protocol.frames.replies import (
    Error,
    Party,
    PartyLeft,
    Pong,
    Renamed,
    Superseded,
    Synced,
    Unqueued,
    WatchEnded,
    Welcome,
)

__all__ = [
    "SERVER_FRAMES",
    "DuelEnded",
    "Error",
    "Event",
    "Frame",
    "GuessRow",
    "GuessScored",
    "Lobby",
    "LobbySeat",
    "Member",
    "Party",
    "PartyLeft",
    "Player",
    "PlayerAway",
    "PlayerBack",
    "PlayerEliminated",
    "PlayerLeft",
    "Pong",
    "Rated",
    "Renamed",
    "RoundClosed",
    "RoundDuel",
    "RoundOpened",
    "ServerFrame",
    "SkippedRow",
    "Snapshot",
    "SnapshotDuel",
    "SnapshotPlayer",
    "Standing",
    "StartedPlayer",
    "Superseded",
    "Synced",
    "TournamentEnded",
    "TournamentStarted",
    "TurnSkipped",
    "TurnStarted",
    "Unqueued",
    "WatchEnded",
    "Welcome",
    "dump",
    "parse_server_frame",
]

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
    """Return the frame as compact JSON text. Optional fields without a value are left out; letters are not escaped."""
    return frame.model_dump_json(exclude_none=True)


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[ServerFrame]:
    return TypeAdapter(Annotated[ServerFrame, Field(discriminator="type")])


def parse_server_frame(text: str) -> ServerFrame:
    """Return the frame that ``dump`` wrote, for clients and tests; pydantic's ``ValidationError`` for others."""
    return _adapter().validate_json(text)
