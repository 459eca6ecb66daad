"""Who may sit together (R7.1, R9.2, D9). Exact fractions: at 200.0 a rounding error would decide who plays."""

import math
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from wordle_tournament.core import rules as game
from wordle_tournament.core.seat import Seat


def mean_rating(ratings: Iterable[int]) -> Fraction:
    """The rating of a lobby or a party: the mean of its members, at least one (D9)."""
    ratings = tuple(ratings)
    return Fraction(sum(ratings), len(ratings))


def is_in_range(unit: Fraction, lobby: Fraction) -> bool:
    """Whether a unit (a player or a party) may join a lobby; the range never widens (R7.1)."""
    return abs(unit - lobby) <= game.RATING_RANGE


def are_mergeable(one: Iterable[Seat], other: Iterable[Seat]) -> bool:
    """Whether two lobbies may become one: the seats suffice, and every unit is within reach of the merged mean (D9).

    A unit that waits alone may also move to where it could have sat down in the first place.
    """
    one, other = tuple(one), tuple(other)
    seats = (*one, *other)
    if len(seats) > game.SEATS:
        return False
    lobby = mean_rating(seat.rating for seat in seats)
    if all(is_in_range(mean_rating(unit), lobby) for unit in unit_ratings(seats)):
        return True
    is_one_alone = len(unit_ratings(one)) == 1 or len(unit_ratings(other)) == 1
    return is_one_alone and is_in_range(*(mean_rating(seat.rating for seat in seats) for seats in (one, other)))


def unit_ratings(seats: Iterable[Seat]) -> Collection[Sequence[int]]:
    """The ratings of each unit: a party's members together, everybody else alone."""
    units: dict[str, list[int]] = {}
    for seat in seats:
        units.setdefault(f"party {seat.party}" if seat.party else f"player {seat.player}", []).append(seat.rating)
    return units.values()


def rating_range(rating: Fraction) -> tuple[int, int]:
    """The lowest and the highest rating that may join a lobby of this rating."""
    return math.ceil(rating - game.RATING_RANGE), math.floor(rating + game.RATING_RANGE)
