"""Whatever a client sends: the protocol's typed error, no change, and not a word of our code in the answer."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from infra.local.client import Client
from infra.local.deploy import Deployment
from infra.local.errors import ConversationEndedError, RefusedError
from tests.local.recorded_clients import RecordedClient, recorded_clients, tournament_of_eight, until
from wordle_tournament.protocol.frames import parse_server_frame

pytestmark = pytest.mark.emulator

DEEP = '{"action": "ping", "id": "x", "tournament": ' + "[" * 500 + "]" * 500 + "}"  # the emulator itself ends at 1,000
LONG = json.dumps({"action": "rename", "id": "x", "nickname": "a" * 30_000})
GUESS = {"action": "guess", "id": "x", "tournament": "t", "duel": "d", "turn": 1, "word": "crane"}
TRACES = ("Traceback", "Exception", "Error:", ".py", "wordle_tournament", "pydantic")


@pytest.mark.parametrize(
    ("text", "code", "re"),
    [
        pytest.param("hello", "bad-frame", None, id="not JSON"),
        pytest.param("", "bad-frame", None, id="nothing at all"),
        pytest.param("[1, 2]", "bad-frame", None, id="not an object"),
        pytest.param('{"id": "x"}', "bad-frame", "x", id="no action"),
        pytest.param('{"action": {"a": 1}, "id": "x"}', "bad-frame", "x", id="an action that is no text"),
        pytest.param('{"action": "fly", "id": "x"}', "unknown-action", "x", id="unknown action"),
        pytest.param('{"action": "$default", "id": "x"}', "unknown-action", "x", id="the name of a route"),
        pytest.param('{"action": "ping"}', "bad-frame", None, id="no id"),
        pytest.param('{"action": "ping", "id": 7}', "bad-frame", None, id="an id that is no text"),
        pytest.param(json.dumps({"action": "ping", "id": "x" * 65}), "bad-frame", None, id="too long an id"),
        pytest.param(json.dumps(GUESS | {"turn": "1"}), "bad-frame", "x", id="wrong type"),
        pytest.param(json.dumps(GUESS | {"turn": True}), "bad-frame", "x", id="a truth for a number"),
        pytest.param(json.dumps(GUESS | {"turn": 13}), "bad-frame", "x", id="a turn that no duel has"),
        pytest.param(json.dumps(GUESS | {"word": None}), "bad-frame", "x", id="null"),
        pytest.param(json.dumps(GUESS | {"cheat": 1}), "bad-frame", "x", id="extra field"),
        pytest.param('{"action": "ping", "id": "x", "seq": 1e999}', "bad-frame", "x", id="infinity"),
        pytest.param(DEEP, "bad-frame", "x", id="deep nesting"),
        pytest.param(LONG, "bad-frame", "x", id="30 kB of text"),
        pytest.param('{"action": "hello", "id": "x", "v": 2}', "unsupported-version", "x", id="another version"),
        pytest.param(json.dumps(GUESS), "not-seated", "x", id="a tournament that does not exist"),
    ],
)
def test_a_frame_that_cannot_be_acted_on(deployment: Deployment, text: str, code: str, re: str | None) -> None:
    async def test() -> dict[str, Any]:
        async with recorded_clients(deployment.websocket, 1) as (guest,):
            answer = await guest.answer_to(text)
            await guest.client.request("ping")  # the connection lives on
            assert [parse_server_frame(json.dumps(frame)).type for frame in guest.frames] == [
                "welcome",
                "error",
                "pong",
            ]
            return answer

    answer = asyncio.run(test())
    assert (answer["code"], answer.get("re")) == (code, re)
    assert not any(trace in answer["message"] for trace in TRACES)


def test_bytes_are_no_frame(deployment: Deployment) -> None:
    """API Gateway closes at a binary frame; the emulator hands it on, and then it must be harmless."""

    async def test() -> dict[str, Any]:
        async with recorded_clients(deployment.websocket, 1) as (guest,):
            return await guest.answer_to(b"\x00\xff\xfe")

    assert asyncio.run(test())["code"] == "bad-frame"


async def refusal(guest: RecordedClient, action: str, **fields: object) -> str:
    with pytest.raises(RefusedError) as caught:
        await guest.client.request(action, **fields)
    assert not any(trace in str(caught.value) for trace in TRACES)
    return caught.value.code


async def mover_and_waiter(clients: list[RecordedClient]) -> tuple[RecordedClient, RecordedClient]:
    """The two of one duel whose first turn runs."""
    await until(lambda: any(g.session.own_turn for g in clients), "no turn began")
    mover = next(g for g in clients if g.session.own_turn)
    board = mover.state.board_of(mover.session.id)
    assert board is not None
    (waiter,) = (g for g in clients if g.session.id in board.players and g is not mover)
    return mover, waiter


def in_tournament(deployment: Deployment, test: Callable[[list[RecordedClient]], Awaitable[None]]) -> None:
    async def within() -> None:
        async with tournament_of_eight(deployment.websocket) as clients:
            await test(clients)
            for guest in clients:  # so that it does not play on under the next test
                await guest.client.request("leave", tournament=guest.state.tournament)

    asyncio.run(within())


async def refusal_in_turn(
    clients: list[RecordedClient], word: Callable[[int], str], *, of_waiter: bool = False, **changed: object
) -> str:
    """What a guess in a running turn is told; asked again if the turn, of 3 s, was over before it came there."""
    for _ in range(10):
        mover, waiter = await mover_and_waiter(clients)
        board = mover.state.board_of(mover.session.id)
        assert board is not None
        here = {"tournament": mover.state.tournament, "duel": board.duel, "turn": board.turn}
        code = await refusal(waiter if of_waiter else mover, "guess", **here | changed, word=word(board.length))
        if code != "turn-over":
            return code
    raise AssertionError("every turn was over")


def test_guesses_that_the_game_refuses(deployment: Deployment) -> None:
    async def test(clients: list[RecordedClient]) -> None:
        assert await refusal_in_turn(clients, lambda length: "a" * length, of_waiter=True) == "not-your-turn"
        assert await refusal_in_turn(clients, lambda _length: "") == "wrong-length"
        assert await refusal_in_turn(clients, lambda length: "a" * (length + 1)) == "wrong-length"
        assert await refusal_in_turn(clients, lambda length: "1" * length) == "letter-unknown"
        assert await refusal_in_turn(clients, lambda length: "a" * length) == "word-unknown"
        assert await refusal_in_turn(clients, lambda length: "a" * length, tournament="another") == "not-seated"
        mover, _waiter = await mover_and_waiter(clients)
        other = next(b for b in mover.state.boards.values() if mover.session.id not in b.players)
        guess = {"tournament": mover.state.tournament, "duel": other.duel, "turn": 1, "word": "a" * other.length}
        assert await refusal(mover, "guess", **guess) == "not-playing"
        scored = [f for g in clients for f in g.frames if f["type"] == "guess-scored"]
        assert scored == []

    in_tournament(deployment, test)


def test_a_guess_in_a_finished_duel(deployment: Deployment) -> None:
    async def test(clients: list[RecordedClient]) -> None:
        mover, waiter = await mover_and_waiter(clients)
        board = mover.state.board_of(mover.session.id)
        assert board is not None
        await waiter.client.request("leave", tournament=mover.state.tournament)
        await until(lambda: board.outcome == "forfeit", "leaving did not end the duel")
        before = mover.state.seq
        code = await refusal(
            mover, "guess", tournament=mover.state.tournament, duel=board.duel, turn=1, word="a" * board.length
        )
        assert code == "duel-over"
        frames = [f for f in mover.frames if f.get("seq", 0) > (before or 0) and f.get("duel") == board.duel]
        assert frames == []
        clients.remove(waiter)

    in_tournament(deployment, test)


def test_a_guess_in_somebody_elses_tournament(deployment: Deployment) -> None:
    async def test(clients: list[RecordedClient]) -> None:
        mover, _waiter = await mover_and_waiter(clients)
        board = mover.state.board_of(mover.session.id)
        assert board is not None
        async with recorded_clients(deployment.websocket, 1) as (stranger,):
            code = await refusal(
                stranger, "guess", tournament=mover.state.tournament, duel=board.duel, turn=1, word="a" * board.length
            )
        assert code == "not-seated"

    in_tournament(deployment, test)


def test_other_frames_before_hello_are_told_to_retry(deployment: Deployment) -> None:
    async def test() -> None:
        async with recorded_clients(deployment.websocket, 2) as (known, other):
            tournament = (await known.client.request("queue", language="en"))["tournament"]
            assert await refusal(other, "sync", tournament=tournament, seq=0) == "not-seated"
            assert await refusal(other, "queue", language="tlh") == "language-unknown"
            assert await refusal(other, "unqueue") == "not-seated"
            assert await refusal(known, "queue", language="en") == "already-seated"
            assert await refusal(known, "rename", nickname="\u202e") == "nickname-invalid"
            await known.client.request("leave", tournament=tournament)

    asyncio.run(test())


def test_a_forged_token_is_refused_in_the_handshake(deployment: Deployment) -> None:
    async def test(token: str) -> None:
        async with Client(deployment.websocket, token=token):
            pass

    for token in ("forged", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJwMSJ9."):
        with pytest.raises(ConversationEndedError, match=r"40[13]"):
            asyncio.run(test(token))
