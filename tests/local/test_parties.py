"""A party on the emulator: invited by a link, in one tournament, back on the party screen, and started again (R9)."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from infra.local.bot import Bot
from infra.local.client_state import Frame
from infra.local.deploy import Deployment
from infra.local.errors import RefusedError
from tests.local.conftest import WORDS
from tests.local.recorded_clients import SEATS, RecordedClient, recorded_clients, until

pytestmark = pytest.mark.emulator


def party(guest: RecordedClient) -> Frame:
    """The party as the guest's screen shows it."""
    return max((frame for frame in guest.frames if frame["type"] == "party"), key=lambda frame: frame["at"])


def playing(guest: RecordedClient) -> set[str]:
    return {member["player"] for member in party(guest)["members"] if member["playing"]}


def ids(clients: Sequence[RecordedClient]) -> set[str]:
    return {guest.session.id for guest in clients}


async def refusal(guest: RecordedClient, action: str, **fields: object) -> str:
    with pytest.raises(RefusedError) as refused:
        await guest.client.request(action, **fields)
    return refused.value.code


async def played_tournament(url: str) -> None:
    async with recorded_clients(url, SEATS) as clients:
        friends, others = clients[:2], clients[2:]
        host, friend = friends

        founded = await host.client.request("party-create")
        code = founded["link"].partition("#party=")[2]
        assert code == founded["code"]
        assert await refusal(friend, "party-join", code="wrong") == "party-unknown"
        await friend.client.request("party-join", code=code)
        await until(lambda: len(party(host)["members"]) == len(friends), "the host did not see their friend")
        assert await refusal(friend, "party-start", language="en") == "not-leader"

        queued = await host.client.request("party-start", language="en")
        assert queued["state"] == "queued"
        await until(lambda: all(guest.session.seat for guest in friends), "no lobby came")
        for guest in others:
            await guest.client.request("queue", language="en")
        await until(lambda: all(guest.state.round == 1 for guest in clients), "the tournament did not begin")
        tournament = host.state.tournament
        assert {guest.state.tournament for guest in clients} == {tournament}
        await until(lambda: playing(friend) == ids(friends), "the screen does not say who plays")
        assert await refusal(others[0], "party-join", code=code) == "party-busy"
        assert await refusal(host, "party-start", language="en") == "party-busy"

        await play_a_round(clients)
        for guest in [*others, friend]:
            if guest.session.id in guest.state.players and guest.state.phase != "over":
                await guest.client.request("leave", tournament=tournament)
        await until(lambda: host.state.phase == "over", "the tournament had no end")
        await until(lambda: playing(host) == set() and party(host)["state"] == "gathering", "no way back to the party")
        await until(lambda: all(rated(host, one) for one in friends), "the ratings did not come")
        await until(lambda: ratings(friend) == {one.session.id: rated(host, one) for one in friends}, "old ratings")

        await host.client.request("party-start", language="en")
        await until(lambda: friend.session.seat not in {None, tournament}, "they did not start again")
        assert friend.state.phase == "lobby"
        assert (await friend.client.request("unqueue"))["reason"] == "asked"
        await until(lambda: {f["reason"] for f in host.frames if f["type"] == "unqueued"} == {"party"}, "split")
        await friend.client.request("party-leave")
        await until(
            lambda: [one["player"] for one in party(host)["members"]] == [host.session.id], "friend is still there"
        )


async def play_a_round(clients: Sequence[RecordedClient]) -> None:
    """Let bots play the first round of duels."""
    bots = [Bot(guest.client, WORDS, Random(number)) for number, guest in enumerate(clients)]  # noqa: S311
    games = [asyncio.create_task(bot.play()) for bot in bots]
    try:
        await until(lambda: clients[0].state.round > 1 or clients[0].state.phase == "over", "round one had no end", 90)
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)


def rated(host: RecordedClient, player: RecordedClient) -> int | None:
    """The rating that a player was told to have after the game."""
    told = [f["after"] for f in host.frames if f["type"] == "rated" and f["player"] == player.session.id]
    return told[-1] if told else None


def ratings(guest: RecordedClient) -> dict[str, int]:
    return {member["player"]: member["rating"] for member in party(guest)["members"]}


def test_friends_play_together_and_start_again(deployment: Deployment) -> None:
    asyncio.run(played_tournament(deployment.websocket))
    assert deployment.logged_errors() == []
    assert deployment.dead_letters() == []
