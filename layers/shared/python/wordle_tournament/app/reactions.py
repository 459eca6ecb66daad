"""What follows a commit: events on the screens, timers, the party's screen. All of it may be done twice.

The committer does it at once; the outbox relay on the table's stream does what is missing. Screens drop what they have
seen by ``seq``; a timer's name starts once. A connection that turns out to be gone is returned: losing it is a command,
and the runner carries it out next.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass as mutable_dataclass
from dataclasses import field
from typing import Any

from wordle_tournament.app.attempts.decision import PartyWrite, TournamentWrite, Write
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Ports, Timer
from wordle_tournament.app.preconditions import Absorbed, PartySeated
from wordle_tournament.app.record import Record
from wordle_tournament.app.screens.party import show_party, tell_removed
from wordle_tournament.app.screens.tournament import audience, render_entry
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


def _start_round_timer(event: RoundOpened, effects: _Effects) -> None:
    effects.timers.append(Timer("round", effects.tournament, event.round))


def _start_lobby_timers(event: LobbyChanged, effects: _Effects) -> None:
    ends = {seat.away.until for seat in event.seats if seat.away}
    effects.timers += [Timer("lobby", effects.tournament, until=until) for until in sorted(ends)]


def _refresh_freed_parties(event: LobbyChanged, effects: _Effects) -> None:
    effects.parties.update(one.party for one in event.freed if one.party is not None)


def _refresh_parties_of_starters(event: TournamentStarted, effects: _Effects) -> None:
    effects.players.update(seat.player for seat in event.seats)


def _refresh_party_of_player(event: PlayerEliminated | PlayerLeft, effects: _Effects) -> None:
    effects.players.add(event.player)


def _refresh_party_of_winner(event: TournamentEnded, effects: _Effects) -> None:
    if event.winner is not None:
        effects.players.add(event.winner.player)


# event -> reactions. Every public event is posted to its audience as well.
REACTIONS: Mapping[type[PublicEvent], tuple[Callable[[Any, _Effects], None], ...]] = {
    LobbyChanged: (_start_lobby_timers, _refresh_freed_parties),
    RoundOpened: (_start_round_timer,),
    TournamentStarted: (_refresh_parties_of_starters,),
    PlayerEliminated: (_refresh_party_of_player,),
    PlayerLeft: (_refresh_party_of_player,),
    TournamentEnded: (_refresh_party_of_winner,),
}


def react(ports: Ports, write: Write) -> frozenset[Lost]:
    """Perform what follows a write and note it as delivered; return the connections that are gone."""
    match write:
        case TournamentWrite():
            lost = _react_to_tournament(ports, write.record, write.skip_connections)
            for one in write.preconditions:
                if isinstance(one, PartySeated):
                    lost |= _react_to_party(ports, one.record)
                elif isinstance(one, Absorbed):  # the lobby that goes on has told of its end
                    ports.tournaments.mark_delivered(one.record.id, one.record.version)
            return lost
        case PartyWrite():
            return _react_to_party(ports, write.record)


def _react_to_tournament(ports: Ports, record: Record, skip_connections: frozenset[str]) -> frozenset[Lost]:
    tournament, entries = record.tournament, record.new_entries()
    effects = _Effects(tournament.id)
    for entry in entries:
        for reaction in REACTIONS.get(type(entry.event), ()):
            reaction(entry.event, effects)
    # Timers come first: a player whose screen missed a round says so, but nobody would miss a timer.
    for timer in effects.timers:
        ports.timers.start(timer)
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
    lost = {Lost(owners[connection], connection, tournament=tournament.id) for connection in gone}
    lost |= refresh_parties(ports, effects.parties)
    lost |= refresh_parties_of(ports, effects.players)
    ports.tournaments.mark_delivered(tournament.id, record.version)
    return frozenset(lost)


def _react_to_party(ports: Ports, record: PartyRecord) -> frozenset[Lost]:
    for until in sorted({member.away.until for member in record.party.members if member.away}):
        ports.timers.start(Timer("party", record.id, until=until))
    tell_removed(ports, record)
    lost = _lost_members(record.id, show_party(ports, record, record.request))
    ports.parties.mark_delivered(record.id, record.version)
    return lost


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
