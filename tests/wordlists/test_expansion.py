"""The expansion of Hunspell dictionaries, rule by rule on dictionaries of a few lines."""

from collections.abc import Callable
from pathlib import Path

import pytest

from wordlists.build.hunspell import Dictionary

Expand = Callable[[str, str], set[str]]


@pytest.fixture
def expand(tmp_path: Path) -> Expand:
    def expanded(grammar: str, entries: str) -> set[str]:
        encoding = "utf-8"
        lines = entries.split("\n")
        (tmp_path / "xx.aff").write_text("SET UTF-8\n" + grammar, encoding)
        (tmp_path / "xx.dic").write_text("\n".join([str(len(lines)), *lines]), encoding)
        return {form.word for form in Dictionary.read(tmp_path, "xx").forms(1, 20)}

    return expanded


def test_a_suffix_strips_and_adds_where_its_condition_holds(expand: Expand) -> None:
    grammar = "SFX A Y 2\nSFX A y ies [^aeiou]y\nSFX A 0 s [aeiou]y\n"

    assert expand(grammar, "fly/A\nday/A\ncow") == {"fly", "flies", "day", "days", "cow"}


def test_prefix_and_suffix_cross_only_where_both_allow_it(expand: Expand) -> None:
    crossing = "PFX P Y 1\nPFX P 0 re .\nSFX S Y 1\nSFX S 0 ed .\n"
    alone = crossing.replace("SFX S Y", "SFX S N")

    assert expand(crossing, "load/PS") == {"load", "reload", "loaded", "reloaded"}
    assert expand(alone, "load/PS") == {"load", "reload", "loaded"}


def test_a_suffix_may_carry_a_second_one(expand: Expand) -> None:
    grammar = "SFX A Y 1\nSFX A 0 er/B .\nSFX B Y 1\nSFX B 0 s .\n"

    assert expand(grammar, "work/A") == {"work", "worker", "workers"}


def test_a_stem_that_needs_an_affix_is_no_word_itself(expand: Expand) -> None:
    grammar = "NEEDAFFIX N\nSFX A Y 1\nSFX A 0 en .\n"

    assert expand(grammar, "geh/NA") == {"gehen"}


def test_an_affix_that_needs_another_gives_no_word_by_itself(expand: Expand) -> None:
    grammar = "NEEDAFFIX N\nSFX A Y 1\nSFX A 0 x/NB .\nSFX B Y 1\nSFX B 0 y .\n"

    assert expand(grammar, "ab/A") == {"ab", "abxy"}


def test_both_halves_of_a_circumfix_are_needed(expand: Expand) -> None:
    grammar = "CIRCUMFIX X\nPFX P Y 1\nPFX P 0 ge/X .\nSFX S Y 2\nSFX S 0 t/XP .\nSFX S 0 e .\n"

    assert expand(grammar, "sag/S") == {"sag", "sage", "gesagt"}


def test_what_stands_only_in_compounds_or_is_forbidden_is_no_word(expand: Expand) -> None:
    grammar = "ONLYINCOMPOUND O\nFORBIDDENWORD F\nSFX A Y 1\nSFX A 0 s .\n"

    assert expand(grammar, "haus/OA\nmaus/A\nmauss/F") == {"maus"}


@pytest.mark.parametrize(("kind", "first", "second"), [("long", "Aa", "Bb"), ("num", "101", "20"), ("UTF-8", "é", "ü")])
def test_flags_of_every_type_are_read(expand: Expand, kind: str, first: str, second: str) -> None:
    both = f"{first},{second}" if kind == "num" else first + second
    grammar = f"FLAG {kind}\nSFX {first} Y 1\nSFX {first} 0 a .\nSFX {second} Y 1\nSFX {second} 0 b .\n"

    assert expand(grammar, f"x/{both}") == {"x", "xa", "xb"}


def test_numbers_stand_for_sets_of_flags(expand: Expand) -> None:
    grammar = "AF 2\nAF A\nAF AB\nSFX A Y 1\nSFX A 0 a .\nSFX B Y 1\nSFX B 0 b .\n"

    assert expand(grammar, "x/1\ny/2") == {"x", "xa", "y", "ya", "yb"}


def test_a_comment_after_an_affix_is_no_condition(expand: Expand) -> None:
    grammar = "SFX A Y 1 # plural\nSFX A 0 s # always\n"

    assert expand(grammar, "day/A") == {"day", "days"}


def test_words_are_shown_as_the_dictionary_wants_them_shown(expand: Expand) -> None:
    assert expand("OCONV 1\nOCONV ĳ ij\n", "ĳs") == {"ijs"}


def test_letters_to_be_ignored_are_left_out(expand: Expand) -> None:
    assert expand("IGNORE \u0301\n", "за\u0301мок") == {"замок"}


def test_morphology_after_a_word_is_no_part_of_it(expand: Expand) -> None:
    assert expand("SFX A Y 1\nSFX A 0 s .\n", "chat/A po:nom is:mas\nmar\t[CAT=nc]") == {"chat", "chats", "mar"}


def test_a_byte_order_mark_and_an_old_encoding_are_read(tmp_path: Path) -> None:
    (tmp_path / "xx.aff").write_bytes(b"SET ISO8859-2\n")
    (tmp_path / "xx.dic").write_bytes("1\nżółw".encode("iso-8859-2"))
    (tmp_path / "yy.aff").write_bytes(b"\xef\xbb\xbfSET UTF-8\n")
    (tmp_path / "yy.dic").write_bytes(b"\xef\xbb\xbf1\n" + "қала".encode())

    assert [form.word for form in Dictionary.read(tmp_path, "xx").forms(1, 9)] == ["żółw"]
    assert [form.word for form in Dictionary.read(tmp_path, "yy").forms(1, 9)] == ["қала"]


def test_a_form_names_its_stem(tmp_path: Path) -> None:
    (tmp_path / "xx.aff").write_text("SFX A Y 1\nSFX A 0 s .\n", "utf-8")
    (tmp_path / "xx.dic").write_text("1\nday/A", "utf-8")

    assert [(form.word, form.stem) for form in Dictionary.read(tmp_path, "xx").forms(1, 9)] == [
        ("day", "day"),
        ("days", "day"),
    ]
