"""Any text that a client sends is a frame or one of four errors."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.protocol.samples import CLIENT_SAMPLES, text_of
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.inbound import MAX_BYTES, BadFrame, ClientFrame, Guess, Hello, Queue, parse_frame
from wordle_tournament.protocol.routes import ROUTES

GUESS = {"action": "guess", "id": "c-1", "tournament": "t", "duel": "1.1", "turn": 1, "word": "crane"}
OF_THE_TEXT = {ErrorCode.BAD_FRAME, ErrorCode.UNKNOWN_ACTION, ErrorCode.UNSUPPORTED_VERSION, ErrorCode.TOO_LARGE}

# The cores are shared: a slow example says nothing about the code.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def refusal(text: str) -> tuple[ErrorCode, str | None]:
    with pytest.raises(BadFrame) as caught:
        parse_frame(text)
    return caught.value.code, caught.value.re


def test_a_guess_is_read_with_its_fields() -> None:
    assert parse_frame(json.dumps(GUESS)) == Guess(id="c-1", tournament="t", duel="1.1", turn=1, word="crane")


def test_a_field_may_be_left_out_only_where_the_protocol_says_so() -> None:
    assert parse_frame('{"action": "hello", "id": "c-1", "v": 1}') == Hello(id="c-1", v=1)
    for name in GUESS.keys() - {"action", "id"}:
        without = {key: value for key, value in GUESS.items() if key != name}
        assert refusal(json.dumps(without)) == (ErrorCode.BAD_FRAME, "c-1")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", "1"),
        ("turn", 1.0),
        ("turn", True),
        ("turn", 0),
        ("turn", 13),
        ("turn", None),
        ("turn", 10**400),
        ("word", 5),
        ("word", ["c", "r", "a", "n", "e"]),
        ("word", None),
        ("word", "x" * 65),
        ("word", "x" * 30_000),
        ("word", "\ud800"),
        ("duel", ""),
        ("duel", "x" * 65),
        ("tournament", {}),
        ("surprise", 1),
        ("re", "c-1"),
        ("player", "p1"),
    ],
)
def test_a_wrong_field_is_a_bad_frame_that_still_names_its_id(field: str, value: object) -> None:
    assert refusal(json.dumps(GUESS | {field: value})) == (ErrorCode.BAD_FRAME, "c-1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "1",
        '"guess"',
        "[]",
        '[{"action": "ping", "id": "c-1"}]',
        "{",
        "{}",
        '{"action": "ping"}',
        '{"id": "c-1", }x',
        "{'action': 'ping', 'id': 'c-1'}",
        '\ufeff{"action": "ping", "id": "c-1"',
        "ping",
        "\x00",
        "\ud800",
    ],
)
def test_what_is_no_frame_at_all_is_a_bad_frame(text: str) -> None:
    assert refusal(text)[0] is ErrorCode.BAD_FRAME


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999", "01", "0x1", "1_0", "٣"])
def test_a_number_that_json_has_not_is_a_bad_frame(value: str) -> None:
    text = f'{{"action": "ping", "id": "c-1", "seq": {value}}}'

    assert refusal(text) == (ErrorCode.BAD_FRAME, "c-1")


@pytest.mark.parametrize(
    ("text", "re"),
    [
        ('{"action": "ping", "id": "c-1", "id": "c-2"}', "c-1"),  # a key twice
        ('{"action": "guess", "action": "leave", "id": "c-1"}', "c-1"),  # routed by one, acted on by the other
        ('{"action": "ping", "id": "c-1", "seq": 1', "c-1"),  # cut off
        ('{"action": "rename", "nickname": "\\ud83d", "id": "c-1"}', "c-1"),  # half a character
        ('{"action": "rename", "nickname": "{\\"id\\": \\"no\\"", "id": "c-1"', "c-1"),  # an id within a text
        ('{"action": "ping", "seq": {"id": "no"}, "id": "c-1"', "c-1"),  # an id further down
        ('{"action": 5, "id": "c-1"}', "c-1"),
        ('{"action": null, "id": "c-1"}', "c-1"),
        ('{"id": "c-1"}', "c-1"),
        ('{"action": "ping", "id": "\\u0063-1", "seq": ]', "c-1"),
        ('{"action": "ping", "id": 5}', None),
        ('{"action": "ping", "id": null}', None),
        ('{"action": "ping", "id": "\\ud800"}', None),  # could not be sent back
        ('{"action": "ping", "id": "\\ud800", ]', None),
        ('{"action": "ping", "id": "c-1', None),
        ('{"action": "ping", "id": {"id": "no"}', None),
        (json.dumps({"action": "ping", "id": "x" * 65}), None),  # nothing is echoed at length
    ],
)
def test_the_id_of_a_bad_frame_comes_back_where_it_can_be_read(text: str, re: str | None) -> None:
    assert refusal(text) == (ErrorCode.BAD_FRAME, re)


@pytest.mark.parametrize("bracket", ["[", '{"a":', '{"id":"no","a":'])
def test_nesting_of_any_depth_is_refused_without_harm(bracket: str) -> None:
    deep = bracket * 100_000

    assert refusal(deep)[0] is ErrorCode.TOO_LARGE
    assert refusal(f'{{"action": "guess", "id": "c-1", "word": {deep}') == (ErrorCode.TOO_LARGE, "c-1")
    shallower = bracket * (30_000 // len(bracket))
    assert refusal(shallower)[0] is ErrorCode.BAD_FRAME
    assert refusal(f'{{"action": "guess", "id": "c-1", "word": {shallower}') == (ErrorCode.BAD_FRAME, "c-1")


def test_a_closed_deep_nesting_is_a_bad_frame_with_its_id() -> None:
    text = f'{{"action": "guess", "word": {"[" * 15_000}{"]" * 15_000}, "id": "c-1"}}'

    assert refusal(text) == (ErrorCode.BAD_FRAME, "c-1")


def test_32_kb_are_taken_and_a_byte_more_is_too_large() -> None:
    text = json.dumps(GUESS)
    full = text + " " * (MAX_BYTES - len(text))

    assert isinstance(parse_frame(full), Guess)
    assert refusal(full + " ") == (ErrorCode.TOO_LARGE, "c-1")


def test_size_counts_bytes_not_characters() -> None:
    text = json.dumps(GUESS | {"word": "ё" * 20_000}, ensure_ascii=False)

    assert refusal(text) == (ErrorCode.TOO_LARGE, "c-1")


def test_an_unclosed_text_of_escapes_is_scanned_once() -> None:
    # A scan that began anew at each quotation mark would take minutes here.
    assert refusal('{"word": "' + '\\"' * 1_000_000) == (ErrorCode.TOO_LARGE, None)


@pytest.mark.parametrize("action", ["", "gues", "GUESS", "guess ", "$default", "party", "__class__", "lobby"])
def test_an_unregistered_action_is_unknown(action: str) -> None:
    assert refusal(json.dumps({"action": action, "id": "c-1"})) == (ErrorCode.UNKNOWN_ACTION, "c-1")


@pytest.mark.parametrize("version", [0, 2, -1, 10**30])
def test_another_version_is_unsupported_whatever_else_it_says(version: int) -> None:
    text = json.dumps({"action": "hello", "id": "c-1", "v": version, "of": ["a", "later", "day"]})

    assert refusal(text) == (ErrorCode.UNSUPPORTED_VERSION, "c-1")


@pytest.mark.parametrize("version", ["1", "2", 1.0, True, None, [1]])
def test_a_version_that_is_no_whole_number_is_a_bad_frame(version: object) -> None:
    assert refusal(json.dumps({"action": "hello", "id": "c-1", "v": version})) == (ErrorCode.BAD_FRAME, "c-1")


def test_the_game_and_not_the_frame_judges_what_people_type() -> None:
    assert isinstance(parse_frame(json.dumps(GUESS | {"word": ""})), Guess)
    assert isinstance(parse_frame(json.dumps(GUESS | {"word": "not a word 🙈"})), Guess)
    assert isinstance(parse_frame(json.dumps({"action": "queue", "id": "", "language": "tlh"})), Queue)


@pytest.mark.parametrize("action", [route.action for route in ROUTES])
def test_every_registered_action_is_read(action: str) -> None:
    samples = [frame for frame in CLIENT_SAMPLES if frame.action == action]

    assert samples
    assert [parse_frame(text_of(frame)) for frame in samples] == samples


def _outcome(text: str) -> ClientFrame | BadFrame:
    try:
        return parse_frame(text)
    except BadFrame as bad:
        return bad


def _assert_sound(text: str) -> None:
    outcome = _outcome(text)
    if isinstance(outcome, BadFrame):
        assert outcome.code in OF_THE_TEXT
        assert outcome.re is None or len(outcome.re.encode()) <= 4 * 64
    else:
        document = json.loads(text)
        assert outcome.model_dump(exclude_none=True) == document


_ANY_TEXT = st.text(st.characters(exclude_categories=()))
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_ANY_TEXT, inner, max_size=4),
    max_leaves=8,
)
_FIELDS = st.sampled_from(sorted({name for frame in CLIENT_SAMPLES for name in type(frame).model_fields}))
_DOCUMENTS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(CLIENT_SAMPLES).map(
    lambda one: json.loads(text_of(one))
)


@UNHURRIED
@given(_ANY_TEXT)
def test_any_text_is_a_frame_or_a_registered_error(text: str) -> None:
    _assert_sound(text)


@UNHURRIED
@given(st.binary())
def test_any_bytes_read_as_text_are_a_frame_or_a_registered_error(content: bytes) -> None:
    _assert_sound(content.decode("utf-8", "surrogateescape"))
    _assert_sound(content.decode("latin-1"))


@UNHURRIED
@given(_JSON)
def test_any_json_is_a_frame_or_a_registered_error(document: object) -> None:
    _assert_sound(json.dumps(document))


@settings(UNHURRIED, max_examples=300)
@given(_DOCUMENTS, st.dictionaries(_FIELDS | _ANY_TEXT, _JSON, max_size=2), st.sets(_FIELDS, max_size=1))
def test_a_frame_with_fields_replaced_added_or_left_out(
    document: dict[str, Any], changes: dict[str, object], left_out: set[str]
) -> None:
    text = json.dumps({key: value for key, value in (document | changes).items() if key not in left_out})

    _assert_sound(text)
    outcome = _outcome(text)
    if isinstance(outcome, BadFrame) and not {"id"} & (changes.keys() | left_out):
        assert outcome.re == document["id"]


@UNHURRIED
@given(_DOCUMENTS, st.data())
def test_a_frame_with_a_part_cut_out_or_put_in(document: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(document, ensure_ascii=data.draw(st.booleans()))
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    _assert_sound(text[:begin] + data.draw(_ANY_TEXT) + text[end:])


@UNHURRIED
@given(st.text(st.sampled_from('{}[]":,\\ idx1\n'), max_size=60))
@example('{"id":"x')
@example('{"id":"\\')
def test_the_scan_for_an_id_never_fails_and_agrees_with_json(text: str) -> None:
    _assert_sound(text)
    outcome = _outcome(text)
    try:
        document = json.loads(text)
    except ValueError:
        return
    if isinstance(document, dict) and isinstance(outcome, BadFrame) and text.count('"id"') == 1:
        readable = document.get("id")
        assert outcome.re == (readable if isinstance(readable, str) else None)
