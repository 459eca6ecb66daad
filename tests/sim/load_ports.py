"""The ports of a load: stores whose commits a checker sees, a lagging index, connections and timers."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.sim.checker import Checker
from tests.support.faults import Crash
from tests.support.observed import ObservedTournaments, Observer
from tests.support.realtime import RealTime
from tests.support.schedule import Schedule
from tests.support.stores import FakeTournaments, Stored
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Busy, Parties, Ports, Timer, Tournaments
from wordle_tournament.app.preconditions import PartyPrecondition
from wordle_tournament.app.record import Record
from wordle_tournament.app.timers import tick
from wordle_tournament.core import rules as game

Frame = dict[str, Any]


class WatchedTournaments(ObservedTournaments):
    """Tournaments that report each commit, and propose lobbies from a lagging index."""

    def __init__(self, inner: Tournaments, index: "LaggingIndex", saw: Observer) -> None:
        super().__init__(inner, saw)
        self._index = index

    def propose(
        self, language: str, rating: float, seats: int, *, reach: int = game.RATING_RANGE, most: int = 8
    ) -> Sequence[str]:
        lagging = self._index.now()
        if lagging is None:
            return self._inner.propose(language, rating, seats, reach=reach, most=most)
        return lagging.propose(language, rating, seats, reach=reach, most=most)


class WatchedParties:
    """Parties whose commits the checker sees."""

    def __init__(self, inner: Parties, checker: Checker) -> None:
        self._inner = inner
        self._checker = checker

    def save(self, record: PartyRecord, preconditions: Iterable[PartyPrecondition] = ()) -> None:
        self._inner.save(record, preconditions)
        self._checker.saw_party(record)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


@dataclass(slots=True)
class LaggingIndex:
    """The index of open lobbies as it was a while ago."""

    schedule: Schedule | RealTime
    lag_ms: float | None  # none: the store's own index
    _pending: list[tuple[float, Record]] = field(default_factory=list)
    _seen: Stored = field(default_factory=Stored)

    def saw(self, record: Record) -> None:
        if self.lag_ms is not None:
            self._pending.append((self.schedule.time + self.schedule.between(0, self.lag_ms), record))

    def now(self) -> FakeTournaments | None:
        """What it shows by now."""
        if self.lag_ms is None:
            return None
        for due, record in self._pending:
            known = self._seen.records.get(record.tournament.id)
            if due <= self.schedule.time and (known is None or known.version < record.version):
                self._seen.records[record.tournament.id] = record
        self._pending = [(due, record) for due, record in self._pending if due > self.schedule.time]
        return FakeTournaments(self._seen)


class Connections:
    """The frames of all connections as clients keep them: answers by ``re``, the newest party, events by number."""

    def __init__(self) -> None:
        self.gone: set[str] = set()
        self.frames: dict[str, list[Frame]] = {}

    def post(self, batches: Mapping[str, Sequence[str]]) -> frozenset[str]:
        for connection, texts in batches.items():
            if connection not in self.gone:
                self.frames.setdefault(connection, []).extend(map(json.loads, texts))
        return frozenset(batches) & self.gone

    def close(self, connection: str) -> None:
        pass

    def of(self, connection: str, kind: str) -> list[Frame]:
        return [frame for frame in self.frames.get(connection, ()) if frame["type"] == kind]

    def answer(self, connection: str, re: str) -> Frame | None:
        found = [frame for frame in self.frames.get(connection, ()) if frame.get("re") == re]
        return found[-1] if found else None


@dataclass(slots=True)
class Timers:
    """Executions for the absences in lobbies and parties; the rounds of a game are of no interest here."""

    schedule: Schedule | RealTime
    ports: Callable[[], Ports]
    started: set[str] = field(default_factory=set)

    def start(self, timer: Timer) -> None:
        if timer.name not in self.started and timer.kind != "round":
            self.started.add(timer.name)
            self.schedule.begin(lambda: self._run(timer))

    def _run(self, timer: Timer) -> None:
        due: int | None = 0
        while due is not None:
            try:
                due = tick(self.ports(), timer, self.schedule.now())
            except (Busy, Crash):
                due = 0  # the round machine tries again
            if due is not None:
                self.schedule.pause(max(due - self.schedule.time, 0) + self.schedule.between(0, 1_000))
