"""What the round machine's definition means, on an interpreter, with a plain function behind the tick Lambda.

The waits are real, so deadlines here are a second or two away.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infra.parts.round_machine import DEFINITION
from tests.infra.round_on_moto import (
    INPUT,
    NAME,
    OVER,
    MakeRound,
    Round,
    TickFailedError,
    interpreter,
    seconds_from_now,
    when,
)


@pytest.fixture
def definition() -> dict[str, Any]:
    body: dict[str, Any] = json.loads(DEFINITION.read_text(encoding="utf-8"))
    return body


@pytest.fixture
def a_round(definition: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeRound]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    with interpreter(definition) as make:
        yield make


def test_a_round_that_is_over_ends_its_clock_at_once(a_round: MakeRound) -> None:
    clock = a_round(lambda _: OVER)

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    assert len(clock.ticked_at) == 1


def test_every_tick_gets_kind_id_and_round_and_nothing_else(a_round: MakeRound) -> None:
    answers: Iterator[Mapping[str, Any]] = iter([{"over": False, "wait_until": seconds_from_now(0)}, OVER])
    clock = a_round(lambda _: next(answers))
    clock.end(clock.start(given={**INPUT, "more": 1}))

    assert clock.inputs == [INPUT, INPUT]


def test_the_clock_sleeps_until_each_deadline(a_round: MakeRound) -> None:
    deadlines: list[str] = []

    def tick(_: Mapping[str, Any]) -> Mapping[str, Any]:
        if len(deadlines) == 2:
            return OVER
        deadlines.append(seconds_from_now(1))
        return {"over": False, "wait_until": deadlines[-1]}

    clock = a_round(tick)

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    late = [ticked_at - when(deadline) for ticked_at, deadline in zip(clock.ticked_at[1:], deadlines, strict=True)]
    # This interpreter cuts the length of a wait to whole seconds, where AWS and the emulator cut the timestamp: up to a
    # second early, which does no harm (the tick then names the same deadline again).
    assert len(late) == 2
    assert all(-1 < lateness < 1.5 for lateness in late), late


def test_a_deadline_that_has_passed_ticks_at_once(a_round: MakeRound) -> None:
    answers: Iterator[Mapping[str, Any]] = iter([{"over": False, "wait_until": seconds_from_now(-30)}, OVER])
    clock = a_round(lambda _: next(answers))

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    assert clock.ticked_at[1] - clock.ticked_at[0] < 1.5


def test_a_tick_that_fails_is_rung_again_later_and_later(a_round: MakeRound) -> None:
    failures = iter([True, True, False])

    def tick(_: Mapping[str, Any]) -> Mapping[str, Any]:
        if next(failures):
            raise TickFailedError("the table is busy")
        return OVER

    clock = a_round(tick)

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    first, second = (later - earlier for earlier, later in zip(clock.ticked_at, clock.ticked_at[1:], strict=False))
    assert 1 <= first < 2
    assert 2 <= second < 3


def test_retries_are_counted_anew_after_every_sleep(a_round: MakeRound, definition: dict[str, Any]) -> None:
    attempts = _shorten(definition)
    script = ["fail"] * attempts + ["sleep"] + ["fail"] * attempts + ["over"]
    steps = iter(script)

    def tick(_: Mapping[str, Any]) -> Mapping[str, Any]:
        match next(steps):
            case "fail":
                raise TickFailedError("the table is busy")
            case "sleep":
                return {"over": False, "wait_until": seconds_from_now(0)}
        return OVER

    clock = a_round(tick)

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    assert len(clock.ticked_at) == len(script)


def test_a_tick_that_keeps_failing_fails_the_execution_and_so_raises_the_alarm(
    a_round: MakeRound, definition: dict[str, Any]
) -> None:
    attempts = _shorten(definition)

    def tick(_: Mapping[str, Any]) -> Mapping[str, Any]:
        raise TickFailedError("the table is gone")

    clock = a_round(tick)
    ended = clock.end(clock.start())

    assert ended["status"] == "FAILED"
    assert len(clock.ticked_at) == 1 + attempts
    assert "the table is gone" in ended["cause"]


def test_the_committed_retries_last_half_a_minute_and_no_longer(definition: dict[str, Any]) -> None:
    [retry] = definition["States"]["Tick"]["Retry"]
    waits = [retry["IntervalSeconds"] * retry["BackoffRate"] ** n for n in range(retry["MaxAttempts"])]

    assert sum(waits) == 31  # s: a short outage is survived, a long one raises the alarm within about a turn
    assert retry["ErrorEquals"] == ["States.ALL"]  # emulators match no names


def test_starting_the_same_round_twice_starts_one_clock(a_round: MakeRound) -> None:
    """Name and input are the same at both starts: AWS answers 200, emulators refuse."""
    clock = a_round(lambda _: {"over": False, "wait_until": seconds_from_now(1)} if len(clock.ticked_at) == 1 else OVER)
    execution = clock.start()
    assert _start_again(clock) in {execution, "ExecutionAlreadyExists"}

    assert clock.end(execution)["status"] == "SUCCEEDED"
    assert len(clock.ticked_at) == 2
    executions = clock.states.list_executions(stateMachineArn=clock.machine)["executions"]
    assert [one["name"] for one in executions] == [NAME]


def test_every_state_is_reached_and_there_is_one_loop(definition: dict[str, Any]) -> None:
    states = definition["States"]
    following = {
        name: [*([state["Next"]] if "Next" in state else []), *([state["Default"]] if "Default" in state else [])]
        + [choice["Next"] for choice in state.get("Choices", [])]
        for name, state in states.items()
    }

    assert definition["StartAt"] == "Tick"
    assert following == {"Tick": ["Over?"], "Over?": ["Sleep", "Over"], "Sleep": ["Tick"], "Over": []}


def _start_again(clock: Round) -> str:
    """The execution, or why there is none."""
    try:
        return clock.start()
    except ClientError as refused:
        return str(refused.response["Error"]["Code"])


def _shorten(definition: dict[str, Any]) -> int:
    """The same retries, each after a second; how many there are."""
    [retry] = definition["States"]["Tick"]["Retry"]
    retry |= {"BackoffRate": 1.0, "MaxAttempts": 2}
    return int(retry["MaxAttempts"])
