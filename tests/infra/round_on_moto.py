"""The committed state machine on moto's interpreter, with a function of the test's own in place of the tick Lambda."""

import datetime as dt
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import boto3
from moto import mock_aws
from moto.awslambda.models import lambda_backends
from moto.core.models import DEFAULT_ACCOUNT_ID

REGION = "eu-central-1"
INPUT = {"kind": "round", "id": "t-1", "round": 3}
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
    ticked_at: list[float] = field(default_factory=list)
    inputs: list[Mapping[str, Any]] = field(default_factory=list)

    def record_tick(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        self.ticked_at.append(time.time())
        self.inputs.append(event)
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


@contextmanager
def interpreter(definition: Mapping[str, Any]) -> Iterator[MakeRound]:
    """Make machines of a definition, whose executions moto carries out with real waits."""
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
            lambda_backends[DEFAULT_ACCOUNT_ID][REGION].invoke = _as_lambda(made.record_tick)  # type: ignore[method-assign]
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
