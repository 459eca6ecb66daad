"""Run a command at the lowest priority: `python -m tests.support.run_nice COMMAND...`.

Linux first shares the processors between sessions (autogroups) and applies niceness only within a session. Emulators
have sessions of their own. So the command gets a session, and the niceness is set on that session.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from infra.local.interrupts import end_like_ctrl_c

NICEST = 19


def main(command: list[str]) -> int:
    """Returns the command's exit code. Interrupts and SIGTERM are passed on to the command."""
    end_like_ctrl_c()
    process = subprocess.Popen(command, start_new_session=True)  # noqa: S603 - what the Makefile says
    with suppress(OSError):  # it has ended already
        os.setpriority(os.PRIO_PROCESS, process.pid, NICEST)
    with suppress(OSError):  # no autogroups here
        Path(f"/proc/{process.pid}/autogroup").write_text(f"{NICEST}", "ascii")
    try:
        return process.wait()
    except KeyboardInterrupt:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        return process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
