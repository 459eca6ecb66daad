"""The README for client authors: its tables agree with the registers, row by row."""

import re
from pathlib import Path

from pydantic import BaseModel

from wordle_tournament.protocol import frames
from wordle_tournament.protocol.errors import ERRORS
from wordle_tournament.protocol.frames import SERVER_FRAMES
from wordle_tournament.protocol.inbound import CLIENT_FRAMES, MAX_BYTES, Hello, PartyJoin, Queue, Rename
from wordle_tournament.protocol.routes import ROUTES
from wordle_tournament.protocol.wire import MAX_ID

PAGE = (Path(frames.__file__).parents[1] / "README.md").read_text(encoding="utf-8")
Fields = list[tuple[str, bool, tuple[str, ...]]]  # name, whether optional, the parts it is made of


def table(*heads: str) -> list[list[str]]:
    """The rows of all tables with these column heads."""
    rows: list[list[str]] = []
    head = re.escape(f"| {' | '.join(heads)} |")
    for block in re.findall(rf"^{head}\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        rows += [[cell.strip() for cell in line.split("|")[1:-1]] for line in block.splitlines()]
    return rows


def fields_of(cell: str) -> Fields:
    """The fields in a cell of a table, such as ``seats``: LobbySeat[]."""
    fields = re.findall(r"`(\w+)`(\??)((?:: (?:[A-Z]\w+(?: or )?)+ ?\[?\]?)?)", cell)
    return [(name, bool(mark), tuple(re.findall(r"[A-Z]\w+", parts))) for name, mark, parts in fields]


def of_model(model: type[BaseModel], *without: str) -> Fields:
    """The fields of a model, without those that all its siblings have."""
    return [
        (name, field.default is None, tuple(part for part in re.findall(r"frames\.\w+\.(\w+)", str(field.annotation))))
        for name, field in model.model_fields.items()
        if name not in without
    ]


def test_the_table_of_actions_tells_fields_and_answers() -> None:
    answers = {route.action: list(route.answers) for route in ROUTES}

    assert [
        (f"`{action}`", of_model(model, "action", "id"), answers[action]) for action, model in CLIENT_FRAMES.items()
    ] == [
        (action, fields_of(fields), re.findall(r"`([\w-]+)`", answer))
        for action, fields, answer in table("action", "fields", "answered by")
    ]


def test_the_tables_of_frames_tell_their_fields() -> None:
    numbered = {name for name, model in SERVER_FRAMES.items() if issubclass(model, frames.Event)}
    rows = {name.strip("`"): fields_of(fields) for name, fields in table("type", "fields")}

    assert {
        name: of_model(model, "type", "at", "re", *(("tournament", "seq") if name in numbered else ()))
        for name, model in SERVER_FRAMES.items()
    } == rows
    events_first = list(rows)[: len(numbered)]
    assert numbered == set(events_first)


def test_the_table_of_parts_tells_every_part_and_its_fields() -> None:
    rows = {name: fields_of(fields) for name, fields in table("part", "fields")}
    mentioned = {
        part
        for fields in (*rows.values(), *map(of_model, SERVER_FRAMES.values()))
        for *_, parts in fields
        for part in parts
    }

    assert {name: of_model(getattr(frames, name)) for name in rows} == rows
    assert mentioned - {"Rated"} == rows.keys()  # a frame of its own


def test_the_table_of_errors_is_the_registry() -> None:
    assert [
        [f"`{code}`", "yes" if entry.is_definite else "no", entry.message] for code, entry in ERRORS.items()
    ] == table("code", "definite", "message")


def test_every_documented_action_is_served() -> None:
    documented = {action.strip("`") for action, *_ in table("action", "fields", "answered by")}

    assert documented == {route.action for route in ROUTES if route.is_served}


def test_the_documented_limits_are_the_limits_of_the_models() -> None:
    def most(model: type[BaseModel], name: str) -> int:
        (limit,) = (limit.max_length for limit in model.model_fields[name].metadata if hasattr(limit, "max_length"))
        return int(limit)

    assert most(Hello, "id") == most(PartyJoin, "code") == MAX_ID == 64
    limits = f"a frame {MAX_BYTES // 1024} kB; an `id`, a `word` and a `code` 64 characters, "
    limits += f"a `nickname` {most(Rename, 'nickname')}, a `language` {most(Queue, 'language')}"
    assert limits in PAGE.replace("\n", " ")
