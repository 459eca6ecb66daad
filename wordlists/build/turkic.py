"""Uzbek and Kazakh, which have no Hunspell grammar and no frequency list worth the name.

Here: suffixes that tell an attested form of a known stem from a foreign name, and what stands in for frequency. A form
counts only when a source has it; nothing is generated.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from . import readers
from .material import Letters, Packages

# Endings of one to four letters, as they stand after a stem: number, possession, case, person, tense, mood, voice.
UZBEK_ENDINGS = frozenset(
    (
        "lar lari larni larga larda im ing i si m ng imiz ingiz miz ngiz lik siz li chi cha ni ga ka qa da dan ning "
        "ini iga ida idan imni imga ingni ingga ing si sini siga sida mi mu ku yu dir man san miz siz "
        "di dim ding dik gan kan qan sa sam sang sak ib b ay y a yap ar r moq ish sh uv v gin kin qin gach may mas ma "
        "adi ydi asan aman ysan yman asiz ysiz amiz ymiz ingiz in il n l t dir tir gir giz kaz qaz "
        "gani kani qani gach moqda roq ta tacha dagi digan ov uvchi lab la lan lash lat"
    ).split()
)
# Fewer times than this in the whole Uzbek wiki is as good as a slip of the pen.
LEAST_ATTESTED = 3


def uzbek_counts(packages: Packages) -> dict[str, int]:
    """How often each word stands in the Uzbek wiki; names and foreign words included."""
    counts: dict[str, int] = readers.document(
        packages.folder("uzbek-text-tools") / "uzbek_text_tools/data/word_freq.json"
    )
    return counts


def school_grades(packages: Packages) -> dict[str, int]:
    """Words of the Uzbek schoolbooks with the lowest grade that has them."""
    grades: dict[str, int] = {}
    letters = str.maketrans({"ó": "o\u02bb", "ğ": "g\u02bb"})
    for grade in range(1, 10):
        for word in readers.lines(packages.folder("UzEduCorpus") / f"UzEduCorpus/grade_{grade}.csv", "utf-8-sig"):
            grades.setdefault(word.translate(letters), grade)
    return grades


def attested_inflections(packages: Packages, letters: Letters) -> Iterator[str]:
    """Words of the Uzbek wiki that are a stem of the spelling dictionary with a known ending."""
    from .recipes import uzbek_dictionary  # noqa: PLC0415 - the recipes name this reader

    stems = {letters.alphabet.fold(word) for word in uzbek_dictionary(packages, letters)}
    stems |= {word.removesuffix("moq") for word in stems if word.endswith("moq")}
    for word, count in uzbek_counts(packages).items():
        if count < LEAST_ATTESTED:
            continue
        folded = letters.folded(word)
        if folded and any(folded[:at] in stems and folded[at:] in UZBEK_ENDINGS for at in range(2, len(folded))):
            yield word


def kazakh_families(words: Collection[str]) -> Counter[str]:
    """For every beginning of a word, how many words begin so: a common stem has a large family."""
    families: Counter[str] = Counter()
    for word in words:
        for at in range(3, len(word) + 1):
            families[word[:at]] += 1
    return families


def case_variants(words: Collection[str]) -> dict[str, int]:
    """In how many of its three writings (small, Capitalised, CAPITALS) a word is listed."""
    variants: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        small = word.lower()
        for writing in (small, small.capitalize(), small.upper()):
            if word == writing:
                variants[small].add(writing)
    return {word: len(found) for word, found in variants.items()}
