"""Drawing from the real lists by the rules' own code (R5.2, D8, D16)."""

from collections import Counter
from dataclasses import replace

from tests.support.builders import START, empty_lobby, entrant
from wordle_tournament.aws.lexicons import FileLexicons
from wordle_tournament.core.commands import TakeSeats
from wordle_tournament.core.lexicon import Lexicon
from wordle_tournament.core.step import perform
from wordle_tournament.core.tournament import Duel

PLAYERS = tuple(f"p{number}" for number in range(1, 9))


def first_round(lexicon: Lexicon, seed: int) -> tuple[Duel, ...]:
    """The four duels of a tournament that has just filled."""
    lobby = replace(empty_lobby(seed=f"{seed:032x}"), language=lexicon.alphabet.language)
    step = perform(lobby, TakeSeats(tuple(entrant(player) for player in PLAYERS)), START, lexicon)
    assert len(step.after.duels) == 4
    return step.after.duels


def test_pairs_of_a_round_get_different_secrets_of_their_length(lexicon: Lexicon) -> None:
    for seed in range(25):
        duels = first_round(lexicon, seed)

        assert len({duel.secret for duel in duels}) == 4
        for duel in duels:
            assert len(lexicon.alphabet.tiles(duel.secret)) == duel.length
            assert duel.secret in lexicon.secrets(duel.length)
            assert duel.display == lexicon.display(duel.secret)


def test_draws_reach_all_of_a_list_evenly(lexicons: FileLexicons) -> None:
    """Uniform over lengths and over each list's tenths, by chi-square of fixed seeds at the 0.1 % point."""
    english = lexicons.lexicon("en")
    duels = [duel for seed in range(500) for duel in first_round(english, seed)]
    lengths = Counter(duel.length for duel in duels)
    tenths = Counter(
        10 * english.secrets(duel.length).index(duel.secret) // len(english.secrets(duel.length)) for duel in duels
    )

    assert chi_square(lengths, 3) < 13.82
    assert chi_square(tenths, 10) < 27.88


def chi_square(counts: Counter[int], kinds: int) -> float:
    mean = counts.total() / kinds
    return sum((count - mean) ** 2 / mean for count in counts.values()) + mean * (kinds - len(counts))
