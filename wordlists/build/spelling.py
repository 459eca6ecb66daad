"""One spelling of a word: where two secrets are one word in two spellings, only one of them is kept.

Here: how spellings of a language differ. Not here: words that only look alike; those stay.
"""

from collections.abc import Mapping

from .evidence import Evidence

# Letters of one spelling and what the other has in their place.
VARIANTS: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (("ph", "f"),),
    "en": (("our", "or"), ("ise", "ize"), ("re", "er"), ("grey", "gray"), ("ogue", "og")),
    "pt": (("ct", "t"), ("cç", "ç"), ("pt", "t")),
    "ru": (("э", "е"),),
    "uk": (("е", "є"),),
}
# Today's norm asks for the second spelling, however often the first is still met.
NORM = frozenset({"uk"})
# Pairs that are two words.
TWO_WORDS = frozenset({"pacto", "apto", "tire", "fire", "here", "there", "more", "wise"})


def other_spellings(evidence: Evidence, words: Mapping[str, str]) -> set[str]:
    """Secrets, folded, of which another secret is the more usual spelling."""
    language, zipf = evidence.recipe.language, evidence.zipf
    struck: set[str] = set()
    for first, second in VARIANTS.get(language, ()):
        for word in words:
            other = word.replace(first, second, 1)
            if other == word or other not in words or word in TWO_WORDS:
                continue
            keeps_first = language not in NORM and zipf.get(words[word], 0) > zipf.get(words[other], 0)
            struck.add(other if keeps_first else word)
    return struck
