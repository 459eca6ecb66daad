"""What goes wrong in the world, on order: lost races, and functions that die right after their commit."""

import threading
from collections.abc import Iterable, Sequence
from typing import Any

from wordle_tournament.app.ports import Conflict, Tournaments
from wordle_tournament.app.preconditions import Precondition
from wordle_tournament.app.record import Record


class Crash(BaseException):
    """The function is gone. No ``except Exception`` survives it either."""


class FaultyTournaments:
    """Tournaments whose ``save`` loses its next ``conflicts`` races, then dies after its next ``crashes`` commits."""

    def __init__(self, inner: Tournaments, *, conflicts: int = 0, crashes: int = 0) -> None:
        self._inner = inner
        self.conflicts = conflicts
        self.crashes = crashes
        self.attempts = 0
        self._lock = threading.Lock()

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        with self._lock:
            self.attempts += 1
            if is_lost := self.conflicts > 0:
                self.conflicts -= 1
        if is_lost:
            raise Conflict
        self._inner.save(record, placed, preconditions)
        with self._lock:
            if is_fatal := self.crashes > 0:
                self.crashes -= 1
        if is_fatal:
            raise Crash

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)
