"""The timer of a round: a Standard state machine with one loop (`workflows/round.asl.json`).

Each round has one execution, named after tournament and round, so a second start changes nothing.
"""

from pathlib import Path

from aws_cdk import ArnFormat, RemovalPolicy, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_stepfunctions as stepfunctions
from constructs import Construct, IConstruct

from infra.parts.findings import acknowledge, acknowledge_wildcard
from infra.stages import Stage

DEFINITION = Path(__file__).resolve().parents[1] / "workflows" / "round.asl.json"


def machine_name(scope: IConstruct) -> str:
    """The machine's name, fixed: the tick function starts the machine that calls it, and neither can come first."""
    return f"{Stack.of(scope).stack_name}-round"


def machine_arn(scope: IConstruct) -> str:
    """The machine's ARN, known before the machine is made."""
    return Stack.of(scope).format_arn(
        service="states",
        resource="stateMachine",
        resource_name=machine_name(scope),
        arn_format=ArnFormat.COLON_RESOURCE_NAME,
    )


class RoundMachine(Construct):
    """The machine, its role (calls the tick function, nothing else) and its log of failures."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage, tick: lambda_.IFunction) -> None:
        super().__init__(scope, name)
        role = iam.Role(
            self,
            "Role",
            assumed_by=iam.ServicePrincipal("states.amazonaws.com"),
            description="What the timer of a round may do",
        )
        role.add_to_principal_policy(
            iam.PolicyStatement(actions=["lambda:InvokeFunction"], resources=[tick.function_arn])
        )
        self.resource = stepfunctions.StateMachine(
            self,
            "Machine",
            state_machine_name=machine_name(self),
            state_machine_type=stepfunctions.StateMachineType.STANDARD,
            definition_body=stepfunctions.DefinitionBody.from_string(DEFINITION.read_text(encoding="utf-8")),
            definition_substitutions={"TickFunctionArn": tick.function_arn},
            role=role,
            logs=stepfunctions.LogOptions(
                destination=logs.LogGroup(
                    self,
                    "Logs",
                    # The prefix keeps the account's log resource policy from growing with every log group.
                    log_group_name=f"/aws/vendedlogs/states/{machine_name(self)}",
                    retention=logs.RetentionDays[stage.log_days],
                    removal_policy=RemovalPolicy.DESTROY,
                ),
                level=stepfunctions.LogLevel.ERROR,
                include_execution_data=True,  # {kind, id, round, clock}: nothing secret
            ),
        )
        acknowledge(
            self.resource,
            "AwsSolutions-SF1",
            "A Standard execution keeps its whole history for 90 days; the log is for what failed.",
        )
        acknowledge(
            self.resource,
            "AwsSolutions-SF2",
            "WebSocket APIs have no X-Ray, so a trace would begin in mid-game; the history has the timings.",
        )
        acknowledge_wildcard(
            role,
            "*",
            "Log delivery is set up by actions that know no single resource; functions are named one by one.",
        )

    @property
    def arn(self) -> str:
        """The machine."""
        return self.resource.state_machine_arn
