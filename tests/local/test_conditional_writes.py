"""The one condition that everything stands on, under contention, on the emulator: one winner a version."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

from infra.local.deploy import Deployment, aws_client

pytestmark = pytest.mark.emulator

WRITERS, ROUNDS = 8, 100


def test_of_all_who_write_a_version_one_wins(deployment: Deployment) -> None:
    key = {"pk": {"S": f"CONTENDED#{uuid4()}"}, "sk": {"S": "TEST"}}
    clients = [aws_client(deployment.emulator, "dynamodb") for _ in range(WRITERS)]
    clients[0].put_item(TableName=deployment.table, Item=key | {"version": {"N": "0"}})

    def write(items: Any, version: int) -> bool:
        try:
            items.put_item(
                TableName=deployment.table,
                Item=key | {"version": {"N": str(version + 1)}},
                ConditionExpression="version = :read",
                ExpressionAttributeValues={":read": {"N": str(version)}},
            )
        except items.exceptions.ConditionalCheckFailedException:
            return False
        return True

    with ThreadPoolExecutor(WRITERS) as pool:
        for version in range(ROUNDS):
            assert sum(pool.map(write, clients, [version] * WRITERS)) == 1
    clients[0].delete_item(TableName=deployment.table, Key=key)
