"""Inflected forms that dictionaries enter as words of their own.

Here: per language, whether a word is first of all a form of another one. Not here: what follows (``secrets.py``).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from . import readers
from .evidence import Evidence
from .material import LONGEST

# How much rarer (Zipf) the dictionary form may be than the word that is taken for its form.
RARER = 0.5
# Polish: the readings of a word by morfeusz that make it a dictionary form.
POLISH_FORMS = {"inf", "adv", "num", "prep", "conj", "comp", "part", "interj", "burk"}
KAZAKH_DATIVES = ("ға", "ге", "қа", "ке")
KAZAKH_PLURALS = ("лар", "лер", "дар", "дер", "тар", "тер")
KAZAKH_PARTICIPLES = ("ған", "ген", "қан", "кен")
KAZAKH_VOICED = {"б": "п", "г": "к", "ғ": "қ"}
KAZAKH_COMPARATIVES = ("рақ", "рек", "ырақ", "ірек")
# Possessive and plural endings, and others that make an Uzbek headword a form of a shorter one.
UZBEK_ENDINGS = ("i", "si", "lar", "gan", "da", "dan", "ga", "ni", "ning", "ar", "sa", "ib", "di")
UZBEK_VOICED = {"b": "p", "g": "k", "gʻ": "q"}
UZBEK_COMMONER = 2


class Forms:
    """Answers for one language; what it needs is read when asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    def is_form(self, word: str) -> bool:
        """Whether the word is first of all a form of another one."""
        languages: dict[str, Callable[[str], bool]] = {
            "pl": self._is_polish_form,
            "kk": self._is_kazakh_form,
            "uz": self._is_uzbek_form,
            # The list of lemmas takes an Indonesian root that begins like a prefix for a form (selai), and an
            # Italian noun that is also a participle (letto).
            "id": lambda _: False,
            "it": lambda _: False,
        }
        judge = languages.get(self._evidence.recipe.language, self._is_form_by_lemma)
        return judge(word)

    def _is_form_by_lemma(self, word: str) -> bool:
        """A form of a word at least as common, by the list of lemmas; only one that the list has as such."""
        lemma = self._evidence.lemmas.get(word, word)
        zipf = self._evidence.zipf
        return lemma != word and zipf.get(lemma, 0) >= zipf.get(word, 0) - RARER

    @cached_property
    def _polish(self) -> Callable[[str], list[tuple[str, str]]]:
        self._evidence.packages.folder("morfeusz2")
        return readers.polish_parses()

    def _is_polish_form(self, word: str) -> bool:
        readings = self._polish(word)
        if not any(lemma == word and is_polish_dictionary_form(tag) for lemma, tag in readings):
            return True
        if any(lemma == word and tag.startswith("inf") for lemma, tag in readings):
            return False
        zipf = self._evidence.zipf
        return any(lemma != word and zipf.get(lemma, 0) >= zipf.get(word, 0) for lemma, _ in readings)

    @cached_property
    def _kazakh_words(self) -> Collection[str]:
        packages = self._evidence.packages
        words = readers.recognised_words(packages.folder("tesseract-ocr-kaz"), "kaz", packages.scratch())
        return frozenset(word.lower() for word in words)

    def _is_kazakh_form(self, word: str) -> bool:
        """A noun without the plain dative and without a comparative is a form: possessives have other datives."""
        words = self._kazakh_words
        endings = KAZAKH_DATIVES + KAZAKH_COMPARATIVES
        if not any(word + ending in words for ending in endings):
            return True
        stems = self._evidence.stems
        if any(word.endswith(end) and word.removesuffix(end) in stems for end in KAZAKH_PLURALS):
            return True
        if any(word.endswith(end) and word.removesuffix(end) + "у" in stems for end in KAZAKH_PARTICIPLES):
            return True
        base = word[:-1]
        is_possessed = word[-1] in "ыі" and base[:-1] + KAZAKH_VOICED.get(base[-1], base[-1]) in stems
        return is_possessed and (word + "на" in words or word + "не" in words)

    @cached_property
    def _uzbek_counts(self) -> Mapping[str, int]:
        from .turkic import uzbek_counts  # noqa: PLC0415 - only Uzbek needs it

        fold = self._evidence.letters.alphabet.fold
        counts: defaultdict[str, int] = defaultdict(int)
        for word, count in uzbek_counts(self._evidence.packages).items():
            if len(word) <= LONGEST:
                counts[fold(word)] += count
        return counts

    def _is_uzbek_form(self, word: str) -> bool:
        """A stem of the dictionary with a common ending, where the stem is the commoner word."""
        counts = self._uzbek_counts
        for ending in UZBEK_ENDINGS:
            stem = word.removesuffix(ending)
            if stem == word or len(stem) < 2:  # noqa: PLR2004 - letters of the shortest stem
                continue
            for base in {stem, stem[:-1] + UZBEK_VOICED.get(stem[-1], stem[-1])}:
                if base in self._uzbek_stems and counts[base] > UZBEK_COMMONER * counts[word]:
                    return True
        return False

    @cached_property
    def _uzbek_stems(self) -> frozenset[str]:
        fold = self._evidence.letters.alphabet.fold
        return frozenset(map(fold, self._evidence.lists["zirhuzmorph"]))


def is_polish_dictionary_form(tag: str) -> bool:
    """Whether morfeusz's tag is that of a nominative singular, an infinitive or a word that is not inflected."""
    kind, *parts = tag.split(":")
    if kind in POLISH_FORMS:
        return True
    if kind == "subst":
        # Words that have no singular are their own dictionary form (drzwi).
        return "nom" in parts[1].split(".") and (parts[0] == "sg" or parts[-1] == "pt")
    return kind == "adj" and parts[0] == "sg" and "nom" in parts[1].split(".") and "m1" in parts[2].split(".")
