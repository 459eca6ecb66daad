"""The WebSocket API with its one stage, throttling and access log.

The routes are in `socket_routes`: functions need the API's address, so the API exists before them and its routes after.
"""

import json

from aws_cdk import ArnFormat, Aws, RemovalPolicy, Stack
from aws_cdk import aws_apigatewayv2 as apigatewayv2
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.parts.api_logging import ApiLogging
from infra.stages import Stage

# The fields of an access log line. They are named one by one, because the query string carries a token.
ACCESS_LOG = {
    "requestId": "$context.requestId",
    "connectionId": "$context.connectionId",
    "eventType": "$context.eventType",
    "routeKey": "$context.routeKey",
    "status": "$context.status",
    "requestTimeEpoch": "$context.requestTimeEpoch",
    "connectedAt": "$context.connectedAt",
    "player": "$context.authorizer.player",
    "authorizerError": "$context.authorizer.error",
    "authorizerLatency": "$context.authorizer.latency",
    "integrationError": "$context.integrationErrorMessage",
    "integrationLatency": "$context.integration.latency",
    "error": "$context.error.message",
}


class Sockets(Construct):
    """The API and its one stage: address, throttling, access log."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage) -> None:
        super().__init__(scope, name)
        self._stage = stage
        self.api = apigatewayv2.CfnApi(
            self,
            "Api",
            name=Stack.of(self).stack_name,
            protocol_type="WEBSOCKET",
            route_selection_expression="$request.body.action",
        )
        self.access_log = logs.LogGroup(
            self,
            "AccessLog",
            retention=logs.RetentionDays[stage.log_days],
            removal_policy=RemovalPolicy.DESTROY,
        )
        self.stage = apigatewayv2.CfnStage(
            self,
            "Stage",
            api_id=self.api_id,
            stage_name=stage.name,
            auto_deploy=True,
            access_log_settings=apigatewayv2.CfnStage.AccessLogSettingsProperty(
                destination_arn=Stack.of(self).format_arn(
                    service="logs",
                    resource="log-group",
                    resource_name=self.access_log.log_group_name,
                    arn_format=ArnFormat.COLON_RESOURCE_NAME,
                ),
                format=json.dumps(ACCESS_LOG, separators=(",", ":")),
            ),
            default_route_settings=apigatewayv2.CfnStage.RouteSettingsProperty(
                throttling_rate_limit=stage.throttle.rate,
                throttling_burst_limit=stage.throttle.burst,
                detailed_metrics_enabled=stage.has_route_metrics,
                # The functions write logs. API Gateway's own log would contain frames, and so guessed secrets.
                data_trace_enabled=False,
                logging_level="OFF",
            ),
        )
        if stage.owns_api_logging:
            self.stage.node.add_dependency(ApiLogging(self, "Logging"))

    @property
    def api_id(self) -> str:
        """The API's id."""
        return self.api.ref

    @property
    def url(self) -> str:
        """The URL that clients connect to."""
        if self._stage.emulator is None:
            return f"wss://{self._cloud_address}"
        return self.management_endpoint.replace("http://", "ws://", 1)

    @property
    def management_endpoint(self) -> str:
        """The base URL of `@connections`."""
        if self._stage.emulator is None:
            return f"https://{self._cloud_address}"
        return f"{self._stage.emulator}/_aws/execute-api/{self.api_id}/{self._stage.name}"

    @property
    def _cloud_address(self) -> str:
        return f"{self.api_id}.execute-api.{Aws.REGION}.{Aws.URL_SUFFIX}/{self._stage.name}"

    def execution_arn(self, path: str) -> str:
        """A route, an authorizer or a connection of this API."""
        return Stack.of(self).format_arn(service="execute-api", resource=self.api_id, resource_name=path)

    def connections_arn(self, method: str) -> str:
        """All connections of the stage, to POST to or to DELETE."""
        return self.execution_arn(f"{self._stage.name}/{method}/@connections/*")

    @property
    def stage_name(self) -> str:
        """The one stage's name, part of every address."""
        return self._stage.name
