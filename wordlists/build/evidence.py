"""All that the packages of one recipe say about the language's words.

Here: gathering. Not here: judging (``secrets.py``).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property

from . import readers
from .material import WORDS, Letters, Packages, Speller
from .recipes import RECIPES, Recipe

# Languages in Latin letters with a frequency list: a word far more common in one of them is foreign here.
LATIN = ("en", "id", "de", "es", "fr", "it", "nl", "pl", "pt")
WITHOUT_FREQUENCIES = frozenset({"kk", "uz"})


class Evidence:
    """Facts about one language's words; read when asked for."""

    def __init__(self, recipe: Recipe, packages: Packages, letters: Letters) -> None:
        self.recipe = recipe
        self.packages = packages
        self.letters = letters
        self.spellers = tuple(Speller(packages, package, name) for package, name in recipe.spellers)

    @cached_property
    def forms(self) -> frozenset[str]:
        """Words that a speller accepts."""
        words = frozenset().union(*(speller.forms for speller in self.spellers))
        return words if self.recipe.spelling is str else frozenset(map(self.recipe.spelling, words))

    @cached_property
    def stems(self) -> frozenset[str]:
        """Entries of the spellers."""
        return frozenset().union(*(speller.stems for speller in self.spellers))

    @cached_property
    def capitalised(self) -> frozenset[str]:
        """Entries of the spellers that begin with a capital, in small letters."""
        return frozenset(stem.lower() for stem in self.stems if stem[:1].isupper())

    @cached_property
    def lists(self) -> dict[str, list[str]]:
        """Words per package, other than spellers."""
        found = {
            package: readers.lines(self.packages.folder(package) / WORDS / name)
            for package, name in self.recipe.wordlists
        }
        return found | {package: list(read(self.packages, self.letters)) for package, read in self.recipe.extras}

    @cached_property
    def lemmas(self) -> dict[str, str]:
        """Forms with their dictionary form, by simplemma."""
        self.packages.folder("simplemma")
        return readers.lemmas(self.recipe.language)

    @cached_property
    def zipf(self) -> dict[str, float]:
        """How common words are, by wordfreq; nothing where it does not know the language."""
        if self.recipe.language in WITHOUT_FREQUENCIES:
            return {}
        return readers.frequencies(self.packages.folder("wordfreq"), self.recipe.language)

    @cached_property
    def blocked(self) -> frozenset[str]:
        """Words that the block lists have for the language."""
        language = self.recipe.language
        lists = self.packages.folder("badwords-py") / "badwords/resource/words"
        names = {"pt": ("pt", "pt_br"), "es": ("es", "es_419")}.get(language, (language,))
        words = {
            word for name in names if (lists / f"{name}.txt").exists() for word in readers.lines(lists / f"{name}.txt")
        }
        naughty = self.packages.folder("naughty-words") / "package" / f"{language}.json"
        if naughty.exists():
            words.update(readers.document(naughty))
        return frozenset(words)

    def folded(self, words: Iterable[str]) -> frozenset[str]:
        """Fold words, dropping those that are no words of 4 to 6 tiles."""
        return frozenset(filter(None, map(self.letters.folded, words)))

    def guesses(self) -> frozenset[str]:
        """Every word of the language that a source has, folded; names are out unless they are words as well."""
        words = set(self.forms)
        if self.recipe.lists_lemmas:
            words.update(self.lemmas)
            words.update(self.lemmas.values())
        for listing in self.lists.values():
            words.update(listing)
        for letter, other in self.recipe.respelled:
            words.update([word.replace(letter, other) for word in words if letter in word])
        if self.recipe.capitals_are_nouns:
            return self.folded(word for word in words if word[1:] == word[1:].lower())
        return self.folded(word for word in words if word == word.lower())


class Neighbours:
    """What the other Latin languages know, to tell names and foreign words; shared by all languages of a build."""

    def __init__(self, packages: Packages) -> None:
        self._packages = packages

    @cached_property
    def capitals(self) -> Counter[str]:
        """In how many dictionaries a word is entered with a capital (German, where every noun is, left out)."""
        return self._count(lambda speller: {stem.lower() for stem in speller.stems if stem[:1].isupper()}, {"de", "id"})

    @cached_property
    def only_capitals(self) -> Counter[str]:
        """In how many dictionaries a word is entered with a capital and never without."""
        return self._count(
            lambda speller: (
                {stem.lower() for stem in speller.stems if stem[:1].isupper()}
                - {stem for stem in speller.stems if stem.islower()}
            ),
            {"id"},
        )

    def commonness(self, word: str, language: str) -> float:
        """Return the word's Zipf value in another language, 0 where it is unknown."""
        return readers.frequencies(self._packages.folder("wordfreq"), language).get(word, 0)

    def _count(self, entries: Callable[[Speller], set[str]], without: set[str]) -> Counter[str]:
        counts: Counter[str] = Counter()
        for recipe in RECIPES:
            if recipe.language in LATIN and recipe.language not in without:
                found: set[str] = set()
                for package, name in recipe.spellers:
                    found |= entries(self._speller(package, name))
                counts.update(found)
        return counts

    def _speller(self, package: str, name: str) -> Speller:
        return Speller(self._packages, package, name)
