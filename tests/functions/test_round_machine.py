"""The round machine as deployed, on moto's interpreter, with the real tick behind it: the clock alone plays on."""

import io
import json
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import boto3
import pytest
from moto import mock_aws
from moto.awslambda.models import lambda_backends
from moto.core.models import DEFAULT_ACCOUNT_ID

from tests.app.frame_checks import check_models, kinds, read
from tests.functions.cloud import REGION, ROOT, Cloud, tournament
from wordle_tournament.app.ports import Timer
from wordle_tournament.core.rules import Rules
from wordle_tournament.core.tournament import Phase, Tournament
from wordle_tournament.runtime import wiring
from wordle_tournament.runtime.settings import settings

DEFINITION = ROOT / "infra" / "workflows" / "round.asl.json"
SHORT = Rules("short", intro_ms=100, turn_ms=80, absence_ms=60_000, lobby_absence_ms=10_000)


@pytest.fixture
def clocked(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    """The stage with the committed machine, whose executions run."""
    role = boto3.client("iam", REGION).create_role(
        RoleName="anyone", AssumeRolePolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": []})
    )["Role"]["Arn"]
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as archive:
        archive.writestr("clock_tick.py", "")
    function = boto3.client("lambda", REGION).create_function(
        FunctionName="clock-tick",
        Runtime="python3.13",
        Role=role,
        Handler="clock_tick.handler",
        Code={"ZipFile": code.getvalue()},
    )["FunctionArn"]

    def invoke(
        function_name: str, qualifier: str | None, body: Any, headers: Any, response_headers: dict[str, str]
    ) -> bytes:
        del function_name, qualifier, headers
        payload = json.dumps(cloud.call("clock_tick", json.loads(body))).encode()
        response_headers["Content-Length"] = str(len(payload))
        return payload

    lambda_backends[DEFAULT_ACCOUNT_ID][REGION].invoke = invoke  # type: ignore[method-assign]
    with mock_aws(config={"stepfunctions": {"execute_state_machine": True}}):
        definition = DEFINITION.read_text("utf-8").replace("${TickFunctionArn}", function)
        machine = boto3.client("stepfunctions", REGION).create_state_machine(
            name="round", definition=definition, roleArn=role
        )["stateMachineArn"]
        monkeypatch.setenv("ROUND_MACHINE_ARN", machine)
        settings.cache_clear()
        wiring.ports.cache_clear()
        cloud.machine = machine
        yield cloud


def opened() -> Tournament:
    """The recorded tournament at this very moment, with the shortest of rules, everybody having two lives left."""
    now = time.time_ns() // 1_000_000
    built = tournament()
    duels = tuple(replace(duel, deadline=now + SHORT.turn_ms) for duel in built.duels)
    seats = tuple(replace(seat, lives=2) for seat in built.seats)
    return replace(built, id=f"t-{now}", rules=SHORT, now=now, duels=duels, seats=seats)


def executions(machine: str) -> dict[str, str]:
    """Status by name."""
    found = boto3.client("stepfunctions", REGION).list_executions(stateMachineArn=machine)["executions"]
    return {one["name"]: one["status"] for one in found}


def is_over(cloud: Cloud, tournament_id: str) -> bool:
    """Whether the tournament has ended and no clock of it runs any more."""
    has_ended = cloud.load(tournament_id).tournament.phase is Phase.OVER
    return has_ended and "RUNNING" not in executions(cloud.machine).values()


def test_the_clock_alone_skips_every_turn_of_every_round_and_ends_the_tournament(clocked: Cloud) -> None:
    built = opened()
    clocked.seed(built)
    wiring.ports().timers.start(Timer("round", built.id, 1))
    deadline = time.monotonic() + 30
    while not is_over(clocked, built.id):
        assert time.monotonic() < deadline, (clocked.load(built.id).tournament, executions(clocked.machine))
        time.sleep(0.1)
    assert executions(clocked.machine) == {f"{built.id}-r1": "SUCCEEDED", f"{built.id}-r2": "SUCCEEDED"}
    frames = clocked.frames("p1")
    check_models(frames)
    assert kinds(frames).count("turn-skipped") == 2 * 4 * 12
    assert [one["place"] for one in frames[-1]["standings"]] == [1] * 8  # R3.4
    known = {"type": "synced", "tournament": built.id, "seq": built.seq}
    assert read([known, *frames]) == {built.id: frames[-1]["seq"]}
    ticks = [line for line in clocked.lines() if line["message"] == "tick"]
    assert {line["round"] for line in ticks} == {1, 2}
    assert not [line for line in clocked.lines() if line["level"] == "ERROR"]
