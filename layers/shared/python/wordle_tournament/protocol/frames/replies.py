"""Frames without a number in a tournament's sequence: answers to a client, parties, and the connection's own."""

from typing import Literal

from wordle_tournament.core.events import Reason
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.frames.parts import Frame, Member, Player
from wordle_tournament.protocol.wire import Duration, Maybe, Reference, Seq


class Welcome(Frame):
    """Answers ``hello``: the player, the token to reconnect with, and the party and tournament the player is in."""

    type: Literal["welcome"] = "welcome"
    player: Player
    token: str
    party: Maybe[str] = None
    tournament: Maybe[Reference] = None


class Renamed(Frame):
    """Answers ``rename``."""

    type: Literal["renamed"] = "renamed"
    player: Player


class Synced(Frame):
    """Ends the answer to ``sync``: the client now has every event up to ``seq``."""

    type: Literal["synced"] = "synced"
    tournament: Reference
    seq: Seq


class Unqueued(Frame):
    """The player's seat in the lobby was freed."""

    type: Literal["unqueued"] = "unqueued"
    reason: Reason
    tournament: Maybe[Reference] = None


class PartyLeft(Frame):
    """The player is no longer in the party."""

    type: Literal["party-left"] = "party-left"
    reason: Reason


class WatchEnded(Frame):
    """No more frames of this tournament will come, except ``rated``."""

    type: Literal["watch-ended"] = "watch-ended"
    reason: Reason
    tournament: Maybe[Reference] = None


class Party(Frame):
    """The party now; all members get it at every change."""

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
    """Another connection of the player is the live one now; this one is closed (D11)."""

    type: Literal["superseded"] = "superseded"


class Error(Frame):
    """The command was not carried out; if ``definite`` is false, it may have been.

    ``retry_after`` comes with ``too-many-requests``: the milliseconds to wait before the next try.
    """

    type: Literal["error"] = "error"
    code: ErrorCode
    message: str
    definite: bool
    retry_after: Maybe[Duration] = None
