"""The stores in memory: tournaments, players, parties, the outbox and the rate limiter.

Each fake keeps the promises of its port (one suite examines fakes and adapters) and may be used by threads at once.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import (
    PROPOSALS,
    Conflict,
    Connected,
    History,
    Noted,
    Player,
    Rated,
    Superseded,
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


@dataclass(slots=True)
class Stored:
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

    def __init__(self, stored: Stored) -> None:
        self._stored = stored

    def mark_delivered(self, aggregate: str, version: int) -> None:
        with self._stored.lock:
            self._stored.delivered.setdefault(aggregate, set()).add(version)

    def pending(self, aggregate: str, versions: Iterable[int]) -> frozenset[int]:
        with self._stored.lock:
            delivered = self._stored.delivered.get(aggregate, set())
            floor = self._stored.delivered_through.get(aggregate, 0)
            return frozenset(version for version in versions if version > floor and version not in delivered)

    def mark_delivered_through(self, aggregate: str, version: int) -> None:
        with self._stored.lock:
            floor = self._stored.delivered_through.get(aggregate, 0)
            self._stored.delivered_through[aggregate] = max(version, floor)


class FakeTournaments(FakeOutbox):
    """``Tournaments`` in memory. ``saves`` lists (tournament, version) in the order of the commits."""

    def __init__(self, stored: Stored) -> None:
        super().__init__(stored)
        self.saves: list[tuple[str, int]] = []

    def load(self, tournament: str) -> Record | None:
        return self._stored.records.get(tournament)

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        stored, tournament = self._stored, record.tournament.id
        with stored.lock:
            preconditions = tuple(preconditions)
            broken = [claim for claim in preconditions if not self._holds(claim)]
            if any(isinstance(claim, Attachment) for claim in broken):
                raise Superseded
            newest = stored.records.get(tournament)
            if broken or (newest.version if newest else 0) != record.version - 1:
                raise Conflict
            stored.records[tournament] = record
            if placed:
                stored.rated_placements[tournament, record.version] = tuple(placed)
            for claim in preconditions:
                self._keep(claim, tournament)
            self.saves.append((tournament, record.version))

    def propose(
        self, language: str, rating: float, seats: int, *, reach: int = game.RATING_RANGE, most: int = PROPOSALS
    ) -> Sequence[str]:
        with self._stored.lock:
            lobbies = [record.tournament for record in self._stored.records.values()]
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
        with self._stored.lock:
            return {band: self._stored.pointers.get((language, band)) for band in bands}

    def ratings(self, tournament: str) -> Sequence[Rated]:
        with self._stored.lock:
            return [rated for (of, _), rated in sorted(self._stored.ledger.items()) if of == tournament]

    def _holds(self, claim: Precondition) -> bool:  # noqa: PLR0911 - one arm a claim
        stored = self._stored
        match claim:
            case SeatClaim(player=player, connection=connection, read=read):
                known = stored.players.get(player)
                return known is not None and (known.connection, known.seat) == (connection, read)
            case Vacated(tournament=tournament, version=version):
                left = stored.records.get(tournament)
                return left is not None and left.version == version
            case Opening(language=language, read=pointers):
                return all(stored.pointers.get((language, band)) == newest for band, newest in pointers.items())
            case Attachment(player=player, connection=connection):
                known = stored.players.get(player)
                return known is not None and known.connection == connection
            case SeatMove(player=player, read=read):
                known = stored.players.get(player)
                return known is not None and known.seat == read
            case Absorbed(record=record):
                other = stored.records.get(record.tournament.id)
                return other is not None and other.version == record.version - 1
            case PartySeated(record=party):
                kept = stored.parties.get(party.party.id)
                return kept is not None and kept.version == party.version - 1
            case _:
                assert_never(claim)

    def _keep(self, claim: Precondition, tournament: str) -> None:
        stored = self._stored
        if isinstance(claim, SeatClaim | SeatMove):
            stored.players[claim.player] = replace(stored.players[claim.player], seat=tournament)
        elif isinstance(claim, Absorbed):
            stored.records[claim.record.tournament.id] = claim.record
        elif isinstance(claim, PartySeated):
            stored.parties[claim.record.party.id] = claim.record
        elif isinstance(claim, Opening):
            stored.pointers[claim.language, claim.band] = tournament


class FakePlayers:
    """``Players`` in memory."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored

    def load(self, player: str) -> Player | None:
        return self._stored.players.get(player)

    def load_all(self, players: Iterable[str]) -> Mapping[str, Player]:
        with self._stored.lock:
            return {player: self._stored.players[player] for player in players if player in self._stored.players}

    def connect(self, player: str, connection: str, nickname: str, at: int) -> Connected:
        stored = self._stored
        with stored.lock:
            if stored.connected_at.get(player, at) > at:
                raise Conflict
            known = stored.players.get(player, Player(player, nickname, game.START_RATING))
            stored.players[player] = replace(known, connection=connection)
            stored.connected_at[player] = at
            return Connected(stored.players[player], known.connection if known.connection != connection else None)

    def rename(self, player: str, connection: str, nickname: str) -> Player:
        with self._stored.lock:
            known = self._stored.players.get(player)
            if known is None or known.connection != connection:
                raise Conflict
            self._stored.players[player] = replace(known, nickname=nickname)
            return self._stored.players[player]

    def disconnect(self, player: str, connection: str) -> Player | None:
        with self._stored.lock:
            known = self._stored.players.get(player)
            if known is None or known.connection != connection:
                return None
            self._stored.players[player] = replace(known, connection=None)
            return self._stored.players[player]

    def rate(self, tournament: str, player: str, place: int, change: int) -> Rated:
        stored = self._stored
        with stored.lock:
            if (tournament, player) not in stored.ledger:
                known = stored.players.get(player)
                rated = Rated(tournament, player, place, known.rating if known else game.START_RATING, change)
                stored.ledger[tournament, player] = rated
                if known is not None:
                    stored.players[player] = replace(known, rating=rated.after)
            return stored.ledger[tournament, player]


class FakeParties(FakeOutbox):
    """``Parties`` in memory."""

    def load(self, party: str) -> PartyRecord | None:
        return self._stored.parties.get(party)

    def find(self, code: str) -> str | None:
        return self._stored.codes.get(code)

    def save(self, record: PartyRecord, preconditions: Iterable[PartyPrecondition] = ()) -> None:
        stored, party = self._stored, record.party
        with stored.lock:
            preconditions = tuple(preconditions)
            broken = [claim for claim in preconditions if not self._holds(claim)]
            if any(isinstance(claim, Attachment) for claim in broken):
                raise Superseded
            newest = stored.parties.get(party.id)
            is_newest = (newest.version if newest else 0) == record.version - 1
            if broken or not is_newest or stored.codes.get(party.code, party.id) != party.id:
                raise Conflict
            stored.parties[party.id] = record
            stored.codes[party.code] = party.id
            for claim in preconditions:
                if isinstance(claim, PartyClaim):
                    stored.players[claim.player] = replace(stored.players[claim.player], party=party.id)

    def _holds(self, claim: PartyPrecondition) -> bool:
        if isinstance(claim, Departed):
            other = self._stored.parties.get(claim.party)
            return other is not None and other.version == claim.version
        known = self._stored.players.get(claim.player)
        if known is None or known.connection != claim.connection:
            return False
        return isinstance(claim, Attachment) or known.party == claim.read


class FakeRateLimiter:
    """``Limits`` in memory."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored

    def allow(self, subject: str, most: int, at: int) -> bool:
        with self._stored.lock:
            key = (subject, at // 60_000)
            self._stored.tries[key] = self._stored.tries.get(key, 0) + 1
            return self._stored.tries[key] <= most

    def count(self, subject: str, window_ms: int, at: int) -> int:
        with self._stored.lock:
            tries, (window, passed) = self._stored.tries, divmod(at, window_ms)
            tries[subject, window] = tries.get((subject, window), 0) + 1
            before = tries.get((subject, window - 1), 0) * (window_ms - passed) // window_ms
            return tries[subject, window] + before

    def note(self, player: str, what: Noted, tournament: str, at: int) -> None:
        with self._stored.lock:
            self._stored.played.add((player, what, tournament, at))

    def histories(self, players: Iterable[str], at: int) -> Mapping[str, History]:
        with self._stored.lock:
            noted = [one for one in sorted(self._stored.played) if one[3] > at - 4 * 3_600_000]
        return {
            player: History(
                tuple(when for who, what, _, when in noted if (who, what) == (player, "begun")),
                tuple(when for who, what, _, when in noted if (who, what) == (player, "left")),
            )
            for player in players
        }
