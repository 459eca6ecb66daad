"""A seat: its player, connection, absence, lives and place (R3, R8.3, D1, D11)."""

from dataclasses import replace
from typing import Self

from wordle_tournament.core.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Away:
    """An absence: the connection was lost at ``since``; at ``until`` the seat is lost (R8.3, D11). Epoch ms."""

    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's seat: nickname and rating as copied when it was taken (D1), and its state now."""

    player: str
    nickname: str
    rating: int
    party: str | None = None
    connection: str | None = None  # where to post frames; none while the connection is lost
    away: Away | None = None
    lives: int = 0  # 0 in a lobby and when out
    out_in: int | None = None  # the round of elimination
    place: int | None = None  # once it is final
    change: int | None = None  # of the rating, with the place
    has_left: bool = False
    is_watching: bool = True
    absent_ms: int = 0  # in the lobby, of absences that are over (D18)

    @property
    def is_in(self) -> bool:
        """Whether the player has lives in a running tournament."""
        return self.lives > 0

    def with_lives(self, lives: int) -> Self:
        """Return the seat with this number of lives."""
        return replace(self, lives=lives)

    def is_due(self, now: int) -> bool:
        """Whether the player's time to come back is over at ``now``, epoch ms (R8.3)."""
        return self.away is not None and self.away.until <= now
