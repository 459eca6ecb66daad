"""The alarm clocks: one execution of the round machine for each round, named after what it rings for (K-94, K-95)."""

import json
from typing import TYPE_CHECKING, cast

from botocore.exceptions import ClientError

from wordle_tournament.aws import clients

if TYPE_CHECKING:
    from types_boto3_stepfunctions import SFNClient


class StepFunctionsTimers:
    """The ``Alarms`` port on Step Functions."""

    def __init__(self, machine: str) -> None:
        self._machine = machine

    def start(self, tournament: str, round_number: int, name: str) -> None:
        """Start the execution of that name. Same name, same input: started before, running or ended, is fine."""
        client = cast("SFNClient", clients.client("stepfunctions"))
        try:
            client.start_execution(
                stateMachineArn=self._machine,
                name=name,
                input=json.dumps({"tournament": tournament, "round": round_number}),
            )
        except ClientError as error:
            if error.response["Error"]["Code"] != "ExecutionAlreadyExists":
                raise
