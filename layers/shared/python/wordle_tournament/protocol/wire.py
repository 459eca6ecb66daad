"""Types of fields that frames of both directions share: ids, moments, numbers of a sequence.

Here: annotated types, and the settings of every model. Not here: frames, rules, texts. The limits come from
``core.rules``, so that the schemas always fit the game.
"""

from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema, core_schema

from wordle_tournament.core.rules import LIVES, SEATS, TURNS

MAX_ID = 64  # characters of an id: of a command, a player, a tournament, a duel
MAX_SAFE_INTEGER = 2**53 - 1  # the largest whole number that every JSON reader keeps exact


class Wire(BaseModel):
    """The base of every model: strict types, no extra fields, frozen.

    ``defer_build``: a schema is built when its model is first used, so that a function builds only those it needs.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class _NeverNull:
    """Marks an optional field: ``None`` in Python is an absent field in JSON, and ``null`` is refused."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        nullable = handler(source)
        if nullable["type"] != "nullable":
            raise TypeError(f"{source} is not optional")
        return core_schema.json_or_python_schema(json_schema=nullable["schema"], python_schema=nullable)


T = TypeVar("T")
Maybe = Annotated[T | None, _NeverNull()]


def has_control(text: str) -> bool:
    """Return whether there is a control character: it would take six bytes of JSON wherever the id is stored."""
    return any(character < " " or "\x7f" <= character <= "\x9f" for character in text)


def _refuse_control(text: str) -> str:
    if has_control(text):
        raise ValueError("an id has no control characters")
    return text


CommandId = Annotated[str, Field(max_length=MAX_ID), AfterValidator(_refuse_control)]
Reference = Annotated[
    str, Field(min_length=1, max_length=MAX_ID), AfterValidator(_refuse_control)
]  # a player's, tournament's or duel's id
Moment = Annotated[int, Field(ge=0, le=MAX_SAFE_INTEGER)]  # epoch milliseconds of the server
Duration = Annotated[int, Field(ge=0, le=MAX_SAFE_INTEGER)]  # milliseconds
Seq = Annotated[int, Field(ge=0, le=MAX_SAFE_INTEGER)]  # the number of a tournament's public event
Turn = Annotated[int, Field(ge=1, le=TURNS)]
Lives = Annotated[int, Field(ge=0, le=LIVES)]
Place = Annotated[int, Field(ge=1, le=SEATS)]


def _affirm(value: bool) -> bool:  # noqa: FBT001 - the value itself
    if not value:
        raise ValueError("can only be true")
    return value


# Not Literal[True], which takes 1 and 1.0 as well.
AlwaysTrue = Annotated[bool, AfterValidator(_affirm), WithJsonSchema({"type": "boolean", "const": True})]
