"""Watches every commit of a load, and checks what is left in the end. It knows the rules by itself: nothing of
``core.matchmaking`` or of the use cases is used here, only what was stored.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.preconditions import Absorbed, PartySeated, Precondition
from wordle_tournament.app.record import Record
from wordle_tournament.core.seat import Seat
from wordle_tournament.core.tournament import Phase, Tournament

SEATS = 8
REACH = 200

Unit = Sequence[int]  # ratings


def is_within_reach(unit: Unit, lobby: Unit) -> bool:
    """Whether two means are at most 200 apart, in whole numbers."""
    distance = abs(sum(unit) * len(lobby) - sum(lobby) * len(unit))
    return distance <= REACH * len(unit) * len(lobby)


def units_of(seats: Iterable[Seat]) -> list[Unit]:
    """The ratings of every party and of everybody who came alone."""
    units: dict[tuple[bool, str], list[int]] = {}
    for seat in seats:
        units.setdefault((seat.party is None, seat.party or seat.player), []).append(seat.rating)
    return list(units.values())


def may_merge(one: Sequence[Seat], other: Sequence[Seat]) -> bool:
    """D9: the seats suffice, and every unit is within 200 of the merged mean."""
    everybody = [seat.rating for seat in (*one, *other)]
    return len(everybody) <= SEATS and all(is_within_reach(unit, everybody) for unit in units_of((*one, *other)))


def may_join(one: Sequence[Seat], other: Sequence[Seat]) -> bool:
    """D9: ``one`` is a single unit, the seats of ``other`` suffice, and it is within 200 of its mean."""
    units = units_of(one)
    fits = len(one) + len(other) <= SEATS
    return len(units) == 1 and fits and is_within_reach(units[0], [seat.rating for seat in other])


@dataclass(slots=True)
class Checker:
    """All that was committed so far. Every method raises ``AssertionError`` if a promise is broken."""

    tournaments: dict[str, Record] = field(default_factory=dict)
    parties: dict[str, PartyRecord] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)  # where everybody sits, or plays with lives
    commits: int = 0
    merges: int = 0
    withdrawals: int = 0
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _early: list[tuple[Sequence[Record | PartyRecord], Callable[[], None]]] = field(default_factory=list)

    def saw_tournament(self, record: Record, preconditions: Iterable[Precondition]) -> None:
        """A tournament was stored, and with it what its claims store."""
        preconditions = tuple(preconditions)
        others = [claim.record for claim in preconditions if isinstance(claim, Absorbed | PartySeated)]
        self._saw([record, *others], lambda: self._check_commit_of_tournament(record, preconditions))

    def saw_party(self, record: PartyRecord) -> None:
        """A party was stored."""
        self._saw([record], lambda: self._check_commit_of_party(record))

    def _saw(self, records: Sequence[Record | PartyRecord], check: Callable[[], None]) -> None:
        """Judge commits in the order of their versions: whose thread was slow to say so is waited for."""
        with self._lock:
            self._early.append((records, check))
            while due := next((one for one in self._early if all(map(self._is_next, one[0]))), None):
                self._early.remove(due)
                due[1]()

    def _is_next(self, record: Record | PartyRecord) -> bool:
        known: Record | PartyRecord | None
        if isinstance(record, Record):
            known = self.tournaments.get(record.tournament.id)
        else:
            known = self.parties.get(record.party.id)
        return record.version == (known.version if known else 0) + 1

    def _check_commit_of_tournament(self, record: Record, preconditions: Iterable[Precondition]) -> None:
        self.commits += 1
        gone: Record | None = None
        for claim in preconditions:
            if isinstance(claim, PartySeated):
                self._take_party(claim.record)
            elif isinstance(claim, Absorbed):
                gone = self.tournaments.get(claim.record.tournament.id)
                self._take(claim.record)
        before = self._take(record)
        self._check_seats(record.tournament)
        if before is None or before.phase is Phase.LOBBY:
            self._check_newcomers(before.seats if before else (), record.tournament, gone)
            self._check_parties(record.tournament)

    def _check_commit_of_party(self, record: PartyRecord) -> None:
        self.commits += 1
        before = self.parties.get(record.party.id)
        self._take_party(record)
        if before is not None:
            self._check_newcomer(before, record)
        for name in {seat for member in record.party.members if (seat := self.held.get(member.player))}:
            if self.tournaments[name].tournament.phase is Phase.LOBBY:
                self._check_parties(self.tournaments[name].tournament)

    def _take(self, record: Record) -> Tournament | None:
        name = record.tournament.id
        before = self.tournaments.get(name)
        assert record.version == (before.version if before else 0) + 1
        self.tournaments[name] = record
        for player in [player for player, seat in self.held.items() if seat == name]:
            if not record.tournament.holds(player):
                del self.held[player]
        return before.tournament if before else None

    def _take_party(self, record: PartyRecord) -> None:
        before = self.parties.get(record.party.id)
        assert record.version == (before.version if before else 0) + 1
        self.parties[record.party.id] = record
        members = [member.player for member in record.party.members]
        assert len(members) == len(set(members)) <= SEATS
        assert not members or record.party.leader in members
        for player in members:
            others = [one for one, other in self.parties.items() if other.party.member(player) is not None]
            assert others == [record.party.id], f"{player} is in {others}"

    def _check_seats(self, tournament: Tournament) -> None:
        """Never nine, never one twice, nobody in two."""
        players = [seat.player for seat in tournament.seats]
        assert len(players) == len(set(players)) <= SEATS
        for player in players:
            if tournament.holds(player):
                assert self.held.setdefault(player, tournament.id) == tournament.id, f"{player} is in two"
        if tournament.phase is not Phase.LOBBY and tournament.round:
            assert len(players) == SEATS

    def _check_newcomers(self, before: Sequence[Seat], tournament: Tournament, gone: Record | None) -> None:
        """Who sat down was allowed to: one unit within reach, or a whole lobby."""
        known = {seat.player for seat in before}
        new = [seat for seat in tournament.seats if seat.player not in known]
        if gone is not None:
            self.merges += 1
            absorbed = gone.tournament.seats
            assert {seat.player for seat in new} == {seat.player for seat in absorbed}
            assert may_merge(before, absorbed) or may_join(before, absorbed) or may_join(absorbed, before)
        elif new:
            assert len(units_of(new)) == 1
            assert not before or is_within_reach(units_of(new)[0], [seat.rating for seat in before])
        elif {seat.party for seat in before if seat.party} - {seat.party for seat in tournament.seats}:
            self.withdrawals += 1

    def _check_newcomer(self, before: PartyRecord, record: PartyRecord) -> None:
        """Nobody comes in while others of the party play the game that they entered together."""
        known = {member.player for member in before.party.members}
        if {member.player for member in record.party.members} <= known:
            return
        for name in {seat for player in known if (seat := self.held.get(player))}:
            tournament = self.tournaments[name].tournament
            together = [seat for seat in tournament.seats if seat.party == record.party.id and seat.is_in]
            assert not [seat for seat in together if record.party.member(seat.player)], f"too late for {name}"

    def _check_parties(self, tournament: Tournament) -> None:
        """A party sits there as it is, with all its members, or not at all."""
        seated: dict[str, set[str]] = {}
        for seat in tournament.seats:
            if seat.party is not None:
                seated.setdefault(seat.party, set()).add(seat.player)
        for party, players in seated.items():
            members = {member.player for member in self.parties[party].party.members}
            assert players == members, f"{party} is split: {players} of {members} sit in {tournament.id}"

    def led_to(self, tournament: str) -> str:
        """The lobby that this one was merged into, or itself."""
        record = self.tournaments.get(tournament)
        return tournament if record is None or record.tournament.into is None else self.led_to(record.tournament.into)

    # --- the end ---

    def waiting(self) -> Mapping[str, Sequence[Seat]]:
        """The lobbies in which somebody waits."""
        records = {name: record.tournament for name, record in self.tournaments.items()}
        return {name: one.seats for name, one in records.items() if one.phase is Phase.LOBBY and one.seats}

    def check_end(self) -> None:
        """No unit that waits alone could sit down elsewhere, and no two lobbies could be one."""
        assert self._early == [], "a version is missing"
        lobbies = self.waiting()
        for one, other in permutations(lobbies, 2):
            assert not may_join(lobbies[one], lobbies[other]), f"{one} could join {other}"
        for one, other in combinations(lobbies, 2):
            assert not may_merge(lobbies[one], lobbies[other]), f"{one} and {other} could be one"
