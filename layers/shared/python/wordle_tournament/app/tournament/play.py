"""What a seated player does: guess, leave, ping, sync."""

from wordle_tournament.app.answers import Answer, answer, catch_up, refuse
from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.attempts.tournament import attempt_command
from wordle_tournament.app.lobby.merge import merge_lobbies
from wordle_tournament.app.lookup import live_player
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.app.tournament.seat import transact_from_seat
from wordle_tournament.app.transact import transact
from wordle_tournament.core.commands import Guess, Leave, Ping
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.render import render_pong


def guess(ports: Ports, frame: inbound.Guess, request: Request, at: int) -> Answer:
    """Guess a word in a turn: one consistent read and one conditional write before the posts, one small write after."""
    command = Guess(request.player, request.connection, frame.duel, frame.turn, frame.word)
    decision, _ = transact_from_seat(ports, frame.tournament, command, request, at)
    return answer(ports, decision, request)


def leave(ports: Ports, frame: inbound.Leave, request: Request, at: int) -> Answer:
    """Leave the lobby, the running game, or the tournament that is watched (R8.1, R8.2, D5)."""
    command = Leave(request.player, request.connection)
    decision, _ = transact_from_seat(ports, frame.tournament, command, request, at)
    return answer(ports, decision, request)


def ping(ports: Ports, frame: inbound.Ping, request: Request, at: int) -> Answer:
    """Give a sign of life (D15) in the named tournament, or else where the player sits; apply what is due there."""
    if frame.tournament is None:
        player = live_player(ports, request)
        if player is None:  # the connection was given up, or there was no hello yet: the client says it
            return refuse(ports, request, ErrorCode.RETRY)
        if player.seat is not None:
            heard = transact(ports, attempt_command(ports, player.seat, _ping(request), at), at)
            _merge(ports, heard, at)
        return (render_pong(at=ports.clock.now(), re=request.id),)
    decision, _ = transact_from_seat(ports, frame.tournament, _ping(request), request, at, is_kept=False)
    if decision.record is None or decision.refusal is not None:
        return answer(ports, decision, request)
    _merge(ports, decision, at)
    tournament = decision.record.tournament
    if tournament.id != frame.tournament:  # merged, and the client has not seen it yet
        shown = catch_up(ports, decision.record, request.player, None)
        return (*shown, render_pong(at=ports.clock.now(), re=request.id))
    return (render_pong(seq=tournament.seq, at=ports.clock.now(), re=request.id),)


def sync(ports: Ports, frame: inbound.Sync, request: Request, at: int) -> Answer:
    """Answer the missed events in order, then ``synced``; or one snapshot. It applies what is due."""
    decision, is_back = transact_from_seat(ports, frame.tournament, _ping(request), request, at, is_kept=False)
    if decision.record is None or decision.refusal is not None:
        return answer(ports, decision, request)
    seq = frame.seq if decision.record.id == frame.tournament else None  # else it was merged into another lobby
    return catch_up(ports, decision.record, request.player, seq, request.id, is_back=is_back)


def _ping(request: Request) -> Ping:
    return Ping(request.player, request.connection)


def _merge(ports: Ports, decision: Decision[Record], at: int) -> None:
    """Bring the lobby together with others: each sign of life of a waiting player does so (D9)."""
    if decision.refusal is None and decision.record is not None and decision.record.tournament.is_open:
        merge_lobbies(ports, decision.record.id, at)
