"""Many equal players who queue in the same instant."""

from functools import partial

from tests.sim.load import Load, LoadPlayer
from tests.sim.load_players import LANGUAGE
from tests.support.ports import FakePorts
from tests.support.schedule import Schedule

INDEX_LAG_MS = 300


def come_at(player: LoadPlayer, *, at: float, waits: list[float]) -> None:
    schedule = player.load.schedule
    schedule.pause(at - schedule.time)
    began = schedule.time
    assert player.send("queue", language=LANGUAGE)["type"] == "lobby"
    waits.append(schedule.time - began)


def rush(players: int, seed: int) -> tuple[Load, list[float]]:
    """So many equal players who queue in the same instant, behind an index that lags.

    The load afterwards, and how long each waited, ms.
    """
    load, waits = Load(Schedule(seed), FakePorts().ports(), lag_ms=INDEX_LAG_MS), list[float]()
    at = load.schedule.time + 5_000
    for number in range(1, players + 1):
        load.come(f"p{number}", partial(come_at, at=at, waits=waits), after=0)
    load.schedule.play()
    return load, sorted(waits)
