"""A failure that passes is no fault of a record: the batch fails and comes again, and nothing is given up."""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from botocore.exceptions import EndpointConnectionError

from tests.functions.cloud import Cloud, Event, recorded
from wordle_tournament.aws.document import decode
from wordle_tournament.runtime import wiring
from wordle_tournament.runtime.log import InvocationFailed
from wordle_tournament.runtime.system import SystemClock

Failure = Callable[[Any], Any]


def answer(status: int, code: str) -> Failure:
    """Return how DynamoDB answers a request that it does not serve."""
    body = f'{{"__type":"com.amazonaws.dynamodb.v20120810#{code}","message":"no"}}'.encode()

    def fail(request: Any) -> AWSResponse:
        class Raw:
            def stream(self, **_: Any) -> Iterator[bytes]:
                yield body

        headers = HTTPHeaders()
        headers["content-type"] = "application/x-amz-json-1.0"
        return AWSResponse(request.url, status, headers, Raw())

    return fail


def unreachable(request: Any) -> AWSResponse:
    raise EndpointConnectionError(endpoint_url=request.url)


FAILURES = {
    "throttled": answer(400, "ThrottlingException"),
    "too much": answer(400, "ProvisionedThroughputExceededException"),
    "its own fault": answer(500, "InternalServerError"),
    "unreachable": unreachable,
}


@contextmanager
def dynamodb_failing(fail: Failure) -> Iterator[None]:
    """Answer every request to DynamoDB with a failure."""
    client = wiring.ports().tournaments._table.connection.client  # type: ignore[attr-defined]

    def before_send(request: Any, **_: Any) -> Any:
        return fail(request)

    client.meta.events.register_first("before-send.dynamodb", before_send)
    try:
        yield
    finally:
        client.meta.events.unregister("before-send.dynamodb", before_send)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SystemClock, "wait", lambda *_: None)
    monkeypatch.setattr("time.sleep", lambda _: None)


@pytest.fixture
def stored(cloud: Cloud) -> Cloud:
    """The tournaments of the recorded batch as it left them."""
    for raw in recorded("stream_relay")["Records"]:
        if raw["dynamodb"]["Keys"]["sk"]["S"] == "TOURNAMENT" and "NewImage" in raw["dynamodb"]:
            cloud.store(decode(raw["dynamodb"]["NewImage"]["state"]["S"]))
    return cloud


def rating_of(cloud: Cloud, player: str) -> str:
    item = cloud.item(f"P#{player}", "PLAYER")
    assert item is not None
    return str(item["rating"]["N"])


@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize("module", ["stream_rating", "stream_relay"])
def test_a_batch_that_dynamodb_does_not_serve_comes_again(stored: Cloud, module: str, name: str) -> None:
    event = recorded(module)
    with dynamodb_failing(FAILURES[name]):
        for _ in range(4):
            with pytest.raises(InvocationFailed):
                stored.call(module, event)
    assert stored.aside() == []
    assert stored.call(module, event) == {}
    assert stored.aside() == []


def test_every_rating_is_applied_once_after_trouble(stored: Cloud) -> None:
    event = recorded("stream_rating")
    with dynamodb_failing(FAILURES["throttled"]), pytest.raises(InvocationFailed):
        stored.call("stream_rating", event)
    assert rating_of(stored, "p1") == "1000"
    for _ in range(2):
        stored.call("stream_rating", event)
    assert [rating_of(stored, player) for player in ("p1", "q1")] == ["975", "975"]
    assert stored.aside() == []


def test_a_record_that_cannot_be_read_is_put_aside_while_the_others_come_again(stored: Cloud) -> None:
    event: Event = recorded("stream_rating")
    bad = copy.deepcopy(event["Records"][0])
    bad["dynamodb"]["NewImage"]["state"]["S"] = "{}"
    event["Records"].insert(0, bad)
    with dynamodb_failing(FAILURES["throttled"]), pytest.raises(InvocationFailed):
        stored.call("stream_rating", event)
    assert len(stored.aside()) == 1
