"""A language's vulgar, hateful and cruel words, ``<language>/offensive.txt``: none of them is ever drawn.

One word a line, as the language writes it; ``#`` begins a comment. Words are judged by their meaning and matched whole,
so that a harmless word that contains one stays.
"""

from pathlib import Path

from .material import Letters


class InvalidOffence(ValueError):
    """A line that is no word of 4 to 6 tiles."""


def read_offensive(path: Path, letters: Letters) -> frozenset[str]:
    """Return the words, folded; raise ``InvalidOffence`` for a line that could never match one."""
    words: set[str] = set()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        word = line.partition("#")[0].strip()
        if not word:
            continue
        folded = letters.folded(word)
        if folded is None:
            raise InvalidOffence(f"{path.parent.name}/{path.name}:{number}: {line!r}")
        words.add(folded)
    return frozenset(words)
