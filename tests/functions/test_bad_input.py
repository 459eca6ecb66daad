"""Whatever a client sends: the typed error of the protocol, nothing changed, nothing of ours told (D14)."""

import json
from collections.abc import Mapping
from typing import Any

import boto3
import pytest

from tests.app.frame_checks import check_models
from tests.functions.cloud import REGION, SECRETS, TABLE, WRONG, Cloud, Frame, connection_of, message
from wordle_tournament.aws.packed import pack, unpack
from wordle_tournament.protocol.errors import ERRORS, ErrorCode
from wordle_tournament.protocol.routes import DEFAULT_FUNCTION, ROUTES

GUESS: Mapping[str, Any] = {
    "action": "guess",
    "id": "g1",
    "tournament": "t-recorded",
    "duel": "1.1",
    "turn": 1,
    "word": WRONG,
}
DEEP = '{"action":"guess","id":"g1","word":' + "[" * 10_000 + "]" * 10_000 + "}"
DEEP_OBJECTS = '{"a":' * 5_000 + "1" + "}" * 5_000
LONG = json.dumps({**GUESS, "word": "a" * 30_000})

# body -> (code, the id that can be read of it)
BAD: dict[str, tuple[object, str, str | None]] = {
    "not JSON": ("hello there", "bad-frame", None),
    "half of it": ('{"action":"guess","id":"g1","wo', "bad-frame", "g1"),
    "empty": ("", "bad-frame", None),
    "no body at all": (None, "bad-frame", None),
    "null": ("null", "bad-frame", None),
    "a list": ("[]", "bad-frame", None),
    "a number": ("7", "bad-frame", None),
    "no action": ({"id": "g1"}, "bad-frame", "g1"),
    "action of another type": ({"action": 7, "id": "g1"}, "bad-frame", "g1"),
    "unknown action": ({"action": "cheat", "id": "g1"}, "unknown-action", "g1"),
    "no id": ({"action": "guess"}, "bad-frame", None),
    "id of another type": ({**GUESS, "id": 7}, "bad-frame", None),
    "id too long": ({**GUESS, "id": "i" * 65}, "bad-frame", None),
    "turn as text": ({**GUESS, "turn": "1"}, "bad-frame", "g1"),
    "turn as truth": ({**GUESS, "turn": True}, "bad-frame", "g1"),
    "turn as fraction": ({**GUESS, "turn": 1.5}, "bad-frame", "g1"),
    "turn 0": ({**GUESS, "turn": 0}, "bad-frame", "g1"),
    "turn 13": ({**GUESS, "turn": 13}, "bad-frame", "g1"),
    "a turn of many digits": (json.dumps(GUESS).replace("1,", "9" * 5_000 + ",", 1), "bad-frame", "g1"),
    "word as list": ({**GUESS, "word": ["c"]}, "bad-frame", "g1"),
    "word as null": ({**GUESS, "word": None}, "bad-frame", "g1"),
    "a field missing": ({key: GUESS[key] for key in GUESS if key != "duel"}, "bad-frame", "g1"),
    "a field too many": ({**GUESS, "secret": "please"}, "bad-frame", "g1"),
    "a key twice": (json.dumps(GUESS)[:-1] + ',"action":"leave"}', "bad-frame", "g1"),
    "not a number": (json.dumps(GUESS).replace('"turn": 1', '"turn": NaN'), "bad-frame", "g1"),
    "half a character": ('{"action":"guess","id":"g1","word":"\\ud800"}', "bad-frame", "g1"),
    "nested deeply": (DEEP, "bad-frame", "g1"),
    "objects nested deeply": (DEEP_OBJECTS, "bad-frame", None),
    "30 kB of text": (LONG, "bad-frame", "g1"),
    "30 kB of no JSON": ("x" * 30_000, "bad-frame", None),
    "more than 32 kB": (json.dumps({**GUESS, "word": "a" * 33_000}), "too-large", "g1"),
    "another version": ({"action": "hello", "id": "g1", "v": 2}, "unsupported-version", "g1"),
}
MODULES = sorted({route.function for route in ROUTES} | {DEFAULT_FUNCTION})
LEAKS = ("Traceback", "Error", "Exception", "pydantic", "botocore", "wordle_tournament", "0001020304", "line ")


def error_of(code: str, re: str | None) -> dict[str, Any]:
    entry = ERRORS[ErrorCode(code)]
    return {
        "type": "error",
        **({} if re is None else {"re": re}),
        "code": code,
        "message": entry.message,
        "definite": entry.is_definite,
    }


def timeless(frame: Frame) -> Frame:
    return {key: frame[key] for key in frame if key != "at"}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_answered_by_its_error_on_whatever_route_and_changes_nothing(cloud: Cloud, what: str) -> None:
    body, code, re = BAD[what]
    cloud.seed()
    before = cloud.items()
    for module in MODULES:
        assert cloud.call(module, message("$default", body)) == {"statusCode": 200}
    answers = cloud.frames("p1")
    assert [timeless(frame) for frame in answers] == [error_of(code, re)] * len(MODULES)
    check_models(answers)
    assert cloud.items() == before
    assert [cloud.frames(f"p{number}") for number in range(2, 9)] == [[]] * 7
    assert not [leak for leak in LEAKS if leak in json.dumps(answers)]
    assert [line["level"] for line in cloud.lines()] == ["INFO"] * len(MODULES)


@pytest.mark.parametrize(
    ("fields", "player", "code"),
    [
        ({}, "p2", "not-your-turn"),  # a guess for someone else's turn
        ({"duel": "1.2"}, "p1", "not-playing"),
        ({"duel": "0.1"}, "p1", "not-playing"),
        ({"tournament": "another"}, "p1", "not-seated"),
        ({}, "stranger", "not-seated"),
        ({"word": "x"}, "p1", "wrong-length"),
        ({"word": "zzzzz"}, "p1", "word-unknown"),
        ({"word": "čižmy"}, "p1", "word-unknown"),  # English folds accents
        ({"word": "слово"}, "p1", "letter-unknown"),
        ({"turn": 3}, "p1", "not-your-turn"),
    ],
)
def test_a_guess_that_cannot_be_is_refused_to_the_sender_alone(
    cloud: Cloud, fields: Mapping[str, Any], player: str, code: str
) -> None:
    cloud.seed()
    before = cloud.load().tournament
    cloud.call("ws_guess", message("guess", {**GUESS, **fields}, player=player))
    (answer,) = cloud.frames(player)
    assert (answer["code"], answer["re"], answer["definite"]) == (code, "g1", True)
    assert cloud.load().tournament.seq == before.seq
    assert cloud.load().tournament.seats == before.seats


def test_a_guess_for_a_finished_duel_is_refused(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_guess", message("guess", {**GUESS, "word": SECRETS[0]}))
    before = cloud.items()
    cloud.call("ws_guess", message("guess", {**GUESS, "id": "g2", "turn": 2}, player="p2"))
    assert cloud.frames("p2")[-1]["code"] == "duel-over"
    assert cloud.items() == before


# --- The unexpected ---


def spoil_state(cloud: Cloud) -> None:
    """The stored state cannot be read; a seed and running secrets stand in it."""
    key = {"pk": {"S": "T#t-recorded"}, "sk": {"S": "TOURNAMENT"}}
    item = cloud.item("T#t-recorded", "TOURNAMENT")
    assert item is not None
    text = unpack(item["state"]["B"]).replace('"phase":"playing"', '"phase":"dreaming"')
    item["state"] = {"B": pack(text)}
    client = boto3.client("dynamodb", REGION)
    client.put_item(TableName=TABLE, Item={**item, **key})


@pytest.mark.parametrize("module", ["ws_guess", "ws_leave", "ws_sync", "ws_ping", "ws_hello"])
def test_the_unexpected_is_internal_not_definite_and_in_the_log_with_its_trace(cloud: Cloud, module: str) -> None:
    action = module.removeprefix("ws_")
    fields: dict[str, Any] = {"tournament": "t-recorded"}
    fields |= {"guess": dict(GUESS), "sync": {"seq": 16}, "hello": {"v": 1}}.get(action, {})
    cloud.seed()
    spoil_state(cloud)
    assert cloud.call(module, message(action, {**fields, "action": action, "id": "x1"})) == {"statusCode": 200}
    (answer,) = cloud.frames("p1")
    assert timeless(answer) == error_of("internal", "x1")
    assert answer["definite"] is False
    trace, line = cloud.lines()
    assert (trace["level"], line["level"]) == ("ERROR", "INFO")
    assert "UnreadableDocument" in trace["exception"]
    assert "Traceback" in trace["exception"]
    assert (line["refused"], line["player"], line["route"]) == ("internal", "p1", action)


def test_a_table_that_is_not_there_is_internal_too(cloud: Cloud) -> None:
    boto3.client("dynamodb", REGION).delete_table(TableName=TABLE)
    cloud.call("ws_guess", message("guess", GUESS))
    (answer,) = cloud.frames("p1")
    assert timeless(answer) == error_of("internal", "g1")


def test_an_endpoint_that_is_none_fails_without_a_word_of_it(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    """An emulator would show a client the exception's text."""
    monkeypatch.setenv("MANAGEMENT_ENDPOINT", "no-endpoint")
    with pytest.raises(Exception, match=r"^frame$") as raised:
        cloud.call("ws_ping", message("ping", {"action": "ping", "id": "x1"}))
    assert raised.value.__suppress_context__
    assert "no-endpoint" in cloud.lines()[-1]["exception"]


# --- The log ---


def test_every_invocation_writes_one_line_and_no_line_tells_what_nobody_may_know(cloud: Cloud) -> None:  # D14
    cloud.seed()
    told: list[str] = []
    bodies: list[dict[str, Any]] = [
        {"action": "hello", "id": "i1", "v": 1, "tournament": "t-recorded", "seq": 16},
        {"action": "rename", "id": "i2", "nickname": "Nameofmine"},
        {"action": "queue", "id": "i3", "language": "en"},
        {"action": "unqueue", "id": "i4"},
        {**GUESS, "id": "i5"},
        {**GUESS, "id": "i6"},
        {"action": "ping", "id": "i7", "tournament": "t-recorded", "seq": 16},
        {"action": "sync", "id": "i8", "tournament": "t-recorded", "seq": 0},
        {"action": "leave", "id": "i9", "tournament": "t-recorded"},
        {"action": "party-create", "id": "i10"},
        {"action": "cheat", "id": "i11", "why": "bodytext"},
    ]
    modules = {route.action: route.function for route in ROUTES}
    for count, body in enumerate(bodies, start=1):
        cloud.call(modules.get(body["action"], "ws_default"), message(body["action"], body))
        assert len(cloud.lines()) == count, body
        told += [frame["token"] for frame in cloud.frames("p1") if "token" in frame]
    record = cloud.load()
    secrets = {record.tournament.seed, *SECRETS, WRONG, "Nameofmine", "bodytext", *told}
    log = cloud.log.getvalue()
    assert told
    assert not [secret for secret in secrets if secret in log]
    assert connection_of("p1") not in log
    for line in cloud.lines():
        assert {"level", "message", "timestamp", "service", "route", "player"} <= set(line)
