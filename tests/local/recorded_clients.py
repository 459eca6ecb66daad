"""Clients that record what they receive, for tests on the emulator."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from infra.local.client import Client
from infra.local.client_state import ClientState, Frame
from infra.local.session import Session

SEATS = 8


@dataclass(slots=True)
class RecordedClient:
    """A client and every text that it received, with the moment (seconds, monotonic)."""

    client: Client
    received: list[tuple[float, str]] = field(default_factory=list)

    @property
    def session(self) -> Session:
        return self.client.session

    @property
    def state(self) -> ClientState:
        assert self.session.state is not None
        return self.session.state

    @property
    def frames(self) -> list[Frame]:
        """The frames received, without the errors of the gateway itself."""
        read = (json.loads(text) for _when, text in self.received if text.startswith(("{", "[")))
        return [frame for one in read for frame in (one if isinstance(one, list) else [one])]

    def events(self, tournament: str) -> list[Frame]:
        """The numbered events of a tournament, each once and in order; the relay may send one twice."""
        own = {"snapshot", "synced"}
        numbered = {
            f["seq"]: f
            for f in self.frames
            if f.get("tournament") == tournament and "seq" in f and f["type"] not in own
        }
        return [numbered[seq] for seq in sorted(numbered)]

    def seqs(self, tournament: str) -> list[int]:
        """The numbered events of a tournament, in the order in which they came over the wire."""
        return [
            f["seq"] for f in self.frames if f.get("tournament") == tournament and "seq" in f and f["type"] != "synced"
        ]

    async def answer_to(self, text: str | bytes) -> Frame:
        """Send any text and wait for the next frame that nobody else is waiting for."""
        before = len(self.frames)
        await self.client.send_text(text)
        await until(lambda: any(f["type"] == "error" for f in self.frames[before:]), "no error came")
        return next(f for f in self.frames[before:] if f["type"] == "error")


@asynccontextmanager
async def recorded_clients(url: str, count: int, *, is_quiet: bool = False) -> AsyncIterator[list[RecordedClient]]:
    """So many greeted recorded_clients, connected one after the other (cold workers are slow)."""
    async with AsyncExitStack() as stack:
        clients: list[RecordedClient] = []
        for _ in range(count):
            received: list[tuple[float, str]] = []

            def annotate(text: str, received: list[tuple[float, str]] = received) -> None:
                received.append((time.monotonic(), text))

            client = await stack.enter_async_context(Client(url, on_text=annotate, is_quiet=is_quiet))
            clients.append(RecordedClient(client, received))
        yield clients


@asynccontextmanager
async def tournament_of_eight(url: str, *, is_quiet: bool = False) -> AsyncIterator[list[RecordedClient]]:
    """Eight recorded_clients in a tournament that has just begun."""
    async with recorded_clients(url, SEATS, is_quiet=is_quiet) as clients:
        for guest in clients:
            await guest.client.request("queue", language="en")
        await until(lambda: all(guest.state.round == 1 for guest in clients), "the tournament did not begin")
        yield clients


async def until(condition: Callable[[], bool], otherwise: str, seconds: float = 20.0) -> None:
    """Wait for a condition; fail with a sentence."""
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(otherwise)
