"""Opening rounds (R1.3, R2, R4.1, R5.2, D8) and chance as a value (D16)."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.support.builders import PLAYERS, START, entrant, lobby_of, running
from tests.support.play import Play
from tests.support.words import SmallLexicon, digraph_lexicon, small_lexicon
from wordle_tournament.core.chance import stream
from wordle_tournament.core.events import RoundOpened, TurnStarted
from wordle_tournament.core.tournament import Phase


def seed(number: int) -> str:
    return f"{number:032x}"


def first_round(number: int, lexicon: SmallLexicon | None = None) -> RoundOpened:
    """Round 1 of a tournament with this seed."""
    play = Play(lobby_of(*map(entrant, PLAYERS[:7]), seed=seed(number)), lexicon or small_lexicon())
    play.take_seats(entrant("p8"))
    (opened,) = play.happened(RoundOpened)
    return opened


ROUNDS = tuple(first_round(number) for number in range(500))
MANY = tuple(duel for opened in ROUNDS for duel in opened.duels)


def test_all_duels_begin_together_after_the_intro() -> None:  # R1.2, R1.3
    play = Play(lobby_of(*map(entrant, PLAYERS[:7])))
    play.take_seats(entrant("p8"))
    assert play.at(5_999).tick().events == ()
    step = play.at(6_000).tick()
    (opened,) = play.happened(RoundOpened)
    assert step.events == tuple(TurnStarted(duel.duel, 1, duel.first, START + 36_000) for duel in opened.duels)
    assert (play.tournament.phase, play.tournament.starts_at) == (Phase.PLAYING, None)


def test_a_late_timer_gives_no_player_more_time() -> None:
    play = Play(lobby_of(*map(entrant, PLAYERS[:7])))
    play.take_seats(entrant("p8"))
    play.at(9_000).tick()
    assert {duel.deadline for duel in play.tournament.duels} == {START + 36_000}


def test_duels_are_named_after_their_round() -> None:
    assert [duel.duel for duel in first_round(1).duels] == ["1.1", "1.2", "1.3", "1.4"]


def test_every_pair_gets_a_different_word_of_its_length() -> None:  # R5.2
    for opened in ROUNDS:
        duels = opened.duels
        assert len({duel.secret for duel in duels}) == 4
        for duel in duels:
            assert duel.secret in small_lexicon().secrets(duel.length)
            assert duel.display == duel.secret.upper()


def test_either_player_is_first_with_equal_chance() -> None:  # R4.1
    assert all(duel.first in duel.players for duel in MANY)
    firsts = sum(duel.first == duel.players[0] for duel in MANY)
    assert abs(firsts - 1_000) < 100, "4.5 standard deviations"


def test_four_five_and_six_letters_are_equally_likely() -> None:  # R5.2
    lengths = Counter(duel.length for duel in MANY)
    assert set(lengths) == {4, 5, 6}
    assert sum((count - 2_000 / 3) ** 2 / (2_000 / 3) for count in lengths.values()) < 13.8, "chi-square, 0.1 %"


def test_every_secret_of_a_length_is_equally_likely() -> None:
    for length in (4, 5, 6):
        secrets = Counter(duel.secret for duel in MANY if duel.length == length)
        mean = secrets.total() / 40
        assert set(secrets) == set(small_lexicon().secrets(length))
        assert sum((count - mean) ** 2 / mean for count in secrets.values()) < 72.1, "chi-square of 39, 0.1 %"


def test_no_secret_is_used_twice_in_a_tournament() -> None:  # D8: even when nearly all are used
    lexicon = small_lexicon()
    every = {word for length in (4, 5, 6) for word in lexicon.secrets(length)}
    kept = {lexicon.secrets(length)[nth] for length in (4, 5, 6) for nth in (3, -1)}
    tournament = running((3, 1, 2, 2, 0, 0, 0, 0))
    play = Play(replace(tournament, used=tuple(sorted(every - kept))))
    play.solve("p1")
    play.solve("p3")
    (opened,) = play.happened(RoundOpened)
    assert {duel.secret for duel in opened.duels} <= kept


def test_running_out_of_secrets_is_an_error_and_no_endless_search() -> None:
    lexicon = small_lexicon()
    every = tuple(word for length in (4, 5, 6) for word in lexicon.secrets(length))
    play = Play(replace(running((2, 1, 2, 0, 0, 0, 0, 0)), used=every))
    with pytest.raises(ValueError, match="no unused secret"):
        play.solve("p1")


# Chance as a value (D16)


def test_one_seed_is_the_only_source_of_chance() -> None:
    assert first_round(7) == first_round(7)
    assert len({str(first_round(number)) for number in range(50)}) == 50


def test_streams_of_different_purposes_are_different() -> None:
    purposes = [
        *(("pairing", number) for number in (1, 2)),
        *((purpose, duel) for purpose in ("length", "word", "first") for duel in ("1.1", "1.2", "2.1")),
    ]
    drawn = {purpose: stream(seed(1), *purpose).getrandbits(256) for purpose in purposes}
    assert len(set(drawn.values())) == len(purposes)
    assert stream(seed(1), "word", "1.1").getrandbits(256) == drawn["word", "1.1"]
    assert stream(seed(2), "word", "1.1").getrandbits(256) != drawn["word", "1.1"]


def test_what_is_public_does_not_depend_on_the_words() -> None:
    def public(opened: RoundOpened) -> list[object]:
        return [opened.bye, *((duel.players, duel.first, duel.length) for duel in opened.duels)]

    for number in range(50):
        assert public(first_round(number)) == public(first_round(number, digraph_lexicon()))


def test_the_words_do_not_depend_on_what_is_public() -> None:
    # The same duel of the same seed draws the same word, whatever the pair, the first player and the rounds before.
    for number in range(30):
        after_solving = Play(running((3, 1, 3, 3, 0, 0, 0, 0), seed=seed(number)))
        after_leaving = Play(running((1, 2, 2, 0, 0, 0, 0, 0), seed=seed(number)))
        after_solving.solve("p1")
        after_solving.solve("p3")
        after_leaving.leave("p2")
        (one,), (other,) = after_solving.happened(RoundOpened), after_leaving.happened(RoundOpened)
        assert (one.duels[0].length, one.duels[0].secret) == (other.duels[0].length, other.duels[0].secret)


def test_nothing_drawn_tells_of_anything_else_drawn() -> None:
    # Chi-square of the 2 x 2 table of each two of these bits over 500 tournaments: 15.1 is its 0.01 % point.
    bits = []
    for opened in ROUNDS:
        one = opened.duels[0]
        secrets = small_lexicon().secrets(one.length)
        bits.append(
            {
                "first": one.first == one.players[0],
                "partner": one.players[1] in {"p2", "p3", "p4"},
                "length": one.length == 5,
                "word": secrets.index(one.secret) < 20,
                "last of the word": secrets.index(one.secret) % 2 == 0,
            }
        )
    for left, right in combinations(bits[0], 2):
        if {left, right} == {"word", "last of the word"}:
            continue
        counts = Counter((row[left], row[right]) for row in bits)
        statistic = 0.0
        for a in (False, True):
            for b in (False, True):
                expected = sum(counts[a, y] for y in (False, True)) * sum(counts[x, b] for x in (False, True)) / 500
                statistic += (counts[a, b] - expected) ** 2 / expected
        assert statistic < 15.1, (left, right)
