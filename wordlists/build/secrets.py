"""Which candidates may be drawn: no names, no forms, nothing foreign, nothing offensive, one spelling of a word (R5).

Here: the rules that keep a candidate out, in the order in which they are asked; the first that objects is counted.
Not here: single words; those stand in ``<language>/overrides.txt`` and ``<language>/offensive.txt``.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from .candidates import candidates
from .evidence import LATIN, Evidence, Neighbours
from .forms import Forms
from .names import Names
from .spelling import other_spellings

# A word that many dictionaries enter as a name is one, though another enters it as a word too (rose, victor).
NAME_IN_DICTIONARIES = 3
ONLY_NAME_IN_DICTIONARIES = 2
# Zipf values: a word so common is met as a word though it is a name too; the more so the less speaks for a name.
COMMON_THOUGH_CAPITALISED = 4.8
COMMON_THOUGH_ENTERED = 4.4
COMMON_THOUGH_NAME = 4.0
# A word so much more common elsewhere is foreign: English gets into every corpus, so less is needed.
FOREIGN = dict.fromkeys(LATIN, 1.0) | {"en": 0.7}
# A loan that the language's own corpora use in small letters this often is at home there (salsa).
AT_HOME, AT_HOME_AMONG_NOUNS = 3.5, 2.8
# Names of languages and peoples are written with a capital.
CAPITAL_LANGUAGES = frozenset({"id", "en", "nl"})

Rule = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class Selection:
    """The secrets, folded, with how their language writes them; and what was struck, by rule."""

    words: dict[str, str]
    struck: dict[str, list[str]]


def select(evidence: Evidence, neighbours: Neighbours, offensive: frozenset[str]) -> Selection:
    """Judge every candidate that is common enough; where several fold alike, the most common one stands for them."""
    ranked: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for word, commonness in candidates(evidence):
        folded = evidence.letters.folded(word)
        if folded and commonness >= evidence.recipe.least_zipf(evidence.letters.length(folded)):
            ranked[folded].append((-commonness, word))
    rules = _rules(evidence, neighbours, offensive)
    words: dict[str, str] = {}
    struck: defaultdict[str, list[str]] = defaultdict(list)
    for folded, spellings in sorted(ranked.items()):
        display = min(spellings)[1]
        rule = next((name for name, objects in rules.items() if objects(folded, display)), None)
        if rule is None:
            words[folded] = display
        else:
            struck[rule].append(folded)
    for folded in sorted(other_spellings(evidence, words)):
        struck["other spelling"].append(folded)
        del words[folded]
    return Selection(words, dict(sorted(struck.items())))


def _rules(evidence: Evidence, neighbours: Neighbours, offensive: frozenset[str]) -> dict[str, Rule]:  # noqa: C901 - one small function a rule
    names, forms = Names(evidence), Forms(evidence)
    language, is_latin = evidence.recipe.language, evidence.recipe.language in LATIN
    capitals = _folded_counts(evidence, neighbours.capitals) if is_latin else Counter[str]()
    only_capitals = _folded_counts(evidence, neighbours.only_capitals) if is_latin else Counter[str]()
    own_nouns = evidence.recipe.capitals_are_nouns
    # Indonesian syllables make names all over the world; what the thesaurus has is a word there.
    thesaurus = frozenset(evidence.lists["mythes-id"]) if language == "id" else frozenset[str]()

    def zipf(display: str) -> float:
        return evidence.zipf.get(display.lower(), 0)

    # An Italian noun of a dictionary of nouns is at home, as rare as it may be.
    at_home = AT_HOME if language != "it" else AT_HOME_AMONG_NOUNS

    def is_offensive(folded: str, display: str) -> bool:
        return folded in offensive or not evidence.blocked.isdisjoint({folded, display.lower()})

    def is_name_in_dictionaries(folded: str, display: str) -> bool:
        # German enters its nouns with a capital.
        elsewhere = only_capitals[folded] - int(own_nouns and display != folded)
        if language == "id" and folded in thesaurus:
            return False
        if elsewhere >= ONLY_NAME_IN_DICTIONARIES and zipf(display) < COMMON_THOUGH_CAPITALISED:
            return True
        return not own_nouns and capitals[folded] >= NAME_IN_DICTIONARIES and zipf(display) < COMMON_THOUGH_ENTERED

    def is_place(folded: str, display: str) -> bool:
        if folded in names.territories and not own_nouns:
            return True
        if language in CAPITAL_LANGUAGES and folded in names.languages and zipf(display) < COMMON_THOUGH_NAME:
            return True
        towns = folded in names.towns or (folded in names.metropolises and (capitals[folded] > 0 or not is_latin))
        return towns and zipf(display) < COMMON_THOUGH_NAME and (not is_latin or capitals[folded] > 0)

    def is_person(folded: str, display: str) -> bool:
        told = not is_latin or capitals[folded] > 0 or language == "id"
        return folded in names.people and told and zipf(display) < COMMON_THOUGH_NAME

    def is_foreign(_: str, display: str) -> bool:
        own = zipf(display)
        return (
            is_latin
            and own < at_home
            and any(
                neighbours.commonness(display.lower(), other) > own + margin
                for other, margin in FOREIGN.items()
                if other != language
            )
        )

    return {
        "offensive": is_offensive,
        "name in dictionaries": is_name_in_dictionaries,
        "place": is_place,
        "person": is_person,
        "only with a capital": lambda folded, _: folded in names.only_capitals,
        "form": lambda _, display: forms.is_form(display),
        "foreign": is_foreign,
    }


def _folded_counts(evidence: Evidence, counts: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for word, count in counts.items():
        if folded := evidence.letters.folded(word):
            found[folded] = max(found[folded], count)
    return found
