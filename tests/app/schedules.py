"""Two things at one instant, in every order: two deeds run in two threads, and a schedule says whose call comes next.

``interleaving.py`` does one deed as a whole between two calls of the other. Here both are cut up: before each call of
a port a deed waits for its turn, so the calls of the two may alternate in any way. All schedules with at most so many
preemptions (a switch away from a deed that could go on) are tried.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tests.app.interleaving import TOUCHED
from wordle_tournament.app.ports import Ports

Act = Callable[[Ports], object]
Play = Callable[[Ports, Sequence[Act]], None]

_SECONDS = 20.0  # until a deed that does not come to its next call is taken for stuck


@dataclass(slots=True)
class _Deed:
    """One of the two: ``go`` lets it make its next call, ``here`` says that it waits for that, or has ended."""

    go: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    here: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    has_ended: bool = False
    error: BaseException | None = None

    def wait_for_turn(self) -> None:
        self.here.release()
        assert self.go.acquire(timeout=_SECONDS)

    def run(self, act: Callable[[], object]) -> None:
        try:
            self.wait_for_turn()
            act()
        except BaseException as error:  # noqa: BLE001 - the test's own thread raises it
            self.error = error
        self.has_ended = True
        self.here.release()


class _Gated:
    def __init__(self, inner: object, deed: _Deed) -> None:
        self._inner = inner
        self._deed = deed

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            self._deed.wait_for_turn()
            return method(*args, **kwargs)

        return call


def _gated(ports: Ports, deed: _Deed) -> Ports:
    touched: dict[str, Any] = {name: _Gated(getattr(ports, name), deed) for name in TOUCHED}
    return replace(ports, **touched)


def _perform(ports: Ports, acts: Sequence[Act], schedule: Sequence[int]) -> list[tuple[int, bool]]:
    """Run the two by the schedule, then each to its end; the steps: whose it was, and whether the other could go on."""
    deeds = [_Deed() for _ in acts]
    threads = [
        threading.Thread(target=deed.run, args=(partial(act, _gated(ports, deed)),), daemon=True)
        for act, deed in zip(acts, deeds, strict=True)
    ]
    for thread, deed in zip(threads, deeds, strict=True):
        thread.start()
        assert deed.here.acquire(timeout=_SECONDS)
    steps: list[tuple[int, bool]] = []
    current = 0
    while not all(deed.has_ended for deed in deeds):
        wanted = schedule[len(steps)] if len(steps) < len(schedule) else current
        current = 1 - wanted if deeds[wanted].has_ended else wanted
        steps.append((current, not deeds[1 - current].has_ended))
        deeds[current].go.release()
        assert deeds[current].here.acquire(timeout=_SECONDS)
    for thread, deed in zip(threads, deeds, strict=True):
        thread.join(timeout=_SECONDS)
        if deed.error is not None:
            raise deed.error
    return steps


def schedules(run: Callable[[Play], object], *, preemptions: int) -> Iterator[tuple[int, ...]]:
    """Run a test once for each schedule of its two deeds; the schedules that were tried.

    ``run`` builds its world, hands the ports and the two deeds to what it is given, and then says what must be true.
    """
    waiting: list[tuple[tuple[int, ...], int]] = [((), 0), ((1,), 0)]
    while waiting:
        schedule, spent = waiting.pop()
        steps: list[tuple[int, bool]] = []
        run(partial(_play, steps, schedule))
        taken = tuple(whose for whose, _ in steps)
        yield taken
        if spent < preemptions:
            for at in range(max(len(schedule), 1), len(steps)):
                could_switch = taken[at] == taken[at - 1] and steps[at][1]
                if could_switch:
                    waiting.append(((*taken[:at], 1 - taken[at]), spent + 1))


def _play(steps: list[tuple[int, bool]], schedule: Sequence[int], ports: Ports, acts: Sequence[Act]) -> None:
    steps.extend(_perform(ports, acts, schedule))
