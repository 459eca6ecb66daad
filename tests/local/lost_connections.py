"""How a client loses its connection: by the gateway, or for good."""

import boto3

from infra.local.deploy import Deployment, aws_client
from infra.local.emulator import ACCOUNT, REGION
from tests.local.recorded_clients import RecordedClient


def close_by_the_gateway(deployment: Deployment, player: str) -> None:
    """What the gateway does after two hours: it closes the connection."""
    key = {"pk": {"S": f"P#{player}"}, "sk": {"S": "PLAYER"}}
    item = aws_client(deployment.emulator, "dynamodb").get_item(TableName=deployment.table, Key=key)["Item"]
    gateway = boto3.client(
        "apigatewaymanagementapi",
        endpoint_url=deployment.websocket.replace("ws://", "http://", 1),
        region_name=REGION,
        aws_access_key_id=ACCOUNT,
        aws_secret_access_key="local",  # noqa: S106  (the emulator takes any)
    )
    gateway.delete_connection(ConnectionId=item["connection"]["S"])


async def go_for_good(guest: RecordedClient) -> None:
    """Lose the connection without a goodbye and never come back."""
    connection = guest.client._connection
    assert guest.client._task is not None
    guest.client._task.cancel()  # it must not come back by itself
    if connection is not None:
        connection.abort()
