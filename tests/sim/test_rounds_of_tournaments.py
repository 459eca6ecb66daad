"""2,000 whole tournaments (R1.5, R2, D7): how many rounds they take, and what pairing must never do.

The players are those of ``simulated_players.py``: chances of solving by row, measured on the real English lists. The
seeds are fixed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median, quantiles

import pytest

from tests.sim.simulated_players import play_tournament
from tests.support.invariants import score
from tests.support.play import Play
from wordle_tournament.core.events import DuelEnded, Outcome, RoundOpened

TOURNAMENTS = 2_000


@dataclass(slots=True)
class Tally:
    """The sums over 2,000 tournaments; ``minutes`` run from the first intro to the end, so they are a finalist's."""

    rounds: list[int] = field(default_factory=list)
    minutes: list[float] = field(default_factory=list)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    consecutive_byes: int = 0
    avoidable_repeats: int = 0

    def add(self, play: Play) -> None:
        self.rounds.append(play.tournament.round)
        self.minutes.append(play.now / 60_000)
        self.outcomes.update(ended.outcome for ended in play.happened(DuelEnded))
        self._compare(play.happened(RoundOpened))

    def _compare(self, opened: Sequence[RoundOpened]) -> None:
        for before, after in pairwise(opened):
            self.consecutive_byes += after.bye is not None and after.bye == before.bye
            met = {frozenset(duel.players) for duel in before.duels}
            repeats = sum(frozenset(duel.players) in met for duel in after.duels)
            standing = 2 * len(after.duels) + (after.bye is not None)
            self.avoidable_repeats += repeats if standing > 2 else 0  # D7: always avoidable, but for the last two

    @property
    def draws(self) -> float:
        return self.outcomes[Outcome.DRAW] / self.outcomes.total()

    @property
    def usual(self) -> float:
        """The share within R1.5's 8 to 10 rounds."""
        return sum(8 <= rounds <= 10 for rounds in self.rounds) / len(self.rounds)


@pytest.fixture(scope="module")
def tally() -> Tally:
    found = Tally()
    for seed in range(TOURNAMENTS):
        play = play_tournament(seed)
        found.add(play)
        if seed % 20 == 0:
            score(play.events)  # counts the tournament again by the rules
    return found


def test_the_distribution_is_shown(tally: Tally, capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counter(tally.rounds)
    assert counts.total() == TOURNAMENTS
    tenths = quantiles(tally.minutes, n=10)
    with capsys.disabled():
        print(f"\n{TOURNAMENTS} simulated tournaments: rounds")  # noqa: T201
        for rounds, count in sorted(counts.items()):
            print(f"  {rounds:3}  {count:5}  {'#' * (count * 60 // TOURNAMENTS)}")  # noqa: T201
        print(  # noqa: T201
            f"  median {median(tally.rounds):g}, {tally.usual:.1%} within 8 to 10, "
            f"{tally.draws:.2%} of {tally.outcomes.total()} duels drawn\n"
            "  a finalist's minutes at 5 to 25 s a guess: "
            f"10 % {tenths[0]:.1f}, median {tenths[4]:.1f}, 90 % {tenths[8]:.1f}"
        )


def test_the_premise_few_duels_are_drawn(tally: Tally) -> None:
    assert tally.draws <= 0.05
    assert tally.outcomes[Outcome.FORFEIT] == 0


def test_the_median_tournament_has_eight_or_nine_rounds(tally: Tally) -> None:  # R1.5
    assert median(tally.rounds) in {8, 9}


def test_at_least_three_quarters_take_eight_to_ten_rounds(tally: Tally) -> None:  # R1.5
    assert tally.usual >= 0.75


def test_no_player_ever_has_two_byes_running(tally: Tally) -> None:  # R2.3
    assert tally.consecutive_byes == 0


def test_no_opponent_is_ever_repeated_needlessly(tally: Tally) -> None:  # R2.1, D7
    assert tally.avoidable_repeats == 0
