"""What every committed list promises (R4.5, R5)."""

import hashlib
import json
from pathlib import Path
from unicodedata import normalize

from tests.wordlists.conftest import LANGUAGES, LENGTHS, ROOT
from wordle_tournament.core.alphabet import Alphabet
from wordle_tournament.core.lexicon import Lexicon

# The least number of secrets of each length, in every language.
LEAST_SECRETS = 400


def lines(language: str, length: int, kind: str) -> list[str]:
    text = (ROOT / language / f"{length}.{kind}.txt").read_bytes().decode("utf-8")
    assert not text or text.endswith("\n")
    return text.split("\n")[:-1]


def words(language: str, length: int, kind: str) -> list[str]:
    return [line.split("\t")[0] for line in lines(language, length, kind)]


def test_there_are_words_in_the_thirteen_languages_and_no_other() -> None:
    folders = {alphabet.parent.name for alphabet in ROOT.glob("*/alphabet.json")}

    assert folders == set(LANGUAGES), "R5.1"


def test_every_secret_is_a_guess(lexicon: Lexicon, length: int) -> None:
    assert [secret for secret in lexicon.secrets(length) if not lexicon.is_guess(secret, length)] == []


def test_every_word_consists_of_as_many_tiles_as_its_list_says(alphabet: Alphabet, language: str, length: int) -> None:
    letters = set(alphabet.letters)
    if all(len(letter) == 1 for letter in letters):
        odd = [
            word for word in words(language, length, "guesses") if len(word) != length or not letters.issuperset(word)
        ]
    else:
        odd = [word for word in words(language, length, "guesses") if len(alphabet.tiles(word)) != length]

    assert odd == []


def test_every_word_is_folded(alphabet: Alphabet, language: str, length: int) -> None:
    # All secrets, and every tenth guess: folding them all takes long and shows no more.
    listed = words(language, length, "secrets") + words(language, length, "guesses")[::10]

    assert [word for word in listed if alphabet.fold(word) != word] == []


def test_lists_are_sorted_without_duplicates_and_composed(language: str, length: int) -> None:
    for kind in ("secrets", "guesses"):
        listed = words(language, length, kind)
        assert listed == sorted(set(listed))
        assert [line for line in lines(language, length, kind) if normalize("NFC", line) != line] == []


def test_a_display_form_folds_to_its_secret_and_differs_from_it(
    alphabet: Alphabet, lexicon: Lexicon, language: str, length: int
) -> None:
    for line in lines(language, length, "secrets"):
        word, tab, display = line.partition("\t")
        assert alphabet.fold(display or word) == word
        assert bool(tab) == bool(display)
        assert display != word
        assert lexicon.display(word) == (display or word)


def test_guesses_have_no_display_form(language: str, length: int) -> None:
    assert [line for line in lines(language, length, "guesses") if len(line.split()) != 1] == []


def test_there_are_enough_secrets(lexicon: Lexicon, language: str) -> None:
    counts = {length: len(lexicon.secrets(length)) for length in LENGTHS}

    assert [length for length, count in counts.items() if count < LEAST_SECRETS] == [], language


def test_no_secret_is_marked_as_never_to_be_drawn_though_it_may_be_guessed(
    alphabet: Alphabet, lexicon: Lexicon, language: str
) -> None:
    """Words marked by a reader are kept out of what is drawn, not out of what may be tried."""
    overrides = (ROOT / language / "overrides.txt").read_text("utf-8").splitlines()
    kept_out = [alphabet.fold(line.split()[1]) for line in overrides if line.startswith("never-secret ")]

    assert kept_out, "somebody has read this language's secrets"
    for word in kept_out:
        length = len(alphabet.tiles(word))
        assert word not in lexicon.secrets(length)
        assert lexicon.is_guess(word, length)


def test_no_offensive_word_is_drawn(alphabet: Alphabet, lexicon: Lexicon, language: str) -> None:
    listed = [
        alphabet.fold(line.partition("#")[0].strip())
        for line in (ROOT / language / "offensive.txt").read_text("utf-8").splitlines()
        if line.partition("#")[0].strip()
    ]
    drawn = {secret for length in LENGTHS for secret in lexicon.secrets(length)}

    assert len(listed) >= 50
    assert drawn & set(listed) == set()


def test_the_manifest_counts_what_each_rule_struck(language: str) -> None:
    struck = json.loads((ROOT / language / "manifest.json").read_text("utf-8"))["struck"]

    assert "read and struck" in struck
    assert "offensive" in struck
    assert all(count >= 0 for count in struck.values())


def test_kazakh_secrets_have_neither_yo_nor_the_hard_sign() -> None:
    drawn = [word for length in LENGTHS for word in words("kk", length, "secrets")]

    assert [word for word in drawn if set(word) & set("ёъ")] == []


def test_the_manifest_tells_the_truth(language: str) -> None:
    folder = ROOT / language
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    files = sorted(path.name for path in folder.glob("?.*.txt"))

    assert manifest["language"] == language
    assert sorted(manifest["lists"]) == files
    for name, entry in manifest["lists"].items():
        raw = (folder / name).read_bytes()
        assert entry == {"words": raw.count(b"\n"), "sha256": hashlib.sha256(raw).hexdigest()}


def test_every_source_is_pinned_and_brings_its_licence(language: str) -> None:
    sources = json.loads((ROOT / language / "manifest.json").read_text("utf-8"))["sources"]

    assert sources
    for source in sources:
        assert set(source) == {"name", "kind", "version", "sha256", "licence", "licence_text"}
        assert source["kind"] in {"debian", "npm", "pypi"}
        assert len(source["sha256"]) == 64
        assert (ROOT / source["licence_text"]).stat().st_size > 0


def test_the_lists_stay_small_enough_for_the_cloud() -> None:
    """Lambda allows 250 MB unzipped for a function and all its layers."""
    data = [path for path in ROOT.rglob("*") if path.is_file() and Path("build") not in path.relative_to(ROOT).parents]

    assert sum(path.stat().st_size for path in data) < 25_000_000
