"""The machine's own time and chance: the only place that reads either."""

import secrets
import time

from wordle_tournament.core.lazy_dataclass import dataclass

SHORTEST_MS = 10
LONGEST_MS = 400


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The ``Clock`` port on the machine's clock."""

    def now(self) -> int:
        """Epoch milliseconds."""
        return time.time_ns() // 1_000_000

    def wait(self, milliseconds: int) -> None:
        """Sleep."""
        time.sleep(milliseconds / 1000)

    def back_off(self, attempt: int) -> None:
        """Wait a random moment up to 10 ms, doubled by every attempt, at most 400 ms ("full jitter")."""
        longest = min(SHORTEST_MS << attempt, LONGEST_MS)
        self.wait(secrets.randbelow(longest + 1))


@dataclass(frozen=True, slots=True)
class SystemChance:
    """The ``Chance`` port on the operating system's generator (D16)."""

    def new_seed(self) -> str:
        """128 bits, hexadecimal."""
        return secrets.token_hex(16)

    def new_id(self) -> str:
        """96 random bits, hexadecimal: an identifier nobody can guess."""
        return secrets.token_hex(12)
