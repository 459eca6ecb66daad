"""A connection comes to a seat: which tournament is the player's, and what he missed there (R8.3, D11, D12).

Lives here: finding the seat at ``hello``, and bringing a seat along that ``hello`` could not know of. A player is bound
to one tournament at most, and may watch others that he has been knocked out of: a watched one follows him to another
connection as soon as he says a word in it.
"""

from wordle_tournament.app.answers import Answer, catch_up
from wordle_tournament.app.commit import Outcome, carry_out
from wordle_tournament.app.ports import Player, Ports, Superseded
from wordle_tournament.app.preconditions import Attachment
from wordle_tournament.app.record import Record, Request
from wordle_tournament.app.whereabouts import find_record
from wordle_tournament.core.commands import Attach, Guess, Leave, Ping, RefusalCode
from wordle_tournament.core.events import Reason
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.tournament import Tournament
from wordle_tournament.protocol.render import render_unqueued

STANDINGS_SHOWN_MS = 600_000  # how long the end of a tournament is shown to who does not ask for it by name


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """What the client says it has seen: a tournament and its last event."""

    tournament: str | None = None
    seq: int | None = None


def find_seat(ports: Ports, player: Player, known: ResumePoint, at: int) -> Record | None:
    """The tournament that the player is bound to; else the one he asks for; else what he watches or saw end just now.

    Whoever reloads a page knows no tournament: for some minutes after the end he is shown it again, unless he has left
    it or sits elsewhere.
    """
    claimed = find_record(ports, player.seat) if player.seat is not None else None
    if claimed is not None and claimed.tournament.holds(player.id):
        return claimed
    named = claimed
    if known.tournament is not None and (claimed is None or known.tournament != claimed.tournament.id):
        named = ports.tournaments.load(known.tournament)
    if known.tournament is not None and named is not None and named.tournament.seat(player.id) is not None:
        return named
    return claimed if claimed is not None and _is_shown(claimed.tournament, player.id, at) else None


def _is_shown(tournament: Tournament, player: str, at: int) -> bool:
    seat = tournament.seat(player)
    is_fresh = tournament.is_running or at - tournament.now <= STANDINGS_SHOWN_MS
    return seat is not None and seat.is_watching and is_fresh


def resume(ports: Ports, tournament: str, known: ResumePoint, request: Request, at: int) -> Answer:
    """Make the connection the seat's live one, and tell what was missed.

    Raise ``Superseded`` if the connection no longer is the player's.
    """
    attach = Attach(request.player, request.connection)
    preconditions = [Attachment(request.player, request.connection)]
    outcome = carry_out(
        ports, tournament, attach, at, preconditions=preconditions, skip_connections=frozenset({request.connection})
    )
    if outcome is None:
        return ()
    if outcome.refusal is not None:  # the seat in the lobby was given up before this hello
        return (render_unqueued(Reason.LOST, at=ports.clock.now(), tournament_id=tournament),)
    seq = known.seq if known.tournament == outcome.record.tournament.id else None
    return catch_up(ports, outcome.record, request.player, seq, is_back=True)


def carry_out_in_person(
    ports: Ports, tournament: str, command: Guess | Leave | Ping, request: Request, at: int, *, is_kept: bool = True
) -> tuple[Outcome | None, bool]:
    """Carry out what a player says in a tournament; and whether his seat there was brought along to do so.

    ``hello`` brings one seat to a new connection. Who also watches another tournament (D12) speaks there from a
    connection that the seat does not know; if it is his live one, the seat follows. ``is_kept``: the answer is
    remembered, should the same frame come again.
    """
    asked = request if is_kept else None
    outcome = carry_out(ports, tournament, command, at, request=asked)
    if outcome is None or outcome.refusal is None or outcome.refusal.code is not RefusalCode.RETRY:
        return outcome, False
    player = ports.players.load(request.player)
    if player is None or player.connection != request.connection:
        return outcome, False  # no hello yet, or another connection took over: the client says it
    attach = Attach(request.player, request.connection)
    try:
        carry_out(ports, tournament, attach, at, preconditions=[Attachment(request.player, request.connection)])
    except Superseded:
        return outcome, False
    return carry_out(ports, tournament, command, at, request=asked), True
