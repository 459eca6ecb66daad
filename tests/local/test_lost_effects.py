"""A committer dies right after the commit: the relay on the table's stream does what it did not get to."""

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.local.bot import choose, read_vocabulary
from infra.local.deploy import ROOT, Deployment, aws_client
from tests.local.conftest import WORDS
from tests.local.recorded_clients import RecordedClient, tournament_of_eight, until
from tests.local.test_bot import seeded

pytestmark = pytest.mark.emulator

FAULT = Path(__file__).with_name("faults") / "dies_after_commit.py"
PROMISED = 3.0  # seconds


def packed(*extra: Path) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for path in [*sorted((ROOT / "functions").glob("*.py")), *extra]:
            archive.write(path, path.name)
    return body.getvalue()


@pytest.fixture
def dying_guess(deployment: Deployment) -> Iterator[None]:
    """The guess function replaced by one that dies after its commit, and put back."""
    functions = aws_client(deployment.emulator, "lambda")
    name = deployment.functions["ws_guess"]

    def put(handler: str, code: bytes) -> None:
        functions.update_function_code(FunctionName=name, ZipFile=code)
        functions.update_function_configuration(FunctionName=name, Handler=handler)

    put("dies_after_commit.handler", packed(FAULT))
    try:
        yield
    finally:
        put("ws_guess.handler", packed())


@pytest.mark.usefixtures("dying_guess")
def test_all_eight_sockets_hold_every_event_within_three_seconds(deployment: Deployment) -> None:
    async def test() -> float:
        async with tournament_of_eight(deployment.websocket, is_quiet=True) as clients:
            await until(lambda: all(sum(b.to_move is not None for b in g.state.boards.values()) == 4 for g in clients),
                        "the first turns did not begin")  # fmt: skip
            mover = next(g for g in clients if g.session.own_turn)
            board = mover.state.board_of(mover.session.id)
            assert board is not None
            word = "".join(choose(read_vocabulary(WORDS, "en", board.length), [], seeded(1)))
            guess = {"tournament": mover.state.tournament, "duel": board.duel, "turn": 1, "word": word}
            sent = time.monotonic()
            await mover.client.send_text(json.dumps({"action": "guess", "id": "the-last-frame", **guess}))

            def scored(guest: RecordedClient) -> list[float]:
                """When the guest received of the guess."""
                return [
                    when
                    for when, text in guest.received
                    if '"guess-scored"' in text and f'"{board.duel}"' in text and '"turn":1,' in text
                ]

            await until(lambda: all(scored(guest) for guest in clients), "somebody never received of the guess")
            for guest in clients:
                seqs = sorted(set(guest.seqs(mover.state.tournament)))
                assert seqs == list(range(seqs[0], seqs[-1] + 1))
            answer = next(f for f in mover.frames if f["type"] == "guess-scored")
            assert answer["re"] == "the-last-frame"
            return max(scored(guest)[0] for guest in clients) - sent

    taken = asyncio.run(test())
    assert taken <= PROMISED, f"{taken:.2f} s"
