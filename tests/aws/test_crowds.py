"""Crowds on real conditional writes: whatever happens at once, the table keeps every promise (R7, R9, D9, D12).

On moto people in interleavings that a seed decides, each in a thread of his own; on the emulator people as they
come, all threads at once. The referee and what people do are the simulation's (``tests/sim``). A few people once each
by default; ``make test-crowds`` lets 200 of them do it fifty times.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from tests.aws.conftest import Stored, Subject
from tests.sim.crowd import Crowd, Person
from tests.sim.people_of_a_crowd import LANGUAGE, expect, invite
from tests.support.ports import FakePorts
from tests.support.realtime import RealTime
from tests.support.schedule import Schedule
from wordle_tournament.app.ports import Ports

LONG_AGO = 1  # epoch ms: when everybody said hello for the first time
PEOPLE = int(os.environ.get("CROWD", "40"))  # in each crowd
CROWDS = int(os.environ.get("CROWDS", "1"))  # on moto
MORE = max(1, CROWDS // 10)  # on the emulator, and on moto with functions that die


def ports_on(subject: Subject | Stored) -> Ports:
    return replace(
        FakePorts().ports(),
        tournaments=subject.tournaments,
        players=subject.players,
        parties=subject.parties,
        rate_limiter=subject.rate_limiter,
    )


def introduce(subject: Subject | Stored, people: int, rate: Callable[[], int]) -> None:
    """So many players who have been here before, and have earned these ratings."""
    for number in range(1, people + 1):
        name = f"p{number}"
        subject.players.connect(name, f"{name}-0", f"Guest {number}", LONG_AGO)
        if (earned := rate() - 1000) != 0:
            subject.players.rate("long-ago", name, 1, earned)


def gather(crowd: Crowd, subject: Subject | Stored, chance: Random) -> None:
    """Let people of random ratings do what they want to, and settle down; every commit is judged as it happens."""
    introduce(subject, PEOPLE, lambda: round(chance.gauss(1000, 350)))
    invite(crowd, PEOPLE)
    crowd.schedule.play()
    crowd.settle_down()
    assert len(crowd.people) == PEOPLE
    crowd.referee.judge()
    crowd.check_lobbies()
    told = f"{crowd.referee.commits} commits, {crowd.referee.merges} merges, {crowd.asked} commands"
    print(f"\n{told}, {len(crowd.schedule.back_offs)} conflicts, {crowd.retries} told so, {crowd.deaths} deaths")  # noqa: T201


@pytest.mark.parametrize("seed", range(CROWDS))
def test_a_crowd_on_moto(stored: Stored, seed: int) -> None:
    crowd = Crowd(Schedule(seed), ports_on(stored), haste=2)
    gather(crowd, stored, Random(seed))  # noqa: S311
    crowd.check_parties()


@pytest.mark.parametrize("seed", range(CROWDS, CROWDS + MORE))
def test_nor_if_one_commit_in_ten_is_the_last_deed_of_its_function(stored: Stored, seed: int) -> None:
    crowd = Crowd(Schedule(seed), ports_on(stored), deadliness=0.1, haste=2)
    gather(crowd, stored, Random(seed))  # noqa: S311
    assert crowd.deaths > 0


def queue(person: Person, *, at: float) -> None:
    """Wait for the instant, then queue."""
    person.crowd.schedule.pause(at - person.crowd.schedule.time)
    expect(person.say("queue", language=LANGUAGE), "lobby")


@pytest.mark.emulator
@pytest.mark.parametrize("subject", ["emulator"], indirect=True)
def test_64_equal_players_at_one_instant_are_eight_lobbies_of_eight(subject: Subject) -> None:
    introduce(subject, 64, lambda: 1000)
    crowd = Crowd(RealTime(1), ports_on(subject))
    at = crowd.schedule.time + 3_000
    for number in range(1, 65):
        crowd.come(f"p{number}", partial(queue, at=at), after=0)
    crowd.schedule.play()
    games = [record.tournament for record in crowd.referee.tournaments.values() if record.tournament.seats]
    assert sorted(len(game.seats) for game in games) == [8] * 8
    assert all(game.is_running for game in games)
    assert len({seat.player for game in games for seat in game.seats}) == 64
    print(f"\n64 at one instant on the emulator: {len(crowd.schedule.back_offs)} retries, {crowd.retries} told so")  # noqa: T201


@pytest.mark.emulator
@pytest.mark.parametrize("subject", ["emulator"], indirect=True)
@pytest.mark.parametrize("seed", range(MORE))
def test_a_crowd_on_the_emulator(subject: Subject, seed: int) -> None:
    gather(Crowd(RealTime(seed, speed=4), ports_on(subject)), subject, Random(seed))  # noqa: S311
