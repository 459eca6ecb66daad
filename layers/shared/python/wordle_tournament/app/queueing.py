"""``queue`` and ``unqueue``: one player finds a lobby, or gives up the seat in it (R7, R8.1, D12)."""

from wordle_tournament.app.answers import Answer, answer, refuse
from wordle_tournament.app.commit import Outcome, attempt_on
from wordle_tournament.app.lobbies import Unit, merge_lobbies, seat_unit
from wordle_tournament.app.ports import ATTEMPTS, SEAT_ATTEMPTS, Busy, Conflict, Ports
from wordle_tournament.app.record import Request
from wordle_tournament.app.whereabouts import find_record
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
    for attempt in range(SEAT_ATTEMPTS):
        player = ports.players.load(request.player)
        if player is None or player.connection != request.connection:
            return refuse(ports, request, ErrorCode.RETRY)
        bound = find_record(ports, player.seat, request) if player.seat else None
        if bound is not None and (receipt := bound.receipt(request)) is not None:
            return answer(ports, Outcome(bound, receipt=receipt), request)
        if bound is not None and bound.tournament.holds(player.id):
            return refuse(ports, request, ErrorCode.ALREADY_SEATED)
        try:
            outcome = seat_unit(ports, frame.language, Unit((player,), (bound,) if bound else ()), at, request)
        except Conflict:
            ports.clock.back_off(attempt)
        else:
            merge_lobbies(ports, outcome.record.tournament.id, at)
            return answer(ports, outcome, request)
    raise Busy


def unqueue(ports: Ports, _frame: inbound.Unqueue, request: Request, at: int) -> Answer:
    """Give up the seat in the lobby, or hear that it is too late (the tournament has started)."""
    for attempt in range(ATTEMPTS):
        player = ports.players.load(request.player)
        if player is None or player.connection != request.connection:
            return refuse(ports, request, ErrorCode.RETRY)
        record = find_record(ports, player.seat, request) if player.seat else None
        if record is None:
            return refuse(ports, request, RefusalCode.NOT_SEATED)
        if (receipt := record.receipt(request)) is not None:
            return answer(ports, Outcome(record, receipt=receipt), request)
        if record.tournament.phase is not Phase.LOBBY:
            code = RefusalCode.ALREADY_SEATED if record.tournament.holds(player.id) else RefusalCode.NOT_SEATED
            return refuse(ports, request, code)
        try:
            command = Leave(request.player, request.connection)
            return answer(ports, attempt_on(ports, record, command, at, request=request), request)
        except Conflict:
            ports.clock.back_off(attempt)
    raise Busy
