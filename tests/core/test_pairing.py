"""Pairing (R2, D7): exhaustively over two to eight players, and uniform by a chi-square of fixed seeds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest

from wordle_tournament.core.pairing import NOTHING_BEFORE, Pairing, draw_pairing, legal_pairings

EIGHT = tuple("abcdefgh")
Canonical = tuple[frozenset[frozenset[str]], str | None]


def canonical(pairing: Pairing) -> Canonical:
    """A pairing without the order of its pairs and within them."""
    return frozenset(map(frozenset, pairing.pairs)), pairing.bye


def all_pairings(players: Sequence[str]) -> set[Canonical]:
    """All pairings, by brute force: every order of the players, cut into pairs."""
    found = set()
    for order in permutations(players):
        pairs = frozenset(frozenset(order[at : at + 2]) for at in range(0, len(order) - 1, 2))
        found.add((pairs, order[-1] if len(order) % 2 else None))
    return found


def minimal(players: Sequence[str], before: Pairing) -> set[Canonical]:
    """The pairings that R2 and D7 allow, by brute force."""
    met = set(map(frozenset, before.pairs))
    legal = [one for one in all_pairings(players) if one[1] is None or one[1] != before.bye]
    fewest = min(len(pairs & met) for pairs, _ in legal)
    return {(pairs, bye) for pairs, bye in legal if len(pairs & met) == fewest}


def befores(size: int) -> Iterator[tuple[tuple[str, ...], Pairing]]:
    """Every round before (up to names) after which ``size`` players can be left: each duel and bye, thinned out."""
    for began in range(size, 9):
        names = EIGHT[:began]
        pairs = tuple(zip(names[::2], names[1::2], strict=False))
        before = Pairing(pairs, names[-1] if began % 2 else None)
        seen = set()
        for left in permutations(names, size):
            # Only how many of each pair are left matters, not their names.
            shape = tuple(sorted(sum(player in pair for player in left) for pair in pairs)), before.bye in left
            if tuple(sorted(left)) == left and shape not in seen:
                seen.add(shape)
                yield left, before


CASES = [(left, before) for size in range(2, 9) for left, before in befores(size)]


@pytest.mark.parametrize(("size", "count"), [(2, 1), (3, 3), (4, 3), (5, 15), (6, 15), (7, 105), (8, 105)])
def test_every_pairing_is_considered_once(size: int, count: int) -> None:
    found = [canonical(one) for one in legal_pairings(EIGHT[:size], NOTHING_BEFORE)]
    assert len(found) == len(set(found)) == count
    assert set(found) == all_pairings(EIGHT[:size])


@pytest.mark.parametrize(("left", "before"), CASES)
def test_what_is_drawn_is_legal_with_the_fewest_repeats(left: tuple[str, ...], before: Pairing) -> None:
    allowed = minimal(left, before)
    drawn = {canonical(draw_pairing(left, before, Random(seed))) for seed in range(60)}  # noqa: S311
    assert drawn <= allowed
    assert len(drawn) > 1 or len(allowed) == 1
    for pairs, bye in drawn:
        assert {player for pair in pairs for player in pair} | ({bye} if bye else set()) == set(left)
        assert bye is None or bye != before.bye, "R2.3"
        met = pairs & set(map(frozenset, before.pairs))
        assert not met or len(left) == 2, "D7: an opponent repeats only when two are left"


def test_the_last_two_players_meet_again() -> None:  # a repeat does not stop a round
    before = Pairing((("a", "b"),))
    assert canonical(draw_pairing(("a", "b"), before, Random(1))) == canonical(before)  # noqa: S311


# The upper 0.1 % points of chi-square for n - 1 degrees of freedom; a fixed seed makes this a fixed calculation.
CHI_SQUARE = {1: 10.8, 2: 13.8, 3: 16.3, 5: 20.5, 7: 24.3, 11: 31.3, 14: 36.1, 59: 98.3, 104: 153.0}


@pytest.mark.parametrize(
    ("left", "before", "choices"),
    [
        (EIGHT, NOTHING_BEFORE, 105),
        (EIGHT, Pairing((("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"))), 60),
        (EIGHT[:7], NOTHING_BEFORE, 105),
        (EIGHT[:6], Pairing((("a", "b"), ("c", "d"), ("e", "f"))), 8),
        (EIGHT[:5], NOTHING_BEFORE, 15),
        (EIGHT[:4], NOTHING_BEFORE, 3),
        (EIGHT[:4], Pairing((("a", "b"), ("c", "d"))), 2),
        (EIGHT[:3], NOTHING_BEFORE, 3),
        (EIGHT[:3], Pairing((("a", "b"),), "c"), 2),
        (EIGHT[:5], Pairing((("a", "b"), ("c", "d")), "e"), 8),
    ],
)
def test_every_allowed_pairing_is_equally_likely(left: tuple[str, ...], before: Pairing, choices: int) -> None:
    allowed = minimal(left, before)
    assert len(allowed) == choices
    chance = Random(2026)  # noqa: S311
    expected = 20
    counts = Counter(canonical(draw_pairing(left, before, chance)) for _ in range(expected * choices))
    assert set(counts) == allowed
    statistic = sum((counts[one] - expected) ** 2 / expected for one in allowed)
    assert statistic < CHI_SQUARE[choices - 1]


def test_a_bye_is_equally_likely_for_all_players_who_may_have_it() -> None:  # D7
    chance = Random(2026)  # noqa: S311
    before = Pairing((("a", "b"), ("c", "d"), ("e", "f")), "g")
    byes = Counter(draw_pairing(EIGHT[:7], before, chance).bye for _ in range(1_800))
    assert set(byes) == set("abcdef")
    assert sum((count - 300) ** 2 / 300 for count in byes.values()) < CHI_SQUARE[5]
