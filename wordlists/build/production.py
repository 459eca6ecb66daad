"""From packages to files, one language after another."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from wordle_tournament.core.alphabet import Alphabet

from .evidence import Evidence, Neighbours
from .material import Letters, Packages
from .output import licence_texts, write_licences, write_lists, write_manifest
from .overrides import Overrides
from .recipes import RECIPES, Recipe
from .secrets import secrets
from .sources import PINS, Source, Store


def read_letters(folder: Path) -> Letters:
    """Read a language's alphabet."""
    return Letters(Alphabet.from_document(json.loads((folder / "alphabet.json").read_text("utf-8"))))


# What the words depend on; a correction in overrides.txt, or how files are written, is no reason to find them again.
MODULES = ("evidence", "hunspell", "material", "readers", "recipes", "secrets", "turkic")


@dataclass(frozen=True, slots=True)
class Found:
    """What the sources give for a language, before anybody's corrections."""

    guesses: frozenset[str]
    secrets: dict[str, str]


def _found(recipe: Recipe, packages: Packages, letters: Letters, neighbours: Neighbours, kept: Path) -> Found:
    """Find a language's words, or take what the same code found in the same sources before."""
    here = Path(__file__).parent
    parts = [(here / f"{module}.py").read_bytes() for module in MODULES] + [PINS.read_bytes()]
    key = hashlib.sha256(b"".join(parts) + repr(letters.alphabet).encode()).hexdigest()
    if kept.exists():
        document = json.loads(kept.read_text("utf-8"))
        if document["key"] == key:
            packages.read.update(document["packages"])
            return Found(frozenset(document["guesses"]), document["secrets"])
    evidence = Evidence(recipe, packages, letters)
    found = Found(evidence.guesses(), secrets(evidence, neighbours))
    document = {
        "key": key,
        "packages": sorted(packages.read),
        "guesses": sorted(found.guesses),
        "secrets": found.secrets,
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
    licences, texts = licence_texts(Packages(store, pins), used)
    # The neighbours read of every language; whatever a language's own recipe reads is its source.
    neighbours = Neighbours(Packages(store, pins))
    chosen = [recipe for recipe in RECIPES if not languages or recipe.language in languages]
    # What people write is read first: a slip in the last language must not cost the work on the others.
    alphabets = {recipe.language: read_letters(root / recipe.language) for recipe in chosen}
    overrides = {
        language: Overrides.read(root / language / "overrides.txt", letters) for language, letters in alphabets.items()
    }
    for recipe in chosen:
        folder = target / recipe.language
        folder.mkdir(parents=True, exist_ok=True)
        packages = Packages(store, pins)
        letters, corrections = alphabets[recipe.language], overrides[recipe.language]
        found = _found(recipe, packages, letters, neighbours, store.root / "found" / f"{recipe.language}.json")
        guesses = corrections.guesses(found.guesses)
        drawn = corrections.secrets(found.secrets, guesses)
        write_lists(folder, guesses, drawn, letters)
        counts = write_manifest(folder, packages, licences)
        say(f"{recipe.language}: guesses {_numbers(counts['guesses'])}, secrets {_numbers(counts['secrets'])}")
    write_licences(target / "licences", texts)


def _numbers(counts: dict[str, int]) -> str:
    return " / ".join(f"{counts[length]:,}" for length in sorted(counts))
