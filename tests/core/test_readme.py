"""The core's README says what the code does: its generated parts, its files, and every rule that is cited anywhere."""

import re
from pathlib import Path
from typing import get_args

import pytest

from tests.support.core_readme import PARTS, README, part
from tests.support.prose import ROOT, texts
from wordle_tournament.core.commands import Command, Tick
from wordle_tournament.core.step import TRANSITIONS
from wordle_tournament.core.tournament import Phase

CONTENT = README.read_text("utf-8")
RULES = {f"R{number}": last for number, last in enumerate((5, 3, 5, 5, 2, 5, 2, 3, 3, 1), start=1)}
DECISIONS = tuple(f"D{number}" for number in range(1, 22))
KNOWN = {*RULES, *DECISIONS, *(f"{rule}.{number}" for rule, last in RULES.items() for number in range(1, last + 1))}


@pytest.mark.parametrize("name", PARTS)
def test_a_generated_part_is_as_it_would_be_generated(name: str) -> None:
    (written,) = part(name).findall(CONTENT)
    assert written == PARTS[name]() + "\n", "to write it: python -m tests.support.core_readme"


def test_every_command_is_decided_in_every_phase() -> None:
    assert set(TRANSITIONS) == {(phase, kind) for phase in Phase for kind in get_args(Command) if kind is not Tick}


def test_every_rule_stands_in_it_once() -> None:
    for rule, last in RULES.items():
        (section,) = re.findall(rf"^\*\*{rule} [^\n]*\*\*\n(.*?)(?=^\*\*|^## )", CONTENT, re.DOTALL | re.MULTILINE)
        assert re.findall(r"^(\d+)\. ", section, re.MULTILINE) == [str(number) for number in range(1, last + 1)]
    assert re.findall(r"^\*\*(D\d+)\*\* ", CONTENT, re.MULTILINE) == list(DECISIONS)


def test_every_file_stands_in_it_and_no_other() -> None:
    listed = re.findall(r"^\| `(\w+\.py)` \|", CONTENT, re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in README.parent.glob("*.py") if path.name != "__init__.py")


def cited(text: str) -> set[str]:
    """The rule numbers in a text; ruff's own codes (``D105``) have three digits."""
    return set(re.findall(r"(?<![\w/.-])(R\d{1,2}(?:\.\d+)?|D\d{1,2})(?![\w-])", text))


def test_a_rule_number_is_recognised_and_a_lint_code_is_not() -> None:
    text = "R4.3 and (D7), R10.1; D105 and `R12`"
    assert cited(text) == {"R4.3", "D7", "R10.1", "R12"}
    assert cited(text) - KNOWN == {"R12"}


def test_every_rule_that_is_cited_anywhere_is_defined() -> None:
    undefined = {
        f"{one.path.relative_to(ROOT)}:{one.line}": sorted(numbers)
        for one in texts()
        if (numbers := cited(one.text) - KNOWN)
    }
    assert undefined == {}


def test_the_search_for_rules_sees_every_room() -> None:
    rooms: dict[str, set[str]] = {}
    for one in texts():
        rooms.setdefault(Path(one.path).relative_to(ROOT).parts[0], set()).update(cited(one.text))
    assert all(rooms[room] for room in ("layers", "infra", "tests"))
    assert set(DECISIONS) <= set().union(*rooms.values())
