"""Rating by placement (R6, D1): the rules page's table as data, cases, and a second calculation in decimals."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.elo import change_of, exact_change, rounded
from wordle_tournament.core.rating import K, expected_score, placement_change, rating_change, score

EIGHT = [f"p{n}" for n in range(1, 9)]
EQUAL = dict.fromkeys(EIGHT, 1000)
IN_ORDER: dict[str, int | None] = {player: place for place, player in enumerate(EIGHT, start=1)}

# R6.5, in the order of the places.
TRANSITIONS = (25, 18, 11, 4, -4, -11, -18, -25)


@pytest.mark.parametrize(("place", "change"), list(enumerate(TRANSITIONS, start=1)))
def test_eight_equals_change_by_the_rules_table(place: int, change: int) -> None:  # R6.5
    assert placement_change(f"p{place}", IN_ORDER, EQUAL) == change


@pytest.mark.parametrize("start", [0, 1000, 2400, -50])
def test_only_the_differences_of_ratings_count(start: int) -> None:
    ratings = dict.fromkeys(EIGHT, start)
    assert tuple(placement_change(player, IN_ORDER, ratings) for player in EIGHT) == TRANSITIONS


@pytest.mark.parametrize(("place", "change"), [(1, 12), (8, -38)])
def test_a_favourite_gains_less_and_loses_more(place: int, change: int) -> None:  # R6.4: 1200 against seven of 1000
    others = [other for other in range(1, 9) if other != place]
    places: dict[str, int | None] = dict(zip(EIGHT, [place, *others], strict=True))
    assert placement_change("p1", places, EQUAL | {"p1": 1200}) == change


@pytest.mark.parametrize(
    ("places", "changes"),
    [
        ((1,) * 8, (0,) * 8),  # all silent
        ((1, 2, 3, 4, 5, 6, 7, 7), (25, 18, 11, 4, -4, -11, -21, -21)),
        ((1, 1, 3, 4, 5, 6, 7, 8), (21, 21, 11, 4, -4, -11, -18, -25)),  # D2: a drawn final
        ((1, 2, 3, 4, 4, 6, 7, 8), (25, 18, 11, 0, 0, -11, -18, -25)),
        ((1, 2, 3, 3, 3, 6, 7, 8), (25, 18, 4, 4, 4, -11, -18, -25)),
        ((1, 1, 1, 1, 5, 5, 5, 5), (14, 14, 14, 14, -14, -14, -14, -14)),
        ((1, 2, 2, 2, 2, 2, 2, 2), (25, -4, -4, -4, -4, -4, -4, -4)),
    ],
)
def test_a_shared_place_counts_as_a_draw(places: tuple[int, ...], changes: tuple[int, ...]) -> None:
    given_places: dict[str, int | None] = dict(zip(EIGHT, places, strict=True))  # R6.2
    assert tuple(placement_change(player, given_places, EQUAL) for player in EIGHT) == changes


def test_a_player_without_a_place_ends_above() -> None:  # D3: so a leaver's change is final at once
    places: dict[str, int | None] = dict.fromkeys(EIGHT) | {"p5": 8}
    assert placement_change("p5", places, EQUAL) == -25
    with pytest.raises(ValueError, match="no place"):
        placement_change("p1", places, EQUAL)


@pytest.mark.parametrize(
    ("own", "other", "expected"), [(1, 2, 1.0), (2, 2, 0.5), (3, 2, 0.0), (8, 1, 0.0), (8, None, 0.0)]
)
def test_above_is_a_win_level_a_draw_below_a_loss(own: int, other: int | None, expected: float) -> None:  # R6.2
    assert score(own, other) == expected


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [(1000, 1000, 1 / 2), (1400, 1000, 10 / 11), (1000, 1400, 1 / 11), (1800, 1000, 100 / 101), (1000, 1800, 1 / 101)],
)
def test_four_hundred_points_are_ten_to_one(own: int, other: int, expected: float) -> None:  # D1: scale 400
    assert expected_score(own, other) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("halves", "away_from_zero"), [(1, 1), (3, 2), (5, 3), (7, 4), (-1, -1), (-3, -2), (-5, -3), (-7, -4)]
)
def test_a_half_is_rounded_away_from_zero(halves: int, away_from_zero: int) -> None:  # D1
    total = halves / 2 / K
    assert K * total == halves / 2, "the premise of this test: exactly a half"
    assert rating_change(1000, [], total) == away_from_zero


@pytest.mark.parametrize(("total", "expected"), [(0.069, 0), (-0.069, 0), (0.209, 1), (-0.209, -1), (0.211, 2)])
def test_otherwise_to_the_nearest(total: float, expected: int) -> None:
    assert rating_change(1000, [], total) == expected


def test_each_change_comes_from_the_ratings_at_the_seats() -> None:  # D1: never from the result of another change
    ratings = dict(zip(EIGHT, (1210, 1190, 1105, 1050, 1000, 990, 935, 880), strict=True))
    last: dict[str, int | None] = dict.fromkeys(EIGHT) | {"p1": 8}
    early = placement_change("p1", last, ratings)
    late = placement_change("p1", dict(zip(EIGHT, (8, 1, 2, 3, 4, 5, 6, 7), strict=True)), ratings)
    assert early == late


ratings_of_eight = st.lists(st.integers(-500, 4000), min_size=8, max_size=8)


@st.composite
def standings(draw: st.DrawFn) -> dict[str, int]:
    """Competition ranks of eight with any ties (D2)."""
    ranks = draw(st.lists(st.integers(1, 8), min_size=8, max_size=8))
    return {player: 1 + sum(other < own for other in ranks) for player, own in zip(EIGHT, ranks, strict=True)}


@given(standings(), ratings_of_eight)
def test_the_change_is_that_of_the_formula(places: dict[str, int], values: list[int]) -> None:  # D1
    ratings = dict(zip(EIGHT, values, strict=True))
    for player in EIGHT:
        assert placement_change(player, places, ratings) == change_of(player, places, ratings)


@given(standings(), ratings_of_eight)
def test_what_one_gains_others_lose_up_to_the_rounding(places: dict[str, int], values: list[int]) -> None:
    ratings = dict(zip(EIGHT, values, strict=True))
    assert abs(sum(placement_change(player, places, ratings) for player in EIGHT)) <= 4


@given(ratings_of_eight, st.integers(1, 7), st.integers(1, 400))
def test_beating_a_stronger_one_earns_more(values: list[int], at: int, more: int) -> None:  # R6.4
    ratings = dict(zip(EIGHT, values, strict=True))
    weaker = exact_change(ratings["p1"], [(ratings[player], Decimal(1)) for player in EIGHT[1:]])
    stronger = [(ratings[player] + more * (player == EIGHT[at]), Decimal(1)) for player in EIGHT[1:]]
    assert exact_change(ratings["p1"], stronger) > weaker, "of the formula itself"
    rated = ratings | {EIGHT[at]: ratings[EIGHT[at]] + more}
    assert placement_change("p1", IN_ORDER, rated) >= placement_change("p1", IN_ORDER, ratings)


@given(ratings_of_eight)
def test_a_better_place_never_earns_less(values: list[int]) -> None:
    own, others = values[0], values[1:]
    changes = [rating_change(own, others, 7 - wins) for wins in range(8)]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] >= 0 >= changes[-1]


def test_the_second_calculation_rounds_as_the_rules_say() -> None:
    assert [rounded(Decimal(text)) for text in ("0.5", "-0.5", "1.5", "-1.5", "0.49", "2.5")] == [1, -1, 2, -2, 0, 3]
