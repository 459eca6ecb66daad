"""What the functions' use cases touch is what their roles and environments grant, no more and no less.

It runs after the rest of this folder, whose every port is recorded by the function that asked (``touched``).
"""

from dataclasses import asdict

import pytest

from infra.parts.needs import NEEDS
from tests.app.touched import TOUCHED

APART = {  # methods of a store that need more than items
    "tournaments.ratings": "ledger",
    "tournaments.propose": "lobbies",
    "connections.close": "closes",
}
NEED = {
    "tournaments": "items",
    "players": "items",
    "parties": "items",
    "rate_limiter": "items",
    "connections": "connections",
    "timers": "timers",
    "lexicons": "words",
    "tokens": "keys",
    "rules": "rules",
    "page": "page",
    "clock": None,
    "chance": None,
    "log": None,
}
OF_THE_RUNTIME = {"stream"}  # the wrapper's own, no port


def touched(function: str) -> set[str]:
    needs = {APART.get(name) or NEED[name.split(".")[0]] for name in TOUCHED[function]}
    return {need for need in needs if need is not None}


def granted(function: str) -> set[str]:
    return {need for need, is_given in asdict(NEEDS[function]).items() if is_given} - OF_THE_RUNTIME


@pytest.mark.parametrize("function", NEEDS)
def test_no_use_case_touches_more_than_its_function_is_granted(function: str) -> None:
    assert touched(function) - granted(function) == set()


@pytest.mark.parametrize("function", NEEDS)
def test_no_function_is_granted_more_than_its_use_cases_touch(function: str, is_whole_suite: bool) -> None:  # noqa: FBT001 - a fixture
    if not is_whole_suite:
        pytest.skip("needs the recordings of the whole folder")
    assert granted(function) - touched(function) == set()
