"""Generates the TypeScript declarations of every frame from the AsyncAPI document.

    python infra/web/protocol/declare.py    write frames.d.ts again

Lives here: JSON Schema (the part of draft 07 that the contract uses) to TypeScript. Must not: import the backend, since
the author of another client has the document alone.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "layers/shared/python/wordle_tournament/protocol/asyncapi.json"
DECLARATIONS = Path(__file__).with_name("frames.d.ts")

_HEAD = """\
// Generated from the AsyncAPI document by declare.py: do not edit. Every frame of the protocol, version 1.
"""

Schema = Mapping[str, Any]


def declarations(document: Schema) -> str:
    """The text of `frames.d.ts`."""
    schemas: Mapping[str, Schema] = document["components"]["schemas"]
    parts = [_HEAD, *(_declare(name, schema) for name, schema in schemas.items())]
    for union, field in (("ClientFrame", "action"), ("ServerFrame", "type")):
        members = [name for name, schema in schemas.items() if "const" in schema.get("properties", {}).get(field, {})]
        parts.append(f"export type {union} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n")
    parts.append("\n".join(_answers(document)) + "\n")
    return "\n".join(parts)


def _declare(name: str, schema: Schema) -> str:
    about = f"/** {schema['description']} */\n" if "description" in schema else ""
    if schema.get("type") != "object":
        return f"{about}export type {name} = {_type(schema)};\n"
    return f"{about}export interface {name} {{\n{_fields(schema)}}}\n"


def _fields(schema: Schema) -> str:
    required = set(schema.get("required", ()))
    return "".join(
        f"  {_key(name)}{'' if name in required else '?'}: {_type(field)};\n"
        for name, field in schema["properties"].items()
    )


def _type(schema: Schema) -> str:  # noqa: PLR0911 - one return a kind of schema
    match schema:
        case {"$ref": str(reference)}:
            return reference.rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": [*values]}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": [*kinds]} | {"oneOf": [*kinds]}:
            return " | ".join(_type(kind) for kind in kinds)
        case {"type": "array", "items": items, "minItems": int(least), "maxItems": int(most)} if least == most:
            return "[" + ", ".join([_type(items)] * least) + "]"
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": Mapping() as values}:
            return f"{{ [name: string]: {_type(values)} }}"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" as kind}:
            return str(kind)
        case _:
            raise TypeError(f"no declaration for {schema}")


def _answers(document: Schema) -> Iterator[str]:
    """Which frames answer which action, ``error`` excepted."""
    yield "/** What answers each action, if not `error`. */"
    yield "export interface Answers {"
    messages = document["components"]["messages"]
    for operation in document["operations"].values():
        if "reply" not in operation:
            continue
        [action] = [reference["$ref"].rpartition("/")[2] for reference in operation["messages"]]
        answers = [reference["$ref"].rpartition("/")[2] for reference in operation["reply"]["messages"]]
        kinds = [messages[name]["payload"]["$ref"].rpartition("/")[2] for name in answers if name != "error"]
        yield f"  {_key(action)}: {' | '.join(kinds)};"
    yield "}"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


if __name__ == "__main__":
    DECLARATIONS.write_text(declarations(json.loads(DOCUMENT.read_text("utf-8"))), "utf-8")
    print(f"wrote {DECLARATIONS.relative_to(ROOT)}")  # noqa: T201 - a command's output
