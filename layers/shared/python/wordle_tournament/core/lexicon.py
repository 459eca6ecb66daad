"""What the rules ask of a language's words (R4.5, R5), and nothing about where they come from.

Here: the port. Not here: files (``aws/lexicons.py``), the drawing of secrets (D8, D16), marks.
"""

from collections.abc import Sequence
from typing import Protocol

from wordle_tournament.core.alphabet import Alphabet


class UnknownLanguage(KeyError):
    """There are no words in the language asked for."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.language = language

    def __str__(self) -> str:
        return f"no word lists for the language {self.language!r}"


class Lexicon(Protocol):
    """The words of one language. Words are folded (``Alphabet.fold``); a length counts tiles (R5.2: 4, 5 or 6)."""

    @property
    def alphabet(self) -> Alphabet:
        """The language's letters."""
        ...

    def secrets(self, length: int) -> Sequence[str]:
        """All words of the length that may be drawn, in an order that is the same in every process (D16)."""
        ...

    def display(self, word: str) -> str:
        """A secret as its language writes it (``élève``); the folded word itself where that does not differ."""
        ...

    def is_guess(self, word: str, length: int) -> bool:
        """Whether the folded word has the length and stands in the word list (R4.5)."""
        ...
