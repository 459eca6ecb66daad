"""A player's command in a tournament, from whichever connection is their live one (D11, D12).

``hello`` brings one seat to a new connection. A player may watch another tournament as well, whose seat does not know
that connection yet; the seat follows as soon as the player says something there.
"""

from dataclasses import replace

from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.attempts.tournament import attempt_command
from wordle_tournament.app.lookup import live_player
from wordle_tournament.app.ports import Ports, Superseded
from wordle_tournament.app.preconditions import Attachment
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import transact
from wordle_tournament.core.commands import Attach, Guess, Leave, Ping, RefusalCode


def transact_from_seat(
    ports: Ports, tournament: str, command: Guess | Leave | Ping, request: Request, at: int, *, is_kept: bool = True
) -> tuple[Decision[Record], bool]:
    """Carry out a player's command, and return the decision and whether the seat was brought to this connection.

    ``is_kept``: the answer is remembered, should the same frame come again.
    """
    is_brought = False
    attempt_it = attempt_command(ports, tournament, command, at, request=request if is_kept else None)

    def attempt(number: int) -> Decision[Record]:
        nonlocal is_brought
        decision = attempt_it(number)
        if decision.refusal is not RefusalCode.RETRY or is_brought or live_player(ports, request) is None:
            return decision  # without a live connection the client says ``hello``
        attach = Attach(request.player, request.connection)
        claimed = [Attachment(request.player, request.connection)]
        attached = attempt_command(ports, tournament, attach, at, preconditions=claimed)(number)
        is_brought = attached.refusal is None
        return replace(attached, is_final=False) if is_brought else decision

    try:
        decision = transact(ports, attempt, at)
    except Superseded:
        return Decision(None, RefusalCode.RETRY), False
    return decision, is_brought
