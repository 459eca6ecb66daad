"""Who may sit together (R7.1, R9.2, D9). Exact fractions: at 200.0 a rounding error would decide who plays."""

import math
from collections.abc import Iterable
from fractions import Fraction

from wordle_tournament.core import rules as game


def mean_rating(ratings: Iterable[int]) -> Fraction:
    """The rating of a lobby or a party: the mean of its members, at least one (D9)."""
    ratings = tuple(ratings)
    return Fraction(sum(ratings), len(ratings))


def is_in_range(unit: Fraction, lobby: Fraction) -> bool:
    """Whether a unit (a player or a party) may join a lobby; the range never widens (R7.1)."""
    return abs(unit - lobby) <= game.RATING_RANGE


def rating_range(rating: Fraction) -> tuple[int, int]:
    """The lowest and the highest rating that may join a lobby of this rating."""
    return math.ceil(rating - game.RATING_RANGE), math.floor(rating + game.RATING_RANGE)
