"""``make play`` as a person runs it: it plays, it ends, and nothing of it is left."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from infra.local.client import Client
from infra.local.play import READY_FILE

pytestmark = pytest.mark.emulator

ROOT = Path(__file__).resolve().parents[2]
PLAYED = 300.0  # seconds for a fast tournament with its set-up
SEATED = 30.0  # seconds
SET_UP = 120.0  # seconds


MAKE = ("make", "play")
DIRECTLY = (sys.executable, "-m", "infra.local.play")  # make turns every exit code but 0 into its own


def start(folder: Path, command: tuple[str, ...], **parameters: str) -> subprocess.Popen[str]:
    inherited = {k: v for k, v in os.environ.items() if k not in {"BOTS", "RULES", "LANGUAGE", "PORT", "SEED"}}
    return subprocess.Popen(  # noqa: S603  (our own commands)
        command,
        cwd=ROOT,
        env={**inherited, "TMPDIR": str(folder), **parameters},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def processes_with(folder: Path) -> list[str]:
    """The command lines of live processes that were started with this folder for temporary files, or in it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue  # it has ended, or is not ours
        if str(folder).encode() in environment and command:
            found.append(command.replace(b"\0", b" ").decode())
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for the run's temporary files, in which nothing may be left, and by which its processes are known."""
    yield tmp_path
    assert list(tmp_path.iterdir()) == []
    assert processes_with(tmp_path) == []
    assert not READY_FILE.exists()


def test_eight_bots_need_nobody_and_end_by_themselves(folder: Path) -> None:
    with start(folder, MAKE, BOTS="8", RULES="fast") as run:
        said, _ = run.communicate(timeout=PLAYED)
    assert run.returncode == 0, said
    lines = said.splitlines()
    assert sum("Rating: " in line for line in lines) == 8
    assert sum(" Round " in line for line in lines) >= 3
    standings = lines.index(next(line for line in lines if "Standings" in line))
    assert all(". " in line for line in lines[standings + 1 : standings + 9])
    assert "FAULT:" not in said
    assert "LOGGED" not in said


def test_an_interrupt_while_it_serves_ends_it_well(folder: Path) -> None:
    with start(folder, DIRECTLY, BOTS="2", RULES="fast") as run:
        try:
            until = time.monotonic() + SET_UP
            while not READY_FILE.exists():
                assert run.poll() is None, run.communicate()[0]
                assert time.monotonic() < until
                time.sleep(0.1)
            ready = json.loads(READY_FILE.read_text("utf-8"))
            assert ready["websocket"].startswith("ws://127.0.0.1:")
            with urlopen(f"{ready['web']}config.json") as answer:  # noqa: S310  (http, on this machine)
                assert json.load(answer)["websocket"] == ready["websocket"]

            async def visit() -> int:
                async with Client(ready["websocket"]) as person:
                    lobby = await person.request("queue", language="en")
                    seats = len(lobby["seats"])
                    async with asyncio.timeout(SEATED):  # the bots sit down at the same time
                        while seats < 3:
                            frame = await anext(aiter(person))
                            seats = len(frame.get("seats", ())) or seats
                    return seats

            assert asyncio.run(visit()) == 3
        finally:
            os.killpg(run.pid, signal.SIGINT)  # as a terminal does
        said, _ = run.communicate(timeout=30)
    assert run.returncode == 0, said
    assert f"play in a browser: {ready['web']}" in said
    assert "nothing is left running" in said
    assert "FAULT:" not in said


@pytest.mark.parametrize("seconds", [0.0, 0.2, 2.0, 6.0])  # the emulator's start, and parts of the deployment
def test_an_interrupt_during_set_up_leaves_nothing_either(folder: Path, seconds: float) -> None:
    with start(folder, DIRECTLY, BOTS="8", RULES="fast") as run:
        assert run.stdout is not None
        assert "starting" in run.stdout.readline()
        time.sleep(seconds)
        os.killpg(run.pid, signal.SIGINT)
        said, _ = run.communicate(timeout=30)
    assert run.returncode == 130, said


@pytest.mark.parametrize(("name", "value"), [("BOTS", "9"), ("RULES", "slow"), ("LANGUAGE", "xx"), ("PORT", "1")])
def test_a_bad_parameter_is_explained(folder: Path, name: str, value: str) -> None:
    with start(folder, DIRECTLY, **{name: value}) as run:
        said, _ = run.communicate(timeout=60)
    assert run.returncode == 2
    assert f"{name} is " in said
