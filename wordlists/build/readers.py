"""How each kind of source is read into words; no judgement here, that is for recipes and filters."""

import gzip
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any


def lines(path: Path, encoding: str = "utf-8") -> list[str]:
    """A text file's lines without the space around them, empty ones left out."""
    return [line.strip() for line in path.read_text(encoding).splitlines() if line.strip()]


def document(path: Path) -> Any:  # noqa: ANN401 - whatever the package holds
    """A JSON file."""
    return json.loads(path.read_text("utf-8"))


@cache
def frequencies(package: Path, language: str) -> dict[str, float]:
    """Each word's Zipf value by wordfreq: 3 is once in a million words, 6 once in a thousand."""
    data = package / "wordfreq" / "data"
    large = data / f"large_{language}.msgpack.gz"
    path = large if large.exists() else data / f"small_{language}.msgpack.gz"
    import msgpack  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 - only in the build's environment

    # A header, then one list of words per centibel below 1; Zipf counts powers of ten above one in 10^9.
    buckets = msgpack.unpackb(gzip.decompress(path.read_bytes()), raw=False)[1:]
    return {word: round(9 - centibel / 100, 2) for centibel, words in enumerate(buckets) for word in words}


def lemmas(language: str) -> dict[str, str]:
    """Every form simplemma knows, with its dictionary form."""
    from simplemma.strategies.dictionaries import DefaultDictionaryFactory  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    return dict(DefaultDictionaryFactory().get_dictionary(language))


@cache
def parses(language: str, longest: int) -> list[tuple[str, frozenset[str], str]]:
    """Every form up to so many letters that pymorphy knows, with its grammemes and its dictionary form (ru, uk)."""
    from pymorphy3 import MorphAnalyzer  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    dictionary = MorphAnalyzer(lang=language).dictionary
    tags: dict[tuple[int, int], frozenset[str]] = {}
    found = []
    for word, (paradigm, index) in dictionary.words.iteritems():
        if len(word) <= longest:
            if (paradigm, index) not in tags:
                tag = str(dictionary.build_tag_info(paradigm, index))
                tags[paradigm, index] = frozenset(tag.replace(" ", ",").split(","))
            found.append((word, tags[paradigm, index], dictionary.build_normal_form(paradigm, index, word)))
    return found


def polish_parses() -> Callable[[str], list[tuple[str, str]]]:
    """Return morfeusz's analysis: a word's readings, each a dictionary form and a tag."""
    from morfeusz2 import Morfeusz  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    morfeusz = Morfeusz()

    def parse(word: str) -> list[tuple[str, str]]:
        # A lemma may carry a number and a class (lis:Sm2).
        return [(reading[1].partition(":")[0], reading[2]) for _, _, reading in morfeusz.analyse(word)]

    return parse


def german_nouns(package: Path) -> dict[str, dict[str, Any]]:
    """Each German noun with its forms by case and number and its gender (``G``); adjectives and names are there too."""
    nouns: dict[str, dict[str, Any]] = document(package / "package/dist/words.json")
    return nouns


def italian_nouns(package: Path) -> dict[str, dict[str, str]]:
    """Each Italian noun in the singular, with its gender (``G``) and plural (``P``)."""
    nouns: dict[str, dict[str, str]] = document(package / "package/dist/words.json")
    return nouns


@cache
def recognised_words(package: Path, name: str, scratch: Path) -> frozenset[str]:
    """Return the word list inside a tesseract model, as ``combine_tessdata`` and ``dawg2wordlist`` unpack it."""
    model = next(package.rglob(f"{name}.traineddata"))
    scratch.mkdir(parents=True, exist_ok=True)
    prefix = scratch / f"{name}."
    _run("combine_tessdata", "-u", str(model), str(prefix))
    output = scratch / f"{name}.words"
    _run("dawg2wordlist", f"{prefix}lstm-unicharset", f"{prefix}lstm-word-dawg", str(output))
    return frozenset(lines(output))


def rejected(words: list[str], folder: Path, name: str) -> list[str]:
    """Return the words that Hunspell itself does not accept with the dictionary."""
    command = ("hunspell", "-i", "utf-8", "-d", str(folder / name), "-l")
    return _run(*command, typed="\n".join(words)).split()


def messages(catalogue: Path) -> Iterator[str]:
    """The translations in a gettext .mo file."""
    raw = catalogue.read_bytes()
    order = "little" if raw[:4] == b"\xde\x12\x04\x95" else "big"

    def number(at: int) -> int:
        return int.from_bytes(raw[at : at + 4], order)  # type: ignore[arg-type]

    count, table = number(8), number(16)
    for entry in range(1, count):
        length, offset = number(table + 8 * entry), number(table + 8 * entry + 4)
        yield raw[offset : offset + length].decode("utf-8", "replace")


def small_words(text: str) -> Counter[str]:
    """Words of a running text that stand in small letters, with how often; letters and apostrophes only."""
    tokens = re.findall(r"[^\W\d_]+(?:[ʻʼ’‘'`][^\W\d_]+)*[ʻʼ]?", text)
    return Counter(token for token in tokens if token == token.lower())


def _run(*command: str, typed: str = "") -> str:
    finished = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if finished.returncode:
        raise RuntimeError(f"{' '.join(command)}: {finished.stderr.strip()}")
    return finished.stdout
