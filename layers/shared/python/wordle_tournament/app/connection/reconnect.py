"""Bringing a player back to their seat with ``hello``: its tournament, and what they missed (R8.3, D11, D12).

A player is bound to one tournament at most, and may watch others in which they are out.
"""

from wordle_tournament.app.answers import Answer, catch_up
from wordle_tournament.app.attempts.tournament import attempt_command
from wordle_tournament.app.lookup import find_record
from wordle_tournament.app.ports import Player, Ports
from wordle_tournament.app.preconditions import Attachment
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import transact
from wordle_tournament.core.commands import Attach
from wordle_tournament.core.events import Reason
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.tournament import Tournament
from wordle_tournament.protocol.render import render_unqueued

STANDINGS_SHOWN_MS = 600_000  # how long a finished tournament is shown to a player who does not ask for it by id


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """What the client has seen: a tournament and its last event."""

    tournament: str | None = None
    seq: int | None = None


def find_seat(ports: Ports, player: Player, point: ResumePoint, at: int) -> Record | None:
    """Return the tournament that the player is bound to; else the one asked for; else the one watched or just over.

    A reloaded page knows no tournament. For some minutes after the end the player is shown it again, unless they have
    left it or sit elsewhere.
    """
    claimed = find_record(ports, player.seat) if player.seat is not None else None
    if claimed is not None and claimed.tournament.holds(player.id):
        return claimed
    named = claimed
    if point.tournament is not None and (claimed is None or point.tournament != claimed.id):
        named = ports.tournaments.load(point.tournament)
    if point.tournament is not None and named is not None and named.tournament.seat(player.id) is not None:
        return named
    return claimed if claimed is not None and _is_shown(claimed.tournament, player.id, at) else None


def _is_shown(tournament: Tournament, player: str, at: int) -> bool:
    seat = tournament.seat(player)
    is_fresh = tournament.is_running or at - tournament.now <= STANDINGS_SHOWN_MS
    return seat is not None and seat.is_watching and is_fresh


def resume(ports: Ports, tournament: str, point: ResumePoint, request: Request, at: int) -> Answer:
    """Make the connection the seat's live one, and return what was missed.

    Raise ``Superseded`` if the connection is no longer the player's live one.
    """
    attempt = attempt_command(
        ports,
        tournament,
        Attach(request.player, request.connection),
        at,
        preconditions=[Attachment(request.player, request.connection)],
        skip_connections=frozenset({request.connection}),
    )
    decision = transact(ports, attempt, at)
    if decision.record is None:
        return ()
    if decision.refusal is not None:  # the seat in the lobby was given up before this hello
        return (render_unqueued(Reason.LOST, at=ports.clock.now(), tournament_id=tournament),)
    seq = point.seq if point.tournament == decision.record.id else None
    return catch_up(ports, decision.record, request.player, seq, is_back=True)
