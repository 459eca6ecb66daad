"""The core's README says what the code does: its generated parts, its files, its rule numbers."""

import re
from typing import get_args

import pytest

from tests.support.core_readme import PARTS, README, part
from wordle_tournament.core.commands import Command, Tick
from wordle_tournament.core.step import TRANSITIONS
from wordle_tournament.core.tournament import Phase

CONTENT = README.read_text("utf-8")
RULES = {f"R{number}": last for number, last in enumerate((5, 3, 5, 5, 2, 5, 2, 3, 3, 1), start=1)}


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
    assert re.findall(r"^\*\*(D\d+)\*\* ", CONTENT, re.MULTILINE) == [f"D{number}" for number in range(1, 18)]


def test_every_file_stands_in_it_and_no_other() -> None:
    listed = re.findall(r"^\| `(\w+\.py)` \|", CONTENT, re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in README.parent.glob("*.py") if path.name != "__init__.py")


def test_every_rule_named_in_the_code_exists() -> None:
    known = set(RULES) | {f"{rule}.{number}" for rule, last in RULES.items() for number in range(1, last + 1)}
    known |= {f"D{number}" for number in range(1, 18)}
    for path in README.parent.glob("*.py"):
        named = set(re.findall(r"\b([RD]\d+(?:\.\d+)?)\b", path.read_text("utf-8")))
        assert named <= known, path.name
