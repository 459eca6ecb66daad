"""The functions: one for every module of the register, each with a role of its own for what it needs.

What each needs is the table in `needs`; the code here only applies it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.parts.dead_letters import DeadLetters
from infra.parts.findings import acknowledge, acknowledge_wildcard
from infra.parts.keys import TokenKeys
from infra.parts.layers import ARCHITECTURE, RUNTIME, Layers
from infra.parts.needs import NEEDS, Needs
from infra.parts.sockets import Sockets
from infra.parts.table import TournamentTable
from infra.stages import Stage
from wordle_tournament.protocol import routes
from wordle_tournament.runtime.settings import VARIABLES

# Transactions are allowed by the actions they are made of. No Scan: nothing may ever need one.
ITEM_ACTIONS = (
    "dynamodb:BatchGetItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
)


LIVE = "live"
STREAM_ACTIONS = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")


def modules() -> tuple[str, ...]:
    """Every module under `functions/` that the register names, each once, in the register's order."""
    served = [route.function for route in routes.ROUTES]
    return tuple(dict.fromkeys([*routes.LIFECYCLE_FUNCTIONS, *served, *routes.EVENT_FUNCTIONS]))


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The other parts that a function may be allowed to use."""

    table: TournamentTable
    keys: TokenKeys
    sockets: Sockets
    round_machine_arn: str
    dead_letters: Mapping[str, DeadLetters]
    page: str
    """The URL of the web client, which invite links point to."""


class Functions(Construct):
    """All functions of the stage, found by the name of their module."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage, layers: Layers, neighbours: Neighbours) -> None:
        super().__init__(scope, name)
        self._stage = stage
        self._layers = layers
        self._neighbours = neighbours
        self._code = layers.functions_code()
        self._functions = {module: self._function(module, NEEDS[module]) for module in modules()}
        self._live = {module: self._released(module) for module in modules()}

    def __getitem__(self, module: str) -> lambda_.Function:
        return self._functions[module]

    def live(self, module: str) -> lambda_.IFunction:
        """What routes, streams and timers call: the alias of the version that this deployment releases."""
        return self._live[module]

    def _released(self, module: str) -> lambda_.IFunction:
        """Code, layers and environment of a version are released together, by the one step that moves the alias."""
        function = self._functions[module]
        if not self._stage.has_versions:
            return function
        part = cast("Construct", function.node.scope)
        return lambda_.Alias(part, "Live", alias_name=LIVE, version=function.current_version)

    @property
    def by_module(self) -> Mapping[str, lambda_.Function]:
        """Module name to function."""
        return self._functions

    def _function(self, module: str, needs: Needs) -> lambda_.Function:
        part = Construct(self, camel(module))
        physical = f"{Stack.of(self).stack_name}-{module.replace('_', '-')}"
        log = logs.LogGroup(
            part,
            "Logs",
            retention=logs.RetentionDays[self._stage.log_days],
            removal_policy=RemovalPolicy.DESTROY,
        )
        role = iam.Role(
            part,
            "Role",
            assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"),
            description=f"What {module} may do",
        )
        log.grant_write(role)
        for statement in self._statements(module, needs):
            role.add_to_principal_policy(statement)
        self._acknowledge_wildcards(role, needs)
        function = lambda_.Function(
            part,
            "Function",
            function_name=physical,
            code=self._code,
            handler=f"{module}.handler",
            runtime=RUNTIME,
            architecture=ARCHITECTURE,
            layers=list(self._layers.of(words=needs.words)),
            memory_size=self._stage.memory,
            timeout=Duration.seconds(
                self._stage.event_seconds if module in routes.EVENT_FUNCTIONS else self._stage.socket_seconds
            ),
            environment=self._environment(module, needs),
            role=role,
            log_group=log,
            logging_format=lambda_.LoggingFormat.JSON,
        )
        acknowledge(
            function,
            "AwsSolutions-L1",
            "Python 3.13 is what the wheels of layers/deps are locked, built and tested for; 3.14 comes with them.",
        )
        return function

    def _environment(self, module: str, needs: Needs) -> dict[str, str]:
        neighbours = self._neighbours
        values = {"stage": self._stage.name}
        if needs.items:
            values["table"] = neighbours.table.name
        if needs.connections:
            values["management_endpoint"] = neighbours.sockets.management_endpoint
        if needs.timers:
            values["round_machine"] = neighbours.round_machine_arn
        if needs.words:
            values["wordlists"] = self._layers.wordlists_folder
        if needs.rules:
            values["rules"] = self._stage.rules
        if needs.page:
            values["page"] = neighbours.page
        if needs.keys:
            values["token_keys"] = neighbours.keys.arn
        if needs.stream:
            values["dead_letters"] = neighbours.dead_letters[module].url
        return {VARIABLES[setting]: value for setting, value in values.items()}

    def _statements(self, module: str, needs: Needs) -> list[iam.PolicyStatement]:
        neighbours = self._neighbours
        statements = []
        if needs.items:
            statements.append(_allow(*ITEM_ACTIONS, on=[neighbours.table.arn]))
        if needs.ledger:
            statements.append(_allow("dynamodb:Query", on=[neighbours.table.arn]))
        if needs.lobbies:
            statements.append(_allow("dynamodb:Query", on=[neighbours.table.open_lobbies_arn]))
        if needs.connections:
            statements.append(_allow("execute-api:ManageConnections", on=self._connections(needs)))
        if needs.timers:
            statements.append(_allow("states:StartExecution", on=[neighbours.round_machine_arn]))
        if needs.keys:
            statements.append(_allow("secretsmanager:GetSecretValue", on=[neighbours.keys.arn]))
        if needs.stream:
            statements.append(_allow("sqs:SendMessage", on=[neighbours.dead_letters[module].arn]))
            statements.append(_allow(*STREAM_ACTIONS, on=[neighbours.table.stream_arn]))
            statements.append(_allow("dynamodb:ListStreams", on=[neighbours.table.any_stream_arn]))
        return statements

    def _connections(self, needs: Needs) -> list[str]:
        methods = ["POST", "DELETE"] if needs.closes else ["POST"]
        return [self._neighbours.sockets.connections_arn(method) for method in methods]

    def _acknowledge_wildcards(self, role: iam.Role, needs: Needs) -> None:
        neighbours = self._neighbours
        if needs.connections:
            for connections in self._connections(needs):
                acknowledge_wildcard(
                    role,
                    connections,
                    "Connection ids are made at run time, so posting and closing can only be allowed for all "
                    "connections of this API's one stage.",
                )
        if needs.stream:
            acknowledge_wildcard(
                role,
                neighbours.table.any_stream_arn,
                "ListStreams takes a table, so it cannot be allowed for a single stream.",
            )


def _allow(*actions: str, on: list[str]) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=list(actions), resources=on)


def camel(module: str) -> str:
    """A module's name as a construct's."""
    return "".join(word.capitalize() for word in module.split("_"))
