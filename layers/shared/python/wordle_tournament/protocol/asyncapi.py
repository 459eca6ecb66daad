"""The protocol as an AsyncAPI 3.0 document, made from the register of routes, the models and the registry of errors.

``python -m wordle_tournament.protocol.asyncapi`` (``make contract``) writes it to ``asyncapi.json`` beside this file.
The file is committed, and a test compares it. No function imports this module.

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

# Frames that are sent only as answers; every other server frame may come without a request.
ONLY_ANSWERS = frozenset({"welcome", "renamed", "synced", "pong", "error"})

_CHANNEL = {"$ref": "#/channels/socket"}
_DESCRIPTION = f"""
JSON text frames in UTF-8 over one WebSocket; version {VERSION}. A client's frame names its action and has an id that
comes back as `re` in exactly one answer: a frame listed as its reply, or `error`. A text from the server holds one
frame, or an array of frames in their order; the messages below are single frames. Events of a tournament have a
`seq` that rises by exactly 1. Times are epoch milliseconds of the server. Frames above {MAX_BYTES} bytes are refused.
Within a version fields may be added and none is renamed: clients ignore what they do not know.
"""


class WireSchema(GenerateJsonSchema):
    """JSON schemas of the texts on the wire: optional fields may be absent, constant fields are always there."""

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Leave the default out: it is a constant of the frame, or a ``None`` that is never written."""
        return self.generate_inner(schema["schema"])

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,  # noqa: FBT001 - pydantic's signature
    ) -> bool:
        """Whether the field is required: all are, except those that default to ``None``."""
        inner = field["schema"]
        if inner["type"] != "default":
            return super().field_is_required(field, total)
        return inner.get("default") is not None

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        """Write a pair as two items of one type, because draft 07 has no ``prefixItems``."""
        json_schema = super().tuple_schema(schema)
        kinds = json_schema.pop("prefixItems", [])
        if any(kind != kinds[0] for kind in kinds):
            raise TypeError(f"items of different types: {kinds}")
        return json_schema | {"items": kinds[0]} if kinds else json_schema

    def int_schema(self, schema: core_schema.IntSchema) -> JsonSchemaValue:
        """Write a number with a single possible value as a constant."""
        if schema.get("ge") is not None and schema.get("ge") == schema.get("le"):
            return {"type": "integer", "const": schema["ge"]}
        return super().int_schema(schema)

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - pydantic's signature
        """Return ``False``: a title would only repeat the field's name."""
        return False


def build_document() -> dict[str, object]:
    """Return the whole AsyncAPI document."""
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
                "description": "API Gateway; it closes a connection after 10 idle minutes and after 2 hours.",
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
                "summary": "Frames that come without a request.",
                "messages": _messages(name for name in SERVER_FRAMES if name not in ONLY_ANSWERS),
            }
        },
        "components": {"messages": _component_messages(named), "schemas": _schemas(named.values())},
    }


def _handshake() -> dict[str, object]:
    token = {
        "type": "string",
        "description": "The token of an earlier `welcome`. Without it the connection makes a new guest.",
    }
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
    """Return the document as the text of the committed file."""
    return json.dumps(build_document(), ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Write the document beside this file."""
    DOCUMENT.write_text(render_document(), encoding="utf-8")


if __name__ == "__main__":
    main()
