"""A duel in each of the 13 languages, over real sockets: words, tiles and marks as their alphabet has them (R5)."""

import asyncio
import json
from typing import Any

import pytest

from infra.local.bot import Bot
from infra.local.deploy import Deployment
from tests.local.conftest import WORDS
from tests.local.recorded_clients import SEATS, recorded_clients, until
from tests.local.test_bot import seeded
from wordle_tournament.core.alphabet import Alphabet
from wordle_tournament.core.marks import mark
from wordle_tournament.protocol.frames import parse_server_frame

pytestmark = pytest.mark.emulator

LANGUAGES = ("de", "en", "es", "fr", "id", "it", "kk", "nl", "pl", "pt", "ru", "uk", "uz")
AT_ONCE = 2  # tournaments
Frame = dict[str, Any]


@pytest.fixture(scope="module")
def first_rounds(deployment: Deployment) -> dict[str, list[Frame]]:
    """By language, what the first of eight players received until all duels of the first round were over."""
    return asyncio.run(play_all(deployment.websocket))


async def play_all(url: str) -> dict[str, list[Frame]]:
    places = asyncio.Semaphore(AT_ONCE)

    async def play(language: str) -> list[Frame]:
        async with places:
            return await play_first_round(url, language)

    return dict(zip(LANGUAGES, await asyncio.gather(*map(play, LANGUAGES)), strict=True))


async def play_first_round(url: str, language: str) -> list[Frame]:
    async with recorded_clients(url, SEATS) as clients:
        games = [asyncio.create_task(Bot(guest.client, WORDS, seeded(n)).play()) for n, guest in enumerate(clients)]
        for guest in clients:
            await guest.client.request("queue", language=language)

        def is_over() -> bool:
            return any(game.done() for game in games) or any(f["type"] == "round-closed" for f in clients[0].frames)

        await until(is_over, f"no duel in {language} came to its end", 90)
        for game in games:
            game.cancel()
        outcomes = await asyncio.gather(*games, return_exceptions=True)
        assert [outcome for outcome in outcomes if isinstance(outcome, Exception)] == []
        tournament = clients[0].state.tournament
        events = clients[0].events(tournament)
        for guest in clients:  # nothing is left running behind
            await guest.client.request("leave", tournament=tournament)
        return events


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_duel_is_played_in_the_letters_of_its_language(
    first_rounds: dict[str, list[Frame]], language: str
) -> None:  # R5.1, R5.2, D10
    alphabet = Alphabet.from_document(json.loads((WORDS / language / "alphabet.json").read_text("utf-8")))
    frames = first_rounds[language]
    for frame in frames:
        parse_server_frame(json.dumps(frame))
    (opened,) = (frame for frame in frames if frame["type"] == "round-opened" and frame["round"] == 1)
    lengths = {duel["duel"]: duel["length"] for duel in opened["duels"]}
    secrets = {frame["duel"]: frame["secret"] for frame in frames if frame["type"] == "duel-ended"}
    rows = [frame for frame in frames if frame["type"] == "guess-scored" and frame["duel"] in secrets]
    assert secrets.keys() == lengths.keys()
    assert {row["duel"] for row in rows} <= lengths.keys()
    assert len(rows) >= len(lengths), "bots guess"
    for row in rows:
        tiles = alphabet.tiles(row["word"])
        secret = alphabet.tiles(secrets[row["duel"]])
        assert tuple(row["tiles"]) == tiles
        assert len(tiles) == len(secret) == lengths[row["duel"]]
        assert tuple(row["marks"]) == mark(secret, tiles)
