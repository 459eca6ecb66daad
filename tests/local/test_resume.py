"""How the reference client keeps to the rules for client authors: back-off, hello again, the end of patience."""

import asyncio
import random
from contextlib import suppress

import pytest
from websockets.asyncio.server import ServerConnection

from infra.local import client as reference
from infra.local import connection
from infra.local.client import Client
from infra.local.client_state import Frame
from infra.local.deploy import ROOT
from infra.local.session import GAP_PATIENCE, IDLE_PING, LOBBY_PING, SILENCE, SYNC_PAUSE, Session
from tests.local.frame_builders import NOW, PLAYERS, T, event, lobby, round_opened, snapshot, started, turn, welcome
from tests.local.recorded_clients import until
from tests.local.scripted_server import ScriptedServer, answer_nothing, receive, run, send
from wordle_tournament.app.connection.reconnect import STANDINGS_SHOWN_MS


def test_the_pause_before_coming_back_grows_and_is_jittered() -> None:
    client = Client("ws://127.0.0.1:1", chance=random.Random(7))  # noqa: S311
    tried = [[client._pause(losses) for _ in range(200)] for losses in range(8)]
    longest = [0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert [(min(one) >= most / 2, max(one) <= most) for one, most in zip(tried, longest, strict=True)] == [
        (True, True)
    ] * 8
    assert [max(one) - min(one) > most / 3 for one, most in zip(tried, longest, strict=True)] == [True] * 8


def test_a_server_that_closes_every_connection_politely_is_tried_ever_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reference, "_BACK_OFF", (0.02, 0.05, 0.1, 0.4, 30.0))

    async def close(_server: ScriptedServer, socket: ServerConnection, _frame: Frame) -> None:
        await socket.close()

    async def test(url: str) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(1.5), Client(url):
                pass

    server = ScriptedServer(close, welcomes=False)
    run(server, test)
    assert 3 <= len(server.sockets) <= 5


def test_a_connection_that_the_server_takes_for_lost_says_hello_again_and_then_what_it_had_to_say() -> None:
    async def answer(server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello" and server.actions().count("hello") == 1:
            await send(socket, lobby(8, *PLAYERS), started(9), round_opened(10))
        elif frame["action"] == "leave":
            is_greeted_again = server.actions().count("hello") == 2
            said = {"type": "player-left", "tournament": T, "seq": 11, "player": "p1", "place": 8}
            retry = {"type": "error", "code": "retry", "message": "", "definite": True}
            await send(socket, {**(said if is_greeted_again else retry), "at": NOW, "re": frame["id"]})

    async def test(url: str) -> None:
        async with Client(url) as client:
            await receive(client, 4)
            assert (await client.request("leave", tournament=T))["type"] == "player-left"

    server = ScriptedServer(answer)
    run(server, test)
    assert server.actions()[:4] == ["hello", "leave", "hello", "leave"]
    assert len(server.sockets) == 1
    assert (server.frames[2]["tournament"], server.frames[2]["seq"]) == (T, 10)
    assert server.frames[1] == server.frames[3]


def test_a_ping_of_ones_own_that_is_told_to_retry_is_followed_by_a_hello_too() -> None:
    """Nobody waits for the answer to such a ping; without the hello the seat would be lost after a minute."""

    async def answer(server: ScriptedServer, socket: ServerConnection, frame: Frame) -> None:
        if frame["action"] == "hello" and server.actions().count("hello") == 1:
            frames = (lobby(8, *PLAYERS), started(9), round_opened(10), turn(11, "d0", 1, "p1", seconds=1))
            await send(socket, *frames)
        elif frame["action"] == "ping" and server.actions().count("hello") == 1:
            retry = {"type": "error", "code": "retry", "message": "", "definite": True}
            await send(socket, {**retry, "at": NOW, "re": frame["id"]})

    server = ScriptedServer(answer)

    async def test(url: str) -> None:
        async with Client(url):
            await until(lambda: server.actions().count("hello") == 2, "it never said hello again")

    run(server, test)
    assert server.actions()[:3] == ["hello", "ping", "hello"]


@pytest.mark.parametrize("answers_hello", [True, False])
def test_a_connection_on_which_nothing_is_answered_is_given_up(
    monkeypatch: pytest.MonkeyPatch, *, answers_hello: bool
) -> None:
    """The client's side of a half-open connection (D15)."""
    monkeypatch.setattr(connection, "_MUTE_SECONDS", 0.2)
    server = ScriptedServer(answer_nothing, welcomes=answers_hello)

    async def test(url: str) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(3), Client(url) as client:
                asked = asyncio.create_task(client.request("rename", nickname="P1"))
                await until(lambda: len(server.sockets) >= 2, "it did not give up")
                asked.cancel()
                await asyncio.gather(asked, return_exceptions=True)

    run(server, test)
    assert len(server.sockets) >= 2
    assert [frame["action"] for frame in server.frames].count("hello") == len(server.sockets)


def test_the_page_for_client_authors_tells_what_this_client_does() -> None:
    told = " ".join((ROOT / "layers/shared/python/wordle_tournament/protocol/README.md").read_text("utf-8").split())
    shortest, *_, longest = reference._BACK_OFF
    for rule in (
        "after each third of your own turn",
        f"every {LOBBY_PING // 1000} seconds in a lobby, every {IDLE_PING // 60_000} minutes otherwise",
        f"received nothing at all for {connection._MUTE_SECONDS:.0f} seconds",
        f"{shortest} s, doubling with each loss in a row up to {longest:.0f} s, with jitter (half of it to all of it)",
        f"does not close by itself within {GAP_PATIENCE} ms",
        f"passed more than {SILENCE // 1000} seconds ago in silence",
        f"Do not sync more often than every {SYNC_PAUSE // 1000} seconds",
        "in the last ten minutes",
    ):
        assert rule in told, rule
    assert STANDINGS_SHOWN_MS == 10 * 60_000


# --- The session, without a socket ---


def playing() -> Session:
    session = Session()
    for frame in (welcome(), lobby(8, *PLAYERS), started(9), round_opened(10)):
        session.receive(frame, NOW)
    return session


def test_the_seat_is_where_welcome_says() -> None:
    session = playing()
    session.receive(welcome(tournament="t2"), NOW)
    session.receive({**snapshot(30), "tournament": "t2"}, NOW)
    assert session.seat == "t2"
    assert session.state is session.states["t2"]


def test_what_is_watched_besides_is_asked_for_after_a_return() -> None:  # D12
    session = playing()
    session.receive(lobby(1, "p1", tournament="t2"), NOW)
    session.receive(welcome(tournament="t2"), NOW)
    due = session.next_due_frame()
    assert (due.action, due.tournament, due.seq) == ("sync", T, 10)
    session.sent({**due.frame, "id": "s1"}, NOW, due)
    assert session.next_due_frame().due_at > NOW, "once"


def test_what_still_comes_of_a_merged_lobby_is_dropped() -> None:  # D9
    session = Session()
    for frame in (welcome(), lobby(2, *PLAYERS[:2]), lobby(3, *PLAYERS[:4], tournament="t2", replaces=T)):
        session.receive(frame, NOW)
    assert session.receive(lobby(3, *PLAYERS[:2]), NOW) == []
    assert (session.seat, set(session.states)) == ("t2", {"t2"})


@pytest.mark.parametrize("kind", ["player-back", "player-eliminated", "player-left"])
def test_nobody_stays_away_who_is_back_or_out(kind: str) -> None:
    session = playing()
    session.receive(event("player-away", 11, player="p2", until=NOW + 60_000), NOW)
    assert session.states[T].players["p2"].away == NOW + 60_000
    session.receive(event(kind, 12, player="p2", place=8), NOW)
    assert session.states[T].players["p2"].away is None


def test_a_seat_that_the_server_knows_nothing_of_is_given_up() -> None:
    session = Session()
    for frame in (welcome(), lobby(2, *PLAYERS[:2])):
        session.receive(frame, NOW)
    due = session.next_due_frame()
    session.sent({**due.frame, "id": "i1"}, NOW, due)
    refusal: Frame = {"type": "error", "code": "not-seated", "message": "", "definite": True}
    session.receive({**refusal, "at": NOW, "re": "i1"}, NOW)
    assert (session.seat, session.states) == (None, {})
