"""Tournaments whose commits somebody sees."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from wordle_tournament.app.ports import Tournaments
from wordle_tournament.app.preconditions import Precondition
from wordle_tournament.app.record import Record

Observer = Callable[[Record, Sequence[str], Sequence[Precondition]], None]


class ObservedTournaments:
    """Calls ``saw`` after each commit, with the record, the players it placed and its preconditions."""

    def __init__(self, inner: Tournaments, saw: Observer) -> None:
        self._inner = inner
        self._saw = saw

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        preconditions = tuple(preconditions)
        self._inner.save(record, placed, preconditions)
        self._saw(record, tuple(placed), preconditions)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)
