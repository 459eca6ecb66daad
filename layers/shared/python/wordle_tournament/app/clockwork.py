"""What no client asks for: the alarm's tick, the relay of what a committer left undone, and the rating."""

import datetime as dt
from collections.abc import Sequence

from wordle_tournament.app.answers import rated_frame
from wordle_tournament.app.attendance import PARTY_ROUND, party_tick, show_parties_of
from wordle_tournament.app.commit import carry_out, drop_gone
from wordle_tournament.app.effects import perform_effects
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.record import Record
from wordle_tournament.core.commands import Tick
from wordle_tournament.core.step import next_due
from wordle_tournament.protocol.frames import dump

GRACE_MS = 1_000  # how long a committer may take from its moment to the end of its effects


def tick(ports: Ports, tournament: str, round_number: int, at: int) -> int | None:
    """Apply what is due; when to ring again, epoch ms, or ``None`` if this round's loop has nothing left to ring for.

    Round 0 is the lobby, and ``PARTY_ROUND`` says that it is a party. A tick of a round that is over, or of nothing
    that exists, does nothing.
    """
    if round_number == PARTY_ROUND:
        return party_tick(ports, tournament, at)
    outcome = carry_out(ports, tournament, Tick(), at)
    if outcome is None or outcome.record.tournament.round != round_number:
        ports.log.annotate(stale=True)  # an old clock rang: counted in the log, and nothing else
        return None
    if outcome.record.tournament.id != tournament:
        return None  # merged into another lobby, which has its own alarms
    return next_due(outcome.record.tournament)


def whole_seconds(due: int) -> str:
    """The timestamp for a ``Wait``, which cuts to whole seconds: rounded up, so that it never rings early."""
    return dt.datetime.fromtimestamp(-(-due // 1000), dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def relay(ports: Ports, records: Sequence[Record], at: int) -> None:
    """Perform what the committers of these versions of one tournament, oldest first, did not get to.

    A committer is given a moment to do it himself, so that normally nothing is sent twice.
    """
    tournament = records[0].tournament.id
    versions = [record.version for record in records]
    pending = ports.tournaments.pending(tournament, versions)
    if pending:
        newest = max(record.tournament.now for record in records if record.version in pending)
        if (early := newest + GRACE_MS - ports.clock.now()) > 0:
            ports.clock.wait(min(early, GRACE_MS))
            pending = ports.tournaments.pending(tournament, versions)
    for record in records:
        if record.version in pending:
            ports.log.warning("relayed", tournament=tournament, version=record.version)
            drop_gone(ports, perform_effects(ports, record), tournament, at)
    ports.tournaments.mark_delivered_through(tournament, records[-1].version)


def rate(ports: Ports, record: Record, players: Sequence[str]) -> None:
    """Apply the rating change of each player whose placement this version made certain, and tell everybody (R6.3)."""
    tournament = record.tournament
    for player in players:
        seat = tournament.require_seat(player)
        if seat.place is None or seat.change is None:
            raise ValueError(f"{player} is not placed in version {record.version} of {tournament.id}")
        rated = ports.players.rate(tournament.id, player, seat.place, seat.change)
        # After the entry: who comes back from now on reads it, and who came back before is posted to where he is now.
        newest = ports.tournaments.load(tournament.id) or record
        audience = {seat.connection for seat in newest.tournament.seats if seat.connection and seat.is_watching}
        known = ports.players.load(player)
        if known is not None and known.connection is not None:
            audience.add(known.connection)  # wherever he is now: his own change is always told
        text = dump(rated_frame(rated, ports.clock.now()))
        ports.connections.post({connection: [text] for connection in audience})
    show_parties_of(ports, players, ports.clock.now())  # their screens say who still plays (R9.3), and the ratings
