"""Every port in memory: what the tests of the use cases and of the functions run on.

Each fake keeps the promises of its port (one suite examines fakes and adapters) and may be used by threads at once.
What happened can be read from it: ``connections.seen("c3")``, ``timers.started``, ``log.warnings``.
"""

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, assert_never

from tests.support.builders import START
from tests.support.words import small_lexicon
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import (
    PROPOSALS,
    Conflict,
    Connected,
    History,
    InvalidToken,
    Noted,
    Player,
    Ports,
    Rated,
    Superseded,
    Timer,
)
from wordle_tournament.app.preconditions import (
    Absorbed,
    Attachment,
    Departed,
    Opening,
    PartyClaim,
    PartyPrecondition,
    PartySeated,
    Precondition,
    SeatClaim,
    SeatMove,
    Vacated,
)
from wordle_tournament.app.record import Record
from wordle_tournament.core import rules as game
from wordle_tournament.core.lexicon import Lexicon, UnknownLanguage


@dataclass(slots=True)
class World:
    """What is stored. One lock: every call of a port is one indivisible step, as in the table."""

    records: dict[str, Record] = field(default_factory=dict)
    rated_placements: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    pointers: dict[tuple[str, int], str] = field(default_factory=dict)
    delivered: dict[str, set[int]] = field(default_factory=dict)
    delivered_through: dict[str, int] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    connected_at: dict[str, int] = field(default_factory=dict)
    ledger: dict[tuple[str, str], Rated] = field(default_factory=dict)
    parties: dict[str, PartyRecord] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    tries: dict[tuple[str, int], int] = field(default_factory=dict)
    played: set[tuple[str, Noted, str, int]] = field(default_factory=set)
    lock: threading.RLock = field(default_factory=threading.RLock)


class FakeOutbox:
    """``Outbox`` in memory."""

    def __init__(self, world: World) -> None:
        self._world = world

    def mark_delivered(self, aggregate: str, version: int) -> None:
        with self._world.lock:
            self._world.delivered.setdefault(aggregate, set()).add(version)

    def pending(self, aggregate: str, versions: Iterable[int]) -> frozenset[int]:
        with self._world.lock:
            delivered = self._world.delivered.get(aggregate, set())
            floor = self._world.delivered_through.get(aggregate, 0)
            return frozenset(version for version in versions if version > floor and version not in delivered)

    def mark_delivered_through(self, aggregate: str, version: int) -> None:
        with self._world.lock:
            floor = self._world.delivered_through.get(aggregate, 0)
            self._world.delivered_through[aggregate] = max(version, floor)


class FakeTournaments(FakeOutbox):
    """``Tournaments`` in memory. ``saves`` lists (tournament, version) in the order of the commits."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.saves: list[tuple[str, int]] = []

    def load(self, tournament: str) -> Record | None:
        return self._world.records.get(tournament)

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        world, tournament = self._world, record.tournament.id
        with world.lock:
            preconditions = tuple(preconditions)
            broken = [claim for claim in preconditions if not self._holds(claim)]
            if any(isinstance(claim, Attachment) for claim in broken):
                raise Superseded
            stored = world.records.get(tournament)
            if broken or (stored.version if stored else 0) != record.version - 1:
                raise Conflict
            world.records[tournament] = record
            if placed:
                world.rated_placements[tournament, record.version] = tuple(placed)
            for claim in preconditions:
                self._keep(claim, tournament)
            self.saves.append((tournament, record.version))

    def propose(
        self, language: str, rating: float, seats: int, *, reach: int = game.RATING_RANGE, most: int = PROPOSALS
    ) -> Sequence[str]:
        with self._world.lock:
            lobbies = [record.tournament for record in self._world.records.values()]
        fitting = [
            (-len(lobby.seats), abs(float(lobby.lobby_rating) - rating), lobby.id)
            for lobby in lobbies
            if lobby.is_open
            and lobby.language == language
            and game.SEATS - len(lobby.seats) >= seats
            and abs(float(lobby.lobby_rating) - rating) <= reach + 0.001
        ]
        return [lobby for *_, lobby in sorted(fitting)][:most]

    def pointers(self, language: str, bands: Iterable[int]) -> Mapping[int, str | None]:
        with self._world.lock:
            return {band: self._world.pointers.get((language, band)) for band in bands}

    def ratings(self, tournament: str) -> Sequence[Rated]:
        with self._world.lock:
            return [rated for (of, _), rated in sorted(self._world.ledger.items()) if of == tournament]

    def _holds(self, claim: Precondition) -> bool:  # noqa: PLR0911 - one arm a claim
        world = self._world
        match claim:
            case SeatClaim(player=player, connection=connection, read=read):
                known = world.players.get(player)
                return known is not None and (known.connection, known.seat) == (connection, read)
            case Vacated(tournament=tournament, version=version):
                stored = world.records.get(tournament)
                return stored is not None and stored.version == version
            case Opening(language=language, read=pointers):
                return all(world.pointers.get((language, band)) == newest for band, newest in pointers.items())
            case Attachment(player=player, connection=connection):
                known = world.players.get(player)
                return known is not None and known.connection == connection
            case SeatMove(player=player, read=read):
                known = world.players.get(player)
                return known is not None and known.seat == read
            case Absorbed(record=record):
                other = world.records.get(record.tournament.id)
                return other is not None and other.version == record.version - 1
            case PartySeated(record=party):
                kept = world.parties.get(party.party.id)
                return kept is not None and kept.version == party.version - 1
            case _:
                assert_never(claim)

    def _keep(self, claim: Precondition, tournament: str) -> None:
        world = self._world
        if isinstance(claim, SeatClaim | SeatMove):
            world.players[claim.player] = replace(world.players[claim.player], seat=tournament)
        elif isinstance(claim, Absorbed):
            world.records[claim.record.tournament.id] = claim.record
        elif isinstance(claim, PartySeated):
            world.parties[claim.record.party.id] = claim.record
        elif isinstance(claim, Opening):
            world.pointers[claim.language, claim.band] = tournament


class FakePlayers:
    """``Players`` in memory."""

    def __init__(self, world: World) -> None:
        self._world = world

    def load(self, player: str) -> Player | None:
        return self._world.players.get(player)

    def load_all(self, players: Iterable[str]) -> Mapping[str, Player]:
        with self._world.lock:
            return {player: self._world.players[player] for player in players if player in self._world.players}

    def connect(self, player: str, connection: str, nickname: str, at: int) -> Connected:
        world = self._world
        with world.lock:
            if world.connected_at.get(player, at) > at:
                raise Conflict
            known = world.players.get(player, Player(player, nickname, game.START_RATING))
            world.players[player] = replace(known, connection=connection)
            world.connected_at[player] = at
            return Connected(world.players[player], known.connection if known.connection != connection else None)

    def rename(self, player: str, connection: str, nickname: str) -> Player:
        with self._world.lock:
            known = self._world.players.get(player)
            if known is None or known.connection != connection:
                raise Conflict
            self._world.players[player] = replace(known, nickname=nickname)
            return self._world.players[player]

    def disconnect(self, player: str, connection: str) -> Player | None:
        with self._world.lock:
            known = self._world.players.get(player)
            if known is None or known.connection != connection:
                return None
            self._world.players[player] = replace(known, connection=None)
            return self._world.players[player]

    def rate(self, tournament: str, player: str, place: int, change: int) -> Rated:
        world = self._world
        with world.lock:
            if (tournament, player) not in world.ledger:
                known = world.players.get(player)
                rated = Rated(tournament, player, place, known.rating if known else game.START_RATING, change)
                world.ledger[tournament, player] = rated
                if known is not None:
                    world.players[player] = replace(known, rating=rated.after)
            return world.ledger[tournament, player]


class FakeParties(FakeOutbox):
    """``Parties`` in memory."""

    def load(self, party: str) -> PartyRecord | None:
        return self._world.parties.get(party)

    def find(self, code: str) -> str | None:
        return self._world.codes.get(code)

    def save(self, record: PartyRecord, preconditions: Iterable[PartyPrecondition] = ()) -> None:
        world, party = self._world, record.party
        with world.lock:
            preconditions = tuple(preconditions)
            broken = [claim for claim in preconditions if not self._holds(claim)]
            if any(isinstance(claim, Attachment) for claim in broken):
                raise Superseded
            stored = world.parties.get(party.id)
            is_newest = (stored.version if stored else 0) == record.version - 1
            if broken or not is_newest or world.codes.get(party.code, party.id) != party.id:
                raise Conflict
            world.parties[party.id] = record
            world.codes[party.code] = party.id
            for claim in preconditions:
                if isinstance(claim, PartyClaim):
                    world.players[claim.player] = replace(world.players[claim.player], party=party.id)

    def _holds(self, claim: PartyPrecondition) -> bool:
        if isinstance(claim, Departed):
            other = self._world.parties.get(claim.party)
            return other is not None and other.version == claim.version
        known = self._world.players.get(claim.player)
        if known is None or known.connection != claim.connection:
            return False
        return isinstance(claim, Attachment) or known.party == claim.read


class FakeRateLimiter:
    """``Limits`` in memory."""

    def __init__(self, world: World) -> None:
        self._world = world

    def allow(self, subject: str, most: int, at: int) -> bool:
        with self._world.lock:
            key = (subject, at // 60_000)
            self._world.tries[key] = self._world.tries.get(key, 0) + 1
            return self._world.tries[key] <= most

    def count(self, subject: str, window_ms: int, at: int) -> int:
        with self._world.lock:
            tries, (window, passed) = self._world.tries, divmod(at, window_ms)
            tries[subject, window] = tries.get((subject, window), 0) + 1
            before = tries.get((subject, window - 1), 0) * (window_ms - passed) // window_ms
            return tries[subject, window] + before

    def note(self, player: str, what: Noted, tournament: str, at: int) -> None:
        with self._world.lock:
            self._world.played.add((player, what, tournament, at))

    def histories(self, players: Iterable[str], at: int) -> Mapping[str, History]:
        with self._world.lock:
            noted = [one for one in sorted(self._world.played) if one[3] > at - 4 * 3_600_000]
        return {
            player: History(
                tuple(when for who, what, _, when in noted if (who, what) == (player, "begun")),
                tuple(when for who, what, _, when in noted if (who, what) == (player, "left")),
            )
            for player in players
        }


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

    def forget(self) -> None:
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

    world: World = field(default_factory=World)
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
        self.tournaments = FakeTournaments(self.world)
        self.players = FakePlayers(self.world)
        self.parties = FakeParties(self.world)
        self.rate_limiter = FakeRateLimiter(self.world)

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
