"""Rating by placement (R6, D1, D4).

Elo's expected score (A. Elo, The Rating of Chessplayers, 1978) with scale 400, and K = 50/7 for each opponent:

    change_i = K * sum over j of (S_ij - 1 / (1 + 10^((R_j - R_i) / 400)))

rounded once, half away from zero. S is 1 above, 1/2 level, 0 below (R6.2).
"""

import math
from collections.abc import Iterable, Mapping

from wordle_tournament.core.lazy_dataclass import dataclass

K = 50 / 7
SCALE = 400

ABOVE, LEVEL, BELOW = 1.0, 0.5, 0.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a knocked-out player is sure to get, and the most he still may (D4), as rating changes."""

    guaranteed: int
    possible: int


def expected_score(own: int, other: int) -> float:
    """The share of a win that ``own`` is expected to score against ``other``."""
    return 1 / (1 + 10 ** ((other - own) / SCALE))


def rating_change(own: int, others: Iterable[int], total: float) -> int:
    """The change for scoring ``total`` (the sum of S, 0 to 7) against opponents of the ratings ``others`` (D1)."""
    exact = K * (total - math.fsum(expected_score(own, other) for other in others))
    return int(math.copysign(math.floor(abs(exact) + 0.5), exact))


def score(place: int, other: int | None) -> float:
    """S of a placed player against another: 1 is the best place; no place yet means above (D3, D4)."""
    if other is None or other < place:
        return BELOW
    return LEVEL if other == place else ABOVE


def placement_change(player: str, places: Mapping[str, int | None], ratings: Mapping[str, int]) -> int:
    """The change of a player whose place is certain, from the places and the ratings at the seats of all eight."""
    place = places[player]
    if place is None:
        raise ValueError(f"{player} has no place yet")
    others = [other for other in places if other != player]
    total = math.fsum(score(place, places[other]) for other in others)
    return rating_change(ratings[player], [ratings[other] for other in others], total)


def elimination_bounds(own: int, others: Iterable[int], certain: float, rivals: int, may_fall: int) -> Bounds:
    """The bounds of D4 for a player of rating ``own`` knocked out by a duel.

    ``certain`` is the sum of S against everybody who has no lives left; ``rivals`` counts those who have, ``may_fall``
    those of them who can still lose them in this round. At the least they all end above him. At the most all who may
    fall leave (below him), but for the last one in, who wins at once (D6); if two draw the last duel instead, the sum
    is the same, 1/2 each. Who it is does not matter: the expected scores sum up alike whatever the fates.
    """
    others = tuple(others)
    most = min(may_fall, max(rivals - 1, 0))
    return Bounds(rating_change(own, others, certain), rating_change(own, others, certain + most))
