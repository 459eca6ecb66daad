"""The rating formula a second time (D1), written from the rules' text in decimals, to check the game's own."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal, localcontext


def exact_change(own: int, scores: Mapping[int, Decimal] | list[tuple[int, Decimal]]) -> Decimal:
    """K * sum of (S - E), to 40 digits, of a player rated ``own`` against (rating, S) pairs."""
    pairs = scores.items() if isinstance(scores, Mapping) else scores
    with localcontext() as context:
        context.prec = 40
        gained = sum(
            (score - 1 / (1 + Decimal(10) ** (Decimal(rating - own) / 400)) for rating, score in pairs), Decimal(0)
        )
        return Decimal(50) / 7 * gained


def rounded(exact: Decimal) -> int:
    """To the nearest whole number, a half away from zero."""
    return int(exact.quantize(Decimal(1), ROUND_HALF_UP))  # decimal's name for: ties away from zero


def change_of(player: str, places: Mapping[str, int], ratings: Mapping[str, int]) -> int:
    """The change of a player in final standings (R6.2)."""
    own = places[player]
    scores = [
        (ratings[other], Decimal(1) if place > own else Decimal("0.5") if place == own else Decimal(0))
        for other, place in places.items()
        if other != player
    ]
    return rounded(exact_change(ratings[player], scores))
