"""From packages to files, one language after another."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wordle_tournament.core.alphabet import Alphabet

from .evidence import LATIN, Evidence, Neighbours
from .loans import loans
from .material import Letters, Packages
from .offence import read_offensive
from .output import licence_texts, write_licences, write_lists, write_manifest
from .overrides import Overrides
from .recipes import RECIPES, Recipe
from .secrets import select
from .sources import PINS, Source, Store


def read_letters(folder: Path) -> Letters:
    """Read a language's alphabet."""
    return Letters(Alphabet.from_document(json.loads((folder / "alphabet.json").read_text("utf-8"))))


# What the words depend on; a correction in overrides.txt, or how files are written, is no reason to find them again.
MODULES = (
    "candidates",
    "evidence",
    "forms",
    "hunspell",
    "material",
    "names",
    "readers",
    "recipes",
    "secrets",
    "spelling",
    "turkic",
)


@dataclass(frozen=True, slots=True)
class Found:
    """What the sources give for a language, before anybody's corrections."""

    guesses: frozenset[str]
    secrets: dict[str, str]
    # Candidates that a rule kept out, by rule.
    struck: dict[str, list[str]]


def _found(
    recipe: Recipe, packages: Packages, letters: Letters, neighbours: Neighbours, folder: Path, kept: Path
) -> Found:
    """Find a language's words, or take what the same code found in the same sources before."""
    here = Path(__file__).parent
    parts = [(here / f"{module}.py").read_bytes() for module in MODULES] + [PINS.read_bytes()]
    offensive = read_offensive(folder / "offensive.txt", letters)
    parts += [repr(letters.alphabet).encode(), repr(sorted(offensive)).encode()]
    key = hashlib.sha256(b"".join(parts)).hexdigest()
    if kept.exists():
        document = json.loads(kept.read_text("utf-8"))
        if document["key"] == key:
            packages.read.update(document["packages"])
            return Found(frozenset(document["guesses"]), document["secrets"], document["struck"])
    evidence = Evidence(recipe, packages, letters)
    selection = select(evidence, neighbours, offensive)
    found = Found(evidence.guesses(), selection.words, selection.struck)
    document = {
        "key": key,
        "packages": sorted(packages.read),
        "guesses": sorted(found.guesses),
        "secrets": found.secrets,
        "struck": found.struck,
    }
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    return found


def build(
    store: Store,
    pins: Sequence[Source],
    root: Path,
    target: Path,
    languages: Sequence[str],
    say: Callable[[str], None],
) -> None:
    """Make the lists of the languages (all if none are named) from the alphabets and overrides under ``root``."""
    used = [source for source in pins if source.use == "lists"]
    licences, texts = licence_texts(Packages(store, pins), used, root / "licences" / "added")
    # The neighbours read of every language; whatever a language's own recipe reads is its source.
    neighbours = Neighbours(Packages(store, pins))
    chosen = [recipe for recipe in RECIPES if not languages or recipe.language in languages]
    # What people write is read first: a slip in the last language must not cost the work on the others.
    alphabets = {recipe.language: read_letters(root / recipe.language) for recipe in chosen}
    overrides = {
        language: Overrides.read(root / language / "overrides.txt", letters) for language, letters in alphabets.items()
    }
    found: dict[str, Found] = {}
    read: dict[str, Packages] = {}
    # A loan is known by the other Latin languages, so those are found first, whichever are made.
    for recipe in RECIPES:
        language = recipe.language
        if recipe in chosen or (language in LATIN and any(recipe.language in LATIN for recipe in chosen)):
            letters = alphabets.get(language) or read_letters(root / language)
            read[language] = Packages(store, pins)
            kept = store.root / "found" / f"{language}.json"
            found[language] = _found(recipe, read[language], letters, neighbours, root / language, kept)
            say(f"{language}: {len(found[language].guesses):,} guesses found")
    guessed = {language: words.guesses for language, words in found.items()}
    for recipe in chosen:
        language, folder = recipe.language, target / recipe.language
        folder.mkdir(parents=True, exist_ok=True)
        letters, corrections, packages = alphabets[language], overrides[language], read[language]
        guesses = guessed[language]
        if language in LATIN:
            guesses |= loans(language, guessed, letters, neighbours.commonness)
            packages.folder("wordfreq")
        guesses = corrections.guesses(guesses)
        drawn = corrections.secrets(found[language].secrets, guesses)
        write_lists(folder, guesses, drawn, letters)
        struck = {rule: len(words) for rule, words in found[language].struck.items()}
        struck["read and struck"] = sum(word in found[language].secrets for word in corrections.never_secret)
        counts = write_manifest(folder, packages, licences, struck)
        say(f"{language}: guesses {_numbers(counts['guesses'])}, secrets {_numbers(counts['secrets'])}")
    write_licences(target / "licences", texts)


def _numbers(counts: dict[str, int]) -> str:
    return " / ".join(f"{counts[length]:,}" for length in sorted(counts))
