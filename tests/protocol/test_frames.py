"""Every frame against its golden text, both ways, and the registers against each other."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.protocol.samples import CLIENT_SAMPLES, GOLDEN, SERVER_SAMPLES, text_of
from wordle_tournament.protocol.frames import SERVER_FRAMES, ServerFrame, dump, parse_server_frame
from wordle_tournament.protocol.inbound import CLIENT_FRAMES, ClientFrame, parse_frame
from wordle_tournament.protocol.routes import ROUTES


def _golden(name: str) -> list[dict[str, Any]]:
    documents: list[dict[str, Any]] = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return documents


def _compact(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _values(document: object) -> Iterator[object]:
    yield document
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, list):
        for item in document:
            yield from _values(item)


@pytest.mark.parametrize("action", CLIENT_FRAMES)
def test_a_client_frame_is_read_as_its_golden_text_says(action: str) -> None:
    samples = [frame for frame in CLIENT_SAMPLES if frame.action == action]

    assert [_compact(document) for document in _golden(action)] == [text_of(frame) for frame in samples]
    assert samples == [parse_frame(_compact(document)) for document in _golden(action)]


@pytest.mark.parametrize("name", SERVER_FRAMES)
def test_a_server_frame_is_written_as_its_golden_text_and_read_back(name: str) -> None:
    samples = [frame for frame in SERVER_SAMPLES if frame.type == name]

    assert [_compact(document) for document in _golden(name)] == [dump(frame) for frame in samples]
    assert samples == [parse_server_frame(_compact(document)) for document in _golden(name)]


def test_no_golden_file_is_without_its_frame() -> None:
    assert {*CLIENT_FRAMES, *SERVER_FRAMES} == {path.stem for path in GOLDEN.glob("*.json")}


def test_the_samples_use_every_field_of_every_frame() -> None:
    for frames in (CLIENT_SAMPLES, SERVER_SAMPLES):
        used: dict[type[ClientFrame | ServerFrame], set[str]] = {}
        for frame in frames:
            used.setdefault(type(frame), set()).update(json.loads(text_of(frame)))
        unused = {(model.__name__, name) for model, names in used.items() for name in {*model.model_fields} - names}
        # Which answers carry an id is the register's business.
        assert {field for _, field in unused} <= {"re"}, unused


@pytest.mark.parametrize("frame", SERVER_SAMPLES, ids=lambda frame: frame.type)
def test_what_says_nothing_is_absent_and_never_null(frame: ServerFrame) -> None:
    assert None not in list(_values(json.loads(dump(frame))))


@pytest.mark.parametrize("frame", SERVER_SAMPLES, ids=lambda frame: frame.type)
def test_a_reader_refuses_null_an_extra_field_and_a_missing_one(frame: ServerFrame) -> None:
    document = json.loads(dump(frame))
    optional = [name for name, field in type(frame).model_fields.items() if field.default is None]
    required = [name for name, field in type(frame).model_fields.items() if field.is_required()]
    broken = (
        [document | {name: None} for name in optional]
        + [document | {"surprise": 1}]
        + [{key: value for key, value in document.items() if key != name} for name in ("type", *required)]
    )

    for one in broken:
        with pytest.raises(ValidationError):
            parse_server_frame(_compact(one))


def test_letters_stay_letters_on_the_wire() -> None:
    row = next(dump(frame) for frame in SERVER_SAMPLES if frame.type == "guess-scored")

    assert '"oʻrdak"' in row
    assert "\\u" not in row


def test_the_register_of_routes_names_the_client_frames_and_the_server_frames_that_answer() -> None:
    assert [route.action for route in ROUTES] == list(CLIENT_FRAMES)
    assert {answer for route in ROUTES for answer in route.answers} <= SERVER_FRAMES.keys()


def test_actions_and_types_name_their_models() -> None:
    def hyphenated(name: str) -> str:
        return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")

    assert {name: hyphenated(model.__name__) for name, model in {**CLIENT_FRAMES, **SERVER_FRAMES}.items()} == {
        name: name for name in (*CLIENT_FRAMES, *SERVER_FRAMES)
    }


_GUESS_PATH = """
from wordle_tournament.core.events import GuessScored
from wordle_tournament.protocol.frames import SERVER_FRAMES, dump
from wordle_tournament.protocol.inbound import CLIENT_FRAMES, parse_frame
from wordle_tournament.protocol.render import render_event
parse_frame('{"action":"guess","id":"1","tournament":"t","duel":"d","turn":1,"word":"crane"}')
dump(render_event("t", "en", 1, GuessScored("d", 1, "p1", "crane", ("c",), ()), viewer="p1", at=1))
print(*[name for name, model in {**CLIENT_FRAMES, **SERVER_FRAMES}.items() if model.__pydantic_complete__])
"""


def test_a_guess_builds_the_schemas_of_its_own_frames_only() -> None:
    # Import time is the guess function's cold start; a schema for every frame would be most of it.
    run = subprocess.run(  # noqa: S603 - our own interpreter and text
        [sys.executable, "-c", _GUESS_PATH],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout.split() == ["guess", "guess-scored"]
