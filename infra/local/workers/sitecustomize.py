"""What a function logs, kept: the emulator drops the log of a function that a socket called.

Lives here: nothing but this copy, which Python runs at the start of each of the emulator's workers (the folder is on
their PYTHONPATH). Must not: import anything of ours, or change what a function does.
"""

import os
import sys
from pathlib import Path
from typing import TextIO


class _Copied:
    """A stream whose every line also goes to a file."""

    def __init__(self, stream: TextIO, file: TextIO) -> None:
        self._stream = stream
        self._file = file

    def write(self, text: str) -> int:
        self._file.write(text)
        return self._stream.write(text)

    def flush(self) -> None:
        self._file.flush()
        self._stream.flush()

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


if "AWS_LAMBDA_FUNCTION_NAME" in os.environ:
    _log = Path(os.environ["FUNCTION_LOGS"]) / f"{os.environ['AWS_LAMBDA_FUNCTION_NAME']}.log"
    sys.stderr = _Copied(sys.stderr, _log.open("a", buffering=1, encoding="utf-8"))
