"""Two things at one instant, deterministically: an action is done right before the k-th call that a use case makes.

With an ordinary action, every way in which one command can come between the calls of another is tried. With an action
that raises ``Crash``, the function dies before each of its calls.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tests.app.harness import Harness
from tests.support.task import CallProxy
from wordle_tournament.app.ports import Ports

Action = Callable[[], object]

TOUCHED = ("tournaments", "players", "parties", "rate_limiter", "connections", "timers")


class Interrupted:
    """Ports whose ``at``-th call (0 is the first) is preceded by the action, once. ``calls`` lists what was called."""

    def __init__(self, at: int, action: Action, touched: Sequence[str] = TOUCHED) -> None:
        self.calls: list[str] = []
        self._touched = touched
        self._at = at
        self._deed = action

    def around(self, ports: Ports) -> Ports:
        """The ports, counted."""
        touched: dict[str, Any] = {name: CallProxy(getattr(ports, name), self._count) for name in self._touched}
        return replace(ports, **touched)

    @property
    def is_done(self) -> bool:
        """Whether the action has been done."""
        return len(self.calls) > self._at

    def _count(self, call: str) -> None:
        self.calls.append(call)
        if len(self.calls) == self._at + 1:
            self._deed()


def interruptions(
    build: Callable[[], Harness],
    one: Callable[[Harness], object],
    other: Callable[[Harness], object],
    touched: Sequence[str] = TOUCHED,
) -> Iterator[Harness]:
    """Yields the harness after ``one``, with ``other`` run before its first call, its second..., at last after it."""
    for at in range(200):
        harness = build()
        calm = harness.ports

        def action(harness: Harness = harness, calm: Ports = calm) -> None:
            troubled, harness.ports = harness.ports, calm
            try:
                other(harness)
            finally:
                harness.ports = troubled

        interrupted = Interrupted(at, action, touched)
        harness.ports = interrupted.around(calm)
        try:
            one(harness)
        finally:
            harness.ports = calm
        if not interrupted.is_done:
            other(harness)
        yield harness
        if not interrupted.is_done:
            return
    raise AssertionError("it never came to an end")
