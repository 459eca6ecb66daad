"""Counting and noting in the table: what it costs those who play, and what adds up over processes."""

from tests.aws.conftest import Adapters
from tests.support.builders import START
from wordle_tournament.app.ports import History
from wordle_tournament.aws.rate_limiter import UNCOUNTED, DynamoRateLimiter

HOUR = 3_600_000


def test_who_tries_rarely_asks_nothing_of_the_table(adapters: Adapters) -> None:
    limiter = DynamoRateLimiter(adapters.table)
    adapters.requests.clear()
    for window in range(20):
        for number in range(UNCOUNTED):
            assert limiter.count("ping-p1", 10_000, START + window * 10_000 + number) == number + 1
    assert list(adapters.requests) == []


def test_the_tries_of_all_processes_add_up(adapters: Adapters) -> None:
    limiters = [DynamoRateLimiter(adapters.table) for _ in range(3)]
    counts = [limiters[number % 3].count("ping-p1", 10_000, START) for number in range(30)]
    assert counts[-1] == 30 - 2 * UNCOUNTED
    assert limiters[0].count("ping-p2", 10_000, START) == 1
    assert limiters[0].count("ping-p1", 10_000, START + 20_000) == 1


def test_a_new_window_forgets_the_old_one_step_by_step(adapters: Adapters) -> None:
    limiter = DynamoRateLimiter(adapters.table)
    for _ in range(20):
        limiter.count("ping-p1", 10_000, START + 9_000)
    counts = [limiter.count("ping-p1", 10_000, START + 10_000 + 1_000 * number) for number in range(10)]
    assert counts[UNCOUNTED:] == [4 + 14, 5 + 12, 6 + 10, 7 + 8, 8 + 6, 9 + 4, 10 + 2]


def test_what_a_player_began_and_left_is_noted_once_and_read_over_hours(adapters: Adapters) -> None:
    limiter = DynamoRateLimiter(adapters.table)
    for _ in range(2):
        limiter.note("p1", "begun", "t1", START)
        limiter.note("p1", "begun", "t2", START + HOUR)
        limiter.note("p1", "left", "t1", START + 1)
    found = limiter.histories(["p1", "p2"], START + HOUR + 5)
    assert {player: (sorted(one.begun), one.left) for player, one in found.items()} == {
        "p1": ([START, START + HOUR], (START + 1,)),
        "p2": ([], ()),
    }
    assert limiter.histories(["p1"], START + 6 * HOUR) == {"p1": History()}
