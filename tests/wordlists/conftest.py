"""The committed lists, read as the game reads them."""

from pathlib import Path

import pytest

from wordle_tournament.aws.lexicons import FileLexicons
from wordle_tournament.core.alphabet import Alphabet
from wordle_tournament.core.lexicon import Lexicon

ROOT = Path(__file__).parents[2] / "wordlists"
LANGUAGES = ("en", "id", "de", "es", "fr", "it", "nl", "uz", "pl", "pt", "kk", "ru", "uk")
LENGTHS = (4, 5, 6)


@pytest.fixture(scope="session")
def lexicons() -> FileLexicons:
    return FileLexicons(ROOT)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=LENGTHS)
def length(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def lexicon(lexicons: FileLexicons, language: str) -> Lexicon:
    return lexicons.lexicon(language)


@pytest.fixture
def alphabet(lexicon: Lexicon) -> Alphabet:
    return lexicon.alphabet
