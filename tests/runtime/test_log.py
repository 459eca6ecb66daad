"""One structured line an invocation; trouble at once; what fails is told to the log alone."""

import io
import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from wordle_tournament.runtime.log import InvocationFailed, InvocationLog, invocation, logger


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    written = io.StringIO()
    before = logger().registered_handler.setStream(written)  # type: ignore[attr-defined]
    yield written
    logger().registered_handler.setStream(before)  # type: ignore[attr-defined]


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_notes_gather_until_the_invocation_ends(log: io.StringIO) -> None:
    with invocation("frame", player="p1"):
        InvocationLog().annotate(refused="retry")
        InvocationLog().annotate(turn=3)
        assert log.getvalue() == ""
    (line,) = lines(log)
    assert (line["level"], line["message"]) == ("INFO", "frame")
    assert (line["player"], line["refused"], line["turn"]) == ("p1", "retry", 3)


def test_trouble_is_told_at_once(log: io.StringIO) -> None:
    with invocation("relay"):
        InvocationLog().warning("relayed", version=7)
        assert [(line["level"], line["message"], line["version"]) for line in lines(log)] == [("WARNING", "relayed", 7)]
    assert len(lines(log)) == 2


def test_a_failure_is_logged_with_its_trace_and_what_is_raised_says_nothing_of_it(log: io.StringIO) -> None:
    with pytest.raises(InvocationFailed, match=r"^tick$") as raised, invocation("tick", round=2):
        raise KeyError("the very reason")
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__
    (line,) = lines(log)
    assert (line["level"], line["round"]) == ("ERROR", 2)
    assert "the very reason" in line["exception"]


def test_notes_of_one_invocation_do_not_get_into_another(log: io.StringIO) -> None:
    with invocation("frame"):
        InvocationLog().annotate(refused="retry")
    with invocation("frame"):
        InvocationLog().annotate(turn=1)
    assert "refused" not in lines(log)[1]
    InvocationLog().annotate(stray=True)
    with invocation("frame"):
        pass
    assert "stray" not in lines(log)[2]


def test_invocations_in_threads_keep_their_own_notes(log: io.StringIO) -> None:
    gate = threading.Barrier(8)

    def invoke(number: int) -> None:
        with invocation("frame", own=number):
            gate.wait()
            InvocationLog().annotate(noted=number)
            gate.wait()

    threads = [threading.Thread(target=invoke, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted((line["own"], line["noted"]) for line in lines(log)) == [(number, number) for number in range(8)]


def test_a_line_s_time_is_by_rfc_3339(log: io.StringIO) -> None:
    with invocation("frame"):
        pass
    (line,) = lines(log)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d", line["timestamp"])
