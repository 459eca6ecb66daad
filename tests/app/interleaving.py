"""Two things at one instant, deterministically: a deed is done right before the k-th call that a use case makes.

With a deed that acts, every way in which one command can come between the calls of another is tried. With a deed that
raises ``Crash``, the function dies at every point where it touches the world.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tests.app.stage import Stage
from wordle_tournament.app.ports import Ports

Deed = Callable[[], object]

TOUCHED = ("tournaments", "players", "parties", "rate_limiter", "connections", "timers")


class Interrupted:
    """Ports whose ``at``-th call (0 is the first) is preceded by the deed, once. ``calls`` lists what was called."""

    def __init__(self, at: int, deed: Deed, touched: Sequence[str] = TOUCHED) -> None:
        self.calls: list[str] = []
        self._touched = touched
        self._at = at
        self._deed = deed

    def around(self, ports: Ports) -> Ports:
        """The ports, counted."""
        touched: dict[str, Any] = {name: _Counted(getattr(ports, name), self._count) for name in self._touched}
        return replace(ports, **touched)

    @property
    def is_done(self) -> bool:
        """Whether the deed has been done."""
        return len(self.calls) > self._at

    def _count(self, call: str) -> None:
        self.calls.append(call)
        if len(self.calls) == self._at + 1:
            self._deed()


class _Counted:
    def __init__(self, inner: object, tell: Callable[[str], None]) -> None:
        self._inner = inner
        self._tell = tell

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            self._tell(name)
            return method(*args, **kwargs)

        return call


def interruptions(
    build: Callable[[], Stage],
    one: Callable[[Stage], object],
    other: Callable[[Stage], object],
    touched: Sequence[str] = TOUCHED,
) -> Iterator[Stage]:
    """The stage after ``one``, with ``other`` done before its first call, its second... and at last not in between."""
    for at in range(200):
        stage = build()
        calm = stage.ports

        def deed(stage: Stage = stage, calm: Ports = calm) -> None:
            troubled, stage.ports = stage.ports, calm
            try:
                other(stage)
            finally:
                stage.ports = troubled

        interrupted = Interrupted(at, deed, touched)
        stage.ports = interrupted.around(calm)
        try:
            one(stage)
        finally:
            stage.ports = calm
        if not interrupted.is_done:
            other(stage)
        yield stage
        if not interrupted.is_done:
            return
    raise AssertionError("it never came to an end")
