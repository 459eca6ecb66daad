"""The reference client on a real socket, against a server that says what the test tells it to."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from infra.local.client import Client
from infra.local.client_state import Frame
from infra.local.errors import ConversationEndedError, RefusedError
from tests.local.frame_builders import NOW, PLAYERS, T, lobby, round_opened, started, turn, welcome

Answer = Callable[["Scripted", ServerConnection, Frame], Awaitable[None]]


class Scripted:
    """A server that greets, notes every frame, and leaves the rest to the test."""

    def __init__(self, answer: Answer, *, greets: bool = True) -> None:
        self.frames: list[Frame] = []
        self.paths: list[str] = []
        self.sockets: list[ServerConnection] = []
        self.greets = greets
        self._answer = answer

    async def converse(self, socket: ServerConnection) -> None:
        self.sockets.append(socket)
        assert socket.request is not None
        self.paths.append(socket.request.path)
        async for text in socket:
            frame = json.loads(text)
            self.frames.append(frame)
            if frame["action"] == "hello" and self.greets:
                await say(socket, welcome(re=frame["id"]))
            await self._answer(self, socket, frame)

    def actions(self) -> list[str]:
        return [frame["action"] for frame in self.frames]


async def say(socket: ServerConnection, *frames: Frame) -> None:
    for frame in frames:
        await socket.send(json.dumps(frame))


async def silence(_server: Scripted, _socket: ServerConnection, _frame: Frame) -> None:
    """Answer nothing but the hello."""


@asynccontextmanager
async def serving(server: Scripted) -> AsyncIterator[str]:
    async with serve(server.converse, "127.0.0.1", 0) as running:
        port = next(iter(running.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/local"


def run(server: Scripted, test: Callable[[str], Awaitable[None]]) -> None:
    async def within() -> None:
        async with asyncio.timeout(20), serving(server) as url:
            await test(url)

    asyncio.run(within())


async def received(client: Client, count: int) -> list[Frame]:
    frames: list[Frame] = []
    async for frame in client:
        frames.append(frame)
        if len(frames) == count:
            break
    return frames


def test_hello_is_the_first_frame_and_names_the_version() -> None:
    server = Scripted(silence)

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (client.session.id, client.session.token) == ("p1", "secret-token")

    run(server, test)
    assert [(f["action"], f["v"]) for f in server.frames] == [("hello", 1)]


def test_a_known_player_shows_the_token_in_the_query() -> None:
    server = Scripted(silence)

    async def test(url: str) -> None:
        async with Client(url, token="secret-token"):  # noqa: S106
            pass

    run(server, test)
    assert server.paths == ["/local?token=secret-token"]


def test_an_answer_with_an_old_seq_still_answers() -> None:
    """Clients match ``re`` before they drop by ``seq``."""

    async def answer(_server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "queue":
            await say(socket, lobby(8, *PLAYERS), started(9), {**started(9), "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.request("queue", language="en"))["seq"] == 9
            assert [f["type"] for f in await received(client, 3)] == ["welcome", "lobby", "tournament-started"]

    run(Scripted(answer), test)


def test_a_refusal_is_raised_with_its_code() -> None:
    async def answer(_server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "queue":
            error = {"type": "error", "at": NOW, "re": frame["id"], "code": "language-unknown", "message": "no"}
            await say(socket, {**error, "definite": True})

    async def test(url: str) -> None:
        async with Client(url) as client:
            with pytest.raises(RefusedError, match="language-unknown") as caught:
                await client.request("queue", language="xx")
            assert caught.value.is_definite

    run(Scripted(answer), test)


def test_a_retry_is_sent_again_under_the_same_id() -> None:
    async def answer(server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] != "rename":
            return
        if server.actions().count("rename") == 1:
            retry = {"type": "error", "at": NOW, "re": frame["id"], "code": "retry", "message": "", "definite": True}
            await say(socket, retry)
        else:
            await say(socket, {**welcome(), "type": "renamed", "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.request("rename", nickname="P1"))["type"] == "renamed"

    server = Scripted(answer)
    run(server, test)
    renames = [frame for frame in server.frames if frame["action"] == "rename"]
    assert renames[0] == renames[1]


def test_a_lost_connection_is_resumed_with_token_and_seq_and_unanswered_frames_are_repeated() -> None:
    async def answer(server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello" and len(server.sockets) == 1:
            await say(socket, lobby(8, *PLAYERS), started(9), round_opened(10))
        if frame["action"] == "guess":
            if len(server.sockets) == 1:
                socket.transport.abort()
            else:
                await say(socket, {**turn(11, "d0", 1, "p1"), "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            await received(client, 4)
            await client.request("guess", tournament=T, duel="d0", turn=1, word="crane")

    server = Scripted(answer)
    run(server, test)
    assert server.actions()[:4] == ["hello", "guess", "hello", "guess"]
    assert server.paths == ["/local", "/local?token=secret-token"]
    assert (server.frames[2]["tournament"], server.frames[2]["seq"]) == (T, 10)
    assert server.frames[1] == server.frames[3]


def test_superseded_is_final() -> None:  # D11
    async def answer(_server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello":
            await say(socket, {"type": "superseded", "at": NOW})
            await socket.close()

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert [f["type"] async for f in client] == ["welcome", "superseded"]
            await asyncio.sleep(0.6)
            with pytest.raises(ConversationEndedError):
                await client.request("ping")

    server = Scripted(answer)
    run(server, test)
    assert len(server.sockets) == 1


def test_a_refused_token_is_final() -> None:
    async def test() -> None:
        def refuse(socket: ServerConnection, _request: Request) -> Response:
            return socket.respond(HTTPStatus.FORBIDDEN, "no")

        async with serve(Scripted(silence).converse, "127.0.0.1", 0, process_request=refuse) as running:
            port = next(iter(running.sockets)).getsockname()[1]
            with pytest.raises(ConversationEndedError, match="403"):
                async with Client(f"ws://127.0.0.1:{port}/local", token="forged"):  # noqa: S106
                    pass

    asyncio.run(test())


def test_a_gap_makes_the_client_sync_by_itself() -> None:
    async def answer(_server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello":
            await say(socket, lobby(8, *PLAYERS), turn(11, "d0", 1, "p2"))
        if frame["action"] == "sync":
            synced = {"type": "synced", "at": NOW, "re": frame["id"], "tournament": T, "seq": 11}
            await say(socket, started(9), round_opened(10), synced)

    async def test(url: str) -> None:
        async with Client(url) as client:
            frames = await received(client, 6)
            assert [f.get("seq") for f in frames] == [None, 8, 9, 10, 11, 11]
            assert client.session.gaps == 1

    server = Scripted(answer)
    run(server, test)
    assert [(f["action"], f.get("seq")) for f in server.frames] == [("hello", None), ("sync", 8)]


def test_every_text_is_recorded_as_it_came() -> None:
    texts: list[str] = []

    async def test(url: str) -> None:
        async with Client(url, on_text=texts.append) as client:
            await received(client, 1)

    run(Scripted(silence), test)
    assert [json.loads(text)["type"] for text in texts] == ["welcome"]


@pytest.mark.parametrize("text", ['{"message": "Internal server error", "connectionId": "c"}', "Worker process died"])
def test_what_a_failed_function_did_not_answer_is_asked_again_after_a_hello(text: str) -> None:
    """The gateway's own words say only that something failed; the same id has its effect once."""

    async def answer(server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "rename" and server.actions().count("rename") < 3:
            await socket.send(text)
        elif frame["action"] == "rename":
            await say(socket, {"type": "renamed", "at": NOW, "re": frame["id"], "player": {"id": "p1"}})

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.request("rename", nickname="P1"))["type"] == "renamed"

    server = Scripted(answer)
    run(server, test)
    assert server.actions() == ["hello", "rename", "hello", "rename", "hello", "rename"]
    assert len({frame["id"] for frame in server.frames if frame["action"] == "rename"}) == 1


@pytest.mark.parametrize("text", ['{"message": "Internal server error", "connectionId": "c"}', "Worker process died"])
def test_a_hello_that_failed_is_said_again(text: str) -> None:
    async def answer(server: Scripted, socket: ServerConnection, frame: Frame) -> None:
        if server.actions() == ["hello"]:
            await socket.send(text)
        else:
            await say(socket, welcome(re=frame["id"]))

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert client.session.id == "p1"

    server = Scripted(answer, greets=False)
    run(server, test)
    assert server.actions() == ["hello", "hello"]
