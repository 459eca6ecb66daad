"""A seat and who is at the other end of it: here, away until, gone (R3, R8.3, D1, D11)."""

from dataclasses import replace
from typing import Self

from wordle_tournament.core.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Away:
    """An absence: the connection was lost at ``since``; at ``until`` the seat is given up (R8.3, D11). Epoch ms."""

    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's seat, copied when it was taken (D1), and what became of it."""

    player: str
    nickname: str
    rating: int
    party: str | None = None
    connection: str | None = None  # where to post; none: nobody is at the other end
    away: Away | None = None
    lives: int = 0  # 0 in a lobby and when out
    out_in: int | None = None  # the round of elimination
    place: int | None = None  # once certain
    change: int | None = None  # of the rating, with the place
    has_left: bool = False
    is_watching: bool = True

    @property
    def is_in(self) -> bool:
        """Whether the player has lives in a running tournament."""
        return self.lives > 0

    def with_lives(self, lives: int) -> Self:
        """The seat with so many lives."""
        return replace(self, lives=lives)

    def is_due(self, now: int) -> bool:
        """Whether the player did not come back in time (R8.3)."""
        return self.away is not None and self.away.until <= now
