"""The executions of the round machine that belong to one tournament."""

from typing import Any

from infra.local.deploy import Deployment, aws_client


def executions(deployment: Deployment, tournament: str) -> list[dict[str, Any]]:
    pages = aws_client(deployment.emulator, "stepfunctions").get_paginator("list_executions")
    return [
        execution
        for page in pages.paginate(stateMachineArn=deployment.round_machine)
        for execution in page["executions"]
        if execution["name"].startswith(tournament)
    ]


def is_running(deployment: Deployment, tournament: str) -> bool:
    return any(execution["status"] == "RUNNING" for execution in executions(deployment, tournament))
