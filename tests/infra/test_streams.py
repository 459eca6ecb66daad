"""The stream's consumers get only their records, with bounded retries, and lose none."""

import json
from typing import Any

import pytest

from tests.infra.template import Template, render

MAPPING = "AWS::Lambda::EventSourceMapping"


def _mappings(template: Template) -> dict[str, Any]:
    return {template.module(mapping["FunctionName"]): mapping for mapping in template.properties(MAPPING)}


def _filters(template: Template, module: str) -> list[Any]:
    return [json.loads(one["Pattern"]) for one in _mappings(template)[module]["FilterCriteria"]["Filters"]]


def _matches(pattern: Any, value: Any) -> bool:
    """AWS's matching of a pattern, as far as we use it: of a list any element counts, `exists` is asked of leaves."""
    if isinstance(pattern, dict):
        candidates = value if isinstance(value, list) else [value]
        return any(
            isinstance(one, dict) and all(_matches(sub, one.get(key)) for key, sub in pattern.items())
            for one in candidates
        )
    leaves = [one for one in (value if isinstance(value, list) else [value]) if not isinstance(one, (dict, type(None)))]
    return any(bool(leaves) if choice == {"exists": True} else choice in leaves for choice in pattern)


def _record(sk: str, name: str = "MODIFY", **image: Any) -> dict[str, Any]:
    keys = {"pk": {"S": "T#1"}, "sk": {"S": sk}}
    body = {"Keys": keys} if name == "REMOVE" else {"Keys": keys, "NewImage": {**keys, **image}}
    return {"eventName": name, "dynamodb": body}


SETTLED: dict[str, Any] = {"placed": {"SS": ["p7", "p8"]}}


@pytest.mark.parametrize(
    ("record", "followers"),
    [
        (_record("TOURNAMENT", "INSERT"), {"stream_relay"}),
        (_record("TOURNAMENT"), {"stream_relay"}),
        (_record("TOURNAMENT", **SETTLED), {"stream_relay", "stream_rating"}),
        (_record("TOURNAMENT", "REMOVE"), set()),
        (_record("PARTY", "INSERT"), {"stream_relay"}),
        (_record("PARTY"), {"stream_relay"}),
        (_record("PARTY", "REMOVE"), set()),
        (_record("DELIVERY"), set()),
        (_record("PLAYER"), set()),
        (_record("RATED#p1", **SETTLED), set()),
    ],
)
def test_a_record_reaches_those_whom_it_concerns(
    template: Template, record: dict[str, Any], followers: set[str]
) -> None:
    reached = {
        module
        for module in _mappings(template)
        if any(_matches(pattern, record) for pattern in _filters(template, module))
    }

    assert reached == followers


def test_the_relay_gives_the_committer_a_second_and_the_rating_comes_at_once(template: Template) -> None:
    windows = {module: m["MaximumBatchingWindowInSeconds"] for module, m in _mappings(template).items()}

    assert windows == {"stream_relay": 1, "stream_rating": 0}


@pytest.mark.parametrize(
    ("module", "queue"),
    [("stream_relay", "<RelayDeadLettersQueue.Arn>"), ("stream_rating", "<RatingDeadLettersQueue.Arn>")],
)
def test_a_batch_that_kills_its_function_is_halved_retried_and_sent_to_the_dead_letters(
    template: Template, module: str, queue: str
) -> None:
    mapping = _mappings(template)[module]

    assert mapping["BisectBatchOnFunctionError"] is True
    assert 20 < mapping["MaximumRetryAttempts"] <= 200  # trouble of some minutes is ridden out
    assert render(mapping["DestinationConfig"]["OnFailure"]["Destination"]) == queue


def test_nothing_written_while_the_stack_comes_up_is_missed(template: Template) -> None:
    for mapping in template.properties(MAPPING):
        assert render(mapping["EventSourceArn"]) == "<TableItems.StreamArn>"
        assert mapping["StartingPosition"] == "TRIM_HORIZON"


def test_dead_letters_are_kept_for_fourteen_days(template: Template) -> None:
    retention = [queue["MessageRetentionPeriod"] for queue in template.properties("AWS::SQS::Queue")]

    assert retention == [14 * 24 * 3600] * 2
