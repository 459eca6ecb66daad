"""Every failure that matters has an alarm, and CloudWatch may publish to the alarm topic."""

import pytest

from infra.parts.functions import modules
from tests.infra.template import Synthesise, Template, render

ALARM = "AWS::CloudWatch::Alarm"
CLOUD = ("dev", "prod")


@pytest.fixture(params=CLOUD)
def cloud(request: pytest.FixtureRequest, synthesised: Synthesise) -> Template:
    return synthesised(request.param)


def test_the_local_stage_has_no_alarms(local: Template) -> None:
    assert local.of_type(ALARM) == {}


def test_every_failure_that_matters_has_an_alarm(cloud: Template) -> None:
    watched = sorted(
        (alarm["Namespace"], alarm["MetricName"]) for alarm in cloud.properties(ALARM) if "Namespace" in alarm
    )

    assert watched == sorted(
        [
            ("AWS/States", "ExecutionsFailed"),
            ("AWS/States", "ExecutionsTimedOut"),
            ("AWS/States", "ExecutionsAborted"),
            *[("AWS/Lambda", "Errors")] * len(modules()),
            *[("AWS/Lambda", "IteratorAge")] * 2,
            *[("AWS/SQS", "ApproximateNumberOfMessagesVisible")] * 2,
            ("AWS/DynamoDB", "ReadThrottleEvents"),
            ("AWS/DynamoDB", "WriteThrottleEvents"),
            ("AWS/ApiGateway", "IntegrationError"),
            (f"wordle-tournament-{cloud.stage}", "LoggedErrors"),
        ]
    )


@pytest.mark.parametrize("metric", ["ExecutionsFailed", "ExecutionsTimedOut"])
def test_one_failed_round_is_enough(cloud: Template, metric: str) -> None:
    [alarm] = [alarm for alarm in cloud.properties(ALARM) if alarm.get("MetricName") == metric]
    [dimension] = alarm["Dimensions"]

    assert (alarm["Threshold"], alarm["ComparisonOperator"]) == (0, "GreaterThanThreshold")
    assert (alarm["Period"], alarm["EvaluationPeriods"], alarm["Statistic"]) == (60, 1, "Sum")
    assert (dimension["Name"], render(dimension["Value"])) == ("StateMachineArn", "<RoundMachine>")


def test_each_function_s_errors_are_told_apart(cloud: Template) -> None:
    watched = [
        cloud.module(alarm["Dimensions"][0]["Value"])
        for alarm in cloud.properties(ALARM)
        if alarm.get("MetricName") == "Errors"
    ]

    assert sorted(watched) == sorted(modules())


def test_an_internal_error_is_counted_in_every_function_s_log(cloud: Template) -> None:
    filters = [
        (render(one["LogGroupName"]), one["FilterPattern"], one["MetricTransformations"][0]["MetricName"])
        for one in cloud.properties("AWS::Logs::MetricFilter")
    ]

    assert len([one for one in filters if one[1:] == ('{ $.level = "ERROR" }', "LoggedErrors")]) == len(modules())
    assert [one[1:] for one in filters if one[2] == "StaleTicks"] == [("{ $.stale IS TRUE }", "StaleTicks")]


def test_every_alarm_publishes_has_a_description_and_ignores_missing_data(cloud: Template) -> None:
    for alarm in cloud.properties(ALARM):
        assert [render(action) for action in alarm["AlarmActions"]] == ["<AlarmsTopic>"]
        assert len(alarm["AlarmDescription"]) > 20
        assert alarm["TreatMissingData"] == "notBreaching"


def test_cloudwatch_may_publish_to_the_alarm_topic(cloud: Template) -> None:
    statements = cloud.only("AWS::SNS::TopicPolicy")["Properties"]["PolicyDocument"]["Statement"]
    [publishing] = [statement for statement in statements if statement["Effect"] == "Allow"]

    assert publishing["Principal"] == {"Service": "cloudwatch.amazonaws.com"}
    assert (publishing["Action"], render(publishing["Resource"])) == ("sns:Publish", "<AlarmsTopic>")
    assert render(publishing["Condition"]["StringEquals"]["aws:SourceAccount"]) == "<AccountId>"
