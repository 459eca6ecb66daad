"""Two things at one instant, in every order: two actions run in two threads, and a schedule says whose call comes next.

``interleaving.py`` does one action as a whole between two calls of the other. Here both are cut up: before each
call of a port an action waits for its turn, so the calls of the two may alternate in any way. All schedules with at
most so many preemptions (a switch away from an action that could go on) are tried.
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

_SECONDS = 20.0  # until an action that does not come to its next call is taken for stuck


@dataclass(slots=True)
class _Task:
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
    def __init__(self, inner: object, action: _Task) -> None:
        self._inner = inner
        self._deed = action

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            self._deed.wait_for_turn()
            return method(*args, **kwargs)

        return call


def _gated(ports: Ports, action: _Task) -> Ports:
    touched: dict[str, Any] = {name: _Gated(getattr(ports, name), action) for name in TOUCHED}
    return replace(ports, **touched)


def _perform(ports: Ports, acts: Sequence[Act], schedule: Sequence[int]) -> list[tuple[int, bool]]:
    """Run the two by the schedule, then each to its end; the steps: whose it was, and whether the other could go on."""
    actions = [_Task() for _ in acts]
    threads = [
        threading.Thread(target=action.run, args=(partial(act, _gated(ports, action)),), daemon=True)
        for act, action in zip(acts, actions, strict=True)
    ]
    for thread, action in zip(threads, actions, strict=True):
        thread.start()
        assert action.here.acquire(timeout=_SECONDS)
    steps: list[tuple[int, bool]] = []
    current = 0
    while not all(action.has_ended for action in actions):
        wanted = schedule[len(steps)] if len(steps) < len(schedule) else current
        current = 1 - wanted if actions[wanted].has_ended else wanted
        steps.append((current, not actions[1 - current].has_ended))
        actions[current].go.release()
        assert actions[current].here.acquire(timeout=_SECONDS)
    for thread, action in zip(threads, actions, strict=True):
        thread.join(timeout=_SECONDS)
        if action.error is not None:
            raise action.error
    return steps


def schedules(run: Callable[[Play], object], *, preemptions: int) -> Iterator[tuple[int, ...]]:
    """Run a test once for each schedule of its two actions; the schedules that were tried.

    ``run`` builds its stored, hands the ports and the two actions to what it is given, and then says what must be true.
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
