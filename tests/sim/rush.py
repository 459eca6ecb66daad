"""Many equal players who queue in the same instant."""

from functools import partial

from tests.sim.crowd import Crowd, Person
from tests.sim.people_of_a_crowd import LANGUAGE
from tests.support.ports import FakePorts
from tests.support.schedule import Schedule

INDEX_LAG_MS = 300


def come_at(person: Person, *, at: float, waits: list[float]) -> None:
    schedule = person.crowd.schedule
    schedule.pause(at - schedule.time)
    began = schedule.time
    assert person.say("queue", language=LANGUAGE)["type"] == "lobby"
    waits.append(schedule.time - began)


def rush(people: int, seed: int) -> tuple[Crowd, list[float]]:
    """So many equal players who queue in the same instant, behind an index that lags.

    The crowd afterwards, and how long each waited, ms.
    """
    crowd, waits = Crowd(Schedule(seed), FakePorts().ports(), lag_ms=INDEX_LAG_MS), list[float]()
    at = crowd.schedule.time + 5_000
    for number in range(1, people + 1):
        crowd.come(f"p{number}", partial(come_at, at=at, waits=waits), after=0)
    crowd.schedule.play()
    return crowd, sorted(waits)
