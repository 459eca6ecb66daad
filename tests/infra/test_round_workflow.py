"""What the round machine's definition means, on an interpreter, with a plain function behind the tick Lambda.

The waits are real, so deadlines here are a second or two away.
"""

import datetime as dt
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.awslambda.models import lambda_backends
from moto.core.models import DEFAULT_ACCOUNT_ID

from infra.parts.round_machine import DEFINITION

REGION = "eu-central-1"
INPUT = {"tournament": "t-1", "round": 3}
NAME = "t-1-r3"
OVER = {"over": True}
Tick = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class TickFailedError(Exception):
    """The tick function raised."""


@dataclass
class Round:
    """A machine made of the committed definition, and a tick function that a test writes."""

    states: Any
    machine: str
    tick: Tick
    rung: list[float] = field(default_factory=list)
    told: list[Mapping[str, Any]] = field(default_factory=list)

    def ring(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        self.rung.append(time.time())
        self.told.append(event)
        return self.tick(event)

    def start(self, name: str = NAME, given: Mapping[str, Any] = INPUT) -> str:
        answer = self.states.start_execution(stateMachineArn=self.machine, name=name, input=json.dumps(given))
        return str(answer["executionArn"])

    def end(self, execution: str, within: float = 30) -> Mapping[str, Any]:
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            answer: Mapping[str, Any] = self.states.describe_execution(executionArn=execution)
            if answer["status"] != "RUNNING":
                return answer
            time.sleep(0.05)
        raise AssertionError(f"still running after {within} s")


def seconds_from_now(seconds: float) -> str:
    """A timestamp as the tick function writes it: whole seconds, rounded up."""
    moment = dt.datetime.fromtimestamp(-(-(time.time() + seconds) // 1), dt.UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def when(timestamp: str) -> float:
    return dt.datetime.fromisoformat(timestamp).timestamp()


MakeRound = Callable[[Tick], Round]


@pytest.fixture
def definition() -> dict[str, Any]:
    body: dict[str, Any] = json.loads(DEFINITION.read_text(encoding="utf-8"))
    return body


@pytest.fixture
def a_round(definition: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeRound]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    with mock_aws(config={"stepfunctions": {"execute_state_machine": True}}):
        role = boto3.client("iam", REGION).create_role(
            RoleName="anyone", AssumeRolePolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": []})
        )["Role"]["Arn"]
        code = io.BytesIO()
        with zipfile.ZipFile(code, "w") as archive:
            archive.writestr("clock_tick.py", "")
        function = boto3.client("lambda", REGION).create_function(
            FunctionName="clock-tick",
            Runtime="python3.13",
            Role=role,
            Handler="clock_tick.handler",
            Code={"ZipFile": code.getvalue()},
        )["FunctionArn"]
        states = boto3.client("stepfunctions", REGION)

        def make(tick: Tick) -> Round:
            text = json.dumps(definition).replace("${TickFunctionArn}", function)
            machine = states.create_state_machine(name="round", definition=text, roleArn=role)["stateMachineArn"]
            made = Round(states, machine, tick)
            lambda_backends[DEFAULT_ACCOUNT_ID][REGION].invoke = _as_lambda(made.ring)  # type: ignore[method-assign]
            return made

        yield make


def _as_lambda(handler: Tick) -> Callable[..., bytes]:
    """Stand behind the Lambda backend: JSON in, JSON out, an exception as Lambda reports it."""

    def invoke(
        function_name: str, qualifier: str | None, body: Any, headers: Any, response_headers: dict[str, str]
    ) -> bytes:
        del function_name, qualifier, headers
        try:
            answer: Mapping[str, Any] = handler(json.loads(body))
        except TickFailedError as error:
            response_headers["x-amz-function-error"] = "Unhandled"
            answer = {"errorMessage": str(error), "errorType": type(error).__name__}
        payload = json.dumps(answer).encode()
        response_headers["Content-Length"] = str(len(payload))
        return payload

    return invoke


def test_a_round_that_is_over_ends_its_clock_at_once(a_round: MakeRound) -> None:
    clock = a_round(lambda _: OVER)

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    assert len(clock.rung) == 1


def test_the_tick_is_told_tournament_and_round_every_time_and_nothing_else(a_round: MakeRound) -> None:
    answers: Iterator[Mapping[str, Any]] = iter([{"over": False, "wait_until": seconds_from_now(0)}, OVER])
    clock = a_round(lambda _: next(answers))
    clock.end(clock.start(given={**INPUT, "more": 1}))

    assert clock.told == [INPUT, INPUT]


def test_the_clock_sleeps_until_each_deadline(a_round: MakeRound) -> None:
    deadlines: list[str] = []

    def tick(_: Mapping[str, Any]) -> Mapping[str, Any]:
        if len(deadlines) == 2:
            return OVER
        deadlines.append(seconds_from_now(1))
        return {"over": False, "wait_until": deadlines[-1]}

    clock = a_round(tick)

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    late = [rung - when(deadline) for rung, deadline in zip(clock.rung[1:], deadlines, strict=True)]
    # This interpreter cuts the length of a wait to whole seconds, where AWS and the emulator cut the timestamp: up to a
    # second early, which does no harm (the tick then names the same deadline again).
    assert len(late) == 2
    assert all(-1 < lateness < 1.5 for lateness in late), late


def test_a_deadline_that_has_passed_rings_at_once(a_round: MakeRound) -> None:
    answers: Iterator[Mapping[str, Any]] = iter([{"over": False, "wait_until": seconds_from_now(-30)}, OVER])
    clock = a_round(lambda _: next(answers))

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    assert clock.rung[1] - clock.rung[0] < 1.5


def test_a_tick_that_fails_is_rung_again_later_and_later(a_round: MakeRound) -> None:
    failures = iter([True, True, False])

    def tick(_: Mapping[str, Any]) -> Mapping[str, Any]:
        if next(failures):
            raise TickFailedError("the table is busy")
        return OVER

    clock = a_round(tick)

    assert clock.end(clock.start())["status"] == "SUCCEEDED"
    first, second = (later - earlier for earlier, later in zip(clock.rung, clock.rung[1:], strict=False))
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
    assert len(clock.rung) == len(script)


def test_a_tick_that_keeps_failing_fails_the_execution_for_the_alarm_to_see(
    a_round: MakeRound, definition: dict[str, Any]
) -> None:
    attempts = _shorten(definition)

    def tick(_: Mapping[str, Any]) -> Mapping[str, Any]:
        raise TickFailedError("the table is gone")

    clock = a_round(tick)
    ended = clock.end(clock.start())

    assert ended["status"] == "FAILED"
    assert len(clock.rung) == 1 + attempts
    assert "the table is gone" in ended["cause"]


def test_the_committed_retries_last_half_a_minute_and_no_longer(definition: dict[str, Any]) -> None:
    [retry] = definition["States"]["Tick"]["Retry"]
    waits = [retry["IntervalSeconds"] * retry["BackoffRate"] ** n for n in range(retry["MaxAttempts"])]

    assert sum(waits) == 31  # s: a short outage is ridden out, a long one is told of within a turn or so
    assert retry["ErrorEquals"] == ["States.ALL"]  # emulators match no names


def test_starting_the_same_round_twice_starts_one_clock(a_round: MakeRound) -> None:
    """Name and input are the same at both starts: AWS answers 200, emulators refuse."""
    clock = a_round(lambda _: {"over": False, "wait_until": seconds_from_now(1)} if len(clock.rung) == 1 else OVER)
    execution = clock.start()
    assert _start_again(clock) in {execution, "ExecutionAlreadyExists"}

    assert clock.end(execution)["status"] == "SUCCEEDED"
    assert len(clock.rung) == 2
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
