"""What the use cases need of the outside. Each port is small, and tests replace it as a whole."""

from wordle_tournament.app.ports.failures import PASSING, Busy, Conflict, InvalidToken, Superseded, Unavailable
from wordle_tournament.app.ports.outside import (
    Connections,
    History,
    Lexicons,
    Noted,
    RateLimiter,
    Timer,
    TimerKind,
    Timers,
    Tokens,
)
from wordle_tournament.app.ports.process import Chance, Clock, Log
from wordle_tournament.app.ports.stores import (
    PROPOSALS,
    Connected,
    Outbox,
    Parties,
    Player,
    Players,
    Rated,
    Tournaments,
)
from wordle_tournament.core.lazy_dataclass import dataclass

__all__ = [
    "PASSING",
    "PROPOSALS",
    "Busy",
    "Chance",
    "Clock",
    "Conflict",
    "Connected",
    "Connections",
    "History",
    "InvalidToken",
    "Lexicons",
    "Log",
    "Noted",
    "Outbox",
    "Parties",
    "Player",
    "Players",
    "Ports",
    "RateLimiter",
    "Rated",
    "Superseded",
    "Timer",
    "TimerKind",
    "Timers",
    "Tokens",
    "Tournaments",
    "Unavailable",
]


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything that a use case may touch."""

    tournaments: Tournaments
    players: Players
    parties: Parties
    rate_limiter: RateLimiter
    connections: Connections
    timers: Timers
    lexicons: Lexicons
    tokens: Tokens
    clock: Clock
    chance: Chance
    log: Log
    rules: str  # the rule profile of new tournaments
    page: str  # the address that invite links lead to
