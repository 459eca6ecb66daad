"""The commands of a tournament, and the codes with which they are refused.

Players and their connections send the first six; the server itself sends the others. A command from a connection that
is not the seat's live one is refused with ``retry``: the client says ``hello`` again, and its connection becomes the
live one (D11).
"""

from enum import StrEnum

from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.seat import Seat


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who takes a seat, with the rating that is copied into it (D1)."""

    player: str
    nickname: str
    rating: int
    connection: str
    party: str | None = None


@dataclass(frozen=True, slots=True)
class TakeSeats:
    """Seat a unit (one player or a whole party) together or not at all (D9)."""

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """Guess a word, as typed, in a turn of a duel."""

    player: str
    connection: str
    duel: str
    turn: int
    word: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the lobby or the game, or stop watching (R8.1, R8.2, D5)."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Note a heartbeat (D15); any frame from a client serves."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Attach:
    """Make this connection, on which the player said ``hello``, the live one (D11)."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Drop:
    """Lose this connection: ``$disconnect`` came, or a post to it failed. A late or repeated one does nothing."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Free a party's seats in a lobby because the party itself changes; refused once the tournament has started."""

    party: str


@dataclass(frozen=True, slots=True)
class Absorb:
    """Merge all seats of another lobby into this one (D9)."""

    lobby: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Dissolve:
    """Empty this lobby, whose seats were all merged into another one (D9)."""

    into: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Apply what is due, and nothing else; a timer sends it."""


Command = TakeSeats | Guess | Leave | Ping | Attach | Drop | Withdraw | Absorb | Dissolve | Tick


class RefusalCode(StrEnum):
    """Why a command was refused; the codes of ``protocol/errors.py``."""

    RETRY = "retry"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    NOT_PLAYING = "not-playing"
    NOT_YOUR_TURN = "not-your-turn"
    TURN_OVER = "turn-over"
    DUEL_OVER = "duel-over"
    WRONG_LENGTH = "wrong-length"
    LETTER_UNKNOWN = "letter-unknown"
    WORD_UNKNOWN = "word-unknown"
    LOBBY_CLOSED = "lobby-closed"  # full, started or out of range (D9); never sent, matchmaking tries another lobby


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that was not carried out and changed nothing."""

    code: RefusalCode
