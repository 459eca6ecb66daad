"""Which units may share a lobby (R7.1, R9.2, D9): means, the range, and merged lobbies."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_tournament.core.matchmaking import is_in_range, mean_rating, rating_range

ratings = st.lists(st.integers(-500, 4000), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("own", "expected"), [([1000], 1000), ([1000, 1001], Fraction(2001, 2)), ([900, 1000, 1250], 1050)]
)
def test_the_rating_of_a_unit_is_its_mean(own: list[int], expected: Fraction) -> None:  # D9
    assert mean_rating(own) == expected


@pytest.mark.parametrize(
    ("unit", "lobby", "expected"),
    [
        ([1200], [1000], True),
        ([800], [1000], True),
        ([1201], [1000], False),
        ([799], [1000], False),
        ([1200], [1000, 1001], True),
        ([1201], [1000, 1001], False),  # 200.5 away
        ([1200], [999, 1000], False),  # half a point too far
        ([1100, 1301], [1000], False),
        # A mean of thirds: 1000 1/3 is exactly 200 from 800 1/3, which no float says.
        ([1000, 1000, 1001], [800, 800, 801], True),
    ],
)
def test_two_hundred_is_near_enough_and_no_more(unit: list[int], lobby: list[int], expected: bool) -> None:  # noqa: FBT001
    assert is_in_range(mean_rating(unit), mean_rating(lobby)) is expected


@given(ratings, st.integers(-800, 4500))
def test_the_range_shown_is_the_range_kept(lobby: list[int], own: int) -> None:  # R7.1
    low, high = rating_range(mean_rating(lobby))
    assert is_in_range(Fraction(own), mean_rating(lobby)) == (low <= own <= high)
