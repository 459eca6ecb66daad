"""The ``RateLimiter`` port: counters of a subject and a window of time, and what players began and left (D20)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass as mutable_dataclass

from wordle_tournament.app.ports import History, Noted
from wordle_tournament.aws.items import (
    PLAYED_LIFETIME,
    TRIES_LIFETIME,
    PlayedItem,
    TriesItem,
    expiry,
    played_key,
    tries_key,
)
from wordle_tournament.aws.table import Table

_MINUTE = 60_000
_HOUR = 60 * _MINUTE
HOURS = 4  # read of a player's history: the longest wait is one hour

UNCOUNTED = 3  # tries in a window that a process lets pass by itself; a player who plays stays below that
SUBJECTS = 4_096  # that a process remembers


@mutable_dataclass(slots=True)
class _Seen:
    """A subject's tries in this process in one window, and those of all processes in the window before it."""

    window: int
    tries: int = 0
    before: int | None = None


class DynamoRateLimiter:
    """One counter for a subject and window, gone soon after. The first tries of a window ask nothing of the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seen: dict[str, _Seen] = {}

    def allow(self, subject: str, most: int, at: int) -> bool:
        """Count by one write."""
        return self._count(subject, at // _MINUTE, at) <= most

    def count(self, subject: str, window_ms: int, at: int) -> int:
        """Count in this process; from the fourth try of a window on by one write, and one read a window."""
        window, passed = divmod(at, window_ms)
        seen = self._seen.get(subject)
        if seen is None or seen.window != window:
            if len(self._seen) >= SUBJECTS:
                self._seen.clear()
            seen = self._seen[subject] = _Seen(window)
        seen.tries += 1
        if seen.tries <= UNCOUNTED:
            return seen.tries
        if seen.before is None:
            item = self._table.get(TriesItem, tries_key(subject, window - 1))
            seen.before = int(item.tries) + UNCOUNTED if item is not None else 0
        return UNCOUNTED + self._count(subject, window, at) + seen.before * (window_ms - passed) // window_ms

    def _count(self, subject: str, window: int, at: int) -> int:
        actions = [TriesItem.tries.add(1), TriesItem.expires_at.set(expiry(at, TRIES_LIFETIME))]
        item = self._table.update(TriesItem, tries_key(subject, window), actions, returned="ALL_NEW")
        return int(item.tries) if item is not None else 1

    def note(self, player: str, what: Noted, tournament: str, at: int) -> None:
        """Add to a set by one write."""
        noted = {f"{at}:{tournament}"}
        added = PlayedItem.begun.add(noted) if what == "begun" else PlayedItem.left.add(noted)
        actions = [added, PlayedItem.expires_at.set(expiry(at, PLAYED_LIFETIME))]
        self._table.update(PlayedItem, played_key(player, at // _HOUR), actions)

    def histories(self, players: Iterable[str], at: int) -> Mapping[str, History]:
        """Read all of them at once."""
        hours = range(at // _HOUR, at // _HOUR - HOURS, -1)
        keys = {player: [played_key(player, hour) for hour in hours] for player in players}
        items = self._table.get_all(PlayedItem, [key for own in keys.values() for key in own])
        return {player: _history([items[key] for key in own if key in items]) for player, own in keys.items()}


def _history(items: Iterable[PlayedItem]) -> History:
    items = list(items)
    return History(
        tuple(_instant(one) for item in items for one in item.begun or ()),
        tuple(_instant(one) for item in items for one in item.left or ()),
    )


def _instant(noted: str) -> int:
    return int(noted.partition(":")[0])
