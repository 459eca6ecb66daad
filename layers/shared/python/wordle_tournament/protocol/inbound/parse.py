"""From a client's text to its frame.

A frame has at most 32 kB of UTF-8, else it is ``too-large``. Any other fault of its shape is ``bad-frame``. A key must
not occur twice in an object.
"""

import json
import re
from typing import Final

from pydantic import ValidationError

from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.inbound.models import CLIENT_FRAMES, VERSION, ClientFrame
from wordle_tournament.protocol.wire import MAX_ID, has_control

MAX_BYTES: Final = 32 * 1024


class BadFrame(Exception):
    """The text is not a valid frame. ``code`` says why; ``re`` is the frame's ``id``, if that can be read."""

    def __init__(self, code: ErrorCode, re: str | None) -> None:
        super().__init__(code.value)
        self.code = code
        self.re = re


def parse_frame(text: str) -> ClientFrame:
    """Return the frame that a client sent as ``text``; raise ``BadFrame`` for any other text.

    Checked in this order: size, JSON, action, version, fields. Only the model of the frame's own action is used.
    """
    document = _read_object(text)
    command = _command_id(document.get("id"))
    action = document.get("action")
    if not isinstance(action, str):
        raise BadFrame(ErrorCode.BAD_FRAME, command)
    if action not in CLIENT_FRAMES:
        raise BadFrame(ErrorCode.UNKNOWN_ACTION, command)
    if action == "hello" and _is_other_version(document.get("v")):
        # Before the fields, because another version may have other fields.
        raise BadFrame(ErrorCode.UNSUPPORTED_VERSION, command)
    if None in document.values():
        raise BadFrame(ErrorCode.BAD_FRAME, command)
    try:
        return CLIENT_FRAMES[action].model_validate(document)
    except ValidationError:
        # Not chained: pydantic's error quotes the client's text, which must not be logged.
        raise BadFrame(ErrorCode.BAD_FRAME, command) from None


def _is_other_version(version: object) -> bool:
    return isinstance(version, int) and not isinstance(version, bool) and version != VERSION


def _read_object(text: str) -> dict[str, object]:
    """Return the text's JSON object; ``BadFrame`` if it is too large, bad Unicode, has a key twice or a ``NaN``."""
    try:
        if len(text.encode()) > MAX_BYTES:
            raise BadFrame(ErrorCode.TOO_LARGE, _scan_id(text))
        document = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique)
        json.dumps(document, ensure_ascii=False).encode()  # fails on an escaped lone surrogate
    except (ValueError, RecursionError):  # UnicodeError and JSONDecodeError are ValueErrors
        raise BadFrame(ErrorCode.BAD_FRAME, _scan_id(text)) from None
    if not isinstance(document, dict):
        raise BadFrame(ErrorCode.BAD_FRAME, None)
    return document


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    # Two readers of a repeated key may disagree: API Gateway could route by one action and we act on the other.
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key occurs twice")
    return fields


def _command_id(value: object) -> str | None:
    """Return the value if it can be the ``re`` of an answer, else ``None``."""
    if not isinstance(value, str) or len(value) > MAX_ID or has_control(value):
        return None
    try:
        value.encode()
    except UnicodeEncodeError:
        return None
    return value


# A string (an unclosed one runs to the end, which keeps the scan linear), a bracket, or a run of anything else.
_PART = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)


def _scan_id(text: str) -> str | None:
    """Return the ``id`` of a frame that cannot be parsed: the first string after ``"id":`` on an object's top level.

    The scan does not recurse, so brackets of any depth do no harm.
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
