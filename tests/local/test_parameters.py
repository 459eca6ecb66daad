"""What ``make play`` can be told."""

from pathlib import Path

import pytest

from infra.local.parameters import ParameterError, Parameters

WORDS = Path(__file__).resolve().parents[2] / "wordlists"


def read(**environment: str) -> Parameters:
    return Parameters.of(environment, WORDS)


def test_the_defaults_are_seven_bots_under_the_standard_rules_in_english() -> None:
    it = read()
    assert (it.bots, it.rules, it.language, it.port) == (7, "standard", "en", None)


def test_empty_is_absent() -> None:
    it = read(BOTS="", RULES="", LANGUAGE="", PORT="")
    assert (it.bots, it.rules, it.language, it.port) == (7, "standard", "en", None)


def test_everything_can_be_set() -> None:
    it = read(BOTS="0", RULES="fast", LANGUAGE="en", PORT="4566", SEED="7")
    assert it == Parameters(0, "fast", "en", 4566, 7)


def test_a_desktops_own_language_variable_is_none_of_ours() -> None:
    assert read(LANGUAGE="en_GB:en").language == "en"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("BOTS", "9", "from 0 to 8"),
        ("BOTS", "-1", "from 0 to 8"),
        ("BOTS", "two", "from 0 to 8"),
        ("BOTS", "٣", "from 0 to 8"),
        ("RULES", "slow", "standard, fast"),
        ("LANGUAGE", "xx", "en"),
        ("LANGUAGE", "../uk", "en"),
        ("PORT", "80", "from 1024 to 65535"),
        ("PORT", "70000", "from 1024 to 65535"),
        ("SEED", "-", "from 0"),
    ],
)
def test_a_bad_value_is_named_with_what_can_be_used(name: str, value: str, said: str) -> None:
    with pytest.raises(ParameterError, match=f"{name} .*{said}"):
        read(**{name: value})
