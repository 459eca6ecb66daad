"""The events of a tournament as its screens see them: who is shown an event, and its frame for each viewer."""

from collections.abc import Iterator

from wordle_tournament.app.record import Entry
from wordle_tournament.core.events import LobbyChanged
from wordle_tournament.core.tournament import Tournament
from wordle_tournament.protocol.frames import ServerFrame
from wordle_tournament.protocol.render import render_event


def render_entry(tournament: Tournament, entry: Entry, *, viewer: str, at: int) -> ServerFrame:
    """Return the frame of an entry for its viewer, with ``re`` if it answers them."""
    re = entry.request.id if entry.request is not None and entry.request.player == viewer else None
    return render_event(tournament.id, tournament.language, entry.seq, entry.event, viewer=viewer, at=at, re=re)


def audience(tournament: Tournament, entry: Entry, asked: Entry | None) -> Iterator[tuple[str, str]]:
    """Yield the (player, connection) pairs that are shown an entry; ``asked`` is the version's entry with a request.

    They are the seats that watch, the players who lost their seat by it, and the player who asked. A player who asked
    to leave watches no longer, and still sees everything up to the answer.
    """
    shown = {seat.connection: seat.player for seat in tournament.seats if seat.connection and seat.is_watching}
    if isinstance(entry.event, LobbyChanged):
        shown |= {freed.connection: freed.player for freed in entry.event.freed if freed.connection}
    if asked is not None and asked.request is not None and entry.seq <= asked.seq:
        shown[asked.request.connection] = asked.request.player
    for connection, player in shown.items():
        yield player, connection
