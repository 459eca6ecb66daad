"""A deployment changes a function as a whole: callers use an alias, which moves when its new version is complete."""

from pathlib import Path

import pytest
from aws_cdk import Stack
from aws_cdk import aws_lambda as lambda_

from infra.app import checked_app
from infra.parts.functions import modules
from tests.infra.template import HASH, Synthesise, Template, render

CLOUD = ("dev", "prod")
ALIAS = "AWS::Lambda::Alias"


@pytest.fixture(params=CLOUD)
def cloud(request: pytest.FixtureRequest, synthesised: Synthesise) -> Template:
    return synthesised(request.param)


def aliases(template: Template) -> dict[str, str]:
    """Module to the logical name of its alias, without CDK's hash."""
    return {
        template.module(alias["Properties"]["FunctionName"]): HASH.sub("", name)
        for name, alias in template.of_type(ALIAS).items()
    }


def test_every_function_has_one_alias_of_its_newest_version(cloud: Template) -> None:
    assert set(aliases(cloud)) == set(modules())
    for alias in cloud.properties(ALIAS):
        version = cloud.body["Resources"][alias["FunctionVersion"]["Fn::GetAtt"][0]]
        assert alias["Name"] == "live"
        assert version["Type"] == "AWS::Lambda::Version"
        assert version["Properties"]["FunctionName"] == alias["FunctionName"]


def test_routes_authorizer_streams_and_timers_call_the_alias_and_may_call_nothing_else(cloud: Template) -> None:
    called = [
        *[one["IntegrationUri"] for one in cloud.properties("AWS::ApiGatewayV2::Integration")],
        *[one["AuthorizerUri"] for one in cloud.properties("AWS::ApiGatewayV2::Authorizer")],
        *[one["FunctionName"] for one in cloud.properties("AWS::Lambda::Permission")],
        *[one["FunctionName"] for one in cloud.properties("AWS::Lambda::EventSourceMapping")],
        *[
            one["DefinitionSubstitutions"]["TickFunctionArn"]
            for one in cloud.properties("AWS::StepFunctions::StateMachine")
        ],
    ]
    names = aliases(cloud)

    assert len(called) >= len(modules())
    for reference in called:
        assert f"<{names[cloud.module(reference)]}>" in render(reference)


def test_an_emulator_calls_the_functions_themselves(local: Template) -> None:
    assert local.of_type(ALIAS) == {}


def test_a_change_of_a_layer_alone_publishes_a_new_version(tmp_path: Path) -> None:
    assert published(tmp_path / "one", "GREETING = 1") != published(tmp_path / "two", "GREETING = 2")
    assert published(tmp_path / "one", "GREETING = 1") == published(tmp_path / "three", "GREETING = 1")


def published(folder: Path, text: str) -> str:
    """The logical name of the version of a function that has this text in its layer."""
    (folder / "layer").mkdir(parents=True, exist_ok=True)
    (folder / "layer" / "module.py").write_text(text, encoding="utf-8")
    stack = Stack(checked_app(folder / "out"), "Small")
    layer = lambda_.LayerVersion(stack, "Layer", code=lambda_.Code.from_asset(str(folder / "layer")))
    function = lambda_.Function(
        stack,
        "Function",
        code=lambda_.Code.from_inline("def handler(event, context): ..."),
        handler="index.handler",
        runtime=lambda_.Runtime.PYTHON_3_13,
        layers=[layer],
    )
    return str(stack.resolve(function.current_version.function_arn)["Ref"])
