"""The bounds that an eliminated player sees at once (R3.5, D4), against every legal fate of the players still in.

The fates are played out here from the rules' text: each running duel may be won by either, drawn, or left; anybody with
lives may leave; it is over when the last duel is, or one is left (D6).
"""

from decimal import Decimal
from functools import cache, reduce
from itertools import product

import pytest

from tests.support.builders import running
from tests.support.elo import exact_change, rounded
from tests.support.play import Play
from wordle_tournament.core.events import PlayerEliminated, PlayerLeft
from wordle_tournament.core.tournament import Phase, Tournament, evolve

RunningDuels = tuple[tuple[int, int], ...]  # the lives of the two
RATINGS = (1180, 1012, 1000, 955, 1043, 1100, 874, 990)


@cache
def fates(duels: RunningDuels, free: int) -> frozenset[float]:
    """Every sum of S that the fates of the players with lives can give: 1 for below, 1/2 for level, 0 for above.

    ``free``: how many have lives and no running duel.
    """
    if not duels or 2 * len(duels) + free == 1:
        return frozenset({0.0})
    found: set[float] = set()
    if free:
        found |= {1 + rest for rest in fates(duels, free - 1)}  # one of them leaves
    for index, (one, other) in enumerate(duels):
        others = duels[:index] + duels[index + 1 :]
        found |= {1 + rest for rest in fates_or_end(others, free + 1)}  # either of the two leaves, and the other wins
        for lost_by_one, lost_by_other in ((1, 0), (0, 1), (1, 1)):
            left = (one - lost_by_one, other - lost_by_other)
            level = left.count(0) / 2
            found |= {level + rest for rest in fates_or_end(others, free + 2 - left.count(0))}
    return frozenset(found)


def fates_or_end(duels: RunningDuels, free: int) -> frozenset[float]:
    return fates(tuple(sorted(duels)), free)


def bounds_by_the_rules(tournament: Tournament, player: str) -> tuple[int, int]:
    """``guaranteed`` and ``possible`` of a player who was just eliminated, in the state right after it."""
    others = [seat for seat in tournament.seats if seat.player != player]
    scores = []
    for seat in others:
        # A seat with a place: out earlier, or left in this round. Out without a place: eliminated in this round, too.
        level = seat.out_in == tournament.round and not seat.has_left
        scores.append((seat.rating, 0.0 if seat.lives else 0.5 if level else 1.0))
    lives = {seat.player: seat.lives for seat in tournament.seats}
    duels = [(lives[one], lives[two]) for one, two in (duel.players for duel in tournament.duels if not duel.is_over)]
    free = sum(1 for seat in others if seat.lives) - 2 * len(duels)
    most = max(fates_or_end(tuple(duels), free))
    own = tournament.require_seat(player).rating
    least = exact_change(own, [(rating, _decimal(score)) for rating, score in scores])
    return rounded(least), rounded(least + _decimal(most) * 50 / 7)


def _decimal(value: float) -> Decimal:
    return Decimal(str(value))


def test_the_fates_of_a_single_duel() -> None:
    # One wins and both stay (0), one is eliminated (1/2), both are (1), one leaves and the other has won (1).
    assert fates(((2, 2),), 0) == {0.0, 1.0}
    assert fates(((1, 1),), 0) == {0.5, 1.0}
    # With a third player, who may leave or not.
    assert max(fates(((1, 1),), 1)) == 2.0


@pytest.mark.parametrize("is_draw", [False, True])
@pytest.mark.parametrize("duels", list(product(((1, 1), (1, 2), (2, 2)), repeat=3)), ids=str)
def test_the_bounds_are_those_of_the_legal_fates(duels: RunningDuels, is_draw: bool) -> None:  # noqa: FBT001
    lives = [own for duel in duels for own in duel]
    for earlier in product(("runs", "solved", "left"), repeat=3):  # what became of the other duels before
        play = Play(running((1, 1, *lives), ratings=RATINGS, turns={1: 12}))
        for fate, first in zip(earlier, ("p3", "p5", "p7"), strict=True):
            if fate != "runs":
                play.solve(first) if fate == "solved" else play.leave(first)
        step = play.fail("p2") if is_draw else play.solve("p2")
        eliminated = [event for event in step.events if isinstance(event, PlayerEliminated)]
        assert [event.player for event in eliminated] == (["p1", "p2"] if is_draw else ["p1"])
        for event in eliminated:
            then = reduce(evolve, step.events[: step.events.index(event)], step.before)
            assert (event.guaranteed, event.possible) == bounds_by_the_rules(then, event.player)


def test_a_player_whose_round_is_over_learns_the_exact_change() -> None:
    play = Play(running((1, 2, 0, 0, 0, 0, 0, 0), ratings=RATINGS))
    play.fail("p1")
    play.solve("p2")
    (eliminated,) = play.happened(PlayerEliminated)
    assert eliminated.guaranteed == eliminated.possible == play.seat("p1").change


@pytest.mark.parametrize(
    ("away", "below"), [((), 0), (("p3",), 1), (("p4",), 1), (("p3", "p4"), 2), (("p3", "p4", "p5"), 2)]
)
def test_absences_that_end_with_the_round_are_counted(away: tuple[str, ...], below: int) -> None:
    # At 1 s the duel of p3 and p4 ends; at 30 s, at one instant, that of p1 and p2 and these absences (D10).
    absences = dict.fromkeys(away, -30_000)
    play = Play(running((1, 1, 3, 3, 3, 0, 0, 0), turns={1: 12, 2: 12}, deadlines={2: 1_000}, away=absences))
    play.at(30_000).tick()
    assert len(play.happened(PlayerLeft)) == below
    eliminated = play.happened(PlayerEliminated)
    assert [event.player for event in eliminated] == ["p1", "p2"]
    for event in eliminated:
        assert event.possible == play.seat(event.player).change


# Both bounds are attained: p1 is eliminated while p3-p4 and p5-p6 still play.


def one_eliminated(lives: tuple[int, ...]) -> tuple[Play, PlayerEliminated]:
    play = Play(running(lives, ratings=RATINGS, turns={2: 12, 3: 12}))
    play.fail("p1")
    play.solve("p2")
    (eliminated,) = play.happened(PlayerEliminated)
    assert eliminated.guaranteed < eliminated.possible
    return play, eliminated


def test_the_least_comes_true_when_no_other_player_is_eliminated() -> None:
    play, eliminated = one_eliminated((1, 2, 2, 2, 2, 2, 2, 0))
    play.solve("p4")
    play.solve("p6")
    assert play.seat("p1").change == eliminated.guaranteed


def test_the_most_comes_true_when_all_but_one_leave() -> None:
    play, eliminated = one_eliminated((1, 2, 2, 2, 2, 2, 2, 0))
    for player in ("p2", "p7", "p3", "p4", "p5"):  # while a duel runs, so that the round stays open
        play.leave(player)
    assert (play.tournament.phase, play.seat("p6").place) == (Phase.OVER, 1)
    assert (play.seat("p1").change, play.seat("p1").place) == (eliminated.possible, 2)


def test_the_most_comes_true_when_the_last_two_draw() -> None:
    play, eliminated = one_eliminated((1, 2, 1, 1, 2, 2, 2, 0))
    for player in ("p2", "p5", "p6", "p7"):
        play.leave(player)
    play.fail("p4")
    assert [play.seat(player).place for player in ("p1", "p3", "p4")] == [1, 1, 1]
    assert play.seat("p1").change == eliminated.possible


def test_in_between_a_knocked_out_rival_is_level() -> None:
    play, eliminated = one_eliminated((1, 2, 1, 2, 2, 2, 2, 0))
    play.solve("p4")
    play.solve("p6")
    assert (play.seat("p1").place, play.seat("p3").place) == (6, 6)
    assert eliminated.guaranteed < (play.seat("p1").change or 0) < eliminated.possible
