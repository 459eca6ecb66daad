"""Many tasks at once, in an order that a seed decides: real threads of which one runs at a time, on a virtual clock.

Every call of a port takes a random while. So each call is one indivisible step, as in the table, and between any two
calls of one task any of the others may act. A write that meets a transaction at the same item is cancelled, as by
DynamoDB; no emulator does that. The same seed gives the same run.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

from tests.support.builders import START
from tests.support.task import CallProxy, Task
from wordle_tournament.app.ports import Conflict, Ports
from wordle_tournament.app.preconditions import (
    Absorbed,
    Attachment,
    Opening,
    PartySeated,
    Precondition,
    SeatClaim,
    SeatMove,
    Vacated,
)
from wordle_tournament.app.record import Record

LATENCIES: Mapping[str, tuple[float, float]] = {  # ms, from and to; what is not named takes no time
    "tournaments": (2, 15),
    "players": (2, 10),
    "parties": (2, 15),
    "rate_limiter": (2, 10),
    "connections": (3, 25),
    "timers": (5, 20),
}
SHORTEST_MS, LONGEST_MS = 10, 400  # of a back-off, as the real clock's


class Schedule:
    """Tasks, and the virtual time, ms since the epoch. ``failures`` are the exceptions that tasks ended with."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - an interleaving, not a secret
        self.time = float(START)
        self.failures: list[BaseException] = []
        self.back_offs: list[int] = []
        self._shown = START
        self._order = count()
        self._waiting: list[tuple[float, int, Task]] = []
        self._running: Task | None = None

    # --- the tasks' side ---

    def pause(self, milliseconds: float) -> None:
        """Let so much time pass for the task that asks; outside of all tasks it passes at once."""
        if self._running is None:
            self.time += milliseconds
            return
        heapq.heappush(self._waiting, (self.time + milliseconds, next(self._order), self._running))
        self._running.pause()

    def between(self, least: float, most: float) -> float:
        """A random while."""
        return self.chance.uniform(least, most)

    def delay(self, least: float, most: float) -> Callable[[str], None]:
        """Returns what lets a random while pass before a call."""
        return lambda _method: self.pause(self.between(least, most))

    # The ``Clock`` port.

    def now(self) -> int:
        """Epoch ms; no two looks see the same."""
        self._shown = max(self._shown + 1, int(self.time))
        return self._shown

    def wait(self, milliseconds: int) -> None:
        self.pause(milliseconds)

    def back_off(self, attempt: int) -> None:
        self.back_offs.append(attempt)
        self.pause(self.between(0, min(SHORTEST_MS << attempt, LONGEST_MS)))

    # --- the director's side ---

    def begin(self, task: Callable[[], object], after: float = 0) -> None:
        """Let a task begin after so many ms."""
        heapq.heappush(self._waiting, (self.time + after, next(self._order), Task(task)))

    def play(self) -> None:
        """Run all tasks to their ends; raise the first failure."""
        while self._waiting:
            self.time, _, task = heapq.heappop(self._waiting)
            self._running = task
            task.resume()
            self._running = None
            if task.error is not None:
                self.failures.append(task.error)
                raise task.error

    def around(self, ports: Ports) -> Ports:
        """The ports, each call of which takes its while, on this clock."""
        slow: dict[str, Any] = {
            name: CallProxy(getattr(ports, name), self.delay(*LATENCIES[name])) for name in LATENCIES
        }
        slow["tournaments"] = _SlowTournaments(ports.tournaments, self, *LATENCIES["tournaments"])
        return replace(ports, clock=self, **slow)


class _SlowTournaments(CallProxy):
    """Besides: what a transaction in flight touches cannot be written by others."""

    def __init__(self, inner: object, schedule: Schedule, least: float, most: float) -> None:
        super().__init__(inner, schedule.delay(least, most))
        self._schedule = schedule
        self._span = least, most
        self._in_flight: set[str] = set()

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        preconditions = tuple(preconditions)
        touched = {f"tournament {record.tournament.id}", *(item for claim in preconditions for item in _touched(claim))}
        self._schedule.pause(self._schedule.between(*self._span) / 2)
        if touched & self._in_flight:
            raise Conflict
        if preconditions:
            self._in_flight |= touched
        try:
            self._schedule.pause(self._schedule.between(*self._span) / 2)
            self._inner.save(record, placed, preconditions)  # type: ignore[attr-defined]
        finally:
            if preconditions:
                self._in_flight -= touched


def _touched(claim: Precondition) -> Iterator[str]:
    """The items, besides the tournament saved, that a claim has in the transaction."""
    match claim:
        case SeatClaim(player=player) | SeatMove(player=player) | Attachment(player=player):
            yield f"player {player}"
        case Vacated(tournament=tournament):
            yield f"tournament {tournament}"
        case Absorbed(record=record):
            yield f"tournament {record.tournament.id}"
        case PartySeated(record=record):
            yield f"party {record.party.id}"
        case Opening(language=language, read=read):
            yield from (f"pointer {language} {band}" for band in read)
