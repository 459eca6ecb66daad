"""Ctrl-C, SIGTERM and a closed terminal end a run the same way: by unwinding it.

Lives here: how signals meet the blocks that own processes and folders. Must not: know what those blocks own.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def end_like_ctrl_c() -> None:
    """Let SIGTERM and SIGHUP unwind the program as Ctrl-C does, so that every ``finally`` runs.

    Ctrl-C itself as well where a script started us in the background, which leaves SIGINT ignored.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, interrupt)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold the ending signals back while something is taken or given back; the first of them follows afterwards.

    Without it, a signal between a child's birth and the line that notes it (or a second Ctrl-C during the clean-up)
    would leave the child behind. Signals reach the main thread only; elsewhere there is nothing to hold.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    former = {number: signal.signal(number, lambda number, _frame: received.append(number)) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        if received:
            signal.raise_signal(received[0])
