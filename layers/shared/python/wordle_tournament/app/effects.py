"""What follows a commit: the events on the screens, the alarm of an opened round. All of it may be done twice.

Whoever committed does it at once; the relay on the table's stream does what is missing. Screens drop what they have
seen by ``seq``; an alarm is named after what it rings for.
"""

from collections import defaultdict
from collections.abc import Iterator

from wordle_tournament.app.attendance import show_parties, show_parties_of
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.record import Entry, Record
from wordle_tournament.core.events import (
    LobbyChanged,
    PlayerEliminated,
    PlayerLeft,
    RoundOpened,
    TournamentEnded,
    TournamentStarted,
)
from wordle_tournament.core.tournament import Tournament
from wordle_tournament.protocol.frames import ServerFrame, dump
from wordle_tournament.protocol.render import render_event


def perform_effects(
    ports: Ports, record: Record, skip_connections: frozenset[str] = frozenset()
) -> frozenset[tuple[str, str]]:
    """Perform the effects of the record's version and note it; the (player, connection) pairs that are gone.

    The alarm is started first: a round without a screen is seen again, a round without an alarm is not.
    """
    tournament = record.tournament
    for entry in record.fresh():
        _start_alarms(ports, tournament, entry)
    owners: dict[str, str] = {}
    batches: defaultdict[str, list[str]] = defaultdict(list)
    at = ports.clock.now()
    asked = next((entry for entry in record.fresh() if entry.request is not None), None)
    for entry in record.fresh():
        for player, connection in _audience(tournament, entry, asked):
            if connection not in skip_connections:
                batches[connection].append(dump(render_entry(tournament, entry, viewer=player, at=at)))
                owners[connection] = player
    gone = ports.connections.post(batches) if batches else frozenset()
    _show_parties(ports, record, at)
    ports.tournaments.mark_delivered(tournament.id, record.version)
    return frozenset((owners[connection], connection) for connection in gone)


def render_entry(tournament: Tournament, entry: Entry, *, viewer: str, at: int) -> ServerFrame:
    """The entry as its viewer sees it: with ``re`` if it answers him."""
    re = entry.request.id if entry.request is not None and entry.request.player == viewer else None
    return render_event(tournament.id, tournament.language, entry.seq, entry.event, viewer=viewer, at=at, re=re)


def _audience(tournament: Tournament, entry: Entry, asked: Entry | None) -> Iterator[tuple[str, str]]:
    """Who is shown the entry, and where: the seats that watch, who lost his seat by it, and who asked.

    Who asked to leave watches no longer, and still sees all that comes before his answer.
    """
    audience = {seat.connection: seat.player for seat in tournament.seats if seat.connection and seat.is_watching}
    if isinstance(entry.event, LobbyChanged):
        audience |= {freed.connection: freed.player for freed in entry.event.freed if freed.connection}
    if asked is not None and asked.request is not None and entry.seq <= asked.seq:
        audience[asked.request.connection] = asked.request.player
    for connection, player in audience.items():
        yield player, connection


def _show_parties(ports: Ports, record: Record, at: int) -> None:
    """Show the parties for which this version is news: out of the lobby, or a member begins or ceases to play."""
    parties: set[str] = set()
    players: set[str] = set()
    for entry in record.fresh():
        match entry.event:
            case LobbyChanged(freed=freed):
                parties.update(one.party for one in freed if one.party is not None)
            case TournamentStarted(seats=seats):
                players.update(seat.player for seat in seats)
            case PlayerEliminated(player=player) | PlayerLeft(player=player):
                players.add(player)
            case TournamentEnded(winner=winner) if winner is not None:
                players.add(winner.player)
            case _:
                pass
    show_parties(ports, parties, at)
    if players:  # who plays alone may be in a party all the same
        show_parties_of(ports, players, at)


def _start_alarms(ports: Ports, tournament: Tournament, entry: Entry) -> None:
    event = entry.event
    if isinstance(event, RoundOpened):
        ports.timers.start(tournament.id, event.round, f"{tournament.id}-r{event.round}")
    elif isinstance(event, LobbyChanged):
        for until in {seat.away.until for seat in event.seats if seat.away}:
            ports.timers.start(tournament.id, 0, f"{tournament.id}-l{until}")
