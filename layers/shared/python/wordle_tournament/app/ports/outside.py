"""Connections, timers, limits, words and tokens."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol, Self

from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.lexicon import Lexicon

TimerKind = Literal["round", "lobby", "party"]


@dataclass(frozen=True, slots=True)
class Timer:
    """What a timer is for: a tournament's round, the absences in a lobby, or those in a party.

    ``until`` is when the absence ends that the timer was started for, epoch ms; it tells the timers of one lobby or
    party apart. An execution that does not say it has ``None``.
    """

    kind: TimerKind
    id: str  # the tournament's or the party's
    round: int = 0
    until: int | None = None

    @property
    def name(self) -> str:
        """The name of the execution. Starting a name again has no effect."""
        return f"{self.id}-{self.kind[0]}{self.number}"

    @property
    def number(self) -> int:
        """What tells the timer from others of its kind: the round, or when the absence ends."""
        return self.round if self.until is None else self.until

    @classmethod
    def numbered(cls, kind: TimerKind, name: str, number: int) -> Self:
        """Return the timer of a tournament or party by its number; 0 for absences: it is not known which."""
        return cls(kind, name, round=number) if kind == "round" else cls(kind, name, until=number or None)


class Connections(Protocol):
    """The WebSocket connections of the clients."""

    def post(self, batches: Mapping[str, Sequence[str]]) -> frozenset[str]:
        """Send each connection its frames, as one message, the connections in parallel; return those that are gone.

        A message holds all frames in their order, and arrives whole or not at all.
        """
        ...

    def close(self, connection: str) -> None:
        """Close a connection; one that is gone already is fine."""
        ...


class Timers(Protocol):
    """Timers, each of which calls the tick until nothing is left to wait for."""

    def start(self, timer: Timer) -> None:
        """Start a timer; one that was started already is fine."""
        ...


Noted = Literal["begun", "left"]


@dataclass(frozen=True, slots=True)
class History:
    """When a player began and left tournaments, epoch ms, in any order."""

    begun: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


class RateLimiter(Protocol):
    """How often a subject may try something."""

    def allow(self, subject: str, most: int, at: int) -> bool:
        """Count a try at ``at``, epoch ms; return whether it is among the first ``most`` of this minute."""
        ...

    def count(self, subject: str, window_ms: int, at: int) -> int:
        """Count a try at ``at``, epoch ms; return how many there were in the last ``window_ms``, itself included.

        An estimate: of the aligned window before this one the part counts that is not over yet. A few tries may have
        gone uncounted, because those who try rarely shall not pay for the counting.
        """
        ...

    def note(self, player: str, what: Noted, tournament: str, at: int) -> None:
        """Note that the player began or left the tournament at ``at``, epoch ms; noting it again has no effect."""
        ...

    def histories(self, players: Iterable[str], at: int) -> Mapping[str, History]:
        """Return what was noted of the players in the last hours before ``at``, epoch ms."""
        ...


class Lexicons(Protocol):
    """The words of all languages."""

    def lexicon(self, language: str) -> Lexicon:
        """Return the words of a language, or raise ``UnknownLanguage``."""
        ...


class Tokens(Protocol):
    """The signed tokens by which players are known again."""

    def issue(self, player: str, at: int) -> str:
        """Return a token for the player, valid from ``at``, epoch ms (D17)."""
        ...

    def verify(self, token: str, at: int) -> str:
        """Return the player whose token this is, or raise ``InvalidToken``."""
        ...
