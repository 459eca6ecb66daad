"""Posting to connections: what counts as gone, and that one screen never costs another its frames."""

import json
import time
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aws.gateway import Gateway, serving
from tests.aws.races import all_at_once
from tests.support.ports import FakeLog
from wordle_tournament.aws.connections import GatewayConnections, join_frames

EIGHT = [f"c{number}" for number in range(1, 9)]


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gateway]:
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "local")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "local")
    with serving() as gateway:
        yield gateway


@pytest.fixture
def log() -> FakeLog:
    return FakeLog()


@pytest.fixture
def connections(gateway: Gateway, log: FakeLog) -> GatewayConnections:
    return GatewayConnections(gateway.endpoint, log)


def test_every_connection_gets_its_frames_in_order(connections: GatewayConnections, gateway: Gateway) -> None:
    batches = {connection: [f"{connection} {number} ž" for number in range(5)] for connection in EIGHT}
    assert connections.post(batches) == frozenset()
    assert gateway.received == {connection: [f"[{','.join(frames)}]"] for connection, frames in batches.items()}


def test_nothing_to_post_is_nothing(connections: GatewayConnections, gateway: Gateway) -> None:
    assert connections.post({}) == frozenset()
    assert connections.post({"c1": []}) == frozenset()
    assert gateway.requests == {}


def test_connections_are_posted_to_in_parallel(connections: GatewayConnections, gateway: Gateway) -> None:
    gateway.delays = dict.fromkeys(EIGHT, 0.5)
    connections.post({connection: ["a"] for connection in EIGHT})
    assert gateway.most_at_once > 1


def test_an_id_with_signs_of_its_own_arrives_whole(connections: GatewayConnections, gateway: Gateway) -> None:
    connection = "L0SM9/OFv+cCIhw="
    connections.post({connection: ["a"]})
    connections.close(connection)
    assert (gateway.received, gateway.closed) == ({connection: ["a"]}, [connection])


@pytest.mark.parametrize("status", [410, 400])
def test_a_gone_connection_stops_nobody(
    connections: GatewayConnections, gateway: Gateway, log: FakeLog, status: int
) -> None:
    gateway.answers = {"c3": [status]}
    assert connections.post({connection: ["a", "b"] for connection in EIGHT}) == {"c3"}
    assert gateway.received == {connection: ["[a,b]"] for connection in EIGHT if connection != "c3"}
    assert gateway.requests["c3"] == 1
    assert log.warnings == []


def test_a_connection_gone_in_the_middle_is_gone(connections: GatewayConnections, gateway: Gateway) -> None:
    """What is too long for one message comes as several; nothing is sent after the first that fails."""
    gateway.answers = {"c1": [200, 410]}
    long = "x" * 20_000
    assert connections.post({"c1": [long, long, long], "c2": ["a", "b", "c"]}) == {"c1"}
    assert gateway.received == {"c1": [long], "c2": ["[a,b,c]"]}
    assert gateway.requests["c1"] == 2


def test_a_failed_post_loses_all_frames_or_none(connections: GatewayConnections, gateway: Gateway) -> None:
    """So the order of what one commit says cannot break."""
    gateway.answers = {"c1": [403, 200]}
    connections.post({"c1": ["a", "b", "c"]})
    assert gateway.received == {}
    connections.post({"c1": ["d", "e"]})
    assert gateway.received == {"c1": ["[d,e]"]}


def test_a_frame_alone_is_a_message_of_its_own(connections: GatewayConnections, gateway: Gateway) -> None:
    connections.post({"c1": ['{"type":"pong"}']})
    assert gateway.received == {"c1": ['{"type":"pong"}']}


frames_of_any_length = st.lists(st.text("až😀", min_size=1, max_size=30).map(json.dumps), max_size=12)


@given(frames=frames_of_any_length, most=st.integers(2, 200))
def test_messages_hold_all_frames_in_order_and_no_array_is_too_long(frames: list[str], most: int) -> None:
    messages = list(join_frames(frames, most))
    read = [json.loads(message) for message in messages]
    arrays = [one for one in read if isinstance(one, list)]
    assert [frame for one in read for frame in (one if isinstance(one, list) else [one])] == list(
        map(json.loads, frames)
    )
    assert all(len(message.encode()) <= most for message in messages if message.startswith("["))
    assert all(len(one) > 1 for one in arrays)


def test_frames_that_just_fit_are_one_message() -> None:
    assert list(join_frames(["aa", "bb"], 7)) == ["[aa,bb]"]
    assert list(join_frames(["aa", "bb"], 6)) == ["aa", "bb"]


def test_a_lone_gone_connection_is_gone(connections: GatewayConnections, gateway: Gateway) -> None:
    gateway.answers = {"c1": [410]}
    assert connections.post({"c1": ["a"]}) == {"c1"}


@pytest.mark.parametrize("status", [429, 500])
def test_what_passes_is_tried_again(
    connections: GatewayConnections, gateway: Gateway, log: FakeLog, status: int
) -> None:
    gateway.answers = {"c1": [status, 200]}
    assert connections.post({"c1": ["a", "b"]}) == frozenset()
    assert gateway.received == {"c1": ["[a,b]"]}
    assert log.warnings == []


@pytest.mark.parametrize(("status", "tries"), [(429, 2), (503, 2), (403, 1)])
def test_trouble_is_logged_and_sends_nobody_away(
    connections: GatewayConnections, gateway: Gateway, log: FakeLog, status: int, tries: int
) -> None:
    gateway.answers = {"c1": [status]}
    assert connections.post({"c1": ["a", "b"], "c2": ["a", "b"]}) == frozenset()
    assert gateway.received == {"c2": ["[a,b]"]}
    assert gateway.requests["c1"] == tries
    assert [(text, fields["connection"]) for text, fields in log.warnings] == [("post failed", "c1")]


def test_a_gateway_that_is_not_there_sends_nobody_away(log: FakeLog, gateway: Gateway) -> None:
    nowhere = GatewayConnections(gateway.endpoint.replace("127.0.0.1", "127.0.0.2"), log)
    assert nowhere.post({"c1": ["a"]}) == frozenset()
    assert log.warnings == [("post failed", {"connection": "c1", "why": "EndpointConnectionError"})]


def test_a_screen_that_does_not_answer_keeps_nobody_waiting_long(
    connections: GatewayConnections, gateway: Gateway, log: FakeLog
) -> None:
    """Far from the end of a function's time."""
    gateway.delays = {"c1": 2.5}
    start = time.monotonic()
    assert connections.post({"c1": ["a"], "c2": ["a"]}) == frozenset()
    assert time.monotonic() - start < 8
    assert gateway.received["c2"] == ["a"]
    assert [fields["why"] for _, fields in log.warnings] == ["ReadTimeoutError"]


def test_a_connection_is_closed(connections: GatewayConnections, gateway: Gateway) -> None:
    connections.close("c1")
    assert gateway.closed == ["c1"]


@pytest.mark.parametrize(("status", "troubles"), [(410, 0), (400, 0), (403, 1)])
def test_closing_never_fails(
    connections: GatewayConnections, gateway: Gateway, log: FakeLog, status: int, troubles: int
) -> None:
    gateway.answers = {"c1": [status]}
    connections.close("c1")
    assert len(log.warnings) == troubles


def test_several_may_post_at_once(connections: GatewayConnections, gateway: Gateway) -> None:
    batches = [{connection: [f"{sender} {number}" for number in range(3)] for connection in EIGHT} for sender in "abcd"]
    assert all_at_once([partial(connections.post, batch) for batch in batches]) == [frozenset()] * 4
    for connection in EIGHT:
        messages = [f"[{','.join(batch[connection])}]" for batch in batches]
        assert sorted(gateway.received[connection]) == messages
