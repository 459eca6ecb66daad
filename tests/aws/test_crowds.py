"""Crowds on real conditional writes: whatever happens at once, the table keeps every promise (R7, R9, D9, D12).

On moto people in interleavings that a seed decides, each in a thread of their own; on the emulator people as they
come, all threads at once. The checker and what people do are the simulation's (``tests/sim``). A few people once each
by default; ``make test-crowds`` lets 200 of them do it fifty times.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from tests.aws.conftest import Adapters, Subject
from tests.sim.load import Load, LoadPlayer
from tests.sim.load_players import LANGUAGE, add_players, expect
from tests.support.ports import FakePorts
from tests.support.realtime import RealTime
from tests.support.schedule import Schedule
from wordle_tournament.app.ports import Ports

LONG_AGO = 1  # epoch ms: when everybody said hello for the first time
PLAYERS = int(os.environ.get("CROWD", "40"))  # in each crowd
CROWDS = int(os.environ.get("CROWDS", "1"))  # on moto
MORE = max(1, CROWDS // 10)  # on the emulator, and on moto with functions that die


def ports_on(subject: Subject | Adapters) -> Ports:
    return replace(
        FakePorts().ports(),
        tournaments=subject.tournaments,
        players=subject.players,
        parties=subject.parties,
        rate_limiter=subject.rate_limiter,
    )


def introduce(subject: Subject | Adapters, players: int, rate: Callable[[], int]) -> None:
    """So many players who have been here before, and have earned these ratings."""
    for number in range(1, players + 1):
        name = f"p{number}"
        subject.players.connect(name, f"{name}-0", f"Guest {number}", LONG_AGO)
        if (earned := rate() - 1000) != 0:
            subject.players.rate("long-ago", name, 1, earned)


def gather(load: Load, subject: Subject | Adapters, chance: Random) -> None:
    """Let people of random ratings do what they want to, and settle down; every commit is judged as it happens."""
    introduce(subject, PLAYERS, lambda: round(chance.gauss(1000, 350)))
    add_players(load, PLAYERS)
    load.schedule.play()
    load.settle_down()
    assert len(load.players) == PLAYERS
    load.checker.check_end()
    load.check_lobbies()
    told = f"{load.checker.commits} commits, {load.checker.merges} merges, {load.asked} commands"
    print(f"\n{told}, {len(load.schedule.back_offs)} conflicts, {load.retries} told so, {load.crashes} crashes")  # noqa: T201


@pytest.mark.parametrize("seed", range(CROWDS))
def test_a_load_on_moto(adapters: Adapters, seed: int) -> None:
    load = Load(Schedule(seed), ports_on(adapters), haste=2)
    gather(load, adapters, Random(seed))  # noqa: S311
    load.check_parties()


@pytest.mark.parametrize("seed", range(CROWDS, CROWDS + MORE))
def test_a_load_on_moto_whose_functions_die_after_one_commit_in_ten(adapters: Adapters, seed: int) -> None:
    load = Load(Schedule(seed), ports_on(adapters), crash_rate=0.1, haste=2)
    gather(load, adapters, Random(seed))  # noqa: S311
    assert load.crashes > 0


def queue(player: LoadPlayer, *, at: float) -> None:
    """Wait for the instant, then queue."""
    player.load.schedule.pause(at - player.load.schedule.time)
    expect(player.send("queue", language=LANGUAGE), "lobby")


@pytest.mark.emulator
@pytest.mark.parametrize("subject", ["emulator"], indirect=True)
def test_64_equal_players_at_one_instant_are_eight_lobbies_of_eight(subject: Subject) -> None:
    introduce(subject, 64, lambda: 1000)
    load = Load(RealTime(1), ports_on(subject))
    at = load.schedule.time + 3_000
    for number in range(1, 65):
        load.come(f"p{number}", partial(queue, at=at), after=0)
    load.schedule.play()
    games = [record.tournament for record in load.checker.tournaments.values() if record.tournament.seats]
    assert sorted(len(game.seats) for game in games) == [8] * 8
    assert all(game.is_running for game in games)
    assert len({seat.player for game in games for seat in game.seats}) == 64
    print(f"\n64 at one instant on the emulator: {len(load.schedule.back_offs)} retries, {load.retries} told so")  # noqa: T201


@pytest.mark.emulator
@pytest.mark.parametrize("subject", ["emulator"], indirect=True)
@pytest.mark.parametrize("seed", range(MORE))
def test_a_load_on_the_emulator(subject: Subject, seed: int) -> None:
    gather(Load(RealTime(seed, speed=4), ports_on(subject)), subject, Random(seed))  # noqa: S311
