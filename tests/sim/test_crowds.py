"""200 people of random ratings, alone and in parties of up to eight, in fifty interleavings that a seed decides.

Every commit is judged as it happens (never nine, nobody in two lobbies, no party split, nobody out of reach), and what
is left in the end by a checker that was written apart: nobody waits where he could sit with others (R7, R9, D9, D11).
"""

from random import Random

import pytest

from tests.sim.crowd import Crowd
from tests.sim.people_of_a_crowd import invite
from tests.sim.rush import INDEX_LAG_MS, rush
from tests.support.ports import FakePorts
from tests.support.schedule import Schedule
from wordle_tournament.app.ports import Player

PEOPLE = 200


def gather(seed: int, *, deadliness: float = 0.0) -> Crowd:
    """A crowd that has done all it wanted to, and settled down."""
    fakes = FakePorts()
    crowd = Crowd(Schedule(seed), fakes.ports(), lag_ms=INDEX_LAG_MS, deadliness=deadliness, haste=2)
    chance = Random(seed)  # noqa: S311
    for number in range(1, PEOPLE + 1):
        rating = round(chance.gauss(1000, 350))
        fakes.world.players[f"p{number}"] = Player(f"p{number}", f"Guest {number}", rating)
    invite(crowd, PEOPLE)
    crowd.schedule.play()
    crowd.settle_down()
    return crowd


@pytest.mark.parametrize("seed", range(40))
def test_whatever_a_crowd_does_nobody_is_split_doubled_or_left_alone(seed: int) -> None:
    crowd = gather(seed)
    assert len(crowd.people) == PEOPLE
    assert crowd.referee.merges > 0
    assert crowd.referee.withdrawals > 0
    crowd.referee.judge()
    crowd.check_lobbies()
    crowd.check_parties()


@pytest.mark.parametrize("seed", range(40, 50))
def test_nor_if_one_commit_in_thirty_is_the_last_deed_of_its_function(seed: int) -> None:
    crowd = gather(seed, deadliness=0.03)
    assert crowd.deaths > 0
    crowd.referee.judge()
    crowd.check_lobbies()


@pytest.mark.parametrize("seed", range(3))
def test_64_equal_players_in_the_same_instant_are_eight_lobbies_of_eight(seed: int) -> None:
    crowd, waits = rush(64, seed)
    games = [record.tournament for record in crowd.referee.tournaments.values() if record.tournament.seats]
    assert [len(game.seats) for game in games] == [8] * 8
    assert all(game.is_running for game in games)
    assert len({seat.player for game in games for seat in game.seats}) == 64
    assert (crowd.retries, len(waits)) == (0, 64)
    crowd.referee.judge()
