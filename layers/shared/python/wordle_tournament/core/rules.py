"""The numbers of the game: those of every tournament, and the times that a deployment may shorten.

Carries out R1.1, R1.3, R3.1, R4.2, R5.2, R6.1, R7.1, R8.3, D11.
"""

from wordle_tournament.core.lazy_dataclass import dataclass

SEATS = 8  # R1.1
LIVES = 3  # R1.1
TURNS_EACH = 6  # R4.2
TURNS = 2 * TURNS_EACH
LENGTHS = (4, 5, 6)  # R5.2
START_RATING = 1000  # R6.1
RATING_RANGE = 200  # R7.1


@dataclass(frozen=True, slots=True)
class Rules:
    """The times of a tournament, in ms. They are part of its state, so a deployment changes no running game."""

    name: str
    intro_ms: int  # R1.3
    turn_ms: int  # R4.2
    absence_ms: int  # R8.3: how long a lost connection may take to come back
    lobby_absence_ms: int  # D11: the same in a lobby


STANDARD = Rules("standard", intro_ms=6_000, turn_ms=30_000, absence_ms=60_000, lobby_absence_ms=10_000)
FAST = Rules("fast", intro_ms=1_000, turn_ms=3_000, absence_ms=10_000, lobby_absence_ms=10_000)

PROFILES = {rules.name: rules for rules in (STANDARD, FAST)}
