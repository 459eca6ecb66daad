"""The bots of a run: seating them, playing, and playing again.

Lives here: when each bot queues, and how long the run waits. How a bot plays is bot.py's, what it must have been shown
is checker.py's.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from infra.local.bot import Bot
from infra.local.client import Client
from infra.local.client_checker import ClientChecker
from infra.local.client_state import Frame
from infra.local.errors import AnswerMissingError, ConversationEndedError, RefusedError
from infra.local.parameters import SEATS, Parameters
from infra.local.session import Session

_PAUSE = 5.0  # seconds between two tournaments, so that the standings can be read
_SILENCE_LIMIT = 90.0  # seconds without any frame: longer than a whole turn and an absence
_TOURNAMENT_LIMIT = {"standard": 3_600.0, "fast": 600.0}  # seconds
_RATING_LIMIT = 15.0  # seconds from the end to the last rating change
_LARGEST_DRIFT = 100  # rating points from 1000: beyond it a bot starts anew, so that all still meet in one lobby (R7.1)
_FIRST_RATING = 1000

_LOSSES = (AnswerMissingError, ConversationEndedError, RefusedError)


@dataclass(slots=True)
class BotRun:
    """The bots of one run. ``on_frame`` gets every frame they are shown, ``report`` sentences on faults."""

    url: str
    words: Path
    parameters: Parameters
    on_frame: Callable[[Frame], None]
    report: Callable[[str], None]
    _queue_lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # one bot queues at a time
    _wakeup: asyncio.Event = field(default_factory=asyncio.Event)  # set, and replaced, at every frame

    async def play_one(self) -> list[str]:
        """Play one tournament of eight bots. Returns what went wrong, as sentences."""
        async with AsyncExitStack() as stack:
            players: list[tuple[Bot, ClientChecker]] = []
            games: list[asyncio.Task[None]] = []
            for number in range(SEATS):
                client = await stack.enter_async_context(Client(self.url))
                bot, checker = self._bot(client, number)
                await client.request("queue", language=self.parameters.language)
                games.append(self._game(bot))
                players.append((bot, checker))
            try:
                sessions = [bot.client.session for bot, _witness in players]
                faults = await self._follow(sessions, games)
            finally:
                for game in games:
                    game.cancel()
                outcomes = await asyncio.gather(*games, return_exceptions=True)
            faults += [f"a bot gave up: {outcome}" for outcome in outcomes if isinstance(outcome, Exception)]
            tournaments = {session.seat or "" for session in sessions}
            if len(tournaments) != 1:
                return [*faults, f"the bots sat in {len(tournaments)} tournaments"]
            (tournament,) = tournaments
            faults += [fault for bot, w in players for fault in w.faults(bot.client.session, tournament)]
            self._sum_up([bot for bot, _witness in players])
            return list(dict.fromkeys(faults))

    async def keep_playing(self) -> None:
        """Bots in their seats, tournament after tournament, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for number in range(self.parameters.bots):
                group.create_task(self._keep_seated(number))
            group.create_task(asyncio.Event().wait())  # without bots too

    async def _follow(self, sessions: list[Session], games: list[asyncio.Task[None]]) -> list[str]:
        """Wait until every bot has seen the end and all ratings. Returns what prevented it, as sentences."""
        limit = _TOURNAMENT_LIMIT[self.parameters.rules]
        try:
            async with asyncio.timeout(limit):
                while not all(_is_over(session) for session in sessions):
                    if any(game.done() for game in games):
                        return []  # its exception is reported by the caller
                    if not await self._next_frame(_SILENCE_LIMIT):
                        return [f"nothing happened for {_SILENCE_LIMIT:.0f} s"]
        except TimeoutError:
            return [f"the tournament was not over in {limit:.0f} s"]
        with suppress(TimeoutError):  # the checkers report what is missing
            async with asyncio.timeout(_RATING_LIMIT):
                while not all(_is_rated(session) for session in sessions):
                    await self._next_frame(_RATING_LIMIT)
        return []

    def _wake(self, *_what: object) -> None:
        """Wake every task that waits for the next frame."""
        self._wakeup.set()
        self._wakeup = asyncio.Event()

    async def _next_frame(self, seconds: float) -> bool:
        """Wait for the next frame of any bot, or the end of a game. Returns whether it came in time."""
        try:
            async with asyncio.timeout(seconds):
                await self._wakeup.wait()
        except TimeoutError:
            return False
        return True

    async def _keep_seated(self, number: int) -> None:
        """Keep one bot seated, tournament after tournament; replace a bot that fails."""
        while True:
            try:
                async with AsyncExitStack() as stack:
                    async with self._queue_lock:
                        client = await stack.enter_async_context(Client(self.url))
                    bot, checker = self._bot(client, number)
                    game = self._game(bot)
                    stack.push_async_callback(_ended, game)
                    while abs(client.session.player["rating"] - _FIRST_RATING) <= _LARGEST_DRIFT:
                        await self._play_again(client, game)
                        for error in checker.errors:
                            self.report(f"FAULT: {checker.name} was told {error['code']}: {error['message']}")
                        checker.errors.clear()
            except _LOSSES as loss:
                self.report(f"FAULT: bot {number} gave up: {loss}")
            await asyncio.sleep(_PAUSE)

    async def _play_again(self, client: Client, game: asyncio.Task[None]) -> None:
        """Take a seat and stay until the tournament is over."""
        async with self._queue_lock:
            await client.request("queue", language=self.parameters.language)
        while client.session.seat is not None and not _is_over(client.session):
            if game.done():
                game.result()
                raise ConversationEndedError("the conversation is over")
            await self._next_frame(_SILENCE_LIMIT)
        await asyncio.sleep(_PAUSE)
        state = client.session.state
        own = state.rated.get(client.session.id) if state else None
        if own is not None:
            client.session.player["rating"] = own["after"]

    def _game(self, bot: Bot) -> asyncio.Task[None]:
        game = asyncio.create_task(bot.play())
        game.add_done_callback(self._wake)
        return game

    def _bot(self, client: Client, number: int) -> tuple[Bot, ClientChecker]:
        checker = ClientChecker(f"bot {number} ({client.session.player['nickname']})")

        def on_frame(frame: Frame) -> None:
            checker.see(frame)
            self.on_frame(frame)
            self._wake()

        chance = random.Random(f"{self.parameters.seed}/{number}")  # noqa: S311  (a bot's taste, not a secret)
        return Bot(client, self.words, chance, on_frame=on_frame), checker

    def _sum_up(self, bots: list[Bot]) -> None:
        trips = sorted(trip for bot in bots for trip in bot.round_trips)
        gaps = sum(bot.client.session.gaps for bot in bots)
        if trips:
            middle, late = trips[len(trips) // 2], trips[int(len(trips) * 0.95)]
            self.report(
                f"{len(trips)} guesses, answered in {middle * 1000:.0f} ms (median) and {late * 1000:.0f} ms (95 %);"
                f" {gaps} gaps filled by a sync"
            )


async def _ended(game: asyncio.Task[None]) -> None:
    game.cancel()
    await asyncio.gather(game, return_exceptions=True)


def _is_over(session: Session) -> bool:
    return session.state is not None and session.state.phase == "over"


def _is_rated(session: Session) -> bool:
    return session.state is not None and len(session.state.rated) == len(session.state.players)
