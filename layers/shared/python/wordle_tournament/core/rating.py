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
    """The least and the most that the rating change of an eliminated player can become (D4)."""

    guaranteed: int
    possible: int


def expected_score(own: int, other: int) -> float:
    """Return the expected score, 0 to 1, of a player rated ``own`` against one rated ``other``."""
    return 1 / (1 + 10 ** ((other - own) / SCALE))


def rating_change(own: int, others: Iterable[int], total: float) -> int:
    """Return the change for a ``total`` score (the sum of S, 0 to 7) against opponents rated ``others`` (D1)."""
    exact = K * (total - math.fsum(expected_score(own, other) for other in others))
    return int(math.copysign(math.floor(abs(exact) + 0.5), exact))


def score(place: int, other: int | None) -> float:
    """Return S of a player at ``place`` against one at ``other``; ``None``, no place yet, ends above (D3, D4)."""
    if other is None or other < place:
        return BELOW
    return LEVEL if other == place else ABOVE


def placement_change(player: str, places: Mapping[str, int | None], ratings: Mapping[str, int]) -> int:
    """Return a player's change, from the places and seat ratings of all eight; ``ValueError`` without a place."""
    place = places[player]
    if place is None:
        raise ValueError(f"{player} has no place yet")
    others = [other for other in places if other != player]
    total = math.fsum(score(place, places[other]) for other in others)
    return rating_change(ratings[player], [ratings[other] for other in others], total)


def elimination_bounds(own: int, others: Iterable[int], certain: float, rivals: int, may_fall: int) -> Bounds:
    """Return the bounds of D4 for a player rated ``own`` whom a duel eliminated.

    ``certain`` is the sum of S against all players without lives. ``rivals`` counts the players with lives,
    ``may_fall`` those of them who can still lose them in this round. The change is least if all rivals end above. It is
    most if all who may fall leave, and so end below, except the last one in, who wins at once (D6). If two players draw
    the last duel instead, the sum is the same, 1/2 each. Which rivals fall does not matter: the expected scores have
    the same sum.
    """
    others = tuple(others)
    most = min(may_fall, max(rivals - 1, 0))
    return Bounds(rating_change(own, others, certain), rating_change(own, others, certain + most))
