"""A whole tournament of eight bots over real sockets, and what their clients received of it."""

import asyncio
from dataclasses import dataclass
from typing import Any

from infra.local.bot import Bot
from tests.local.conftest import WORDS
from tests.local.recorded_clients import SEATS, RecordedClient, recorded_clients, until
from tests.local.test_bot import seeded

LIMIT = 300.0  # seconds
Frame = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlayedTournament:
    """What eight sockets received of one tournament."""

    clients: list[RecordedClient]
    tournament: str
    shown: list[list[int]]  # the seqs that each client showed

    def events(self, guest: RecordedClient) -> list[Frame]:
        return [f for f in guest.frames if f.get("tournament") == self.tournament]

    def of(self, kind: str) -> list[Frame]:
        """The frames of a kind, as the first guest received them, each once and in order."""
        return [f for f in self.clients[0].events(self.tournament) if f["type"] == kind]

    def rated(self, guest: RecordedClient) -> dict[str, Frame]:
        """The rating changes that the guest received of, by player; they have no number."""
        return {f["player"]: f for f in self.events(guest) if f["type"] == "rated"}


async def play_tournament(url: str, *, are_idle: bool, started: asyncio.Event) -> PlayedTournament:
    async with recorded_clients(url, SEATS) as clients:
        shown: list[list[Frame]] = [[] for _ in clients]
        bots = [
            Bot(guest.client, WORDS, seeded(n), is_idle=are_idle, on_frame=shown[n].append)
            for n, guest in enumerate(clients)
        ]
        games = [asyncio.create_task(bot.play()) for bot in bots]
        for guest in clients:
            await guest.client.request("queue", language="en")
        started.set()
        try:
            await until(
                lambda: (
                    any(game.done() for game in games)
                    or (
                        all(g.state.phase == "over" and len(g.state.rated) == SEATS for g in clients)
                        # What a client knows, its bot is shown a moment later.
                        and all(any(f["type"] == "tournament-ended" for f in frames) for frames in shown)
                    )
                ),
                "the tournament had no end",
                LIMIT,
            )
        finally:
            for game in games:
                game.cancel()
            outcomes = await asyncio.gather(*games, return_exceptions=True)
        failures = [repr(one) for one in outcomes if isinstance(one, Exception)]
        assert failures == [], failures
        numbered = [
            [f["seq"] for f in frames if "seq" in f and f["type"] not in {"pong", "synced"}] for frames in shown
        ]
        return PlayedTournament(clients, clients[0].state.tournament, numbered)
