"""The small words that frames of both directions are made of: ids, moments, numbers of a sequence.

Here: annotated types and the shape every model shares. Not here: frames, rules, texts. The numbers come from
``core.rules``, so that a schema cannot promise another game.
"""

from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema, core_schema

from wordle_tournament.core.rules import LIVES, SEATS, TURNS

MAX_ID = 64  # characters of an id: of a command, a player, a tournament, a duel
MAX_SAFE_INTEGER = 2**53 - 1  # the largest whole number that every JSON reader keeps exact


class Wire(BaseModel):
    """A value on the wire: nothing coerced, nothing extra, nothing changed afterwards.

    ``defer_build``: a schema is built when its model is first used, so a function pays for its own frames only.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class _NeverNull:
    """Marks a field that is absent from JSON where Python says ``None``: ``null`` is no value of it."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        nullable = handler(source)
        if nullable["type"] != "nullable":
            raise TypeError(f"{source} is not optional")
        return core_schema.json_or_python_schema(json_schema=nullable["schema"], python_schema=nullable)


T = TypeVar("T")
Maybe = Annotated[T | None, _NeverNull()]

CommandId = Annotated[str, Field(max_length=MAX_ID)]
Reference = Annotated[str, Field(min_length=1, max_length=MAX_ID)]  # a player's, tournament's or duel's id
Moment = Annotated[int, Field(ge=0, le=MAX_SAFE_INTEGER)]  # epoch milliseconds of the server
Seq = Annotated[int, Field(ge=0, le=MAX_SAFE_INTEGER)]  # of a tournament's last public event
Turn = Annotated[int, Field(ge=1, le=TURNS)]
Lives = Annotated[int, Field(ge=0, le=LIVES)]
Place = Annotated[int, Field(ge=1, le=SEATS)]


def _affirm(value: bool) -> bool:  # noqa: FBT001 - the value itself
    if not value:
        raise ValueError("can only be true")
    return value


# Not Literal[True], which takes 1 and 1.0 as well.
AlwaysTrue = Annotated[bool, AfterValidator(_affirm), WithJsonSchema({"type": "boolean", "const": True})]
