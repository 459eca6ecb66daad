"""Two devices of one player, and players who come at one instant."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from infra.local.client import Client
from infra.local.deploy import Deployment, aws_client
from infra.local.errors import ConversationEndedError
from tests.local.recorded_clients import SEATS, RecordedClient, recorded_clients, until

pytestmark = pytest.mark.emulator


def test_a_second_device_takes_over_and_the_first_is_told_and_closed(deployment: Deployment) -> None:  # D11
    async def test() -> None:
        async with recorded_clients(deployment.websocket, 1) as (first,):
            lobby = await first.client.request("queue", language="en")
            async with Client(deployment.websocket, token=first.session.token) as second:
                assert second.session.id == first.session.id
                shown = [frame["type"] async for frame in first.client]  # ends, since superseded is final
                assert shown[-1] == "superseded"
                with pytest.raises(ConversationEndedError):
                    await first.client.request("ping")
                await until(lambda: second.session.seat == lobby["tournament"], "the seat did not come along")
                await second.request("leave", tournament=lobby["tournament"])

    asyncio.run(test())


def test_two_joiners_of_one_instant_sit_in_one_lobby(deployment: Deployment) -> None:  # D9
    async def test() -> None:
        async with recorded_clients(deployment.websocket, 2) as pair:
            lobbies = await asyncio.gather(*(g.client.request("queue", language="en") for g in pair))
            assert lobbies[0]["tournament"] == lobbies[1]["tournament"]
            for guest in pair:
                await guest.client.request("leave", tournament=guest.state.tournament)

    asyncio.run(test())


def queue_event(deployment: Deployment, guest: RecordedClient) -> bytes:
    """What API Gateway hands the queue function; the connection is known to the state alone."""
    items = aws_client(deployment.emulator, "dynamodb")
    key = {"pk": {"S": f"P#{guest.session.id}"}, "sk": {"S": "PLAYER"}}
    connection = items.get_item(TableName=deployment.table, Key=key, ConsistentRead=True)["Item"]["connection"]["S"]
    context = {
        "routeKey": "queue",
        "connectionId": connection,
        "requestTimeEpoch": guest.client.now(),
        "authorizer": {"player": guest.session.id},
    }
    frame = {"action": "queue", "id": f"q-{guest.session.id}", "language": "en"}
    return json.dumps({"requestContext": context, "body": json.dumps(frame)}).encode()


def test_eight_joiners_in_eight_processes_at_one_instant_play_one_tournament(deployment: Deployment) -> None:  # D9
    """One worker serves the sockets of a function in order; called directly, each call has a process of its own."""

    def call(event: bytes) -> dict[str, Any]:
        answer = aws_client(deployment.emulator, "lambda").invoke(
            FunctionName=deployment.functions["ws_queue"], Payload=event
        )
        result: dict[str, Any] = json.load(answer["Payload"])
        return result

    async def test() -> None:
        async with recorded_clients(deployment.websocket, SEATS) as clients:
            events = [queue_event(deployment, guest) for guest in clients]
            with ThreadPoolExecutor(SEATS) as pool:
                loop = asyncio.get_running_loop()
                answers = await asyncio.gather(*(loop.run_in_executor(pool, call, event) for event in events))
            assert answers == [{"statusCode": 200}] * SEATS
            await until(lambda: all(g.session.seat for g in clients), "somebody got no seat")
            assert len({g.session.seat for g in clients}) == 1
            await until(lambda: all(g.state.round == 1 for g in clients), "the tournament did not begin")
            assert {len(g.state.players) for g in clients} == {SEATS}
            for guest in clients:
                await guest.client.request("leave", tournament=guest.state.tournament)

    asyncio.run(test())
