"""Two things at one instant, in every order: two actions run in two threads, and a schedule says whose call comes next.

``interleaving.py`` does one action as a whole between two calls of the other. Here both are cut up: before each
call of a port an action waits for its turn, so the calls of the two may alternate in any way. All schedules with at
most so many preemptions (a switch away from an action that could go on) are tried.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tests.app.interleaving import TOUCHED
from tests.support.task import CallProxy, Task
from wordle_tournament.app.ports import Ports

Act = Callable[[Ports], object]
Play = Callable[[Ports, Sequence[Act]], None]


def _perform(ports: Ports, acts: Sequence[Act], schedule: Sequence[int]) -> list[tuple[int, bool]]:
    """Run the two by the schedule, then each to its end.

    Returns the steps: whose each was, and whether the other could go on.
    """
    tasks: list[Task] = []

    def gated(index: int) -> Ports:
        gates: dict[str, Any] = {
            name: CallProxy(getattr(ports, name), lambda _method: tasks[index].pause()) for name in TOUCHED
        }
        return replace(ports, **gates)

    tasks += [Task(partial(act, gated(index))) for index, act in enumerate(acts)]
    steps: list[tuple[int, bool]] = []
    current = 0
    while not all(task.has_ended for task in tasks):
        wanted = schedule[len(steps)] if len(steps) < len(schedule) else current
        current = 1 - wanted if tasks[wanted].has_ended else wanted
        steps.append((current, not tasks[1 - current].has_ended))
        tasks[current].resume()
    for task in tasks:
        if task.error is not None:
            raise task.error
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
