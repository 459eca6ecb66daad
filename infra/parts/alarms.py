"""CloudWatch alarms. Each description says what the alarm means for players and where to look first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aws_cdk import Aws, Duration, Stack
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from aws_cdk import aws_sns as sns
from constructs import Construct

from infra.parts.dead_letters import DeadLetters
from infra.parts.functions import Functions
from infra.parts.round_machine import RoundMachine
from infra.parts.sockets import Sockets
from infra.parts.table import TournamentTable
from wordle_tournament.protocol import routes

MINUTE = Duration.minutes(1)
STREAM_LAG = Duration.minutes(2)


@dataclass(frozen=True, slots=True)
class Monitored:
    """The parts that alarms monitor."""

    table: TournamentTable
    sockets: Sockets
    functions: Functions
    machine: RoundMachine
    dead_letters: Mapping[str, DeadLetters]


class Alarms(Construct):
    """The alarms of a stage, and the SNS topic that they publish to."""

    def __init__(self, scope: Construct, name: str, *, monitored: Monitored) -> None:
        super().__init__(scope, name)
        self._topic = self._alarm_topic()
        self._round_timer(monitored.machine)
        self._function_errors(monitored.functions)
        self._stream(monitored.functions, monitored.dead_letters)
        self._table(monitored.table)
        self._web_socket_api(monitored.sockets)

    @property
    def topic_arn(self) -> str:
        """The ARN of the topic to subscribe to."""
        return self._topic.topic_arn

    def _alarm_topic(self) -> sns.Topic:
        topic = sns.Topic(self, "Topic", enforce_ssl=True)
        topic.add_to_resource_policy(
            iam.PolicyStatement(
                sid="AllowAlarmsToPublish",
                actions=["sns:Publish"],
                principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")],
                resources=[topic.topic_arn],
                conditions={"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}},
            )
        )
        return topic

    def _round_timer(self, machine: RoundMachine) -> None:
        what = "A round's timer failed: turns expire only when a client sends a frame. See the execution's history."
        self._on_any("RoundFailed", machine.resource.metric_failed(period=MINUTE, statistic="Sum"), what)
        self._on_any("RoundTimedOut", machine.resource.metric_timed_out(period=MINUTE, statistic="Sum"), what)
        self._on_any("RoundAborted", machine.resource.metric_aborted(period=MINUTE, statistic="Sum"), what)

    def _function_errors(self, functions: Functions) -> None:
        for module, function in functions.by_module.items():
            self._on_any(
                f"Errors-{module}",
                function.metric_errors(period=MINUTE, statistic="Sum"),
                f"{module} raised, timed out or was killed. Its log group has the request.",
            )
        # A frame that fails is answered `internal` and its function succeeds, so only the log shows the failure.
        self._on_any(
            "LoggedErrors",
            self._counted(
                functions, functions.by_module, "LoggedErrors", logs.FilterPattern.string_value("$.level", "=", "ERROR")
            ),
            "A frame was answered `internal`, or a stream record failed. The functions' logs have the traceback.",
        )
        is_stale = logs.FilterPattern.boolean_value("$.stale", value=True)
        self._counted(functions, [routes.TICK_FUNCTION], "StaleTicks", is_stale)  # harmless; the metric shows how often

    def _counted(
        self, functions: Functions, modules: Iterable[str], name: str, pattern: logs.IFilterPattern
    ) -> cloudwatch.Metric:
        """A metric of the log lines of these functions that match the pattern."""
        namespace = Stack.of(self).stack_name
        for module in modules:
            logs.MetricFilter(
                self,
                f"{name}-{module}",
                log_group=functions[module].log_group,
                filter_pattern=pattern,
                metric_namespace=namespace,
                metric_name=name,
            )
        return cloudwatch.Metric(namespace=namespace, metric_name=name, period=MINUTE, statistic="Sum")

    def _stream(self, functions: Functions, dead_letters: Mapping[str, DeadLetters]) -> None:
        for module, what in (
            (routes.RELAY_FUNCTION, "Players may wait for events whose function died."),
            (routes.RATING_FUNCTION, "Rating changes are late."),
        ):
            self._on_any(
                f"Lag-{module}",
                functions[module].metric("IteratorAge", period=MINUTE, statistic="Maximum"),
                f"The function reads the stream more than two minutes late. {what}",
                threshold=STREAM_LAG.to_milliseconds(),
            )
        for module, queue in dead_letters.items():
            self._on_any(
                f"DeadLetters-{module}",
                queue.resource.metric_approximate_number_of_messages_visible(period=MINUTE, statistic="Maximum"),
                "A stream record is in the dead-letter queue: read it, fix the cause, and process it again.",
            )

    def _table(self, table: TournamentTable) -> None:
        for event in ("ReadThrottleEvents", "WriteThrottleEvents"):
            self._on_any(
                event,
                table.resource.metric(event, period=MINUTE, statistic="Sum"),
                "DynamoDB throttles the table: a hot key, or traffic that grew faster than on-demand capacity.",
            )
        self._on_any(
            "TableErrors",
            table.resource.metric_system_errors_for_operations(
                operations=[dynamodb.Operation.GET_ITEM, dynamodb.Operation.PUT_ITEM, dynamodb.Operation.UPDATE_ITEM],
                period=MINUTE,
            ),
            "DynamoDB answered with server errors.",
        )

    def _web_socket_api(self, sockets: Sockets) -> None:
        self._on_any(
            "RoutesFailed",
            cloudwatch.Metric(
                namespace="AWS/ApiGateway",
                metric_name="IntegrationError",
                dimensions_map={"ApiId": sockets.api_id, "Stage": sockets.stage_name},
                period=MINUTE,
                statistic="Sum",
            ),
            "API Gateway got no answer from a function, so players' frames were lost. See the access log.",
        )

    def _on_any(self, name: str, metric: cloudwatch.IMetric, meaning: str, threshold: float = 0) -> None:
        alarm = cloudwatch.Alarm(
            self,
            name,
            metric=metric,
            alarm_description=meaning,
            threshold=threshold,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
            evaluation_periods=1,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        alarm.add_alarm_action(actions.SnsAction(self._topic))
