"""Starting timers, on moto's Step Functions: once by name, whoever asks."""

import json

import pytest
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from wordle_tournament.app.ports import Timer
from wordle_tournament.aws import clients
from wordle_tournament.aws.timers import StepFunctionsTimers

PASSES = json.dumps({"StartAt": "Ring", "States": {"Ring": {"Type": "Pass", "End": True}}})


@pytest.fixture
def machine(aws: None) -> str:  # noqa: ARG001 - the world it lives in
    role = "arn:aws:iam::123456789012:role/rings"
    machine = clients.client("stepfunctions").create_state_machine(name="round", definition=PASSES, roleArn=role)
    return str(machine["stateMachineArn"])


def executions(machine: str) -> list[tuple[str, object]]:
    client = clients.client("stepfunctions")
    listed = client.list_executions(stateMachineArn=machine)["executions"]
    described = [client.describe_execution(executionArn=one["executionArn"]) for one in listed]
    return [(one["name"], json.loads(one["input"])) for one in described]


def test_a_timer_is_an_execution_named_after_what_it_is_for(machine: str) -> None:
    StepFunctionsTimers(machine).start(Timer("round", "t1", 3))
    assert executions(machine) == [("t1-r3", {"kind": "round", "id": "t1", "round": 3})]


def test_a_timer_that_was_started_before_is_no_error(machine: str) -> None:
    timers = StepFunctionsTimers(machine)
    for _ in range(3):
        timers.start(Timer("round", "t1", 3))
    timers.start(Timer("round", "t1", 4))
    assert sorted(name for name, _ in executions(machine)) == ["t1-r3", "t1-r4"]


def test_an_execution_that_exists_already_is_fine(machine: str) -> None:
    """Under another input, or ended: AWS refuses the name for 90 days."""
    with Stubber(clients.client("stepfunctions")) as stubber:
        stubber.add_client_error("start_execution", "ExecutionAlreadyExists")
        StepFunctionsTimers(machine).start(Timer("round", "t1", 3))
        stubber.assert_no_pending_responses()


@pytest.mark.parametrize("code", ["StateMachineDoesNotExist", "ThrottlingException", "InvalidName"])
def test_a_timer_that_could_not_be_started_raises(machine: str, code: str) -> None:
    """The effects then are not noted as done, and the relay starts it."""
    with Stubber(clients.client("stepfunctions")) as stubber:
        stubber.add_client_error("start_execution", code)
        with pytest.raises(ClientError):
            StepFunctionsTimers(machine).start(Timer("round", "t1", 3))
