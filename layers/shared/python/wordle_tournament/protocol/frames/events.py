"""Frames of a tournament: its numbered events, its lobby, a snapshot, and the rating changes it leads to."""

from typing import Annotated, Literal

from pydantic import Field

from wordle_tournament.core.events import Outcome
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.rules import SEATS
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol.frames.parts import (
    Event,
    Frame,
    LivesOf,
    LobbySeat,
    Round,
    RoundDuel,
    SnapshotDuel,
    SnapshotPlayer,
    Standing,
    StartedPlayer,
)
from wordle_tournament.protocol.wire import Maybe, Moment, Place, Reference, Turn


class Lobby(Event):
    """The lobby after a change, for all players in it; ``replaces`` is the lobby that was merged into this one."""

    type: Literal["lobby"] = "lobby"
    language: str
    size: Annotated[int, Field(ge=SEATS, le=SEATS)] = SEATS
    seats: tuple[LobbySeat, ...]
    range: tuple[int, int]
    replaces: Maybe[Reference] = None


class Rated(Frame):
    """A player's rating was changed (R6.3): from ``before`` by ``change`` to ``after``."""

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
    """The tournament started: eight players are seated and connected (R1.1)."""

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
    """A turn began; it is skipped at ``deadline`` (R4.2)."""

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
    """The time of a turn ran out (R4.3)."""

    type: Literal["turn-skipped"] = "turn-skipped"
    duel: Reference
    turn: Turn
    player: Reference


class DuelEnded(Event):
    """A duel is over: its secret, ``display`` if its language writes it differently, the lives of its two players."""

    type: Literal["duel-ended"] = "duel-ended"
    duel: Reference
    outcome: Outcome
    winner: Maybe[Reference] = None
    secret: str
    display: Maybe[str] = None
    lives: LivesOf


class PlayerEliminated(Event):
    """A duel took the player's last life; the rating change will lie between ``guaranteed`` and ``possible`` (D4)."""

    type: Literal["player-eliminated"] = "player-eliminated"
    player: Reference
    round: Round
    guaranteed: int
    possible: int


class PlayerLeft(Event):
    """A player left after the start: out, with a final place at once (R8.2, D3)."""

    type: Literal["player-left"] = "player-left"
    player: Reference
    place: Place


class PlayerAway(Event):
    """A player's connection was lost; a player who is not back by ``until`` has left (R8.3)."""

    type: Literal["player-away"] = "player-away"
    player: Reference
    until: Moment


class PlayerBack(Event):
    """A player came back in time."""

    type: Literal["player-back"] = "player-back"
    player: Reference


class RoundClosed(Event):
    """A round is over: the lives of all players, and the places of those who were eliminated in it."""

    type: Literal["round-closed"] = "round-closed"
    round: Round
    lives: LivesOf
    out: tuple[Standing, ...]


class TournamentEnded(Event):
    """The tournament is over: the places of all eight players, best first."""

    type: Literal["tournament-ended"] = "tournament-ended"
    standings: tuple[Standing, ...]
