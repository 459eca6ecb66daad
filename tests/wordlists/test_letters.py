"""Letters of the thirteen languages: what is folded, what stays distinct, how it is marked (R5, D10)."""

from itertools import pairwise
from unicodedata import normalize

import pytest

from wordle_tournament.aws.lexicons import FileLexicons
from wordle_tournament.core.alphabet import Alphabet, UnknownLetter
from wordle_tournament.core.marks import mark

SYMBOLS = {"correct": "G", "present": "Y", "absent": "-"}
LETTERS = {"en": 26, "id": 26, "de": 30, "es": 27, "fr": 26, "it": 26, "nl": 26, "uz": 27, "pl": 32, "pt": 26, "kk": 42}
LETTERS |= {"ru": 32, "uk": 33}


def tiles(lexicons: FileLexicons, language: str, word: str) -> tuple[str, ...]:
    return lexicons.lexicon(language).alphabet.tiles(word)


def marks(lexicons: FileLexicons, language: str, secret: str, guess: str) -> str:
    found = mark(tiles(lexicons, language, secret), tiles(lexicons, language, guess))
    return "".join(SYMBOLS[symbol] for symbol in found)


def test_alphabets_have_the_letters_of_their_language(alphabet: Alphabet, language: str) -> None:
    assert len(alphabet.letters) == LETTERS[language]
    assert alphabet.language == language
    assert alphabet.direction == "ltr"


def test_a_letter_with_a_key_of_its_own_is_never_folded(alphabet: Alphabet) -> None:
    """B13."""
    assert [letter for letter in alphabet.letters if alphabet.tiles(letter) != (letter,)] == []
    assert all(alphabet.fold(one) != alphabet.fold(other) for one, other in pairwise(alphabet.letters))


def test_every_letter_may_be_typed_in_capitals(alphabet: Alphabet) -> None:
    assert [letter for letter in alphabet.letters if alphabet.fold(letter.upper()) != letter and letter != "ß"] == []


@pytest.mark.parametrize(
    ("language", "typed", "expected"),
    [
        ("de", "Käfig", "käfig"),
        ("de", "café", "cafe"),
        ("es", "AÑO", "año"),
        ("es", "pingüino", "pinguino"),
        ("fr", "ŒUVRE", "oeuvre"),
        ("fr", "Garçon", "garcon"),
        ("fr", "ex æquo", "ex aequo"),
        ("it", "perché", "perche"),
        ("pt", "coração", "coracao"),
        ("nl", "ĳzer", "ijzer"),
        ("nl", "reëel", "reeel"),
        ("ru", "ЁЖИК", "ежик"),
        ("uk", "ЇЖАК", "їжак"),
        ("pl", "ŻÓŁW", "żółw"),
        ("kk", "Әлем", "әлем"),
    ],
)
def test_words_are_folded_as_their_language_reads_them(
    lexicons: FileLexicons, language: str, typed: str, expected: str
) -> None:
    assert lexicons.lexicon(language).alphabet.fold(typed) == expected
    assert lexicons.lexicon(language).alphabet.fold(normalize("NFD", typed)) == expected, "B10: decomposed"


@pytest.mark.parametrize("mark_typed", ["\u0027", "\u2019", "\u02bb", "\u02bc", "\u2018", "\u0060"])
def test_b16_an_uzbek_o_or_g_with_any_apostrophe_is_one_tile(lexicons: FileLexicons, mark_typed: str) -> None:
    assert tiles(lexicons, "uz", f"o{mark_typed}g{mark_typed}il") == ("oʻ", "gʻ", "i", "l")
    assert tiles(lexicons, "uz", f"san{mark_typed}at") == ("s", "a", "n", "a", "t")


def test_b17_uzbek_digraphs_and_the_dutch_ij_are_two_tiles(lexicons: FileLexicons) -> None:
    assert tiles(lexicons, "uz", "shahar") == ("s", "h", "a", "h", "a", "r")
    assert tiles(lexicons, "nl", "ijzer") == ("i", "j", "z", "e", "r")


@pytest.mark.parametrize("mark_typed", ["\u0027", "\u2019", "\u02bb", "\u02bc"])
@pytest.mark.parametrize("language", ["en", "ru", "fr", "it"])
def test_b16_elsewhere_an_apostrophe_is_no_letter(lexicons: FileLexicons, language: str, mark_typed: str) -> None:
    with pytest.raises(UnknownLetter) as refusal:
        tiles(lexicons, language, mark_typed)

    assert refusal.value.letter == mark_typed


@pytest.mark.parametrize(
    ("language", "typed", "letter"),
    [
        ("ru", "кто-то", "-"),
        ("ru", "cлово", "c"),
        ("uk", "cлово", "c"),
        ("kk", "aлма", "a"),
        ("ru", "їжак", "ї"),
        ("uk", "ёжик", "ё"),
        ("pl", "quiz", "q"),
        ("uz", "watt", "w"),
        ("en", "ﬁsh", "ﬁ"),
        ("en", "naïve\u200b", "\u200b"),
        ("en", "слово", "с"),
    ],
)
def test_letters_of_another_alphabet_are_refused_by_name(
    lexicons: FileLexicons, language: str, typed: str, letter: str
) -> None:
    with pytest.raises(UnknownLetter) as refusal:
        tiles(lexicons, language, typed)

    assert refusal.value.letter == letter


def test_b8_a_capital_i_stays_an_i(alphabet: Alphabet, language: str) -> None:
    if "i" in alphabet.letters and language != "uk":
        assert alphabet.fold("I") == "i"


@pytest.mark.parametrize(
    ("language", "secret", "guess", "expected"),
    [
        ("fr", "élève", "eleve", "GGGGG"),
        ("fr", "cœur", "coeur", "GGGGG"),
        ("de", "straße", "STRAẞE", "GGGGGG"),
        ("de", "Ka\u0308fig", "käfig", "GGGGG"),
        ("de", "schön", "schon", "GGG-G"),
        ("es", "caña", "cana", "GG-G"),
        ("ru", "ёжик", "ежик", "GGGG"),
        ("ru", "ежик", "ёжик", "GGGG"),
        ("ru", "и\u0306ога", "йога", "GGGG"),
        ("ru", "йога", "иога", "-GGG"),
        ("uk", "і\u0308жак", "їжак", "GGGG"),
        ("uk", "їжак", "іжак", "-GGG"),
        ("uk", "ґанок", "ганок", "-GGGG"),
        ("uz", "o'g'il", "oʻgʻil", "GGGG"),
        ("uz", "oʻgʻil", "ogil", "--GG"),
        ("pl", "łódka", "lodka", "--GGG"),
        ("kk", "қала", "кала", "-GGG"),
        ("en", "skill", "label", "Y---G"),
    ],
)
def test_marks_go_by_tiles(lexicons: FileLexicons, language: str, secret: str, guess: str, expected: str) -> None:
    assert marks(lexicons, language, secret, guess) == expected


@pytest.mark.parametrize("mark_typed", ["", "\u0027", "\u2019", "\u02bb", "\u02bc", "\u2018", "\u0060"])
def test_a_ukrainian_word_is_the_same_with_any_apostrophe_and_without(lexicons: FileLexicons, mark_typed: str) -> None:
    ukrainian = lexicons.lexicon("uk")

    for before, after in (("п", "ять"), ("сім", "я"), ("м", "ясо")):
        tiles = ukrainian.alphabet.tiles(before + mark_typed + after)
        assert "".join(tiles) == before + after
        assert ukrainian.is_guess("".join(tiles), len(tiles))


def test_a_ukrainian_secret_is_shown_with_its_apostrophe(lexicons: FileLexicons) -> None:
    ukrainian = lexicons.lexicon("uk")

    assert "мясо" in ukrainian.secrets(4)
    assert ukrainian.display("мясо") == "м\u02bcясо"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("şahar", "shahar"), ("çoy", "choy"), ("bağ", "bagʻ"), ("õgil", "oʻgil"), ("ŞIŞA", "shisha")],
)
def test_the_uzbek_letters_of_2026_are_read_as_those_of_1995(lexicons: FileLexicons, typed: str, expected: str) -> None:
    assert "".join(tiles(lexicons, "uz", typed)) == expected


@pytest.mark.parametrize("typed", ["gruss", "weiss", "fuss", "gross"])
def test_german_ss_for_sharp_s_is_accepted_as_typed(lexicons: FileLexicons, typed: str) -> None:
    german = lexicons.lexicon("de")

    assert german.alphabet.tiles(typed) == tuple(typed)
    assert german.is_guess(typed, len(typed))


def test_german_nouns_are_shown_with_their_capital(lexicons: FileLexicons) -> None:
    german = lexicons.lexicon("de")

    assert german.display("haus") == "Haus"
    assert german.display("käse") == "Käse"
    assert german.display("grün") == "grün"


def test_b11_strasse_is_seven_tiles_and_so_no_guess_for_six(lexicons: FileLexicons) -> None:
    german = lexicons.lexicon("de")

    assert german.is_guess("straße", 6)
    assert len(german.alphabet.tiles("STRASSE")) == 7
    assert not german.is_guess("strasse", 6)


@pytest.mark.parametrize("guess", ["ёжик", "ежик", "ЁЖИК", "е\u0308жик"])
def test_b14_words_with_yo_are_accepted_either_way(lexicons: FileLexicons, guess: str) -> None:
    russian = lexicons.lexicon("ru")

    assert russian.is_guess(russian.alphabet.fold(guess), 4)
