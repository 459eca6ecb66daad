"""Real threads that all start at one instant."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_R = TypeVar("_R")


def all_at_once(calls: Sequence[Callable[[], _R]]) -> list[_R | Exception]:
    """What each call returned or raised, in the order of the calls."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], _R]) -> _R | Exception:
        barrier.wait(timeout=30)
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - the outcome of a race
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
