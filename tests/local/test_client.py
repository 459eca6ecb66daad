"""The reference client on a real socket, against a server that says what the test tells it to."""

import asyncio
import json
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from infra.local.client import Client
from infra.local.client_state import Frame
from infra.local.errors import ConversationEndedError, RefusedError
from tests.local.frame_builders import NOW, PLAYERS, T, lobby, round_opened, started, turn, welcome
from tests.local.scripted_server import ScriptedServer, answer_nothing, receive, run, send


def test_hello_is_the_first_frame_and_names_the_version() -> None:
    server = ScriptedServer(answer_nothing)

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (client.session.id, client.session.token) == ("p1", "secret-token")

    run(server, test)
    assert [(f["action"], f["v"]) for f in server.frames] == [("hello", 1)]


def test_a_known_player_shows_the_token_in_the_query() -> None:
    server = ScriptedServer(answer_nothing)

    async def test(url: str) -> None:
        async with Client(url, token="secret-token"):  # noqa: S106
            pass

    run(server, test)
    assert server.paths == ["/local?token=secret-token"]


def test_an_answer_with_an_old_seq_still_answers() -> None:
    """Clients match ``re`` before they drop by ``seq``."""

    async def answer(_server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "queue":
            await send(socket, lobby(8, *PLAYERS), started(9), {**started(9), "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.request("queue", language="en"))["seq"] == 9
            assert [f["type"] for f in await receive(client, 3)] == ["welcome", "lobby", "tournament-started"]

    run(ScriptedServer(answer), test)


def test_a_refusal_is_raised_with_its_code() -> None:
    async def answer(_server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "queue":
            error = {"type": "error", "at": NOW, "re": frame["id"], "code": "language-unknown", "message": "no"}
            await send(socket, {**error, "definite": True})

    async def test(url: str) -> None:
        async with Client(url) as client:
            with pytest.raises(RefusedError, match="language-unknown") as caught:
                await client.request("queue", language="xx")
            assert caught.value.is_definite

    run(ScriptedServer(answer), test)


def test_a_retry_is_sent_again_under_the_same_id() -> None:
    async def answer(server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] != "rename":
            return
        if server.actions().count("rename") == 1:
            retry = {"type": "error", "at": NOW, "re": frame["id"], "code": "retry", "message": "", "definite": True}
            await send(socket, retry)
        else:
            await send(socket, {**welcome(), "type": "renamed", "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.request("rename", nickname="P1"))["type"] == "renamed"

    server = ScriptedServer(answer)
    run(server, test)
    renames = [frame for frame in server.frames if frame["action"] == "rename"]
    assert renames[0] == renames[1]


def test_a_lost_connection_is_resumed_with_token_and_seq_and_unanswered_frames_are_repeated() -> None:
    async def answer(server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello" and len(server.sockets) == 1:
            await send(socket, lobby(8, *PLAYERS), started(9), round_opened(10))
        if frame["action"] == "guess":
            if len(server.sockets) == 1:
                socket.transport.abort()
            else:
                await send(socket, {**turn(11, "d0", 1, "p1"), "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            await receive(client, 4)
            await client.request("guess", tournament=T, duel="d0", turn=1, word="crane")

    server = ScriptedServer(answer)
    run(server, test)
    assert server.actions()[:4] == ["hello", "guess", "hello", "guess"]
    assert server.paths == ["/local", "/local?token=secret-token"]
    assert (server.frames[2]["tournament"], server.frames[2]["seq"]) == (T, 10)
    assert server.frames[1] == server.frames[3]


def test_superseded_is_final() -> None:  # D11
    async def answer(_server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello":
            await send(socket, {"type": "superseded", "at": NOW})
            await socket.close()

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert [f["type"] async for f in client] == ["welcome", "superseded"]
            await asyncio.sleep(0.6)
            with pytest.raises(ConversationEndedError):
                await client.request("ping")

    server = ScriptedServer(answer)
    run(server, test)
    assert len(server.sockets) == 1


def test_a_refused_token_is_final() -> None:
    async def test() -> None:
        def refuse(socket: ServerConnection, _request: Request) -> Response:
            return socket.respond(HTTPStatus.FORBIDDEN, "no")

        async with serve(ScriptedServer(answer_nothing).converse, "127.0.0.1", 0, process_request=refuse) as running:
            port = next(iter(running.sockets)).getsockname()[1]
            with pytest.raises(ConversationEndedError, match="403"):
                async with Client(f"ws://127.0.0.1:{port}/local", token="forged"):  # noqa: S106
                    pass

    asyncio.run(test())


def test_a_gap_makes_the_client_sync_by_itself() -> None:
    async def answer(_server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello":
            await send(socket, lobby(8, *PLAYERS), turn(11, "d0", 1, "p2"))
        if frame["action"] == "sync":
            synced = {"type": "synced", "at": NOW, "re": frame["id"], "tournament": T, "seq": 11}
            await send(socket, started(9), round_opened(10), synced)

    async def test(url: str) -> None:
        async with Client(url) as client:
            frames = await receive(client, 6)
            assert [f.get("seq") for f in frames] == [None, 8, 9, 10, 11, 11]
            assert client.session.gaps == 1

    server = ScriptedServer(answer)
    run(server, test)
    assert [(f["action"], f.get("seq")) for f in server.frames] == [("hello", None), ("sync", 8)]


def test_an_array_of_frames_is_taken_in_frame_by_frame() -> None:
    """One message holds all that a commit says to a screen; the answer in the middle of it is matched too."""

    async def answer(_server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "queue":
            frames = [lobby(8, *PLAYERS), {**started(9), "re": frame["id"]}, round_opened(10)]
            await socket.send(json.dumps(frames))

    texts: list[str] = []

    async def test(url: str) -> None:
        async with Client(url, on_text=texts.append) as client:
            assert (await client.request("queue", language="en"))["seq"] == 9
            shown = await receive(client, 4)
            assert [f["type"] for f in shown] == ["welcome", "lobby", "tournament-started", "round-opened"]
            assert client.session.gaps == 0

    run(ScriptedServer(answer), test)
    assert len(texts) == 2


@pytest.mark.parametrize("text", ["[]", "[[]]", "[1]", '[{"message": "Internal server error"}]'])
def test_an_array_of_no_frames_ends_nothing(text: str) -> None:
    async def answer(_server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "ping":
            await socket.send(text)
            await send(socket, {"type": "pong", "at": NOW, "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.request("ping"))["type"] == "pong"

    run(ScriptedServer(answer), test)


def test_every_text_is_recorded_as_it_came() -> None:
    texts: list[str] = []

    async def test(url: str) -> None:
        async with Client(url, on_text=texts.append) as client:
            await receive(client, 1)

    run(ScriptedServer(answer_nothing), test)
    assert [json.loads(text)["type"] for text in texts] == ["welcome"]


@pytest.mark.parametrize("text", ['{"message": "Internal server error", "connectionId": "c"}', "Worker process died"])
def test_what_a_failed_function_did_not_answer_is_asked_again_after_a_hello(text: str) -> None:
    """An error of the gateway says only that a function failed; a repeated id has its effect once."""

    async def answer(server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "rename" and server.actions().count("rename") < 3:
            await socket.send(text)
        elif frame["action"] == "rename":
            await send(socket, {"type": "renamed", "at": NOW, "re": frame["id"], "player": {"id": "p1"}})

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.request("rename", nickname="P1"))["type"] == "renamed"

    server = ScriptedServer(answer)
    run(server, test)
    assert server.actions() == ["hello", "rename", "hello", "rename", "hello", "rename"]
    assert len({frame["id"] for frame in server.frames if frame["action"] == "rename"}) == 1


@pytest.mark.parametrize("text", ['{"message": "Internal server error", "connectionId": "c"}', "Worker process died"])
def test_a_hello_that_failed_is_said_again(text: str) -> None:
    async def answer(server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if server.actions() == ["hello"]:
            await socket.send(text)
        else:
            await send(socket, welcome(re=frame["id"]))

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert client.session.id == "p1"

    server = ScriptedServer(answer, welcomes=False)
    run(server, test)
    assert server.actions() == ["hello", "hello"]
