"""The local AWS: one MiniStack process on loopback, with a folder of its own that goes when it goes.

Lives here: starting, health, stopping. Must not: know our stack (that is deploy.py).
Every setting is pinned: without them MiniStack listens on all interfaces, also for MQTT and SFTP.
"""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from infra.local.interrupts import interrupts_held

PINNED = "1.5.33"
REGION = "eu-central-1"
ACCOUNT = "000000000000"

_HOST = "127.0.0.1"
_GUARD = Path(__file__).with_name("guard.py")
_WORKERS = Path(__file__).with_name("workers")
_START_SECONDS = 30.0
_STOP_SECONDS = 1.0
_LOG_TAIL = 2_000  # characters


class EmulatorFailedError(Exception):
    """The emulator did not come up; the text says why."""


@dataclass(frozen=True, slots=True)
class Emulator:
    """A running emulator: where it listens and where its files lie."""

    port: int
    folder: Path
    pid: int  # also the id of its process group

    @property
    def endpoint(self) -> str:
        """The endpoint of every AWS service."""
        return f"http://{_HOST}:{self.port}"

    @property
    def log(self) -> Path:
        """What the emulator wrote."""
        return self.folder / "emulator.log"

    @property
    def function_logs(self) -> Path:
        """The folder of what the functions wrote, a file each (workers/sitecustomize.py)."""
        return self.folder / "logs"


@contextmanager
def running_emulator(port: int | None = None, *, is_authorizing: bool = False) -> Iterator[Emulator]:
    """Run an emulator for the length of a ``with`` block; nothing of it is left afterwards.

    Without a port a free one is taken. ``is_authorizing`` makes it enforce the IAM roles of the functions.
    Raises EmulatorFailedError when it does not come up.
    """
    if version("ministack") != PINNED:
        raise EmulatorFailedError(f"ministack {PINNED} is needed, {version('ministack')} is installed")
    if port is not None and _is_taken(port):
        raise EmulatorFailedError(f"port {port} is in use")
    process: subprocess.Popen[bytes] | None = None
    folder: Path | None = None
    try:
        with interrupts_held():
            folder = Path(tempfile.mkdtemp(prefix="wordle-tournament-"))
            emulator, process = _start(port or _free_port(), folder, is_authorizing=is_authorizing)
        _wait_until_healthy(emulator, process)
        yield emulator
    finally:
        with interrupts_held():
            if process is not None:
                _stop(process)
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)


def _start(port: int, folder: Path, *, is_authorizing: bool) -> tuple[Emulator, subprocess.Popen[bytes]]:
    for part in ("state", "s3", "tmp", "home", "logs"):
        (folder / part).mkdir()
    with (folder / "emulator.log").open("wb") as log:
        # A session of its own: a terminal's Ctrl-C reaches us alone, and we end the group by its id.
        process = subprocess.Popen(  # noqa: S603  (our own interpreter and file)
            [sys.executable, str(_GUARD), str(folder)],
            cwd=folder,
            env=_environment(port, folder, is_authorizing=is_authorizing),
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Emulator(port, folder, process.pid), process


def _environment(port: int, folder: Path, *, is_authorizing: bool) -> Mapping[str, str]:
    """The whole environment: the Lambda workers inherit it, so nothing of the person's own (AWS profiles) is in it."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "STATE_DIR": str(folder / "state"),
        "S3_DATA_DIR": str(folder / "s3"),
        "BIND_HOST": _HOST,
        "GATEWAY_PORT": str(port),
        "MINISTACK_REGION": REGION,
        "MINISTACK_ACCOUNT_ID": ACCOUNT,
        "IOT_MTLS_ENABLED": "0",
        "SFTP_ENABLED": "0",
        "DOCKER_HOST": f"unix://{folder / 'no-docker'}",  # a socket that is not there: it looks for no containers
        "LAMBDA_ACCOUNT_CONCURRENCY": "16",
        "LOG_LEVEL": "WARNING",  # the emulator's own
        "POWERTOOLS_LOG_LEVEL": "INFO",  # the functions', which would else take over the emulator's
        "AUTH": "true" if is_authorizing else "false",
        "AWS_EC2_METADATA_DISABLED": "true",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(_WORKERS),
        "FUNCTION_LOGS": str(folder / "logs"),
    }


def _wait_until_healthy(emulator: Emulator, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not _is_healthy(emulator.port):
        if process.poll() is not None:
            raise EmulatorFailedError(f"the emulator ended at its start:\n{_tail(emulator.log)}")
        if time.monotonic() > deadline:
            raise EmulatorFailedError(f"the emulator was not up in {_START_SECONDS:.0f} s:\n{_tail(emulator.log)}")
        time.sleep(0.1)


def _is_healthy(port: int) -> bool:
    connection = http.client.HTTPConnection(_HOST, port, timeout=2)
    try:
        connection.request("GET", "/_ministack/health")
        return connection.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the emulator and its workers: politely first, since it then reaps its workers, and then for certain."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    with suppress(ProcessLookupError):  # raised when the whole group has ended already
        os.killpg(process.pid, signal.SIGKILL)
    if process.stdin is not None:
        process.stdin.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError:
            return True
        return False


def _tail(log: Path) -> str:
    return log.read_text("utf-8", errors="replace")[-_LOG_TAIL:].strip()
