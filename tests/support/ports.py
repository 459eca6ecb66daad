"""Every port in memory: what the tests of the use cases and of the functions run on.

Each fake keeps the promises of its port (one suite examines fakes and adapters) and may be used by threads at once.
What happened can be read from it: ``connections.seen("c3")``, ``timers.started``, ``log.warnings``.
"""

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.support.builders import START
from tests.support.stores import FakeParties, FakePlayers, FakeRateLimiter, FakeTournaments, Stored
from tests.support.words import small_lexicon
from wordle_tournament.app.ports import (
    InvalidToken,
    Ports,
    Timer,
)
from wordle_tournament.core.lexicon import Lexicon, UnknownLanguage


class FakeConnections:
    """``Screens`` in memory. Connections named in ``gone`` are gone; ``closed`` lists those that were closed."""

    def __init__(self, gone: Iterable[str] = ()) -> None:
        self.gone = set(gone)
        self.closed: list[str] = []
        self._texts: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def post(self, batches: Mapping[str, Sequence[str]]) -> frozenset[str]:
        with self._lock:
            for connection, texts in batches.items():
                if connection not in self.gone:
                    self._texts.setdefault(connection, []).extend(texts)
            return frozenset(batches) & self.gone

    def close(self, connection: str) -> None:
        with self._lock:
            self.closed.append(connection)

    def seen(self, connection: str, kind: str | None = None) -> list[Any]:
        """The frames that a connection was sent, parsed; of one type, if it is given."""
        with self._lock:
            frames = [json.loads(text) for text in self._texts.get(connection, ())]
        return [frame for frame in frames if kind is None or frame["type"] == kind]

    def clear_frames(self) -> None:
        """Forget what has been sent so far."""
        with self._lock:
            self._texts.clear()


class FakeTimers:
    """``Timers`` in memory: ``started`` has the timers by name, each name once."""

    def __init__(self) -> None:
        self.started: dict[str, Timer] = {}

    def start(self, timer: Timer) -> None:
        self.started.setdefault(timer.name, timer)


class FakeLexicons:
    """One language, ``xx``: the small made-up one."""

    def __init__(self) -> None:
        self._lexicon = small_lexicon()

    def lexicon(self, language: str) -> Lexicon:
        if language != self._lexicon.alphabet.language:
            raise UnknownLanguage(language)
        return self._lexicon


class FakeTokens:
    """Tokens that a test can read; they never expire."""

    def issue(self, player: str, at: int) -> str:
        return f"token-of-{player}-at-{at}"

    def verify(self, token: str, at: int) -> str:
        front, _, issued = token.rpartition("-at-")
        if not front.startswith("token-of-") or int(issued) > at:
            raise InvalidToken
        return front.removeprefix("token-of-")


@dataclass(slots=True)
class FakeClock:
    """Shows ``time``, epoch ms; waiting moves it on at once. ``back_offs`` lists the attempts that were waited for."""

    time: int = START
    back_offs: list[int] = field(default_factory=list)

    def now(self) -> int:
        return self.time

    def wait(self, milliseconds: int) -> None:
        self.time += milliseconds

    def back_off(self, attempt: int) -> None:
        self.back_offs.append(attempt)


class FakeChance:
    """Chance that repeats itself: seeds 1, 2, 3... and names t1, t2, t3..."""

    def __init__(self) -> None:
        self._seeds = count(1)
        self._names = count(1)

    def new_seed(self) -> str:
        return f"{next(self._seeds):032x}"

    def new_id(self) -> str:
        return f"t{next(self._names)}"


class FakeLog:
    """Keeps what was said: ``notes`` as one line of fields, ``troubles`` as (text, fields)."""

    def __init__(self) -> None:
        self.notes: dict[str, object] = {}
        self.warnings: list[tuple[str, dict[str, object]]] = []

    def annotate(self, **fields: object) -> None:
        self.notes.update(fields)

    def warning(self, text: str, **fields: object) -> None:
        self.warnings.append((text, fields))


@dataclass(slots=True)
class FakePorts:
    """All fakes around one world; ``ports`` is what the use cases take."""

    stored: Stored = field(default_factory=Stored)
    tournaments: FakeTournaments = field(init=False)
    players: FakePlayers = field(init=False)
    parties: FakeParties = field(init=False)
    rate_limiter: FakeRateLimiter = field(init=False)
    connections: FakeConnections = field(default_factory=FakeConnections)
    timers: FakeTimers = field(default_factory=FakeTimers)
    lexicons: FakeLexicons = field(default_factory=FakeLexicons)
    tokens: FakeTokens = field(default_factory=FakeTokens)
    clock: FakeClock = field(default_factory=FakeClock)
    chance: FakeChance = field(default_factory=FakeChance)
    log: FakeLog = field(default_factory=FakeLog)
    rules: str = "standard"

    def __post_init__(self) -> None:
        self.tournaments = FakeTournaments(self.stored)
        self.players = FakePlayers(self.stored)
        self.parties = FakeParties(self.stored)
        self.rate_limiter = FakeRateLimiter(self.stored)

    def ports(self, wrap: Callable[[FakeTournaments], Any] = lambda tournaments: tournaments) -> Ports:
        """The ports as a use case sees them; ``wrap`` may stand something in front of the tournaments."""
        return Ports(
            tournaments=wrap(self.tournaments),
            players=self.players,
            parties=self.parties,
            rate_limiter=self.rate_limiter,
            connections=self.connections,
            timers=self.timers,
            lexicons=self.lexicons,
            tokens=self.tokens,
            clock=self.clock,
            chance=self.chance,
            log=self.log,
            rules=self.rules,
            page="https://play.example/",
        )
