"""The interface of ``Schedule`` with real threads and the machine's own clock."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.support.schedule import LONGEST_MS, SHORTEST_MS
from wordle_tournament.app.ports import Ports


class RealTime:
    """Runs tasks in threads. ``failures`` are the exceptions that tasks raised. At ``speed`` 4 a minute takes 15 s."""

    def __init__(self, seed: int, *, speed: float = 1) -> None:
        self._speed = speed
        self._began = _now()
        self.chance = Random(seed)  # noqa: S311 - what players do, not a secret
        self.failures: list[BaseException] = []
        self.back_offs: list[int] = []
        self._threads: list[threading.Thread] = []

    @property
    def time(self) -> float:
        """Ms since the epoch."""
        return self._began + (_now() - self._began) * self._speed

    def pause(self, milliseconds: float) -> None:
        time.sleep(max(milliseconds, 0) / 1000 / self._speed)

    def between(self, least: float, most: float) -> float:
        return self.chance.uniform(least, most)

    def now(self) -> int:
        return int(self.time)

    def wait(self, milliseconds: int) -> None:
        self.pause(milliseconds)

    def back_off(self, attempt: int) -> None:
        self.back_offs.append(attempt)
        self.pause(self.between(0, min(SHORTEST_MS << attempt, LONGEST_MS)))

    def begin(self, task: Callable[[], object], after: float = 0) -> None:
        """Start a task after so many ms."""

        def run() -> None:
            self.pause(after)
            try:
                task()
            except BaseException as error:  # noqa: BLE001 - handed to the test
                self.failures.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self._threads.append(thread)  # after its start, because only a started thread can be joined

    def play(self) -> None:
        """Wait for all tasks; raise the first failure."""
        while self._threads:
            self._threads.pop().join()
        if self.failures:
            raise self.failures[0]

    def around(self, ports: Ports) -> Ports:
        return replace(ports, clock=self)


def _now() -> float:
    return time.time_ns() / 1_000_000
