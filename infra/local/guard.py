"""The emulator's own process: MiniStack, ended when the process that started it is gone.

Lives here: nothing but this guard, run as ``python guard.py FOLDER``. It holds the read end of a pipe as its standard
input; the pipe closes when the starter ends, even by SIGKILL, and then the whole process group and its folder go.
Must not: import anything of ours, since it runs as a file.
"""

import os
import runpy
import shutil
import signal
import sys
import threading


def _end_with_the_starter(folder: str) -> None:
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(os.getpgid(0), signal.SIGKILL)


def main() -> None:
    """Serve the emulator until it receives a signal or its starter is gone."""
    folder = sys.argv.pop()
    threading.Thread(target=_end_with_the_starter, args=(folder,), daemon=True).start()
    runpy.run_module("ministack", run_name="__main__")


if __name__ == "__main__":
    main()
