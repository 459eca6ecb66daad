"""Words that most languages in Latin letters share (emoji, kebab, haiku): a guess in the others too.

Here: which words of the neighbours a language takes. Not here: secrets; a loan is never drawn for being one.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from statistics import median

from .evidence import LATIN
from .material import Letters

# So many of the nine languages have the word as a guess.
SHARED_BY = 5
# Zipf values: what is rarer than this, here and in the languages that have it, is rare.
NOT_RARE_HERE, NOT_RARE_THERE = 1.5, 2.0


def loans(
    language: str,
    guesses: Mapping[str, frozenset[str]],
    letters: Letters,
    commonness: Callable[[str, str], float],
) -> frozenset[str]:
    """Words that the language lacks, five others have, and that are not rare; folded."""
    shared = Counter(word for other in LATIN if other != language for word in guesses[other])
    found: set[str] = set()
    for word, count in shared.items():
        if count < SHARED_BY or word in guesses[language] or letters.folded(word) != word:
            continue
        there = median(commonness(word, other) for other in LATIN if word in guesses[other])
        if commonness(word, language) >= NOT_RARE_HERE or there >= NOT_RARE_THERE:
            found.add(word)
    return frozenset(found)
