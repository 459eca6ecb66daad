"""200 players of random ratings, alone and in parties of up to eight, in fifty interleavings that a seed decides.

Every commit is checked as it happens (never nine, nobody in two lobbies, no party split, nobody out of reach), and what
is left in the end by a checker that was written apart: nobody waits where they could sit with others (R7, R9, D9, D11).
"""

from random import Random

import pytest

from tests.sim.load import Load
from tests.sim.load_players import add_players
from tests.sim.rush import INDEX_LAG_MS, rush
from tests.support.ports import FakePorts
from tests.support.schedule import Schedule
from wordle_tournament.app.ports import Player

PLAYERS = 200


def gather(seed: int, *, crash_rate: float = 0.0) -> Load:
    """A load that has done all it wanted to, and settled down."""
    fakes = FakePorts()
    load = Load(Schedule(seed), fakes.ports(), lag_ms=INDEX_LAG_MS, crash_rate=crash_rate, haste=2)
    chance = Random(seed)  # noqa: S311
    for number in range(1, PLAYERS + 1):
        rating = round(chance.gauss(1000, 350))
        fakes.stored.players[f"p{number}"] = Player(f"p{number}", f"Guest {number}", rating)
    add_players(load, PLAYERS)
    load.schedule.play()
    load.settle_down()
    return load


@pytest.mark.parametrize("seed", range(40))
def test_whatever_players_do_no_party_is_split_and_no_player_doubled_or_left_alone(seed: int) -> None:
    load = gather(seed)
    assert len(load.players) == PLAYERS
    assert load.checker.merges > 0
    assert load.checker.withdrawals > 0
    load.checker.check_end()
    load.check_lobbies()
    load.check_parties()


@pytest.mark.parametrize("seed", range(40, 50))
def test_the_same_if_functions_die_after_one_commit_in_thirty(seed: int) -> None:
    load = gather(seed, crash_rate=0.03)
    assert load.crashes > 0
    load.checker.check_end()
    load.check_lobbies()


@pytest.mark.parametrize("seed", range(3))
def test_64_equal_players_in_the_same_instant_are_eight_lobbies_of_eight(seed: int) -> None:
    load, waits = rush(64, seed)
    games = [record.tournament for record in load.checker.tournaments.values() if record.tournament.seats]
    assert [len(game.seats) for game in games] == [8] * 8
    assert all(game.is_running for game in games)
    assert len({seat.player for game in games for seat in game.seats}) == 64
    assert (load.retries, len(waits)) == (0, 64)
    load.checker.check_end()
