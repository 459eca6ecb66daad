"""Letters: folding, tiles, casing, and alphabets that fail when they are loaded (R5).

The alphabets here are made for the tests, among them languages that the game does not have; the game's own stand in
``tests/wordlists``.
"""

from collections.abc import Mapping
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_tournament.core.alphabet import Alphabet, InvalidAlphabet, UnknownLetter

LATIN = "abcdefghijklmnopqrstuvwxyz"
TURNED_COMMA = "\u02bb"


def alphabet(
    letters: str | tuple[str, ...] = LATIN,
    folds: Mapping[str, str] | None = None,
    lowercase: Mapping[str, str] | None = None,
    *,
    folds_accents: bool = False,
    keyboard: tuple[tuple[str, ...], ...] | None = None,
) -> Alphabet:
    return Alphabet(
        "xx",
        tuple(letters),
        keyboard or (tuple(letters),),
        folds or {},
        folds_accents=folds_accents,
        lowercase=lowercase or {},
    )


ENGLISH = alphabet(folds_accents=True)
GERMAN = alphabet(LATIN + "äöüß", folds_accents=True)
FRENCH = alphabet(folds={"œ": "oe", "æ": "ae"}, folds_accents=True)
SPANISH = alphabet("abcdefghijklmnñopqrstuvwxyz", folds_accents=True)
FINNISH = alphabet("abcdefghijklmnopqrstuvwxyzåäö")
RUSSIAN = alphabet("абвгдежзийклмнопрстуфхцчшщъыьэюя", {"ё": "е"})
TURKISH = alphabet("abcçdefgğhıijklmnoöprsştuüvyz", lowercase={"I": "ı", "İ": "i"})
CROATIAN = alphabet((*"abcčćdđefghijklmnoprsštuvzž", "dž", "lj", "nj"))
UZBEK = alphabet(
    (*"abcdefghijklmnopqrstuvxyz", "o" + TURNED_COMMA, "g" + TURNED_COMMA),
    {letter + mark: letter + TURNED_COMMA for letter in "og" for mark in "\u02bc\u2019\u2018'`"}
    | dict.fromkeys("\u02bb\u02bc\u2019\u2018'`", ""),
)


def test_a_word_is_split_into_its_letters() -> None:
    assert ENGLISH.tiles("crane") == ("c", "r", "a", "n", "e")


def test_capitals_and_accents_are_folded() -> None:
    assert ENGLISH.fold("Café") == "cafe"
    assert SPANISH.fold("CÁÑÁMO") == "cañamo"


def test_one_letter_may_fold_to_two() -> None:
    assert FRENCH.tiles("CŒUR") == ("c", "o", "e", "u", "r")
    assert FRENCH.fold("ǽ") == "ae"


def test_a_letter_of_the_alphabet_keeps_its_mark_under_a_second_one() -> None:
    assert GERMAN.fold("ǟ") == "ä"


def test_a_mark_that_composes_with_nothing_is_dropped_with_the_accents() -> None:
    assert ENGLISH.fold("q\u0303") == "q"


@pytest.mark.parametrize("typed", ["it's", "x-ray", "e5", "a b", "сat", "🂡"])
def test_what_is_no_letter_is_refused(typed: str) -> None:
    with pytest.raises(UnknownLetter):
        ENGLISH.tiles(typed)


def test_the_refusal_names_the_first_unknown_letter() -> None:
    with pytest.raises(UnknownLetter) as refusal:
        ENGLISH.tiles("it's-so")

    assert refusal.value.letter == "'"


def test_nothing_typed_is_no_tiles() -> None:
    assert ENGLISH.tiles("") == ()


def test_b7_turkish_lower_casing_does_not_change_the_length() -> None:
    assert TURKISH.tiles("İSTİF") == ("i", "s", "t", "i", "f")
    assert len("İSTİF".lower()) == 7, "what a plain lower() would have given"


def test_b7_a_decomposed_capital_dotted_i_is_the_same_letter() -> None:
    assert TURKISH.tiles("I\u0307STI\u0307F") == ("i", "s", "t", "i", "f")


def test_b8_turkish_capitals_find_the_dotless_i() -> None:
    assert TURKISH.fold("KIRIK") == "kırık"


def test_b8_elsewhere_a_capital_i_stays_an_i() -> None:
    assert ENGLISH.fold("KIRIK") == "kirik"
    assert ENGLISH.fold("İ") == "i"


def test_b10_composed_and_decomposed_input_is_one_word() -> None:
    assert GERMAN.tiles("Ka\u0308fig") == GERMAN.tiles("Käfig") == ("k", "ä", "f", "i", "g")


def test_b11_sharp_s_is_one_tile_and_never_two() -> None:
    assert GERMAN.tiles("straße") == ("s", "t", "r", "a", "ß", "e")
    assert GERMAN.tiles("STRAẞE") == GERMAN.tiles("straße")
    assert GERMAN.tiles("STRASSE") == ("s", "t", "r", "a", "s", "s", "e")


def test_b13_letters_with_keys_of_their_own_stay_distinct() -> None:
    assert FINNISH.fold("sö") != FINNISH.fold("so")
    assert FINNISH.tiles("ÖO") == ("ö", "o")


def test_b13_no_letter_of_the_alphabet_may_be_folded_away() -> None:
    with pytest.raises(InvalidAlphabet, match="stays distinct"):
        alphabet("abcö", {"ö": "c"})


def test_b14_yo_is_read_as_ye_both_ways() -> None:
    assert RUSSIAN.tiles("ёжик") == RUSSIAN.tiles("ежик")
    assert RUSSIAN.fold("е\u0308жик") == "ежик"


@pytest.mark.parametrize("mark", ["\u0027", "\u2019", "\u02bb", "\u02bc"])
def test_b16_four_apostrophes_make_one_letter(mark: str) -> None:
    assert UZBEK.tiles(f"O{mark}G{mark}IL") == ("oʻ", "gʻ", "i", "l")


@pytest.mark.parametrize("mark", ["\u0027", "\u2019", "\u02bb", "\u02bc"])
def test_b16_an_apostrophe_after_another_letter_is_dropped(mark: str) -> None:
    assert UZBEK.fold(f"ma{mark}no") == "mano"


def test_b17_a_digraph_is_one_tile_where_it_is_a_letter() -> None:
    assert CROATIAN.tiles("LJETO") == ("lj", "e", "t", "o")
    assert CROATIAN.tiles("ljudi") == ("lj", "u", "d", "i")
    assert ENGLISH.tiles("ijzer") == ("i", "j", "z", "e", "r")


def test_latin_look_alikes_are_no_cyrillic_letters() -> None:
    with pytest.raises(UnknownLetter) as refusal:
        RUSSIAN.tiles("cлово")

    assert refusal.value.letter == "c"


@given(st.text(max_size=20), st.sampled_from([ENGLISH, GERMAN, FRENCH, FINNISH, RUSSIAN, TURKISH, CROATIAN, UZBEK]))
def test_folding_is_idempotent(text: str, language: Alphabet) -> None:
    once = language.fold(text)

    assert language.fold(once) == once


@given(st.sampled_from([FRENCH, GERMAN, TURKISH, CROATIAN, UZBEK]), st.data())
def test_tiles_put_together_are_the_folded_word(language: Alphabet, data: st.DataObject) -> None:
    word = "".join(data.draw(st.lists(st.sampled_from([*language.letters, *language.folds]), max_size=8)))

    assert "".join(language.tiles(word)) == language.fold(word)
    assert set(language.tiles(word)) <= set(language.letters)


@given(st.text(max_size=12))
def test_composition_never_matters(text: str) -> None:
    assert FRENCH.fold(normalize("NFD", text)) == FRENCH.fold(normalize("NFC", text))


@pytest.mark.parametrize(
    ("complaint", "letters", "folds", "lowercase"),
    [
        ("no letters", "", {}, {}),
        ("stands twice", "aab", {}, {}),
        ("not small", "aB", {}, {}),
        ("not small", "ab", {"C": "a"}, {}),
        ("not composed", ("a", "o\u0308"), {}, {}),
        ("empty or has a space", ("a", ""), {}, {}),
        ("empty or has a space", "ab", {"c d": "a"}, {}),
        ("combining mark", ("a", "\u0308o"), {}, {}),
        ("which are not letters", "ab", {"x": "c"}, {}),
        ("the small letter", "ab", {}, {"AB": "a"}),
        ("small letter already", "ab", {}, {"a": "b"}),
    ],
)
def test_an_alphabet_that_contradicts_itself_fails_at_construction(
    complaint: str, letters: str | tuple[str, ...], folds: Mapping[str, str], lowercase: Mapping[str, str]
) -> None:
    with pytest.raises(InvalidAlphabet, match=complaint):
        alphabet(letters, folds, lowercase)


@pytest.mark.parametrize("keyboard", [(("a",),), (("a", "b", "b"),), (("a", "b", "c"),)])
def test_a_keyboard_shows_every_letter_once(keyboard: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(InvalidAlphabet, match="keyboard"):
        alphabet("ab", keyboard=keyboard)


DOCUMENT: dict[str, object] = {
    "language": "xx",
    "name": "Test",
    "direction": "ltr",
    "tiles": ["a", "b"],
    "folds": {"c": "ab"},
    "folds_accents": True,
    "lowercase": {},
    "keyboard": [["b"], ["a"]],
}


def test_a_document_becomes_an_alphabet() -> None:
    expected = Alphabet("xx", ("a", "b"), (("b",), ("a",)), {"c": "ab"}, folds_accents=True, name="Test")

    assert expected == Alphabet.from_document(DOCUMENT)


@pytest.mark.parametrize(
    "change",
    [
        {"tiles": "ab"},
        {"tiles": [1]},
        {"keyboard": None},
        {"folds": ["c"]},
        {"folds": {"c": 1}},
        {"folds_accents": 1},
        {"language": ""},
        {"name": None},
        {"direction": "up"},
        {"fold": {}},
    ],
)
def test_a_document_with_an_odd_entry_fails_loudly(change: Mapping[str, object]) -> None:
    with pytest.raises(InvalidAlphabet):
        Alphabet.from_document({**DOCUMENT, **change})


def test_an_alphabet_can_be_compared_and_hashed() -> None:
    assert alphabet("ab", {"c": "a"}) == alphabet("ab", {"c": "a"})
    assert len({alphabet("ab", {"c": "a"}), alphabet("ab", {"c": "a"})}) == 1
