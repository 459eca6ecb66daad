"""Words that a player would be angry to see refused, and what is no word, per language, chosen by people (R4.5)."""

from pathlib import Path

import pytest

from wordle_tournament.core.lexicon import Lexicon

GOLDEN = Path(__file__).with_name("golden")


def is_accepted(lexicon: Lexicon, typed: str) -> bool:
    tiles = lexicon.alphabet.tiles(typed)
    return lexicon.is_guess("".join(tiles), len(tiles))


def golden(language: str, kind: str) -> list[str]:
    return (GOLDEN / f"{language}.{kind}.txt").read_text("utf-8").split()


def test_frequent_words_are_accepted(lexicon: Lexicon, language: str) -> None:
    expected = golden(language, "accepted")

    assert len(set(expected)) >= 60
    assert [word for word in expected if is_accepted(lexicon, word)] == expected


def test_frequent_words_are_accepted_in_capitals(lexicon: Lexicon, language: str) -> None:
    # ß has a capital of its own, which is not two letters (B11).
    capitals = [word.replace("ß", "ẞ").upper() for word in golden(language, "accepted")]

    assert [word for word in capitals if is_accepted(lexicon, word)] == capitals


def test_what_is_no_word_is_refused(lexicon: Lexicon, language: str) -> None:
    refused = golden(language, "refused")

    assert len(set(refused)) >= 30
    assert [word for word in refused if is_accepted(lexicon, word)] == []


@pytest.mark.parametrize("kind", ["accepted", "refused"])
def test_golden_words_have_lengths_that_are_played(lexicon: Lexicon, language: str, kind: str) -> None:
    lengths = {len(lexicon.alphabet.tiles(word)) for word in golden(language, kind)}

    assert lengths == {4, 5, 6}
