"""Which units may share a lobby (R7.1, R9.2, D9). Fractions are exact: at a distance of 200 rounding would matter."""

import math
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from wordle_tournament.core import rules as game
from wordle_tournament.core.seat import Seat


def mean_rating(ratings: Iterable[int]) -> Fraction:
    """Return the rating of a lobby or a party: the mean of its members' ratings, at least one (D9)."""
    ratings = tuple(ratings)
    return Fraction(sum(ratings), len(ratings))


def is_in_range(unit: Fraction, lobby: Fraction) -> bool:
    """Whether a unit (a player or a party) may join a lobby; the range never widens (R7.1)."""
    return abs(unit - lobby) <= game.RATING_RANGE


def are_mergeable(one: Iterable[Seat], other: Iterable[Seat]) -> bool:
    """Whether two lobbies may be merged: there are enough seats, and every unit is in range of the merged mean (D9).

    A unit that is alone in its lobby may also be merged into any lobby where it could have taken seats.
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
    """Return the ratings of each unit: a party's members together, all other players alone."""
    units: dict[str, list[int]] = {}
    for seat in seats:
        units.setdefault(f"party {seat.party}" if seat.party else f"player {seat.player}", []).append(seat.rating)
    return units.values()


def rating_range(rating: Fraction) -> tuple[int, int]:
    """Return the lowest and the highest rating that may join a lobby of this rating."""
    return math.ceil(rating - game.RATING_RANGE), math.floor(rating + game.RATING_RANGE)
