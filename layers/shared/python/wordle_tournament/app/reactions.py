"""What follows a commit: events on the screens, timers, the party's screen. All of it may be done twice.

The committer does it at once; the outbox relay on the table's stream does what is missing. Screens drop what they have
seen by ``seq``; a timer's name starts once. An effect that fails does not take the others along; the version then stays
pending. A connection that turns out to be gone is returned: losing it is a command, and the runner carries it out next.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass as mutable_dataclass
from dataclasses import field
from typing import Any

from wordle_tournament.app.attempts.decision import PartyWrite, TournamentWrite, Write
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import PASSING, Noted, Outbox, Ports, Timer, TimerKind, Unavailable
from wordle_tournament.app.preconditions import Absorbed, PartySeated
from wordle_tournament.app.record import Record
from wordle_tournament.app.screens.party import show_party, tell_removed
from wordle_tournament.app.screens.tournament import audience, render_entry
from wordle_tournament.core import party as party_rules
from wordle_tournament.core.events import (
    LobbyChanged,
    PlayerEliminated,
    PlayerLeft,
    PublicEvent,
    RoundOpened,
    TournamentEnded,
    TournamentStarted,
)
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.step import next_due
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol.frames import dump


@dataclass(frozen=True, slots=True)
class Lost:
    """A player's connection that turned out to be gone, and the tournament or the party that posted to it."""

    player: str
    connection: str
    tournament: str | None = None
    party: str | None = None


@mutable_dataclass(slots=True)
class _Effects:
    """What the events of one version ask for, besides being posted."""

    tournament: str
    timers: list[Timer] = field(default_factory=list)
    parties: set[str] = field(default_factory=set)  # parties that this version is news for
    players: set[str] = field(default_factory=set)  # players whose parties it is news for, wherever they sit (R9.3)
    notes: list[tuple[str, Noted]] = field(default_factory=list)  # players who began or left a tournament (D20)


def _start_round_timer(event: RoundOpened, effects: _Effects) -> None:
    effects.timers.append(Timer("round", effects.tournament, event.round))


def _refresh_freed_parties(event: LobbyChanged, effects: _Effects) -> None:
    effects.parties.update(one.party for one in event.freed if one.party is not None)


def _refresh_parties_of_starters(event: TournamentStarted, effects: _Effects) -> None:
    effects.players.update(seat.player for seat in event.seats)


def _note_starters(event: TournamentStarted, effects: _Effects) -> None:
    effects.notes += [(seat.player, "begun") for seat in event.seats]


def _note_leaver(event: PlayerLeft, effects: _Effects) -> None:
    effects.notes.append((event.player, "left"))


def _refresh_party_of_player(event: PlayerEliminated | PlayerLeft, effects: _Effects) -> None:
    effects.players.add(event.player)


def _refresh_party_of_winner(event: TournamentEnded, effects: _Effects) -> None:
    if event.winner is not None:
        effects.players.add(event.winner.player)


# event -> reactions. Every public event is posted to its audience as well.
REACTIONS: Mapping[type[PublicEvent], tuple[Callable[[Any, _Effects], None], ...]] = {
    LobbyChanged: (_refresh_freed_parties,),
    RoundOpened: (_start_round_timer,),
    TournamentStarted: (_refresh_parties_of_starters, _note_starters),
    PlayerEliminated: (_refresh_party_of_player,),
    PlayerLeft: (_refresh_party_of_player, _note_leaver),
    TournamentEnded: (_refresh_party_of_winner,),
}


class Undelivered(Unavailable):
    """Some effects of a stored version could not be performed. The version stays pending; delivering it again helps."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What performing effects came to: the connections that are gone, and what failed."""

    lost: frozenset[Lost] = frozenset()
    failures: tuple[Exception, ...] = ()

    def __add__(self, other: "Reaction") -> "Reaction":
        return Reaction(self.lost | other.lost, self.failures + other.failures)

    def raise_failure(self) -> None:
        """Raise what failed: first what a later delivery can mend, so that no effect is given up with another one."""
        for failure in sorted(self.failures, key=lambda one: not isinstance(one, PASSING)):
            raise failure

    def raise_fault(self) -> None:
        """Raise the first failure that no later delivery can mend."""
        for failure in self.failures:
            if not isinstance(failure, PASSING):
                raise failure


class _Performance:
    """The effects of one version, one after the other. One that fails is noted and logged; the others go on."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self.lost: set[Lost] = set()
        self.failures: list[Exception] = []

    def post(self, effect: Callable[[], Iterable[Lost]]) -> None:
        """Perform an effect that shows something; it returns the connections that are gone."""
        try:
            self.lost.update(effect())
        except Exception as failure:  # noqa: BLE001 - whatever it was, the other effects go on
            self._note(failure)

    def start(self, timer: Timer) -> None:
        """Start a timer. Whatever prevents it passes: a version whose timer is missing is never put aside."""
        try:
            self._ports.timers.start(timer)
        except Exception as failure:  # noqa: BLE001 - likewise
            self._ports.log.warning("timer not started", timer=timer.name, why=type(failure).__name__)
            self.failures.append(Undelivered(timer.name))

    def note(self, player: str, what: Noted, record: Record) -> None:
        """Note for the limits on farming what the player did, at the version's own time: twice has no effect."""
        try:
            self._ports.rate_limiter.note(player, what, record.id, record.now)
        except Exception as failure:  # noqa: BLE001 - likewise
            self._note(failure)

    def deliver(self, outbox: Outbox, aggregate: str, version: int) -> None:
        """Note the version as delivered, if nothing failed."""
        if self.failures:
            return
        try:
            outbox.mark_delivered(aggregate, version)
        except Exception as failure:  # noqa: BLE001 - the relay repeats what is not noted
            self._note(failure)

    def _note(self, failure: Exception) -> None:
        self._ports.log.warning("effect failed", why=type(failure).__name__)
        self.failures.append(failure)

    @property
    def reaction(self) -> Reaction:
        """What it came to."""
        return Reaction(frozenset(self.lost), tuple(self.failures))


def react(ports: Ports, write: Write) -> Reaction:
    """Perform what follows a write and note it as delivered, unless something failed."""
    match write:
        case TournamentWrite():
            reaction = _react_to_tournament(ports, write.record, write.skip_connections)
            for one in write.preconditions:
                if isinstance(one, PartySeated):
                    reaction += _react_to_party(ports, one.record)
                elif isinstance(one, Absorbed):  # the lobby that goes on has told of its end
                    absorbed = _Performance(ports)
                    absorbed.deliver(ports.tournaments, one.record.id, one.record.version)
                    reaction += absorbed.reaction
            return reaction
        case PartyWrite():
            return _react_to_party(ports, write.record)


def _react_to_tournament(ports: Ports, record: Record, skip_connections: frozenset[str]) -> Reaction:
    """Post first: players wait for that, while a timer has seconds. Neither waits for the success of the other."""
    effects = _Effects(record.id, _absence_timers("lobby", record, next_due(record.tournament)))
    for entry in record.new_entries():
        for reaction in REACTIONS.get(type(entry.event), ()):
            reaction(entry.event, effects)
    performance = _Performance(ports)
    performance.post(lambda: _post_events(ports, record, skip_connections))
    for timer in effects.timers:
        performance.start(timer)
    performance.post(lambda: refresh_parties(ports, effects.parties))
    performance.post(lambda: refresh_parties_of(ports, effects.players))
    for player, what in effects.notes:
        performance.note(player, what, record)
    performance.deliver(ports.tournaments, record.id, record.version)
    return performance.reaction


def _absence_timers(kind: TimerKind, record: Record | PartyRecord, due: int | None) -> list[Timer]:
    """Return the timer that runs, if there is something due: started again by each version, should a start be lost."""
    if (
        due is None
        or record.timer is None
        or (isinstance(record, Record) and record.tournament.phase is not Phase.LOBBY)
    ):
        return []
    return [Timer(kind, record.id, until=record.timer.until)]


def _post_events(ports: Ports, record: Record, skip_connections: frozenset[str]) -> Iterable[Lost]:
    tournament, entries = record.tournament, record.new_entries()
    owners: dict[str, str] = {}
    batches: defaultdict[str, list[str]] = defaultdict(list)
    at = ports.clock.now()
    asked = next((entry for entry in entries if entry.request is not None), None)
    for entry in entries:
        for player, connection in audience(tournament, entry, asked):
            if connection not in skip_connections:
                batches[connection].append(dump(render_entry(tournament, entry, viewer=player, at=at)))
                owners[connection] = player
    gone = ports.connections.post(batches) if batches else frozenset()
    return [Lost(owners[connection], connection, tournament=tournament.id) for connection in gone]


def _react_to_party(ports: Ports, record: PartyRecord) -> Reaction:
    performance = _Performance(ports)
    performance.post(lambda: tell_removed(ports, record))
    performance.post(lambda: _lost_members(record.id, show_party(ports, record, record.request)))
    for timer in _absence_timers("party", record, party_rules.next_due(record.party)):
        performance.start(timer)
    performance.deliver(ports.parties, record.id, record.version)
    return performance.reaction


def refresh_parties(ports: Ports, parties: Iterable[str]) -> frozenset[Lost]:
    """Show parties of which something outside themselves has changed: a lobby, a game, a name."""
    lost: frozenset[Lost] = frozenset()
    for name in sorted(parties):
        record = ports.parties.load(name)
        if record is not None:
            lost |= _lost_members(name, show_party(ports, record))
    return lost


def refresh_parties_of(ports: Ports, players: Iterable[str]) -> frozenset[Lost]:
    """Show the parties of players of whom something has changed."""
    players = frozenset(players)
    if not players:
        return frozenset()
    lost: frozenset[Lost] = frozenset()
    for name in sorted({player.party for player in ports.players.load_all(players).values() if player.party}):
        record = ports.parties.load(name)
        if record is not None and any(record.party.member(player) for player in players):
            lost |= _lost_members(name, show_party(ports, record))
    return lost


def _lost_members(party: str, pairs: Iterable[tuple[str, str]]) -> frozenset[Lost]:
    return frozenset(Lost(player, connection, party=party) for player, connection in pairs)
