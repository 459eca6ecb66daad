"""The pairs of a round (R2, D7)."""

from collections.abc import Iterator, Sequence
from random import Random

from wordle_tournament.core.lazy_dataclass import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairs of a round and, with an odd number of players, the player with the bye."""

    pairs: tuple[Pair, ...]
    bye: str | None = None


NOTHING_BEFORE = Pairing(())


def _matchings(players: Sequence[str]) -> Iterator[tuple[Pair, ...]]:
    """Yield each way to pair an even number of players once; eight players have 105."""
    if not players:
        yield ()
        return
    one, *others = players
    for index, other in enumerate(others):
        for rest in _matchings(others[:index] + others[index + 1 :]):
            yield ((one, other), *rest)


def legal_pairings(players: Sequence[str], before: Pairing) -> Iterator[Pairing]:
    """Yield every legal pairing of at least two players after ``before``: no bye in two rounds running (R2.3)."""
    if len(players) % 2 == 0:
        for pairs in _matchings(players):
            yield Pairing(pairs)
        return
    for bye in players:
        if bye != before.bye:
            for pairs in _matchings([player for player in players if player != bye]):
                yield Pairing(pairs, bye)


def draw_pairing(players: Sequence[str], before: Pairing, chance: Random) -> Pairing:
    """Return a pairing drawn uniformly among the legal ones with the fewest repeated opponents (D7)."""
    met = frozenset(map(frozenset, before.pairs))
    by_repeats: dict[int, list[Pairing]] = {}
    for pairing in legal_pairings(players, before):
        by_repeats.setdefault(sum(frozenset(pair) in met for pair in pairing.pairs), []).append(pairing)
    return chance.choice(by_repeats[min(by_repeats)])
