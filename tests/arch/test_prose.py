"""The prose of the repository: every reference is defined, and a player is *they*."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.prose import ROOT, Text, prose_of, texts

# References that only a page outside of the repository explains: a case's number, a document by its name.
UNDEFINED = re.compile(
    r"\b[A-Z]-\d{1,3}\b|\bcase \d+|\b(?:design|protocol|rules|style|cases(?:-\d+)?|local-stack)\.md\b|\.\./shared\b"
)
PLAYER_AS_HE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)


def found(pattern: re.Pattern[str], pieces: tuple[Text, ...]) -> Iterator[str]:
    for one in pieces:
        for match in pattern.finditer(one.text):
            line = one.line + one.text.count("\n", 0, match.start())
            yield f"{one.path.relative_to(ROOT)}:{line}: {match.group()}"


TEXTS = tuple(one for one in texts() if one.path != Path(__file__))


def test_no_text_refers_to_what_the_repository_does_not_hold() -> None:
    assert list(found(UNDEFINED, TEXTS)) == []


def test_no_text_calls_a_player_he() -> None:
    assert list(found(PLAYER_AS_HE, TEXTS)) == []


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("one.py", "x = 1  # a riddle (K-94)\n", 1),
        ("one.py", 'def one() -> None:\n    """Fine.\n\n    But see case 29.\n    """\n', 4),
        ("one.md", "Fine.\n\nSee `../shared/design.md`.\n", 3),
        ("one.js", 'const one = 1;\n// as protocol.md says\nconst two = "//";\n', 2),
        ("one.mjs", "/**\n * Fine.\n * E-37\n */\n", 3),
        ("one.css", ".one {\n  color: red; /* style.md */\n}\n", 2),
    ],
)
def test_an_undefined_reference_is_found_in_every_kind_of_file(name: str, content: str, line: int) -> None:
    hits = list(found(UNDEFINED, tuple(prose_of(ROOT / name, content))))
    assert hits
    assert all(hit.startswith(f"{name}:{line}: ") for hit in hits)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("one.py", 'x = "case 1 in design.md"\n'),  # a string is data, not prose
        ("one.js", "const url = 'https://example.com/style.md';\n"),
        ("one.md", "The README.md of core defines R4.3; a case of its own.\n"),
    ],
)
def test_what_is_no_reference_is_not_found(name: str, content: str) -> None:
    assert list(found(UNDEFINED, tuple(prose_of(ROOT / name, content)))) == []


def test_the_search_reads_every_kind_of_file() -> None:
    assert {one.path.suffix for one in texts()} == {".py", ".md", ".js", ".mjs", ".css"}


def test_he_is_found_as_a_word_only() -> None:
    pieces = (Text(ROOT / "one.md", 1, "The history of the chimes. His turn is over; himself."),)
    assert [hit.rpartition(" ")[2] for hit in found(PLAYER_AS_HE, pieces)] == ["His", "himself"]
