"""Word lists read from files: only what is asked for, once per process (R4.5, R5)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from wordle_tournament.aws.lexicons import FileLexicons
from wordle_tournament.core.alphabet import InvalidAlphabet
from wordle_tournament.core.lexicon import UnknownLanguage

ALPHABET = {
    "language": "xx",
    "name": "Test",
    "tiles": ["a", "b", "ab"],
    "folds": {},
    "folds_accents": True,
    "keyboard": [["a", "b", "ab"]],
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "xx"
    folder.mkdir()
    (folder / "alphabet.json").write_text(json.dumps(ALPHABET), "utf-8")
    (folder / "4.secrets.txt").write_text("aaaa\tàaáa\nbbbb\n", "utf-8")
    (folder / "4.guesses.txt").write_text("aaaa\nbbaa\nbbbb\n", "utf-8")
    return tmp_path


def test_secrets_keep_the_order_of_their_file(root: Path) -> None:
    assert tuple(FileLexicons(root).lexicon("xx").secrets(4)) == ("aaaa", "bbbb")


def test_a_secret_is_displayed_as_its_language_writes_it(root: Path) -> None:
    lexicon = FileLexicons(root).lexicon("xx")

    assert lexicon.display("aaaa") == "àaáa"
    assert lexicon.display("bbbb") == "bbbb"


def test_a_guess_that_is_no_secret_is_displayed_as_it_is(root: Path) -> None:
    assert FileLexicons(root).lexicon("xx").display("bbaa") == "bbaa"


def test_a_guess_must_stand_in_the_list(root: Path) -> None:
    lexicon = FileLexicons(root).lexicon("xx")

    assert lexicon.is_guess("bbaa", 4)
    assert not lexicon.is_guess("baba", 4)
    assert not lexicon.is_guess("", 4)


def test_a_language_without_words_is_unknown(root: Path) -> None:
    with pytest.raises(UnknownLanguage, match="'yy'"):
        FileLexicons(root).lexicon("yy")


@pytest.mark.parametrize("language", ["..", "../xx", "xx/../xx", ".", "", "/", "xx\0", "XX"])
def test_a_language_never_becomes_a_path(root: Path, language: str) -> None:
    with pytest.raises(UnknownLanguage):
        FileLexicons(root).lexicon(language)


def test_a_length_without_words_is_an_error(root: Path) -> None:
    lexicon = FileLexicons(root).lexicon("xx")

    with pytest.raises(ValueError, match="no guesses of 7 letters"):
        lexicon.is_guess("aaaaaaa", 7)
    with pytest.raises(ValueError, match="no secrets of 7 letters"):
        lexicon.secrets(7)


def test_an_invalid_alphabet_fails_when_it_is_loaded(root: Path) -> None:
    (root / "xx" / "alphabet.json").write_text(json.dumps({**ALPHABET, "folds": {"ab": "a"}}), "utf-8")

    with pytest.raises(InvalidAlphabet):
        FileLexicons(root).lexicon("xx")


def test_a_list_is_read_once_and_no_other_is_touched(root: Path) -> None:
    lexicons = FileLexicons(root)
    assert lexicons.lexicon("xx").is_guess("bbaa", 4)
    (root / "xx" / "4.guesses.txt").unlink()
    (root / "xx" / "4.secrets.txt").unlink()

    assert lexicons.lexicon("xx").is_guess("bbbb", 4), "still in memory"
    with pytest.raises(ValueError, match="no secrets"):
        lexicons.lexicon("xx").secrets(4)


def test_the_module_is_cheap_to_import() -> None:
    code = "import sys, wordle_tournament.aws.lexicons; print(*sorted(sys.modules))"
    package_root = Path(sys.modules["wordle_tournament"].__path__[0]).parent
    result = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(package_root)}, capture_output=True, check=True
    )
    loaded = set(result.stdout.decode().split())

    assert loaded.isdisjoint({"boto3", "botocore", "pydantic", "pynamodb", "aws_lambda_powertools", "asyncio"})
