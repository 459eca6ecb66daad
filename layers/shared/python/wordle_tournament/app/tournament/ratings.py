"""Applying rating changes, as soon as a placement is certain (R6.3)."""

from collections.abc import Sequence

from wordle_tournament.app.answers import rated_frame
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.reactions import refresh_parties_of
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import lose_connections
from wordle_tournament.protocol.frames import dump


def rate(ports: Ports, record: Record, players: Sequence[str]) -> None:
    """Apply the rating change of each player whom this version placed, and tell everybody who watches.

    Raise ``ValueError`` if the version does not place one of them.
    """
    tournament = record.tournament
    for player in players:
        seat = tournament.require_seat(player)
        if seat.place is None or seat.change is None:
            raise ValueError(f"{player} is not placed in version {record.version} of {tournament.id}")
        rated = ports.players.rate(tournament.id, player, seat.place, seat.change)
        # Read after the entry: a player who comes back from now on reads it, and one who came back before is found.
        newest = ports.tournaments.load(tournament.id) or record
        audience = {seat.connection for seat in newest.tournament.seats if seat.connection and seat.is_watching}
        known = ports.players.load(player)
        if known is not None and known.connection is not None:
            audience.add(known.connection)  # players are always told their own change, wherever they are now
        text = dump(rated_frame(rated, ports.clock.now()))
        ports.connections.post({connection: [text] for connection in audience})
    at = ports.clock.now()
    lose_connections(ports, refresh_parties_of(ports, players), at)  # who still plays (R9.3), and the new ratings
