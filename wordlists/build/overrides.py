"""A language's reviewed corrections, ``<language>/overrides.txt``.

One correction a line: ``add WORD`` (a word that guesses lack), ``remove WORD`` (what is no word), ``never-secret WORD``
(a word that must not be drawn), ``secret WORD`` (a word worth drawing that the sources do not show to be common).
``#`` begins a comment. Words are written as the language writes them.
"""

from dataclasses import dataclass, field
from pathlib import Path

from .material import Letters


class InvalidOverride(ValueError):
    """A line that nobody can carry out."""


@dataclass(slots=True)
class Overrides:
    """Corrections by what they do; words folded, except ``secret``, which keeps how they are written."""

    add: set[str] = field(default_factory=set)
    remove: set[str] = field(default_factory=set)
    never_secret: set[str] = field(default_factory=set)
    secret: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, letters: Letters) -> "Overrides":
        """Read the file; raise ``InvalidOverride`` for what is no correction or no word of 4 to 6 tiles."""
        overrides = cls()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            match line.partition("#")[0].split():
                case []:
                    continue
                case [action, word] if folded := letters.folded(word):
                    overrides._take(action, word, folded, f"{path.parent.name}/{path.name}:{number}")
                case _:
                    raise InvalidOverride(f"{path.parent.name}/{path.name}:{number}: {line!r}")
        return overrides

    def _take(self, action: str, word: str, folded: str, place: str) -> None:
        match action:
            case "add":
                self.add.add(folded)
            case "remove":
                self.remove.add(folded)
            case "never-secret":
                self.never_secret.add(folded)
            case "secret":
                self.secret[folded] = word
            case _:
                raise InvalidOverride(f"{place}: nobody knows how to {action!r}")

    def guesses(self, words: frozenset[str]) -> frozenset[str]:
        """Correct the guesses."""
        return (words | self.add | self.secret.keys()) - self.remove

    def secrets(self, words: dict[str, str], guesses: frozenset[str]) -> dict[str, str]:
        """Correct the secrets; every secret is a guess."""
        corrected = words | self.secret
        return {
            word: display for word, display in corrected.items() if word not in self.never_secret and word in guesses
        }
