"""Nicknames that would pass for another one, or for a tag, or burst every line (R10.1)."""

import pytest

from wordle_tournament.core.lookalikes import tell_apart
from wordle_tournament.core.nickname import InvalidNickname, clean_nickname

# Default_Ignorable_Code_Point of Unicode, of the categories Mn and Mc.
IGNORED = [0x034F, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]


def test_all_263_marks_that_are_not_drawn_are_refused() -> None:
    assert len(IGNORED) == 263
    for mark in map(chr, IGNORED):
        for name in (f"Anna{mark}", f"An{mark}na", f"{mark}Anna"):
            with pytest.raises(InvalidNickname):
                clean_nickname(name)


@pytest.mark.parametrize("dot", ["\ua78f", "\u1427", "\u18df", "\u00b7"])
def test_the_dot_of_a_tag_cannot_be_imitated(dot: str) -> None:
    with pytest.raises(InvalidNickname):
        clean_nickname(f"Anna {dot}2")


@pytest.mark.parametrize(
    ("name", "seated"),
    [
        ("\u13aanna", "Anna"),
        ("\ua4eenna", "Anna"),
        ("Anna", "\u13aanna"),
        ("\ua4d0ob", "Bob"),
        ("\u13d9\ua4f3L", "VOL"),
    ],
)
def test_cherokee_and_lisu_letters_of_latin_shape_get_a_tag(name: str, seated: str) -> None:
    assert tell_apart(clean_nickname(name), [seated]) == f"{name} ·2"


def test_names_in_cherokee_and_lisu_are_fine() -> None:
    for name in ("\u13e3\u13b3\u13a9", "\ua4e1\ua4f2\ua4e2\ua4f4"):
        assert clean_nickname(name) == name
        assert tell_apart(name, ["Anna"]) == name


@pytest.mark.parametrize("sign", ["\U00012031", "\U00012000", "\U0001242b"])
def test_signs_several_letters_wide_are_refused(sign: str) -> None:
    with pytest.raises(InvalidNickname):
        clean_nickname(sign * 20)
