"""Nicknames (R10.1): made up, changed, cleaned. Deceptive characters are refused, foreign letters are not."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_tournament.core.nickname import InvalidNickname, clean_nickname, make_nickname

seeds = st.integers(0, 2**64)


@given(seeds)
def test_a_made_up_nickname_keeps_the_rules(seed: int) -> None:
    nickname = make_nickname(Random(seed))  # noqa: S311
    assert clean_nickname(nickname) == nickname


def test_made_up_nicknames_are_many() -> None:
    assert len({make_nickname(Random(seed)) for seed in range(1_000)}) > 950  # noqa: S311


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Otter", "Otter"),
        ("  Otter   42 ", "Otter 42"),
        ("Ö", None),
        ("Öz", "Öz"),
        ("O\u0308z", "Öz"),  # composed
        ("sık", "sık"),
        ("Аnna", "Аnna"),  # names are not identity
        ("Oʻgʻil", "Oʻgʻil"),
        ("김민수", "김민수"),
        ("Жәнібек", "Жәнібек"),
        ("हिन्दी", "हिन्दी"),
        ("Ｏｔｔｅｒ", "Otter"),  # full width
        ("42", "42"),
        ("a" * 20, "a" * 20),
        ("a\u0301\u0323b", "ạ\u0301b"),  # two marks on one letter
    ],
)
def test_a_nickname_is_kept_clean(typed: str, kept: str | None) -> None:
    if kept is None:
        with pytest.raises(InvalidNickname):
            clean_nickname(typed)
    else:
        assert clean_nickname(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "a",
        "a" * 21,
        "--",
        "\u202evatsuG",  # right to left
        "A\u200bnna",  # nothing between two letters
        "An\u00adna",
        "An\nna",
        "An\tna",
        "An\x00na",
        "a" + "\u0301" * 30,  # stacked marks
        "\u0301\u0301",  # marks on nothing
        "\u0301ab",  # a mark that would sit on whatever stands before the name
        "ab \u0301c",
        "\u3164\u3164",  # letters without a glyph
        "ab\u115f",
        "😀😀",
        "<b>x</b>",
        "a\ue000b",
    ],
)
def test_what_tricks_the_eye_is_refused(typed: str) -> None:
    with pytest.raises(InvalidNickname):
        clean_nickname(typed)


@given(st.text(max_size=40))
def test_cleaning_twice_is_cleaning_once(typed: str) -> None:
    try:
        kept = clean_nickname(typed)
    except InvalidNickname:
        return
    assert clean_nickname(kept) == kept
    assert len(kept) >= 2
