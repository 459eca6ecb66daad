"""However a run is told to end, it unwinds."""

import signal
import subprocess
import sys

import pytest

RUN = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell leaves it for what it starts in the background
from infra.local.interrupts import end_like_ctrl_c
end_like_ctrl_c()
try:
    print("ready", flush=True)
    time.sleep(60)
finally:
    print("unwound", flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_ending_signal_unwinds_even_a_run_in_the_background(number: signal.Signals) -> None:
    command = [sys.executable, "-c", RUN]  # our own words only
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:  # noqa: S603
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        run.send_signal(number)
        assert run.stdout.read() == "unwound\n"
