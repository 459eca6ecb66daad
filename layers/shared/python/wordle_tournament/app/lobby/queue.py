"""``queue`` and ``unqueue``: one player finds a lobby, or gives up the seat in it (R7, R8.1, D12)."""

from wordle_tournament.app.answers import Answer, answer, refuse
from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.attempts.tournament import decide_command
from wordle_tournament.app.limits import seat_wait
from wordle_tournament.app.lobby.merge import merge_lobbies
from wordle_tournament.app.lobby.seating import SEAT_ATTEMPTS, Unit, decide_seats
from wordle_tournament.app.lookup import find_record, live_player
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import transact
from wordle_tournament.core.commands import Leave, RefusalCode
from wordle_tournament.core.lexicon import UnknownLanguage
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.errors import ErrorCode


def queue(ports: Ports, frame: inbound.Queue, request: Request, at: int) -> Answer:
    """Take a seat in the best lobby of the language within reach, or open one."""
    try:
        ports.lexicons.lexicon(frame.language)
    except UnknownLanguage:
        return refuse(ports, request, ErrorCode.LANGUAGE_UNKNOWN)

    def attempt(_number: int) -> Decision[Record]:
        player = live_player(ports, request)
        if player is None:
            return Decision(None, RefusalCode.RETRY)
        bound = find_record(ports, player.seat, request) if player.seat else None
        if bound is not None and (receipt := bound.receipt(request)) is not None:
            return Decision(bound, receipt=receipt)
        if bound is not None and bound.tournament.holds(player.id):
            return Decision(bound, RefusalCode.ALREADY_SEATED)
        return decide_seats(ports, frame.language, Unit((player,), (bound,) if bound else ()), at, request)

    if (wait := seat_wait(ports, [request.player], at)) is not None:
        return refuse(ports, request, ErrorCode.TOO_MANY_REQUESTS, retry_after=wait)
    decision = transact(ports, attempt, at, attempts=SEAT_ATTEMPTS)
    if decision.record is not None and decision.write is not None and decision.refusal is None:
        merge_lobbies(ports, decision.record.id, at)
    return answer(ports, decision, request)


def unqueue(ports: Ports, _frame: inbound.Unqueue, request: Request, at: int) -> Answer:
    """Give up the seat in the lobby; refused when it is too late, because the tournament has started."""

    def attempt(_number: int) -> Decision[Record]:
        player = live_player(ports, request)
        if player is None:
            return Decision(None, RefusalCode.RETRY)
        record = find_record(ports, player.seat, request) if player.seat else None
        if record is None:
            return Decision(None, RefusalCode.NOT_SEATED)
        if (receipt := record.receipt(request)) is not None:
            return Decision(record, receipt=receipt)
        if record.tournament.phase is not Phase.LOBBY:
            is_held = record.tournament.holds(player.id)
            return Decision(record, RefusalCode.ALREADY_SEATED if is_held else RefusalCode.NOT_SEATED)
        return decide_command(ports, record, Leave(request.player, request.connection), at, request=request)

    return answer(ports, transact(ports, attempt, at), request)
