"""The WebSocket API: routes, authorizer, throttling, and an access log without tokens."""

import json

import pytest

from infra.stages import STAGES
from tests.infra.template import Synthesise, Template, render
from wordle_tournament.protocol import routes

STAGE = "AWS::ApiGatewayV2::Stage"
AUTHORIZER = "AWS::ApiGatewayV2::Authorizer"
ROUTE = "AWS::ApiGatewayV2::Route"
INTEGRATION = "AWS::ApiGatewayV2::Integration"


def _served(template: Template) -> dict[str, str]:
    """Route key to the module that serves it."""
    served = {}
    for route in template.properties(ROUTE):
        integration = template.body["Resources"][route["Target"]["Fn::Join"][1][1]["Ref"]]
        served[route["RouteKey"]] = template.module(integration["Properties"]["IntegrationUri"])
    return served


def test_every_served_action_has_its_route_and_the_rest_falls_to_default(template: Template) -> None:
    assert _served(template) == {
        "$connect": "ws_connect",
        "$disconnect": "ws_disconnect",
        "$default": "ws_default",
        **{route.action: route.function for route in routes.ROUTES if route.is_served},
    }


def test_frames_are_routed_by_their_action(template: Template) -> None:
    api = template.only("AWS::ApiGatewayV2::Api")["Properties"]

    assert (api["ProtocolType"], api["RouteSelectionExpression"]) == ("WEBSOCKET", "$request.body.action")


def test_routes_answer_through_the_connection_and_not_by_a_route_response(template: Template) -> None:
    assert template.of_type("AWS::ApiGatewayV2::RouteResponse") == {}
    assert [route for route in template.properties(ROUTE) if "RouteResponseSelectionExpression" in route] == []


def test_only_the_handshake_is_authorised_and_a_guest_needs_no_token(template: Template) -> None:
    authorizer = template.only(AUTHORIZER)["Properties"]
    types = {route["RouteKey"]: route["AuthorizationType"] for route in template.properties(ROUTE)}

    assert template.module(authorizer["AuthorizerUri"]) == "ws_authorize"
    assert (authorizer["AuthorizerType"], authorizer["IdentitySource"]) == ("REQUEST", [])
    assert {key for key, kind in types.items() if kind == "CUSTOM"} == {"$connect"}
    assert {kind for key, kind in types.items() if key != "$connect"} == {"NONE"}


def test_each_function_may_be_called_by_its_own_route_only(prod: Template) -> None:
    permissions = {
        render(permission["SourceArn"]): template_module
        for permission in prod.properties("AWS::Lambda::Permission")
        for template_module in [prod.module(permission["FunctionName"])]
    }
    api = "arn:<Partition>:execute-api:<Region>:<AccountId>:<SocketsApi>"

    assert permissions == {
        f"{api}/authorizers/<RoutesAuthorizer>": "ws_authorize",
        **{f"{api}/prod/{key}": module for key, module in _served(prod).items()},
    }


@pytest.mark.parametrize("stage", STAGES)
def test_frames_are_throttled(synthesised: Synthesise, stage: str) -> None:
    settings = synthesised(stage).only(STAGE)["Properties"]["DefaultRouteSettings"]
    throttle = STAGES[stage].throttle

    assert (settings["ThrottlingRateLimit"], settings["ThrottlingBurstLimit"]) == (throttle.rate, throttle.burst)
    assert 0 < throttle.rate <= throttle.burst


def test_the_access_log_has_no_query_string_since_that_carries_the_token(template: Template) -> None:
    log = json.loads(template.only(STAGE)["Properties"]["AccessLogSettings"]["Format"])
    logged = set(log.values())

    assert "$context.requestId" in logged  # API Gateway asks for it
    assert [value for value in logged if not value.startswith("$context.")] == []
    # Whatever could hold the handshake's address or its headers; `path` and `resourcePath` are cut before the query.
    for telling in ("querystring", "params", "header", "requestoverride", "path", "protocol", "authorizer.token"):
        assert [value for value in logged if telling in value.lower()] == []


def test_frames_are_in_no_log_of_api_gateway(template: Template) -> None:
    settings = template.only(STAGE)["Properties"]["DefaultRouteSettings"]

    assert (settings["DataTraceEnabled"], settings["LoggingLevel"]) == (False, "OFF")  # D14: guesses, tokens


def test_the_stage_waits_for_the_account_s_logging_role_which_outlives_the_stack(template: Template) -> None:
    [account] = template.of_type("AWS::ApiGateway::Account")

    assert account in template.only(STAGE)["DependsOn"]
    assert template.body["Resources"][account]["DeletionPolicy"] == "Retain"


def test_the_cloud_s_addresses_and_the_emulator_s(prod: Template, local: Template) -> None:
    addresses = {
        name: {
            output: render(template.body["Outputs"][output]["Value"])
            for output in ("WebSocketUrl", "ManagementEndpoint")
        }
        for name, template in (("prod", prod), ("local", local))
    }

    assert addresses == {
        "prod": {
            "WebSocketUrl": "wss://<SocketsApi>.execute-api.<Region>.<URLSuffix>/prod",
            "ManagementEndpoint": "https://<SocketsApi>.execute-api.<Region>.<URLSuffix>/prod",
        },
        "local": {
            "WebSocketUrl": "ws://127.0.0.1:4566/_aws/execute-api/<SocketsApi>/local",
            "ManagementEndpoint": "http://127.0.0.1:4566/_aws/execute-api/<SocketsApi>/local",
        },
    }


def test_the_stage_is_deployed_after_all_its_routes(template: Template) -> None:
    waits_for = template.only("AWS::ApiGatewayV2::Stage")["DependsOn"]

    assert set(template.of_type("AWS::ApiGatewayV2::Route")) <= set(waits_for)


def test_routes_are_counted_apart_only_where_the_stage_pays_for_it(synthesised: Synthesise) -> None:
    counted = {
        stage: synthesised(stage).only("AWS::ApiGatewayV2::Stage")["Properties"]["DefaultRouteSettings"]
        for stage in STAGES
    }

    assert {stage: settings["DetailedMetricsEnabled"] for stage, settings in counted.items()} == {
        "local": False,
        "dev": False,
        "prod": True,
    }
