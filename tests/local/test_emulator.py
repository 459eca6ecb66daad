"""The emulator comes up on loopback alone and leaves nothing behind, however it ends."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from infra.local.emulator import Emulator, EmulatorFailedError, running_emulator

pytestmark = pytest.mark.emulator

ROOT = Path(__file__).resolve().parents[2]
STARTER = """
import time
from infra.local.emulator import running_emulator
from infra.local.interrupts import end_like_ctrl_c
end_like_ctrl_c()
with running_emulator() as emulator:
    print(emulator.pid, emulator.folder, flush=True)
    time.sleep(60)
"""


def is_alive(group: int) -> bool:
    """Whether any process of the group still runs (a zombie that nobody has collected does not)."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            _name, fields = status.read_text("utf-8").rsplit(")", 1)
        except OSError:
            continue  # it ended between the two
        state, _parent, its_group = fields.split()[:3]
        if int(its_group) == group and state != "Z":
            return True
    return False


def is_gone(emulator_pid: int, folder: Path) -> bool:
    until = time.monotonic() + 10
    while is_alive(emulator_pid) or folder.exists():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def listening_addresses(group: int) -> set[str]:
    """The local addresses (hexadecimal, as the kernel writes them) of the group's listening TCP sockets."""
    inodes = {
        str(link.readlink()).removeprefix("socket:[").removesuffix("]")
        for stat in Path("/proc").glob("[0-9]*/stat")
        if int(stat.read_text("utf-8").rsplit(")", 1)[1].split()[2]) == group
        for link in (stat.parent / "fd").iterdir()
        if str(link.readlink()).startswith("socket:")
    }
    rows = [row.split() for table in ("tcp", "tcp6") for row in Path(f"/proc/net/{table}").read_text().splitlines()[1:]]
    return {row[1] for row in rows if row[3] == "0A" and row[9] in inodes}


def test_it_listens_on_one_loopback_port_and_is_gone_after_the_block() -> None:
    with running_emulator() as emulator:
        assert listening_addresses(emulator.pid) == {f"0100007F:{emulator.port:04X}"}
    assert is_gone(emulator.pid, emulator.folder)


def test_it_is_gone_after_an_exception() -> None:
    seen: list[Emulator] = []

    def fail() -> None:
        with running_emulator() as emulator:
            seen.append(emulator)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert is_gone(seen[0].pid, seen[0].folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_it_is_gone_when_its_starter_is_ended(number: signal.Signals) -> None:
    with subprocess.Popen(  # noqa: S603  (our own interpreter)
        [sys.executable, "-c", STARTER], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as starter:
        assert starter.stdout is not None
        pid, folder = starter.stdout.readline().split()
        starter.send_signal(number)
        assert starter.wait(15) != 0
    assert is_gone(int(pid), Path(folder))


def test_a_taken_port_is_named_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(EmulatorFailedError, match=f"port {port} is in use"), running_emulator(port):
            pass
    assert list(tmp_path.iterdir()) == []


def test_a_failed_start_says_why_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "guard.py"
    broken.write_text("raise SystemExit('no luck')", "utf-8")
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folders))
    monkeypatch.setattr("infra.local.emulator._GUARD", broken)
    with pytest.raises(EmulatorFailedError, match="no luck"), running_emulator():
        pass
    assert list(folders.iterdir()) == []
