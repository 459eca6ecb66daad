"""A load: many players of all ratings, alone and in parties, who join, cancel, lose their connection and come back.

Lives here: a client that repeats what is not answered, and what everybody's client must show in the end.
The ports underneath may be the fakes or the table's own adapters.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from tests.sim.checker import Checker
from tests.sim.load_ports import Connections, Frame, LaggingIndex, Timers, WatchedParties, WatchedTournaments
from tests.support.faults import Crash
from tests.support.realtime import RealTime
from tests.support.schedule import Schedule
from tests.support.served import served
from wordle_tournament.app.outbox import relay
from wordle_tournament.app.ports import Busy, Ports
from wordle_tournament.app.preconditions import Absorbed, Precondition
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import disconnect
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol.frames import dump

MOST_RETRIES = 40  # times a client repeats what was answered by ``retry``
ANSWER_TIMEOUT_MS = 3_000  # after which a client repeats what was not answered


@dataclass(slots=True)
class Load:
    """All players, on ports that are watched and slow, with connections and timers in memory."""

    schedule: Schedule | RealTime
    inner: Ports
    lag_ms: float | None = None
    crash_rate: float = 0.0  # how likely a committer dies
    haste: float = 1.0  # how much shorter everybody's pauses are
    checker: Checker = field(default_factory=Checker)
    connections: Connections = field(default_factory=Connections)
    players: dict[str, "LoadPlayer"] = field(default_factory=dict)
    asked: int = 0  # commands
    retries: int = 0  # answers ``retry``
    crashes: int = 0
    index: LaggingIndex = field(init=False)
    timers: Timers = field(init=False)
    ports: Ports = field(init=False)

    def __post_init__(self) -> None:
        self.index = LaggingIndex(self.schedule, self.lag_ms)
        self.timers = Timers(self.schedule, lambda: self.ports)
        tournaments: Any = WatchedTournaments(self.inner.tournaments, self.index, self.committed)
        watched: Any = WatchedParties(self.inner.parties, self.checker)
        ports = replace(
            self.inner, tournaments=tournaments, parties=watched, connections=self.connections, timers=self.timers
        )
        self.ports = self.schedule.around(ports)

    def committed(self, record: Record, _placed: Sequence[str], preconditions: Sequence[Precondition]) -> None:
        self.checker.saw_tournament(record, preconditions)
        stored = [record, *(claim.record for claim in preconditions if isinstance(claim, Absorbed))]
        for one in stored:
            self.index.saw(one)
            if self.crash_rate:
                self.schedule.begin(partial(self._relay, one), after=200)
        if self.schedule.chance.random() < self.crash_rate:
            self.crashes += 1
            raise Crash

    def _relay(self, record: Record) -> None:
        with suppress(Crash):
            relay(self.ports, [record], self.schedule.now())
            return
        self._relay(record)  # the stream delivers it again

    def come(self, name: str, actions: Callable[["LoadPlayer"], None], after: float) -> None:
        """Somebody will come, and do this."""
        player = self.players[name] = LoadPlayer(self, name)
        self.schedule.begin(lambda: player.live(actions), after)

    def settle_down(self) -> None:
        """All who wait give a sign of life, one after the other; the index has caught up."""
        self.index.lag_ms = 0 if self.index.lag_ms is not None else None
        for seats in list(self.checker.waiting().values()):
            for seat in seats:
                if self.players[seat.player].connection not in self.connections.gone:
                    self.schedule.begin(partial(self.players[seat.player].send, "ping"))
                    self.schedule.play()

    # --- what the clients show in the end ---

    def check_lobbies(self) -> None:
        """Every connected player sees the lobby in which they sit as it is."""
        for name, seats in self.checker.waiting().items():
            tournament = self.checker.tournaments[name].tournament
            for seat in seats:
                if seat.connection is not None and seat.connection not in self.connections.gone:
                    shown = [one for one in self.connections.of(seat.connection, "lobby") if one["tournament"] == name]
                    newest = max(shown, key=lambda frame: frame["seq"])
                    assert newest["seq"] == tournament.seq
                    assert [one["player"] for one in newest["seats"]] == [one.player for one in seats]

    def check_parties(self) -> None:
        """Every connected member sees their party as it is."""
        for record in self.checker.parties.values():
            party = record.party
            seats = {member.player: self.checker.held.get(member.player) for member in party.members}
            tournaments = {name: self.checker.tournaments[name].tournament for name in seats.values() if name}
            playing = {who for who, name in seats.items() if name and tournaments[name].phase is not Phase.LOBBY}
            is_queued = any(
                seat.party == party.id for one in tournaments.values() if one.phase is Phase.LOBBY for seat in one.seats
            )
            for member in party.members:
                if member.connection is None or member.connection in self.connections.gone:
                    continue
                newest = max(self.connections.of(member.connection, "party"), key=lambda frame: frame["at"])
                assert newest["leader"] == party.leader
                assert [one["player"] for one in newest["members"]] == [one.player for one in party.members]
                assert {one["player"] for one in newest["members"] if one["playing"]} == playing
                assert {one["player"]: one["online"] for one in newest["members"]} == {
                    one.player: one.away is None for one in party.members
                }
                assert (newest["state"] == "queued") == is_queued


@dataclass(slots=True)
class LoadPlayer:
    """A client with some patience, and a life of its own (``chance``)."""

    load: Load
    name: str
    connection: str = ""
    chance: Random = field(init=False)
    is_alone: bool = False
    _lives: int = 0
    _said: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.load.schedule.chance.random()}")  # noqa: S311

    @property
    def seat(self) -> str | None:
        """The lobby the player sits in, or the game they have lives in."""
        return self.load.checker.held.get(self.name)

    def live(self, actions: Callable[["LoadPlayer"], None]) -> None:
        self.come()
        actions(self)

    def pause(self, least: float, most: float) -> None:
        self.load.schedule.pause(self.chance.uniform(least, most) / self.load.haste)

    def come(self) -> None:
        """Open a connection and say ``hello`` on it."""
        self._lives += 1
        self.connection = f"{self.name}-{self._lives}"
        self.send("hello", v=1)

    def lose_connection(self) -> None:
        """Lose the connection; usually API Gateway says so, sooner or later."""
        load, connection = self.load, self.connection
        load.connections.gone.add(connection)
        if self.chance.random() < 0.8:
            load.schedule.begin(lambda: self._disconnect(connection), after=self.chance.uniform(0, 300))

    def _disconnect(self, connection: str) -> None:
        with suppress(Busy, Crash):  # nobody repeats it
            disconnect(self.load.ports, self.name, connection, self.load.schedule.now())

    def send(self, action: str, **fields: Any) -> Frame:
        """Ask until it is answered by something else than ``retry``; the answer."""
        load = self.load
        self._said += 1
        re = f"{self.name}-{self._said}"
        text = served()[action][0].model_validate({"action": action, "id": re, **fields})
        load.asked += 1
        for _ in range(MOST_RETRIES):
            answer = self._try(action, text, re)
            if answer is None:
                load.schedule.pause(ANSWER_TIMEOUT_MS)
            elif answer.get("code") == "retry":
                load.retries += 1
                load.schedule.pause(self.chance.uniform(200, 300))
            else:
                return answer
        raise AssertionError(f"{self.name}: {action} was never answered")

    def _try(self, action: str, frame: Any, re: str) -> Frame | None:
        load = self.load
        request = Request(self.name, re, self.connection)
        try:
            answer = served()[action][1](load.ports, frame, request, load.schedule.now())
        except Busy:
            return {"type": "error", "code": "retry"}
        except Crash:
            return load.connections.answer(self.connection, re)
        load.connections.post({self.connection: [dump(one) for one in answer]})
        return load.connections.answer(self.connection, re)
