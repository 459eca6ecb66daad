"""The contract as a document: AsyncAPI 3.0, made from the register of routes, the models and the registry of errors.

Here: how those three become one document. ``python -m wordle_tournament.protocol.asyncapi`` writes it to
``asyncapi.json`` beside this file, which is committed and compared in a test. Not here: anything a function needs.

Payload schemas stay within JSON Schema draft 07, which AsyncAPI's own schema dialect extends.
"""

import json
from collections.abc import Iterable, Mapping
from inspect import cleandoc
from pathlib import Path

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from wordle_tournament.protocol.errors import ERRORS
from wordle_tournament.protocol.frames import SERVER_FRAMES
from wordle_tournament.protocol.inbound import CLIENT_FRAMES, MAX_BYTES, VERSION
from wordle_tournament.protocol.routes import ROUTES, Route
from wordle_tournament.protocol.wire import Wire

DOCUMENT = Path(__file__).with_name("asyncapi.json")

# Frames that only ever answer; every other server frame may come unasked.
ONLY_ANSWERS = frozenset({"welcome", "renamed", "synced", "pong", "error"})

_CHANNEL = {"$ref": "#/channels/socket"}
_DESCRIPTION = f"""
JSON text frames in UTF-8 over one WebSocket; version {VERSION}. A client's frame names its action and carries an id
that comes back as `re` in exactly one answer: a frame listed as its reply, or `error`. Events of a tournament carry
`seq`, rising by exactly 1. Times are epoch milliseconds of the server. Frames above {MAX_BYTES} bytes are not taken.
Fields may be added within a version, none is renamed: clients ignore what they do not know.
"""


class WireSchema(GenerateJsonSchema):
    """JSON schemas of what is really on the wire: optional means absent, a default is always written."""

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Leave the default out: it is a constant of the frame, or the ``None`` that is never written."""
        return self.generate_inner(schema["schema"])

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,  # noqa: FBT001 - pydantic's signature
    ) -> bool:
        """Everything is, but what is absent where it says nothing."""
        inner = field["schema"]
        if inner["type"] != "default":
            return super().field_is_required(field, total)
        return inner.get("default") is not None

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        """Write a pair as two items of one kind; draft 07 has no ``prefixItems``."""
        json_schema = super().tuple_schema(schema)
        kinds = json_schema.pop("prefixItems", [])
        if any(kind != kinds[0] for kind in kinds):
            raise TypeError(f"items of different kinds: {kinds}")
        return json_schema | {"items": kinds[0]} if kinds else json_schema

    def int_schema(self, schema: core_schema.IntSchema) -> JsonSchemaValue:
        """Write a number that can be only one as a constant."""
        if schema.get("ge") is not None and schema.get("ge") == schema.get("le"):
            return {"type": "integer", "const": schema["ge"]}
        return super().int_schema(schema)

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - pydantic's signature
        """Never: a title that repeats the field's name tells nothing."""
        return False


def build_document() -> dict[str, object]:
    """The whole AsyncAPI document."""
    named: dict[str, type[Wire]] = {**CLIENT_FRAMES, **SERVER_FRAMES}
    if len(named) != len(CLIENT_FRAMES) + len(SERVER_FRAMES):
        raise LookupError("an action and a server frame share a name")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Wordle Tournament",
            "version": f"{VERSION}.0.0",
            "description": cleandoc(_DESCRIPTION),
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "cloud": {
                "host": "{host}",
                "protocol": "wss",
                "description": "API Gateway; cuts after 10 idle minutes and after 2 hours.",
                "variables": {"host": {"description": "The host of the deployed WebSocket API."}},
            }
        },
        "channels": {
            "socket": {
                "address": "/{stage}",
                "parameters": {"stage": {"description": "The deployed stage."}},
                "bindings": {"ws": _handshake()},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in named},
            }
        },
        "operations": {route.action: _operation(route) for route in ROUTES}
        | {
            "notify": {
                "action": "send",
                "channel": _CHANNEL,
                "summary": "What comes unasked.",
                "messages": _messages(name for name in SERVER_FRAMES if name not in ONLY_ANSWERS),
            }
        },
        "components": {"messages": _component_messages(named), "schemas": _schemas(named.values())},
    }


def _handshake() -> dict[str, object]:
    token = {"type": "string", "description": "Of an earlier `welcome`; without it the connection is a new guest's."}
    query = {"type": "object", "properties": {"token": token}, "additionalProperties": False}
    return {"method": "GET", "query": query, "bindingVersion": "0.1.0"}


def _messages(names: Iterable[str]) -> list[dict[str, str]]:
    return [{"$ref": f"#/channels/socket/messages/{name}"} for name in names]


def _operation(route: Route) -> dict[str, object]:
    return {
        "action": "receive",
        "channel": _CHANNEL,
        "summary": _summary(CLIENT_FRAMES[route.action]),
        "messages": _messages([route.action]),
        "reply": {"channel": _CHANNEL, "messages": _messages([*route.answers, "error"])},
        "x-served": route.is_served,
    }


def _component_messages(named: Mapping[str, type[Wire]]) -> dict[str, dict[str, object]]:
    messages: dict[str, dict[str, object]] = {
        name: {
            "name": name,
            "summary": _summary(model),
            "correlationId": {"location": f"$message.payload#/{'id' if name in CLIENT_FRAMES else 're'}"},
            "payload": {"$ref": f"#/components/schemas/{model.__name__}"},
        }
        for name, model in named.items()
    }
    messages["error"]["x-errors"] = {
        code.value: {"message": entry.message, "definite": entry.is_definite} for code, entry in ERRORS.items()
    }
    return messages


def _summary(model: type[Wire]) -> str:
    return cleandoc(model.__doc__ or "").partition("\n\n")[0]


def _schemas(models: Iterable[type[Wire]]) -> object:
    _, definitions = models_json_schema(
        [(model, "validation") for model in models],
        ref_template="#/components/schemas/{model}",
        schema_generator=WireSchema,
    )
    return definitions["$defs"]


def render_document() -> str:
    """The document as the text that is committed."""
    return json.dumps(build_document(), ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Write the document beside this file."""
    DOCUMENT.write_text(render_document(), encoding="utf-8")


if __name__ == "__main__":
    main()
