"""What happened in a tournament, past tense. Every event is told in full: a screen needs nothing else to draw it.

Public events take a number of the tournament's sequence (``seq``) and are rendered to frames; private ones only change
what the server knows (who is at the other end). Secrets stand in some of them: only ``protocol.render`` may show one
(D14).
"""

from enum import StrEnum
from typing import Literal

from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.pairing import Pair
from wordle_tournament.core.seat import Away, Seat


class Outcome(StrEnum):
    """How a duel ended (R4.4, R8.2)."""

    SOLVED = "solved"
    DRAW = "draw"
    FORFEIT = "forfeit"


class Reason(StrEnum):
    """Why a seat was freed, or why a screen was turned away."""

    ASKED = "asked"
    LOST = "lost"
    PARTY = "party"
    MERGED = "merged"
    KICKED = "kicked"


@dataclass(frozen=True, slots=True)
class Freed:
    """A seat given up in a lobby."""

    player: str
    reason: Reason
    connection: str | None  # where to say so
    party: str | None = None


@dataclass(frozen=True, slots=True)
class Lives:
    """A player's lives."""

    player: str
    lives: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A certain place and the rating change it earns."""

    player: str
    place: int
    change: int


@dataclass(frozen=True, slots=True)
class OpenedDuel:
    """A duel as a round opens it. The secret is its tiles joined; ``display`` is how the language writes it."""

    duel: str
    players: Pair
    first: str
    length: int
    secret: str
    display: str


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Seats were taken or freed, or somebody in the lobby went away or came back; ``seats`` is the lobby after it."""

    seats: tuple[Seat, ...]
    freed: tuple[Freed, ...] = ()
    replaces: str | None = None  # the lobby that was merged into this one
    into: str | None = None  # the lobby that this one, empty now, was merged into
    kind: Literal["lobby"] = "lobby"


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The lobby is full and everybody is there (R1.1). ``seats`` have their lives."""

    seats: tuple[Seat, ...]
    kind: Literal["tournament-started"] = "tournament-started"


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """The pairs of a round; its duels begin at ``starts_at``, epoch ms (R1.3, R2)."""

    round: int
    duels: tuple[OpenedDuel, ...]
    bye: str | None
    starts_at: int
    kind: Literal["round-opened"] = "round-opened"


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn (1 to 12) of a duel; it is skipped at ``deadline``, epoch ms (R4.2)."""

    duel: str
    turn: int
    player: str
    deadline: int
    kind: Literal["turn-started"] = "turn-started"


@dataclass(frozen=True, slots=True)
class GuessScored:
    """A row of the board: a valid guess and its marks, tile by tile."""

    duel: str
    turn: int
    player: str
    word: str
    tiles: tuple[str, ...]
    marks: tuple[Mark, ...]
    kind: Literal["guess-scored"] = "guess-scored"


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A row of the board: time ran out (R4.3)."""

    duel: str
    turn: int
    player: str
    kind: Literal["turn-skipped"] = "turn-skipped"


@dataclass(frozen=True, slots=True)
class DuelEnded:
    """A duel is over; the lives of its two after it."""

    duel: str
    outcome: Outcome
    winner: str | None
    secret: str
    display: str
    lives: tuple[Lives, Lives]
    kind: Literal["duel-ended"] = "duel-ended"


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """Knocked out by a duel; the place is certain when the round ends, until then the change has bounds (D4)."""

    player: str
    round: int
    guaranteed: int
    possible: int
    kind: Literal["player-eliminated"] = "player-eliminated"


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Left after the start, by wish or by not coming back: out, placed and settled at once (R8.2, D3)."""

    player: str
    place: int
    change: int
    kind: Literal["player-left"] = "player-left"


@dataclass(frozen=True, slots=True)
class PlayerAway:
    """The connection of a player with lives was lost (R8.3)."""

    player: str
    away: Away
    is_gone: bool  # the connection is known to be dead, not merely silent (D15)
    kind: Literal["player-away"] = "player-away"


@dataclass(frozen=True, slots=True)
class PlayerBack:
    """Came back in time."""

    player: str
    connection: str
    kind: Literal["player-back"] = "player-back"


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round is over (R1.4): everybody's lives, and who went out in it."""

    round: int
    lives: tuple[Lives, ...]
    out: tuple[Placed, ...]
    kind: Literal["round-closed"] = "round-closed"


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """At most one is left (R3.2, R3.4). ``standings`` lists all eight, best first; ``winner`` is settled by it."""

    standings: tuple[Placed, ...]
    winner: Placed | None
    kind: Literal["tournament-ended"] = "tournament-ended"


@dataclass(frozen=True, slots=True)
class PlayerHeard:
    """Private: the client of the player to move was heard in this turn (D15)."""

    player: str
    duel: str
    turn: int
    kind: Literal["player-heard"] = "player-heard"


@dataclass(frozen=True, slots=True)
class ConnectionChanged:
    """Private: where a seat that is not away is posted to; none when a watcher's connection was lost."""

    player: str
    connection: str | None
    kind: Literal["connection-changed"] = "connection-changed"


@dataclass(frozen=True, slots=True)
class WatchEnded:
    """Private: who has no lives stopped watching (D5)."""

    player: str
    kind: Literal["watch-ended"] = "watch-ended"


PublicEvent = (
    LobbyChanged
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
)
PrivateEvent = PlayerHeard | ConnectionChanged | WatchEnded
Event = PublicEvent | PrivateEvent
