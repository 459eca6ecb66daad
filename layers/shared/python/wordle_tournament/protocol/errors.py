"""The one closed registry of errors: code, text, definite or not.

Here: every code that a client can get. ``error`` frames (``render_error``), the README's table and the AsyncAPI
document are made from it. Not here: when a command is refused (``core``, ``app``). Standard library only.

*Definite*: the command was not carried out, nothing changed and no ``seq`` was used. Not definite: it may have been
carried out, so the client sends ``sync``. The text is for logs and developers; clients translate the code.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from wordle_tournament.core.lazy_dataclass import dataclass


class ErrorCode(StrEnum):
    """Why a client's frame was not carried out, or may not have been."""

    BAD_FRAME = "bad-frame"
    UNKNOWN_ACTION = "unknown-action"
    UNSUPPORTED_VERSION = "unsupported-version"
    TOO_LARGE = "too-large"
    TOO_MANY_REQUESTS = "too-many-requests"
    RETRY = "retry"
    INTERNAL = "internal"
    LANGUAGE_UNKNOWN = "language-unknown"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    NOT_PLAYING = "not-playing"
    NOT_YOUR_TURN = "not-your-turn"
    TURN_OVER = "turn-over"
    DUEL_OVER = "duel-over"
    WRONG_LENGTH = "wrong-length"
    LETTER_UNKNOWN = "letter-unknown"
    WORD_UNKNOWN = "word-unknown"
    NICKNAME_INVALID = "nickname-invalid"
    PARTY_UNKNOWN = "party-unknown"
    PARTY_FULL = "party-full"
    PARTY_BUSY = "party-busy"
    NOT_LEADER = "not-leader"
    ALREADY_IN_PARTY = "already-in-party"
    NOT_IN_PARTY = "not-in-party"
    NOT_AVAILABLE = "not-available"


@dataclass(frozen=True, slots=True)
class Entry:
    """The registry's entry of a code: its text, and whether it is definite."""

    message: str
    is_definite: bool = True


ERRORS: Mapping[ErrorCode, Entry] = MappingProxyType(
    {
        ErrorCode.BAD_FRAME: Entry("The frame is not a JSON object with exactly the fields of its action."),
        ErrorCode.UNKNOWN_ACTION: Entry("There is no such action."),
        ErrorCode.UNSUPPORTED_VERSION: Entry("This version of the protocol is not spoken here."),
        ErrorCode.TOO_LARGE: Entry("A frame may have 32 kB at most."),
        ErrorCode.TOO_MANY_REQUESTS: Entry("Too many frames in a short time; wait a moment, then send it again."),
        ErrorCode.RETRY: Entry("Not now: say hello on this connection, then send it again."),
        ErrorCode.INTERNAL: Entry("Something failed on our side; it may have happened, so sync.", is_definite=False),
        ErrorCode.LANGUAGE_UNKNOWN: Entry("The game is not played in this language."),
        ErrorCode.ALREADY_SEATED: Entry("You have a seat in a lobby or lives in a running tournament."),
        ErrorCode.NOT_SEATED: Entry("You have no seat there."),
        ErrorCode.NOT_PLAYING: Entry("You are not playing this duel now."),
        ErrorCode.NOT_YOUR_TURN: Entry("It is your opponent's turn."),
        ErrorCode.TURN_OVER: Entry("This turn is over."),
        ErrorCode.DUEL_OVER: Entry("This duel is over."),
        ErrorCode.WRONG_LENGTH: Entry("The word has not as many letters as the duel asks for."),
        ErrorCode.LETTER_UNKNOWN: Entry("The word has a letter that is not of the duel's alphabet."),
        ErrorCode.WORD_UNKNOWN: Entry("The word is not in the word list."),
        ErrorCode.NICKNAME_INVALID: Entry("This nickname cannot be used."),
        ErrorCode.PARTY_UNKNOWN: Entry("There is no such party, or its invitation has expired."),
        ErrorCode.PARTY_FULL: Entry("The party has eight members already."),
        ErrorCode.PARTY_BUSY: Entry("The party is in a lobby, or a member is away or still playing."),
        ErrorCode.NOT_LEADER: Entry("Only the party's leader can do this."),
        ErrorCode.ALREADY_IN_PARTY: Entry("You are in a party already."),
        ErrorCode.NOT_IN_PARTY: Entry("You are in no party, or the other player is not in yours."),
        ErrorCode.NOT_AVAILABLE: Entry("This release does not serve the action yet."),
    }
)
