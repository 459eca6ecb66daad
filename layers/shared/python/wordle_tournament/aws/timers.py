"""Timers: one execution of the state machine each, named after what it is for."""

import json
from typing import TYPE_CHECKING, cast

from botocore.exceptions import ClientError

from wordle_tournament.app.ports import Timer
from wordle_tournament.aws import clients

if TYPE_CHECKING:
    from types_boto3_stepfunctions import SFNClient


class StepFunctionsTimers:
    """The ``Timers`` port on Step Functions."""

    def __init__(self, machine: str) -> None:
        self._machine = machine

    def start(self, timer: Timer) -> None:
        """Start the timer's execution. Same name, same input: one that was started before is fine, running or ended."""
        client = cast("SFNClient", clients.client("stepfunctions"))
        try:
            client.start_execution(
                stateMachineArn=self._machine,
                name=timer.name,
                input=json.dumps({"kind": timer.kind, "id": timer.id, "round": timer.number}),
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ExecutionAlreadyExists":
                raise
