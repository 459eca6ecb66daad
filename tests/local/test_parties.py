"""Friends on the emulator: invited by a link, together in a game, back on their screen, and off again (R9)."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from infra.local.bot import Bot
from infra.local.client import RefusedError
from infra.local.deploy import Deployment
from infra.local.table import Frame
from tests.local.company import SEATS, Guest, guests, until
from tests.local.conftest import WORDS

pytestmark = pytest.mark.emulator


def party(guest: Guest) -> Frame:
    """The party as the guest's screen shows it."""
    return max((frame for frame in guest.frames if frame["type"] == "party"), key=lambda frame: frame["at"])


def playing(guest: Guest) -> set[str]:
    return {member["player"] for member in party(guest)["members"] if member["playing"]}


def ids(company: Sequence[Guest]) -> set[str]:
    return {guest.session.id for guest in company}


async def refusal(guest: Guest, action: str, **fields: object) -> str:
    with pytest.raises(RefusedError) as refused:
        await guest.client.request(action, **fields)
    return refused.value.code


async def evening(url: str) -> None:
    async with guests(url, SEATS) as company:
        friends, others = company[:2], company[2:]
        host, friend = friends

        founded = await host.client.request("party-create")
        code = founded["link"].partition("#party=")[2]
        assert code == founded["code"]
        assert await refusal(friend, "party-join", code="wrong") == "party-unknown"
        await friend.client.request("party-join", code=code)
        await until(lambda: len(party(host)["members"]) == len(friends), "the host did not see his friend")
        assert await refusal(friend, "party-start", language="en") == "not-leader"

        queued = await host.client.request("party-start", language="en")
        assert queued["state"] == "queued"
        await until(lambda: all(guest.session.seat for guest in friends), "no lobby came")
        for guest in others:
            await guest.client.request("queue", language="en")
        await until(lambda: all(guest.table.round == 1 for guest in company), "the tournament did not begin")
        tournament = host.table.tournament
        assert {guest.table.tournament for guest in company} == {tournament}
        await until(lambda: playing(friend) == ids(friends), "the screen does not say who plays")
        assert await refusal(others[0], "party-join", code=code) == "party-busy"
        assert await refusal(host, "party-start", language="en") == "party-busy"

        await play_a_round(company)
        for guest in [*others, friend]:
            if guest.session.id in guest.table.players and guest.table.phase != "over":
                await guest.client.request("leave", tournament=tournament)
        await until(lambda: host.table.phase == "over", "the tournament had no end")
        await until(lambda: playing(host) == set() and party(host)["state"] == "gathering", "no way back to the party")
        await until(lambda: all(rated(host, one) for one in friends), "the ratings did not come")
        await until(lambda: ratings(friend) == {one.session.id: rated(host, one) for one in friends}, "old ratings")

        await host.client.request("party-start", language="en")
        await until(lambda: friend.session.seat not in {None, tournament}, "they did not start again")
        assert friend.table.phase == "lobby"
        assert (await friend.client.request("unqueue"))["reason"] == "asked"
        await until(lambda: {f["reason"] for f in host.frames if f["type"] == "unqueued"} == {"party"}, "split")
        await friend.client.request("party-leave")
        await until(lambda: [one["player"] for one in party(host)["members"]] == [host.session.id], "he is still there")


async def play_a_round(company: Sequence[Guest]) -> None:
    """Let bots play the first round of duels."""
    bots = [Bot(guest.client, WORDS, Random(number)) for number, guest in enumerate(company)]  # noqa: S311
    games = [asyncio.create_task(bot.play()) for bot in bots]
    try:
        await until(lambda: company[0].table.round > 1 or company[0].table.phase == "over", "round one had no end", 90)
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)


def rated(host: Guest, player: Guest) -> int | None:
    """The rating that a player was told to have after the game."""
    told = [f["after"] for f in host.frames if f["type"] == "rated" and f["player"] == player.session.id]
    return told[-1] if told else None


def ratings(guest: Guest) -> dict[str, int]:
    return {member["player"]: member["rating"] for member in party(guest)["members"]}


def test_friends_play_together_and_start_again(deployment: Deployment) -> None:
    asyncio.run(evening(deployment.websocket))
    assert deployment.logged_errors() == []
    assert deployment.dead_letters() == []
