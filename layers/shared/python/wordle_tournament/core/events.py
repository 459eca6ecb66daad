"""What happened in a tournament. An event holds all that a client needs to draw it.

Public events take a number of the tournament's sequence (``seq``) and are rendered to frames. Private events change
only what the server knows, such as connections. Some events contain
secrets, which only ``protocol.render`` may show (D14).
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
    """Why a seat was freed, or why a player is no longer in a party or watching."""

    ASKED = "asked"
    LOST = "lost"
    PARTY = "party"
    MERGED = "merged"
    KICKED = "kicked"


@dataclass(frozen=True, slots=True)
class Freed:
    """A seat in a lobby that was freed."""

    player: str
    reason: Reason
    connection: str | None  # where to notify the player
    party: str | None = None


@dataclass(frozen=True, slots=True)
class Lives:
    """A player and the lives they have left."""

    player: str
    lives: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's final place and the rating change it earns."""

    player: str
    place: int
    change: int


@dataclass(frozen=True, slots=True)
class OpenedDuel:
    """A duel as a round opens it. ``secret`` is its tiles joined; ``display`` is the word as its language writes it."""

    duel: str
    players: Pair
    first: str
    length: int
    secret: str
    display: str


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Seats were taken or freed, or a seated player went away or came back; ``seats`` is the lobby afterwards."""

    seats: tuple[Seat, ...]
    freed: tuple[Freed, ...] = ()
    replaces: str | None = None  # the lobby that was merged into this one
    into: str | None = None  # the lobby that this one, empty now, was merged into
    kind: Literal["lobby"] = "lobby"


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The tournament started: the lobby was full and no player away (R1.1). ``seats`` have their lives."""

    seats: tuple[Seat, ...]
    kind: Literal["tournament-started"] = "tournament-started"


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round began with its intro; its duels begin at ``starts_at``, epoch ms (R1.3, R2)."""

    round: int
    duels: tuple[OpenedDuel, ...]
    bye: str | None
    starts_at: int
    kind: Literal["round-opened"] = "round-opened"


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn (1 to 12) of a duel began; it is skipped at ``deadline``, epoch ms (R4.2)."""

    duel: str
    turn: int
    player: str
    deadline: int
    kind: Literal["turn-started"] = "turn-started"


@dataclass(frozen=True, slots=True)
class GuessScored:
    """A valid guess was made: a row of the board, with a mark for each tile."""

    duel: str
    turn: int
    player: str
    word: str
    tiles: tuple[str, ...]
    marks: tuple[Mark, ...]
    kind: Literal["guess-scored"] = "guess-scored"


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """The time of a turn ran out: a row of the board (R4.3)."""

    duel: str
    turn: int
    player: str
    kind: Literal["turn-skipped"] = "turn-skipped"


@dataclass(frozen=True, slots=True)
class DuelEnded:
    """A duel ended; ``lives`` are those of its two players afterwards."""

    duel: str
    outcome: Outcome
    winner: str | None
    secret: str
    display: str
    lives: tuple[Lives, Lives]
    kind: Literal["duel-ended"] = "duel-ended"


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """A duel took a player's last life. Until the round ends the rating change has only bounds (D4)."""

    player: str
    round: int
    guaranteed: int
    possible: int
    kind: Literal["player-eliminated"] = "player-eliminated"


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left after the start or did not come back in time: place and rating change are final (R8.2, D3)."""

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
    """A player who was away came back in time."""

    player: str
    connection: str
    kind: Literal["player-back"] = "player-back"


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round is over (R1.4): the lives of all players, and the places of those eliminated in it."""

    round: int
    lives: tuple[Lives, ...]
    out: tuple[Placed, ...]
    kind: Literal["round-closed"] = "round-closed"


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """At most one player is left (R3.2, R3.4). ``standings`` lists all eight, best first; ``winner`` is placed here."""

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
    """Private: the connection of a seat that is not away changed; ``None``: a watcher's connection was lost."""

    player: str
    connection: str | None
    kind: Literal["connection-changed"] = "connection-changed"


@dataclass(frozen=True, slots=True)
class WatchEnded:
    """Private: a player without lives stopped watching (D5)."""

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
