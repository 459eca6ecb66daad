"""What a guess costs, counted where botocore sends it: one read, one conditional write, the posts, one small write."""

from collections import Counter
from typing import Any

import boto3
import pytest

from tests.functions.cloud import REGION, SECRETS, WRONG, Cloud, message, recorded
from wordle_tournament.runtime import wiring

GUESS = {"action": "guess", "tournament": "t-recorded", "duel": "1.1", "turn": 1, "word": WRONG}


def test_a_guess_is_one_read_one_conditional_write_the_posts_and_one_small_write(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_guess", recorded("ws_guess"))
    asked = cloud.asked()
    assert asked[:2] == ["GetItem", "PutItem"]
    assert asked[-1] == "UpdateItem"
    assert asked[2:-1] == ["PostToConnection"] * 8  # two events in one message for each of eight


def test_the_read_is_consistent_the_write_conditional_and_the_note_small(cloud: Cloud) -> None:
    cloud.seed()
    sent: list[tuple[str, dict[str, Any]]] = []

    def annotate(params: dict[str, Any], model: Any, **_: object) -> None:
        sent.append((model.name, dict(params)))

    events = wiring.ports().tournaments._table.connection.client.meta.events  # type: ignore[attr-defined]
    events.register("provide-client-params.dynamodb", annotate)
    cloud.call("ws_guess", recorded("ws_guess"))
    events.unregister("provide-client-params.dynamodb", annotate)
    (read, asked), (write, written), (effect, noted) = sent
    assert (read, asked["ConsistentRead"]) == ("GetItem", True)
    assert (write, bool(written["ConditionExpression"])) == ("PutItem", True)
    assert (effect, "state" in str(noted)) == ("UpdateItem", False)


def test_a_guess_that_ends_a_duel_costs_no_more(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_guess", message("guess", {**GUESS, "id": "g", "word": SECRETS[0]}))
    counted = Counter(cloud.asked())
    assert {name: counted[name] for name in counted if name != "PostToConnection"} == {
        "GetItem": 1,
        "PutItem": 1,
        "UpdateItem": 1,
    }


def test_a_refused_guess_costs_one_read_and_once_a_turn_the_note_that_its_sender_was_heard(cloud: Cloud) -> None:
    cloud.seed()
    refused = {**GUESS, "word": "zzzzz"}
    cloud.call("ws_guess", message("guess", {**refused, "id": "g1"}))
    assert cloud.asked() == ["GetItem", "PutItem", "UpdateItem", "PostToConnection"]  # D15
    cloud.requests.clear()
    cloud.call("ws_guess", message("guess", {**refused, "id": "g2"}))
    assert cloud.asked() == ["GetItem", "PostToConnection"]


def test_a_repeated_guess_costs_one_read_and_its_answer(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_guess", recorded("ws_guess"))
    cloud.requests.clear()
    cloud.call("ws_guess", recorded("ws_guess"))
    assert cloud.asked() == ["GetItem", "PostToConnection"]


@pytest.mark.parametrize(
    ("module", "asked"),
    [
        ("ws_sync", ["GetItem", "PutItem", "UpdateItem", "PostToConnection"]),  # heard in their own turn (D15)
        ("ws_rename", ["UpdateItem", "PostToConnection"]),
        ("ws_default", ["PostToConnection"]),
        ("ws_connect", []),
        ("ws_authorize", []),
    ],
)
def test_what_the_others_cost(cloud: Cloud, module: str, asked: list[str]) -> None:
    cloud.seed()
    cloud.call(module, recorded(module))
    assert cloud.asked() == asked


def test_nothing_ever_scans_and_the_tests_own_looks_are_not_counted(cloud: Cloud) -> None:
    cloud.seed()
    cloud.items()
    boto3.client("dynamodb", REGION).list_tables()
    assert cloud.asked() == []
