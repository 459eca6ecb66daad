"""The routes of the register with the functions that serve them, and the authorizer of the handshake."""

from aws_cdk import Stack
from aws_cdk import aws_apigatewayv2 as apigatewayv2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.parts.findings import acknowledge
from infra.parts.functions import Functions
from infra.parts.sockets import Sockets
from infra.stages import Stage
from wordle_tournament.protocol import routes


class SocketRoutes(Construct):
    """The register's routes, each allowed to call its one function."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage, sockets: Sockets, functions: Functions) -> None:
        super().__init__(scope, name)
        self._stage = stage
        self._sockets = sockets
        self._functions = functions
        self._route("$connect", routes.CONNECT_FUNCTION, authorizer=self._authorizer())
        self._route("$disconnect", routes.DISCONNECT_FUNCTION)
        self._route("$default", routes.DEFAULT_FUNCTION)
        for route in routes.ROUTES:
            if route.is_served:  # the others fall to $default, which answers `not-available`
                self._route(route.action, route.function)

    def _authorizer(self) -> apigatewayv2.CfnAuthorizer:
        """The handshake's authorizer. It names no identity source: a named one is required, and a guest has none."""
        function = self._functions.live(routes.AUTHORIZER_FUNCTION)
        authorizer = apigatewayv2.CfnAuthorizer(
            self,
            "Authorizer",
            api_id=self._sockets.api_id,
            name="token",
            authorizer_type="REQUEST",
            authorizer_uri=self._invocation(function),
            identity_source=[],
        )
        self._permit("Authorizer", function, f"authorizers/{authorizer.ref}")
        return authorizer

    def _route(self, key: str, module: str, authorizer: apigatewayv2.CfnAuthorizer | None = None) -> None:
        function = self._functions.live(module)
        name = "".join(word.capitalize() for word in key.lstrip("$").split("-"))
        integration = apigatewayv2.CfnIntegration(
            self,
            f"{name}Integration",
            api_id=self._sockets.api_id,
            integration_type="AWS_PROXY",
            integration_uri=self._invocation(function),
        )
        route = apigatewayv2.CfnRoute(
            self,
            f"{name}Route",
            api_id=self._sockets.api_id,
            route_key=key,
            authorization_type="NONE" if authorizer is None else "CUSTOM",
            authorizer_id=None if authorizer is None else authorizer.ref,
            target=f"integrations/{integration.ref}",
        )
        # A stage that is deployed before its routes would refuse every frame until the next deployment.
        self._sockets.stage.node.add_dependency(route)
        if authorizer is None:
            acknowledge(
                route,
                "AwsSolutions-APIG4",
                "WebSocket APIs authorise the handshake ($connect) only; every later frame comes with its context.",
            )
        self._permit(name, function, f"{self._stage.name}/{key}")

    def _invocation(self, function: lambda_.IFunction) -> str:
        stack = Stack.of(self)
        return (
            f"arn:{stack.partition}:apigateway:{stack.region}:lambda:path/2015-03-31/functions/"
            f"{function.function_arn}/invocations"
        )

    def _permit(self, name: str, function: lambda_.IFunction, path: str) -> None:
        lambda_.CfnPermission(
            self,
            f"{name}Permission",
            action="lambda:InvokeFunction",
            function_name=function.function_arn,
            principal=iam.ServicePrincipal("apigateway.amazonaws.com").service,
            source_arn=self._sockets.execution_arn(path),
        )
