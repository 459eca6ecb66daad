"""The machine in the template: whom it may call, what it is called, where its failures are written."""

import json

from infra.stages import STAGES
from tests.infra.template import Template, render

MACHINE = "AWS::StepFunctions::StateMachine"


def test_rounds_are_clocked_by_a_standard_machine_under_a_known_name(template: Template) -> None:
    machine = template.only(MACHINE)["Properties"]

    assert machine["StateMachineType"] == "STANDARD"
    assert machine["StateMachineName"] == f"wordle-tournament-{template.stage}-round"


def test_the_clock_rings_the_tick_function(template: Template) -> None:
    machine = template.only(MACHINE)["Properties"]
    definition = json.loads(machine["DefinitionString"])

    assert definition["States"]["Tick"]["Resource"] == "${TickFunctionArn}"
    assert template.module(machine["DefinitionSubstitutions"]["TickFunctionArn"]) == "clock_tick"
    assert set(machine["DefinitionSubstitutions"]) == {"TickFunctionArn"}


def test_the_machine_may_ring_the_tick_function_and_write_its_log_and_nothing_else(template: Template) -> None:
    grants = template.grants(template.only(MACHINE)["Properties"]["RoleArn"])

    called = "<FunctionsClockTickFunction.Arn>" if template.stage == "local" else "<FunctionsClockTickLive>"
    assert {grant for grant in grants if not grant[0].startswith("logs:")} == {("lambda:InvokeFunction", called)}


def test_failures_are_logged(template: Template) -> None:
    logging = template.only(MACHINE)["Properties"]["LoggingConfiguration"]
    [destination] = logging["Destinations"]

    assert logging["Level"] == "ERROR"
    assert render(destination["CloudWatchLogsLogGroup"]["LogGroupArn"]) == "<RoundMachineLogs.Arn>"


def test_the_clock_waits_for_a_tick_longer_than_the_tick_may_take(template: Template) -> None:
    machine = template.only(MACHINE)["Properties"]
    tick = json.loads(machine["DefinitionString"])["States"]["Tick"]

    assert tick["TimeoutSeconds"] > template.functions()["clock_tick"]["Properties"]["Timeout"]
    assert STAGES[template.stage].event_seconds == template.functions()["clock_tick"]["Properties"]["Timeout"]
