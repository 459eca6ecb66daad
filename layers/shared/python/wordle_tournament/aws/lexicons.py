"""The word lists as files, in the ``wordlists`` layer (R5).

Here: reading. A list is read when it is first asked for, once per process, and is trusted: the build has checked it
against the manifest, and a start-up must not. Not here: building lists (``wordlists/build``). No heavy imports, since
the functions that take guesses start with this module.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from wordle_tournament.core.alphabet import Alphabet
from wordle_tournament.core.lexicon import Lexicon, UnknownLanguage


class FileLexicons:
    """Every language that has a folder with an ``alphabet.json`` under the root."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lexicons: dict[str, FileLexicon] = {}

    def languages(self) -> tuple[str, ...]:
        """Codes of the languages there are words for, sorted."""
        return tuple(sorted(alphabet.parent.name for alphabet in self._root.glob("*/alphabet.json")))

    def lexicon(self, language: str) -> Lexicon:
        """Return the words of a language; raise ``UnknownLanguage``. Any text is safe: it never becomes a path."""
        if language not in self._lexicons:
            if language not in self.languages():
                raise UnknownLanguage(language)
            self._lexicons[language] = FileLexicon(self._root / language)
        return self._lexicons[language]


class FileLexicon:
    """One language's folder: ``alphabet.json``, ``<length>.secrets.txt``, ``<length>.guesses.txt``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._alphabet = Alphabet.from_document(json.loads((folder / "alphabet.json").read_text("utf-8")))
        # Per length: the secrets in the file's order, each with its display form.
        self._secrets: dict[int, dict[str, str]] = {}
        self._secret_words: dict[int, tuple[str, ...]] = {}
        self._guesses: dict[int, frozenset[str]] = {}

    @property
    def alphabet(self) -> Alphabet:
        """The language's letters."""
        return self._alphabet

    def secrets(self, length: int) -> Sequence[str]:
        """All words of the length that may be drawn, in the file's order."""
        if length not in self._secret_words:
            self._secret_words[length] = tuple(self._displays(length))
        return self._secret_words[length]

    def display(self, word: str) -> str:
        """A secret as its language writes it; the word itself where that does not differ."""
        return self._displays(len(self._alphabet.tiles(word))).get(word, word)

    def is_guess(self, word: str, length: int) -> bool:
        """Whether the folded word has the length and stands in the word list (R4.5)."""
        if length not in self._guesses:
            # A plain frozenset: the largest list, some 80,000 words, takes about 10 ms and 12 MB.
            self._guesses[length] = frozenset(self._text(length, "guesses").split())
        return word in self._guesses[length]

    def _displays(self, length: int) -> dict[str, str]:
        if length not in self._secrets:
            lines = self._text(length, "secrets").splitlines()
            parts = (line.partition("\t") for line in lines)
            self._secrets[length] = {word: display or word for word, _, display in parts}
        return self._secrets[length]

    def _text(self, length: int, kind: str) -> str:
        path = self._folder / f"{length}.{kind}.txt"
        try:
            return path.read_text("utf-8")
        except FileNotFoundError:
            raise ValueError(f"no {kind} of {length} letters in {self._alphabet.language!r}") from None
