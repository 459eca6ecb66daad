"""What a letter is: the one place where text becomes tiles (R5; folds and tiles per language are data).

Here: folding of what a person typed, splitting into tiles, and the checks that make a wrong alphabet fail when it is
loaded. Not here: word lists (``core/lexicon.py``), marks, files. Length, lists, guesses, marks and the keyboard all
come from ``Alphabet.tiles``, so they cannot disagree. Standard library only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Literal, Self, cast, get_args
from unicodedata import combining, decomposition, normalize

from wordle_tournament.core.lazy_dataclass import dataclass

Direction = Literal["ltr", "rtl"]


class UnknownLetter(ValueError):
    """Typed text has a letter outside the alphabet; ``letter`` is the first one. Clients see ``letter-unknown``."""

    def __init__(self, letter: str, language: str) -> None:
        super().__init__(f"{letter!r} is no letter of the alphabet {language!r}")
        self.letter = letter
        self.language = language


class InvalidAlphabet(ValueError):
    """The data of an alphabet contradicts itself; raised at construction, so never in the middle of a duel."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters of one language.

    * ``letters``: the tiles in alphabetical order, each one or more code points (in Uzbek, o with its
      turned comma is one tile).
    * ``folds``: what is read as something else, ``{"œ": "oe"}``; keys of several code points work, and an empty value
      drops the key. A letter can never be a key: what has its own key on the keyboard stays distinct.
    * ``folds_accents``: whether accents on letters outside the alphabet are dropped (``é`` is ``e``; but not where
      ``é`` is a letter or a fold of its own).
    * ``lowercase``: capitals whose small letter differs from Unicode's default (both Turkish i's).
    * ``keyboard``: rows of tiles; every tile stands on it exactly once.
    """

    language: str
    letters: tuple[str, ...]
    keyboard: tuple[tuple[str, ...], ...]
    folds: Mapping[str, str] = field(default_factory=dict, hash=False)
    folds_accents: bool = False
    lowercase: Mapping[str, str] = field(default_factory=dict, hash=False)
    direction: Direction = "ltr"
    name: str = ""
    # Letters (as themselves) and folds in one table, for one longest match; and the length of its longest key.
    _readings: Mapping[str, str] = field(init=False, repr=False, compare=False)
    _reach: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folds", MappingProxyType(dict(self.folds)))
        object.__setattr__(self, "lowercase", MappingProxyType(dict(self.lowercase)))
        object.__setattr__(self, "_readings", {letter: letter for letter in self.letters} | dict(self.folds))
        object.__setattr__(self, "_reach", max(map(len, self._readings), default=0))
        for complaint in self._complaints():
            raise InvalidAlphabet(f"alphabet {self.language!r}: {complaint}")

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> Self:
        """Build from the content of an ``alphabet.json``; raise ``InvalidAlphabet`` for a missing or odd entry."""
        known = {"language", "name", "tiles", "keyboard", "folds", "folds_accents", "lowercase", "direction"}
        if strangers := sorted(document.keys() - known):
            raise InvalidAlphabet(f"entries nobody knows: {', '.join(strangers)}")
        rows = document.get("keyboard")
        if not isinstance(rows, list):
            raise InvalidAlphabet("'keyboard' must be a list of rows")
        folds_accents, direction = document.get("folds_accents", False), document.get("direction", "ltr")
        if not isinstance(folds_accents, bool):
            raise InvalidAlphabet("'folds_accents' must be true or false")
        if direction not in get_args(Direction):
            raise InvalidAlphabet("'direction' must be 'ltr' or 'rtl'")
        return cls(
            language=_text(document, "language"),
            name=_text(document, "name"),
            letters=_texts(document.get("tiles"), "tiles"),
            keyboard=tuple(_texts(row, "keyboard") for row in rows),
            folds=_pairs(document, "folds"),
            folds_accents=folds_accents,
            lowercase=_pairs(document, "lowercase"),
            direction=cast("Direction", direction),
        )

    def fold(self, text: str) -> str:
        """Return the text as the lists write it: NFC, the language's small letters, its folds. Idempotent.

        A letter outside the alphabet is kept as it is; ``tiles`` is what refuses it.
        """
        small = self._lower(normalize("NFC", text))
        return "".join(self._read(part) for part in self._parts(small))

    def tiles(self, word: str) -> tuple[str, ...]:
        """Split a word, typed or listed, into its tiles; raise ``UnknownLetter`` for what is no letter here."""
        tiles = tuple(self._parts(self.fold(word)))
        for tile in tiles:
            if self._readings.get(tile) != tile:
                raise UnknownLetter(tile, self.language)
        return tiles

    def _lower(self, text: str) -> str:
        # Letter by letter: str.lower() on a whole text looks at neighbours (the Greek final sigma).
        return normalize("NFC", "".join(self.lowercase.get(letter) or letter.lower() for letter in text))

    def _parts(self, text: str) -> Iterator[str]:
        """Cut the text into letters and fold keys, the longest first; what is neither is one code point."""
        at = 0
        while at < len(text):
            for size in range(min(self._reach, len(text) - at), 0, -1):
                if (part := text[at : at + size]) in self._readings:
                    break
            else:
                part = text[at]
            yield part
            at += len(part)

    def _read(self, part: str) -> str:
        """Return what a part stands for: itself, its fold, or without its accents if the language drops them."""
        if part in self._readings:
            return self._readings[part]
        if not self.folds_accents:
            return part
        if combining(part):
            return ""
        base = part
        # One mark at a time, so that a letter with a mark of its own (ä) survives under a second one (ǟ).
        while (steps := decomposition(base)) and not steps.startswith("<"):
            base = chr(int(steps.split()[0], 16))
            if base in self._readings:
                return self._readings[base]
        return part

    def _complaints(self) -> Iterator[str]:
        if not self.language:
            yield "no language code"
        if not self.letters:
            yield "no letters"
        if len(set(self.letters)) != len(self.letters):
            yield "a letter stands twice"
        yield from self._complaints_of_casing()
        yield from self._complaints_of_sources()
        for source, reading in self.folds.items():
            if any(self._readings.get(part) != part for part in self._parts(reading)):
                yield f"{source!r} folds to {reading!r}, which are not letters"
        if sorted(tile for row in self.keyboard for tile in row) != sorted(self.letters):
            yield "the keyboard must show every letter exactly once and nothing else"

    def _complaints_of_sources(self) -> Iterator[str]:
        for source in (*self.letters, *self.folds):
            if not source or source != "".join(source.split()):
                yield f"{source!r} is empty or has a space"
            elif combining(source[0]):
                yield f"{source!r} begins with a combining mark, which would join the letter before it"
            elif normalize("NFC", source) != source or self._lower(source) != source:
                yield f"{source!r} is not composed or not small, so no text could match it"
            if source in self.folds and source in self.letters:
                yield f"{source!r} is a letter and a fold: what has its own key stays distinct"

    def _complaints_of_casing(self) -> Iterator[str]:
        for capital, small in self.lowercase.items():
            if len(capital) != 1 or not small or normalize("NFC", capital) != capital:
                yield f"the small letter of {capital!r} cannot be {small!r}"
            elif capital in self.letters:
                yield f"{capital!r} is a small letter already"


def _text(document: Mapping[str, object], entry: str) -> str:
    value = document.get(entry)
    if not isinstance(value, str) or not value:
        raise InvalidAlphabet(f"{entry!r} must be text")
    return value


def _texts(value: object, entry: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InvalidAlphabet(f"{entry!r} must be a list of texts")
    return tuple(value)


def _pairs(document: Mapping[str, object], entry: str) -> dict[str, str]:
    value = document.get(entry, {})
    if not isinstance(value, dict) or not all(isinstance(part, str) for pair in value.items() for part in pair):
        raise InvalidAlphabet(f"{entry!r} must map texts to texts")
    return value
