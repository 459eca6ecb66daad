"""The parameters of ``make play``, read from the environment: BOTS, RULES, LANGUAGE, PORT, SEED."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SEATS = 8
RULES = ("standard", "fast")

_LARGEST_PORT = 65_535
_SMALLEST_PORT = 1024


class ParameterError(Exception):
    """A parameter that cannot be used; the text says what can."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """One run of the local stack."""

    bots: int
    rules: str
    language: str
    port: int | None  # None: any free one
    seed: int  # of the bots' choices, printed so that they can be had again

    @classmethod
    def of(cls, environment: Mapping[str, str], words: Path) -> "Parameters":
        """Read them; what is absent or empty has its default. Raises ParameterError."""
        port = environment.get("PORT", "")
        return cls(
            bots=_whole("BOTS", environment.get("BOTS") or "7", 0, SEATS),
            rules=_one_of("RULES", environment.get("RULES") or "standard", RULES),
            language=_one_of("LANGUAGE", _language(environment), _languages(words)),
            port=_whole("PORT", port, _SMALLEST_PORT, _LARGEST_PORT) if port else None,
            seed=_whole("SEED", environment.get("SEED") or str(secrets.randbelow(10**9)), 0, 10**9),
        )


def _language(environment: Mapping[str, str]) -> str:
    """The game's language; a desktop's own LANGUAGE (``en_GB:en``) is ignored."""
    value = environment.get("LANGUAGE") or "en"
    return "en" if re.match("[a-z]{2,3}[_:.]", value) else value


def _languages(words: Path) -> tuple[str, ...]:
    return tuple(sorted(alphabet.parent.name for alphabet in words.glob("*/alphabet.json")))


def _whole(name: str, text: str, smallest: int, largest: int) -> int:
    if not re.fullmatch("[0-9]{1,9}|1000000000", text) or not smallest <= int(text) <= largest:
        raise ParameterError(f"{name} is a whole number from {smallest} to {largest}, not {text!r}")
    return int(text)


def _one_of(name: str, text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ParameterError(f"{name} is one of {', '.join(choices)}, not {text!r}")
    return text
