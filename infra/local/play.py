"""``make play``: the whole backend on this machine, with bots in the free seats.

Lives here: one run, from the first progress line to the last clean-up. README.md names the parts it uses.
Exit codes: 0 all well, 1 something went wrong, 2 a parameter that cannot be used, 130 interrupted before the end.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError

from infra.local.bot_run import BotRun
from infra.local.deploy import ROOT, DeployFailedError, Deployment, deploy
from infra.local.emulator import EmulatorFailedError, running_emulator
from infra.local.errors import AnswerMissingError, ConversationEndedError, RefusedError
from infra.local.game_log import GameLog
from infra.local.interrupts import end_like_ctrl_c
from infra.local.pages import Pages
from infra.local.parameters import SEATS, ParameterError, Parameters
from infra.local.warming import warm_up

WORDS = ROOT / "wordlists"
READY_FILE = ROOT / ".build" / "local.json"

_ERRORS_SHOWN = 20

_FAILURES = (
    AnswerMissingError,
    BotoCoreError,
    ClientError,
    ConversationEndedError,
    DeployFailedError,
    EmulatorFailedError,
    RefusedError,
)


def main() -> int:
    """Run; returns the exit code."""
    try:
        parameters = Parameters.of(os.environ, WORDS)
    except ParameterError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    end_like_ctrl_c()
    progress = Progress()
    try:
        progress.write("starting the local AWS")
        with running_emulator(parameters.port) as emulator, Pages() as pages:
            progress.write(f"emulator up on {emulator.endpoint}; deploying the stack")
            deployment = deploy(emulator, rules=parameters.rules, page=pages.address)
            pages.wire(deployment.websocket)
            progress.write("stack deployed; starting every function once")
            try:
                return asyncio.run(_serve(deployment, pages.address, parameters, progress))
            finally:
                for line in deployment.logged_errors()[:_ERRORS_SHOWN]:
                    progress.write(f"LOGGED {line}")
    except KeyboardInterrupt:
        progress.write("ended: nothing is left running")
        return 0 if progress.is_serving else 130
    except _FAILURES as error:
        progress.write(f"failed: {error}")
        return 1


class Progress:
    """Lines with the time since the start."""

    def __init__(self) -> None:
        self.is_serving = False  # from then on, Ctrl-C is the normal end
        self._began = time.monotonic()

    def write(self, line: str) -> None:
        """Write a line at once."""
        passed = time.monotonic() - self._began
        tenths = round(passed * 10)
        stamp = f"{tenths // 600:02}:{tenths % 600 / 10:04.1f}"
        sys.stdout.write(f"{stamp}  {line}".rstrip() + "\n")
        sys.stdout.flush()


async def _serve(deployment: Deployment, web: str, parameters: Parameters, progress: Progress) -> int:
    await warm_up(deployment, parameters.language)
    progress.write(f"every function is warm; seating {parameters.bots} bots (SEED={parameters.seed})")
    game_log = GameLog(progress.write, is_coloured=_is_coloured())
    run = BotRun(deployment.websocket, WORDS, parameters, game_log.write, progress.write)
    with _ready_file(deployment.websocket, web):
        progress.write(f"rules {parameters.rules}, language {parameters.language}")
        progress.write(f"ready: {deployment.websocket}")
        progress.write(f"play in a browser: {web}")
        if parameters.bots < SEATS:
            progress.write("Ctrl-C ends it and leaves nothing behind")
            progress.is_serving = True
            await run.keep_playing()
        faults = await run.play_one()
    faults += [f"the round clock {name} failed" for name in await asyncio.to_thread(deployment.failed_executions)]
    faults += await asyncio.to_thread(deployment.dead_letters)
    logged = deployment.logged_errors()
    faults += [f"the functions logged {len(logged)} errors"] if logged else []
    for fault in faults:
        progress.write(f"FAULT: {fault}")
    if not faults:
        progress.write("all well: every bot saw every event in order and its own rating change")
    return 1 if faults else 0


@contextmanager
def _ready_file(websocket: str, web: str) -> Iterator[None]:
    """Keep ``.build/local.json`` for as long as the state stands; another run's file is left alone."""
    text = json.dumps({"websocket": websocket, "web": web}) + "\n"
    READY_FILE.parent.mkdir(exist_ok=True)
    draft = READY_FILE.with_name(f"local.{os.getpid()}.json")
    draft.write_text(text, "utf-8")
    draft.replace(READY_FILE)
    try:
        yield
    finally:
        _remove(READY_FILE, text)


def _remove(path: Path, text: str) -> None:
    if path.exists() and path.read_text("utf-8") == text:
        path.unlink()


def _is_coloured() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


if __name__ == "__main__":
    sys.exit(main())
