"""A WebSocket server that says what a test tells it to, for tests of the reference client alone."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from websockets.asyncio.server import ServerConnection, serve

from infra.local.client import Client
from infra.local.client_state import Frame
from tests.local.frame_builders import welcome

Answer = Callable[["ScriptedServer", ServerConnection, Frame], Awaitable[None]]


class ScriptedServer:
    """A server that welcomes, notes every frame, and leaves the rest to the test."""

    def __init__(self, answer: Answer, *, welcomes: bool = True) -> None:
        self.frames: list[Frame] = []
        self.paths: list[str] = []
        self.sockets: list[ServerConnection] = []
        self.welcomes = welcomes
        self._answer = answer

    async def converse(self, socket: ServerConnection) -> None:
        self.sockets.append(socket)
        assert socket.request is not None
        self.paths.append(socket.request.path)
        async for text in socket:
            frame = json.loads(text)
            self.frames.append(frame)
            if frame["action"] == "hello" and self.welcomes:
                await send(socket, welcome(re=frame["id"]))
            await self._answer(self, socket, frame)

    def actions(self) -> list[str]:
        return [frame["action"] for frame in self.frames]


async def send(socket: ServerConnection, *frames: Frame) -> None:
    for frame in frames:
        await socket.send(json.dumps(frame))


async def answer_nothing(_server: ScriptedServer, _socket: ServerConnection, _frame: Frame) -> None:
    """Answer nothing but the hello."""


@asynccontextmanager
async def serving(server: ScriptedServer) -> AsyncIterator[str]:
    async with serve(server.converse, "127.0.0.1", 0) as running:
        port = next(iter(running.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/local"


def run(server: ScriptedServer, test: Callable[[str], Awaitable[None]]) -> None:
    async def within() -> None:
        async with asyncio.timeout(20), serving(server) as url:
            await test(url)

    asyncio.run(within())


async def receive(client: Client, count: int) -> list[Frame]:
    frames: list[Frame] = []
    async for frame in client:
        frames.append(frame)
        if len(frames) == count:
            break
    return frames
