"""A seeded sample of a language's secrets for a native to judge (``make words-review LANGUAGE=xx``).

Here: the drawing and what the reader is told. Not here: what a verdict changes (``overrides.py``, ``offence.py``).
Needs nothing but the committed lists.
"""

import argparse
import random
from pathlib import Path

ROOT = Path(__file__).parents[1]
SIZE = 200
INSTRUCTIONS = """\
{count} secrets of the language {language}, drawn with the seed {seed}. Read every one as a native who plays: is it a
common word in its dictionary form, known to everybody, no name, and nothing that hurts?

To send the verdict in, open an issue titled "Words: {language}, seed {seed}" with one line for each bad word:
    never-secret WORD  # why (name, form, rare, foreign, spelling)
    offensive WORD     # why
The first kind goes into wordlists/{language}/overrides.txt, the second into wordlists/{language}/offensive.txt; then
`make wordlists` applies both.
"""


def sample(language: str, seed: int, size: int = SIZE) -> list[str]:
    """Draw secrets of all lengths as the language writes them; the same seed draws the same words from the same lists.

    Raise ``FileNotFoundError`` for a language without lists.
    """
    words = []
    for length in (4, 5, 6):
        for line in (ROOT / language / f"{length}.secrets.txt").read_text("utf-8").splitlines():
            word, _, display = line.partition("\t")
            words.append(display or word)
    # The choice is for reading, not for secrecy.
    return random.Random(seed).sample(words, min(size, len(words)))  # noqa: S311


def main() -> int:
    """Print the sample, ten words a line; return 0, or 2 for a language without lists."""
    parser = argparse.ArgumentParser(prog="make words-review", description="Print secrets for a native to judge.")
    parser.add_argument("language", help="a code such as uk")
    parser.add_argument("--seed", type=int, default=1, help="another number draws other words")
    parser.add_argument("--size", type=int, default=SIZE, help="how many words")
    chosen = parser.parse_args()
    try:
        words = sample(chosen.language, chosen.seed, chosen.size)
    except FileNotFoundError:
        known = ", ".join(sorted(path.parent.name for path in ROOT.glob("*/alphabet.json")))
        print(f"There are no lists for {chosen.language!r}; there are: {known}.")  # noqa: T201 - the command's answer
        return 2
    print(INSTRUCTIONS.format(count=len(words), language=chosen.language, seed=chosen.seed))  # noqa: T201
    for at in range(0, len(words), 10):
        print("  ".join(words[at : at + 10]))  # noqa: T201
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
