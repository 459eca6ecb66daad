"""The wrapper of the socket functions, on the fakes: parse, who and when, refuse, never let an exception's text out."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.support.ports import FakePorts
from wordle_tournament.app.answers import Answer
from wordle_tournament.app.ports import Busy, Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.render import render_pong
from wordle_tournament.runtime.log import InvocationLog, logger
from wordle_tournament.runtime.sockets import Caller, UseCase, serve, unserved

AT = 1_700_000_000_123


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is logged."""
    written = io.StringIO()
    before = logger().registered_handler.setStream(written)  # type: ignore[attr-defined]
    yield written
    logger().registered_handler.setStream(before)  # type: ignore[attr-defined]


def event(body: object = None, **context: Any) -> dict[str, Any]:
    return {
        "requestContext": {
            "routeKey": "ping",
            "connectionId": "c1",
            "requestTimeEpoch": AT,
            "authorizer": {"player": "p1"},
            **context,
        },
        "body": '{"action":"ping","id":"i1"}' if body is None else body,
    }


def served(use_case: UseCase[inbound.Ping], **changes: Any) -> tuple[FakePorts, dict[str, Any]]:
    """Serve a ping by the use case; the fakes and what the handler returned."""
    fakes = FakePorts()
    return fakes, serve(inbound.Ping, use_case, lambda: _logging(fakes))(event(**changes), None)


def _logging(fakes: FakePorts) -> Ports:
    return replace(fakes.ports(), log=InvocationLog())


def test_the_use_case_is_told_the_frame_the_sender_and_the_moment_of_receipt(log: io.StringIO) -> None:  # D10
    told: list[object] = []

    def use_case(_ports: Ports, frame: inbound.Ping, request: Request, at: int) -> Answer:
        told.extend([frame, request, at])
        return ()

    _, answer = served(use_case, body='{"action":"ping","id":"i1","tournament":"t1","seq":3}')
    assert answer == {"statusCode": 200}
    assert told == [inbound.Ping(id="i1", tournament="t1", seq=3), Request("p1", "i1", "c1"), AT]
    (line,) = [json.loads(line) for line in log.getvalue().splitlines()]
    assert (line["tournament"], line["seq"], line["player"], line["route"]) == ("t1", 3, "p1", "ping")


def test_the_answer_goes_to_the_connection_that_asked() -> None:
    fakes, _ = served(lambda _ports, frame, _request, at: (render_pong(at=at, re=frame.id),))
    assert fakes.connections.seen("c1") == [{"type": "pong", "at": AT, "re": "i1"}]


def test_no_answer_is_no_post() -> None:
    fakes, _ = served(lambda *_: ())
    assert fakes.connections.seen("c1") == []


def test_a_player_who_lost_every_race_is_asked_to_try_again() -> None:
    def busy(*_: object) -> Answer:
        raise Busy

    fakes, answer = served(busy)
    assert answer == {"statusCode": 200}
    assert [(frame["code"], frame["definite"]) for frame in fakes.connections.seen("c1")] == [("retry", True)]


def test_whatever_else_is_raised_is_internal_and_its_text_stays_in_the_log(log: io.StringIO) -> None:
    def broken(*_: object) -> Answer:
        raise RuntimeError("the very reason")

    fakes, answer = served(broken)
    assert answer == {"statusCode": 200}
    (frame,) = fakes.connections.seen("c1")
    assert (frame["code"], frame["definite"], frame["re"]) == ("internal", False, "i1")
    assert "the very reason" not in json.dumps(frame)
    trace, line = [json.loads(line) for line in log.getvalue().splitlines()]
    assert "the very reason" in trace["exception"]
    assert line["refused"] == "internal"


def test_a_frame_of_another_model_is_a_bad_frame() -> None:
    fakes, _ = served(lambda *_: (), body='{"action":"unqueue","id":"i1"}')
    assert fakes.connections.seen("c1")[0]["code"] == "bad-frame"


def test_an_action_that_this_release_does_not_serve_is_not_available() -> None:
    fakes = FakePorts()
    serve(inbound.Inbound, unserved, fakes.ports)(event(), None)
    assert [(frame["code"], frame["re"]) for frame in fakes.connections.seen("c1")] == [("not-available", "i1")]


def test_the_caller_is_read_from_the_gateways_event() -> None:
    assert Caller.of(event(requestTimeEpoch=str(AT))) == Caller("p1", "c1", AT)


def test_a_screen_that_cannot_be_reached_fails_the_invocation_without_a_word_of_why(log: io.StringIO) -> None:
    class Broken:
        def post(self, _batches: object) -> frozenset[str]:
            raise RuntimeError("the very reason")

    fakes = FakePorts()
    fakes.connections = Broken()  # type: ignore[assignment]
    with pytest.raises(Exception, match=r"^frame$") as raised:
        serve(inbound.Ping, lambda *_: (render_pong(at=AT),), fakes.ports)(event(), None)
    assert raised.value.__suppress_context__
    assert "the very reason" in log.getvalue()
