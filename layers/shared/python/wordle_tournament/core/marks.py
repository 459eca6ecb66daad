"""The marks of a guess (D10)."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum


class Mark(StrEnum):
    """The mark of one tile."""

    CORRECT = "correct"
    PRESENT = "present"
    ABSENT = "absent"


def mark(secret: Sequence[str], guess: Sequence[str]) -> tuple[Mark, ...]:
    """Return one mark for each tile of the guess; ``secret`` and ``guess`` have equally many tiles.

    Exact places come first; then each left-over letter of the secret serves once, from the left (D10).
    """
    left_over = Counter(wanted for wanted, tile in zip(secret, guess, strict=True) if wanted != tile)
    marks = []
    for wanted, tile in zip(secret, guess, strict=True):
        if wanted == tile:
            marks.append(Mark.CORRECT)
        elif left_over[tile] > 0:
            left_over[tile] -= 1
            marks.append(Mark.PRESENT)
        else:
            marks.append(Mark.ABSENT)
    return tuple(marks)
