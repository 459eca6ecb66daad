"""What a client may say: one strict model a frame, and ``parse_frame``, the only way from text to them.

Here: shapes and limits. Not here: whether it may be done now (``core``, ``app``), or who says it (the connection).

Limits, so that nothing of any size gets further than this room. Characters are code points:

* a frame: 32 kB of UTF-8, else ``too-large``; everything else below is ``bad-frame``
* ``id``: up to 64; the id of a player, tournament or duel: 1 to 64; a party's ``code``: up to 64
* ``word``: up to 64, which holds six letters however they are composed; an empty or too long word within that is for
  the game to refuse (``wrong-length``)
* ``nickname``: up to 256; what is wrong with a name within that is for ``nickname-invalid`` to say
* ``language``: up to 16; what is not played within that is ``language-unknown``
* ``turn``: 1 to 12; ``seq``: 0 to 2^53 - 1; no field may be ``null``, no key may stand twice
"""

import json
import re
from typing import Annotated, Final, Literal, get_args

from pydantic import Field, ValidationError

from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.routes import ROUTES
from wordle_tournament.protocol.wire import MAX_ID, CommandId, Maybe, Reference, Seq, Turn, Wire

VERSION: Final = 1
MAX_BYTES: Final = 32 * 1024

Word = Annotated[str, Field(max_length=64)]
Nickname = Annotated[str, Field(max_length=256)]
Language = Annotated[str, Field(max_length=16)]
Code = Annotated[str, Field(max_length=64)]


class BadFrame(Exception):
    """The text is no frame that can be acted on. ``re`` is its ``id``, where that can be read."""

    def __init__(self, code: ErrorCode, re: str | None) -> None:
        super().__init__(code.value)
        self.code = code
        self.re = re


class Inbound(Wire):
    """What every client frame has: an action and an id, unique per player, that comes back as ``re``."""

    action: str
    id: CommandId


class Hello(Inbound):
    """The first frame of a connection: from here on it is the player's live one (D11)."""

    action: Literal["hello"] = "hello"
    v: Annotated[int, Field(ge=VERSION, le=VERSION)]  # Literal[1] would take true and 1.0 as well
    tournament: Maybe[Reference] = None
    seq: Maybe[Seq] = None


class Rename(Inbound):
    """Take another nickname (R10.1)."""

    action: Literal["rename"] = "rename"
    nickname: Nickname


class Queue(Inbound):
    """Look for a lobby (R7.1)."""

    action: Literal["queue"] = "queue"
    language: Language


class Unqueue(Inbound):
    """Give up the seat in the lobby (R8.1)."""

    action: Literal["unqueue"] = "unqueue"


class PartyCreate(Inbound):
    """Open a party (R9.1)."""

    action: Literal["party-create"] = "party-create"


class PartyJoin(Inbound):
    """Follow an invitation (R9.1)."""

    action: Literal["party-join"] = "party-join"
    code: Code


class PartyLeave(Inbound):
    """Leave the party (D13)."""

    action: Literal["party-leave"] = "party-leave"


class PartyKick(Inbound):
    """Remove a member (D13)."""

    action: Literal["party-kick"] = "party-kick"
    player: Reference


class PartyLead(Inbound):
    """Hand the lead to a member."""

    action: Literal["party-lead"] = "party-lead"
    player: Reference


class PartyRenew(Inbound):
    """Change the invitation: the old code and link invite to nothing any more."""

    action: Literal["party-renew"] = "party-renew"


class PartyStart(Inbound):
    """Take the whole party into a lobby (R9.2)."""

    action: Literal["party-start"] = "party-start"
    language: Language


class Guess(Inbound):
    """A word for a turn of a duel, as typed (R4)."""

    action: Literal["guess"] = "guess"
    tournament: Reference
    duel: Reference
    turn: Turn
    word: Word


class Leave(Inbound):
    """Leave the lobby, the game, or the watching (R8, D5)."""

    action: Literal["leave"] = "leave"
    tournament: Reference


class Sync(Inbound):
    """Ask for what was missed after ``seq``."""

    action: Literal["sync"] = "sync"
    tournament: Reference
    seq: Seq


class Ping(Inbound):
    """A sign of life (D15); applies what is due."""

    action: Literal["ping"] = "ping"
    tournament: Maybe[Reference] = None
    seq: Maybe[Seq] = None


ClientFrame = (
    Hello
    | Rename
    | Queue
    | Unqueue
    | PartyCreate
    | PartyJoin
    | PartyLeave
    | PartyKick
    | PartyLead
    | PartyRenew
    | PartyStart
    | Guess
    | Leave
    | Sync
    | Ping
)

_BY_ACTION: dict[str, type[ClientFrame]] = {
    model.model_fields["action"].default: model for model in get_args(ClientFrame)
}
# The register decides what is an action; a route without its model fails here, at the first import, not at a client.
CLIENT_FRAMES: dict[str, type[ClientFrame]] = {route.action: _BY_ACTION.pop(route.action) for route in ROUTES}
if _BY_ACTION:
    raise LookupError(f"no route for {', '.join(_BY_ACTION)}")


def parse_frame(text: str) -> ClientFrame:
    """The frame that a client sent as ``text``; ``BadFrame`` with the registry's code for anything else.

    Only the model of the frame's own action is used. Order: size, JSON, action, version, fields.
    """
    document = _read_object(text)
    command = _command_id(document.get("id"))
    action = document.get("action")
    if not isinstance(action, str):
        raise BadFrame(ErrorCode.BAD_FRAME, command)
    if action not in CLIENT_FRAMES:
        raise BadFrame(ErrorCode.UNKNOWN_ACTION, command)
    if action == "hello" and _is_other_version(document.get("v")):
        # Before the fields: another version may have others.
        raise BadFrame(ErrorCode.UNSUPPORTED_VERSION, command)
    if None in document.values():
        raise BadFrame(ErrorCode.BAD_FRAME, command)
    try:
        return CLIENT_FRAMES[action].model_validate(document)
    except ValidationError:
        # Not chained: the error quotes what a client wrote, which is nothing for a log.
        raise BadFrame(ErrorCode.BAD_FRAME, command) from None


def _is_other_version(version: object) -> bool:
    return isinstance(version, int) and not isinstance(version, bool) and version != VERSION


def _read_object(text: str) -> dict[str, object]:
    """The JSON object that the text is: within the size, of valid Unicode, no key twice, no ``NaN``."""
    try:
        if len(text.encode()) > MAX_BYTES:
            raise BadFrame(ErrorCode.TOO_LARGE, _scan_id(text))
        document = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
        json.dumps(document, ensure_ascii=False).encode()  # escapes can smuggle in half a character
    except (ValueError, RecursionError):  # UnicodeError is a ValueError, and so is what is not JSON
        raise BadFrame(ErrorCode.BAD_FRAME, _scan_id(text)) from None
    if not isinstance(document, dict):
        raise BadFrame(ErrorCode.BAD_FRAME, None)
    return document


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    # Two readers of a repeated key may disagree: API Gateway routes by one action and we would act on the other.
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key stands twice")
    return fields


def _command_id(value: object) -> str | None:
    """The value as the ``re`` of an answer, if it can be one."""
    if not isinstance(value, str) or len(value) > MAX_ID:
        return None
    try:
        value.encode()
    except UnicodeEncodeError:
        return None
    return value


# A string (an unclosed one runs to the end, which keeps the scan linear), a bracket, or a run of anything else.
_PART = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)


def _scan_id(text: str) -> str | None:
    """The ``id`` of a frame that cannot be parsed: the first string after an ``"id":`` on the first level of an object.

    Nothing is nested here, so brackets of any depth do no harm.
    """
    depth, key, colon = 0, "", ""
    for match in _PART.finditer(text):
        part = match.group()
        if part in {"{", "["}:
            depth += 1
            if depth == 1 and part == "[":
                return None
        elif part in {"}", "]"}:
            depth -= 1
        elif depth == 1 and (key, colon) == ('"id"', ":"):
            return _read_id(part)
        key, colon = colon, part
    return None


def _read_id(part: str) -> str | None:
    try:
        return _command_id(json.loads(part))
    except (ValueError, RecursionError):
        return None
