"""Corrections that people make to the lists (``overrides.txt``)."""

import json
from pathlib import Path

import pytest

from tests.wordlists.conftest import ROOT
from wordle_tournament.core.alphabet import Alphabet
from wordlists.build.material import Letters, uzbek_latin
from wordlists.build.overrides import InvalidOverride, Overrides


@pytest.fixture
def letters() -> Letters:
    return Letters(Alphabet.from_document(json.loads((ROOT / "fr/alphabet.json").read_text("utf-8"))))


def overrides(tmp_path: Path, letters: Letters, text: str) -> Overrides:
    path = tmp_path / "overrides.txt"
    path.write_text(text, "utf-8")
    return Overrides.read(path, letters)


def test_a_word_may_be_added_and_another_removed(tmp_path: Path, letters: Letters) -> None:
    corrections = overrides(tmp_path, letters, "# reviewed\nadd Œuvre  # a work\n\nremove plof\n")

    assert corrections.guesses(frozenset({"plof", "chat"})) == {"oeuvre", "chat"}


def test_a_removed_word_is_no_secret_either(tmp_path: Path, letters: Letters) -> None:
    corrections = overrides(tmp_path, letters, "remove chat\n")
    guesses = corrections.guesses(frozenset({"chat", "chien"}))

    assert corrections.secrets({"chat": "chat", "chien": "chien"}, guesses) == {"chien": "chien"}


def test_a_word_never_to_be_drawn_may_still_be_tried(tmp_path: Path, letters: Letters) -> None:
    corrections = overrides(tmp_path, letters, "never-secret chat\n")
    guesses = corrections.guesses(frozenset({"chat"}))

    assert guesses == {"chat"}
    assert corrections.secrets({"chat": "chat"}, guesses) == {}


def test_a_word_made_a_secret_is_a_guess_and_keeps_how_it_is_written(tmp_path: Path, letters: Letters) -> None:
    corrections = overrides(tmp_path, letters, "secret élève\n")
    guesses = corrections.guesses(frozenset())

    assert corrections.secrets({}, guesses) == {"eleve": "élève"}
    assert guesses == {"eleve"}


@pytest.mark.parametrize("line", ["add", "add two words", "ad chat", "add it's", "add abc", "add abcdefg"])
def test_a_line_that_nobody_can_carry_out_fails_loudly(tmp_path: Path, letters: Letters, line: str) -> None:
    with pytest.raises(InvalidOverride, match=r"overrides\.txt:1"):
        overrides(tmp_path, letters, line)


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("ўғил", "oʻgʻil"),
        ("шаҳар", "shahar"),
        ("ер", "yer"),
        ("поезд", "poyezd"),
        ("санъат", "sanʼat"),
        ("цирк", "sirk"),
    ],
)
def test_uzbek_in_cyrillic_is_read_in_latin(cyrillic: str, latin: str) -> None:
    assert uzbek_latin(cyrillic) == latin
