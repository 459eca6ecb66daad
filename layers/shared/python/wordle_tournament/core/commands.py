"""What may be asked of a tournament, imperative, and how it may be refused.

The first six are a player's (or his connection's), the others the server's own. Who comes from a connection that is not
the seat's live one is refused with ``retry``: the client says ``hello`` (again) and its connection becomes it (D11).
"""

from enum import StrEnum

from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.seat import Seat


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes a seat, with the rating of the moment (D1)."""

    player: str
    nickname: str
    rating: int
    connection: str
    party: str | None = None


@dataclass(frozen=True, slots=True)
class TakeSeats:
    """A unit (one player, or a whole party) takes seats together or not at all (D9)."""

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """A word for a turn of a duel, as typed."""

    player: str
    connection: str
    duel: str
    turn: int
    word: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Out of the lobby, out of the game, or away from watching (R8.1, R8.2, D5)."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Ping:
    """A sign of life (D15); anything heard from a client serves."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Attach:
    """The player said ``hello`` on this connection: it is the live one now (D11)."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Drop:
    """This connection is gone: ``$disconnect``, or a post to it failed. Late or doubled, it does nothing."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A party's seats in a lobby are given up, because the party itself changes; once it has started it is too late."""

    party: str


@dataclass(frozen=True, slots=True)
class Absorb:
    """Another lobby is merged into this one, whole (D9)."""

    lobby: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Dissolve:
    """All seats of this lobby went to another one (D9)."""

    into: str


@dataclass(frozen=True, slots=True)
class Tick:
    """The alarm clock rang."""


Command = TakeSeats | Guess | Leave | Ping | Attach | Drop | Withdraw | Absorb | Dissolve | Tick


class RefusalCode(StrEnum):
    """Why a command was refused; the words of ``protocol/errors.py``."""

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
    LOBBY_CLOSED = "lobby-closed"  # full, started or out of range (D9); never sent: who joins looks for another


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that was not carried out and changed nothing."""

    code: RefusalCode
