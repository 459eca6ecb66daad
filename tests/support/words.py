"""A small made-up language with enough words for a whole tournament.

Every listed word alternates consonants and vowels, so ``zzzz`` is a word that is not listed.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

from wordle_tournament.core.alphabet import Alphabet

_LATIN = tuple("abcdefghijklmnopqrstuvwxyz")
_SECRETS_A_LENGTH = 40  # a tournament has at most 28 duels


class SmallLexicon:
    """Words over ``consonants`` and ``vowels`` of 4, 5 and 6 tiles; the first 40 of a length are its secrets."""

    def __init__(self, alphabet: Alphabet, consonants: Sequence[str], vowels: Sequence[str]) -> None:
        self._alphabet = alphabet
        kinds = (consonants, vowels)
        self._words = {
            length: tuple("".join(tiles) for tiles in product(*(kinds[at % 2] for at in range(length))))
            for length in (4, 5, 6)
        }

    @property
    def alphabet(self) -> Alphabet:
        return self._alphabet

    def secrets(self, length: int) -> Sequence[str]:
        return self._words[length][:_SECRETS_A_LENGTH]

    def display(self, word: str) -> str:
        return word.upper()  # so that a test sees which of the two it was given

    def is_guess(self, word: str, length: int) -> bool:
        return word in self._words[length]

    def another(self, secret: str, nth: int = 0) -> str:
        """The ``nth`` listed word of the secret's length that is not the secret."""
        words = self._words[len(self._alphabet.tiles(secret))]
        return [word for word in words[: nth + 2] if word != secret][nth]


@cache
def small_lexicon() -> SmallLexicon:
    """Plain Latin letters, one code point each."""
    return SmallLexicon(Alphabet("xx", _LATIN, (_LATIN,), folds_accents=True), "bdfgk", "aeou")


@cache
def digraph_lexicon() -> SmallLexicon:
    """One tile, ``ch``, is two code points, so tiles and code points differ in number."""
    letters = (*_LATIN, "ch")
    return SmallLexicon(Alphabet("xc", letters, (letters,)), ("ch", "d", "f", "g"), ("a", "e", "o"))
