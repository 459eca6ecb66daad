"""What a seated player does: guess, leave, ping, sync."""

from wordle_tournament.app.answers import Answer, answer, catch_up, refuse
from wordle_tournament.app.commit import Outcome, carry_out
from wordle_tournament.app.lobbies import merge_lobbies
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.record import Request
from wordle_tournament.app.resumption import carry_out_in_person
from wordle_tournament.core.commands import Guess, Leave, Ping
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.render import render_pong


def guess(ports: Ports, frame: inbound.Guess, request: Request, at: int) -> Answer:
    """A word for a turn: one consistent read and one conditional write before the posts, one small write after."""
    command = Guess(request.player, request.connection, frame.duel, frame.turn, frame.word)
    outcome, _ = carry_out_in_person(ports, frame.tournament, command, request, at)
    return answer(ports, outcome, request)


def leave(ports: Ports, frame: inbound.Leave, request: Request, at: int) -> Answer:
    """Out of the lobby, the game, or the stands (R8.1, R8.2, D5)."""
    command = Leave(request.player, request.connection)
    outcome, _ = carry_out_in_person(ports, frame.tournament, command, request, at)
    return answer(ports, outcome, request)


def ping(ports: Ports, frame: inbound.Ping, request: Request, at: int) -> Answer:
    """A sign of life (D15), in the named tournament or else where the player sits; it applies what is due there."""
    if frame.tournament is None:
        player = ports.players.load(request.player)
        if player is None or player.connection != request.connection:
            return refuse(ports, request, ErrorCode.RETRY)  # taken for lost, or no hello yet: the client says it
        if player.seat is not None:
            _merge(ports, carry_out(ports, player.seat, Ping(request.player, request.connection), at), at)
        return (render_pong(at=ports.clock.now(), re=request.id),)
    outcome, _ = _hear(ports, frame.tournament, request, at)
    if outcome is None or outcome.refusal is not None:
        return answer(ports, outcome, request)
    _merge(ports, outcome, at)
    tournament = outcome.record.tournament
    if tournament.id != frame.tournament:  # merged, and the client has not seen it yet
        shown = catch_up(ports, outcome.record, request.player, None)
        return (*shown, render_pong(at=ports.clock.now(), re=request.id))
    return (render_pong(seq=tournament.seq, at=ports.clock.now(), re=request.id),)


def sync(ports: Ports, frame: inbound.Sync, request: Request, at: int) -> Answer:
    """The missed events in order, then ``synced``; or one snapshot. It applies what is due."""
    outcome, is_back = _hear(ports, frame.tournament, request, at)
    if outcome is None or outcome.refusal is not None:
        return answer(ports, outcome, request)
    seq = frame.seq if outcome.record.tournament.id == frame.tournament else None  # else merged into another lobby
    return catch_up(ports, outcome.record, request.player, seq, request.id, is_back=is_back)


def _merge(ports: Ports, outcome: Outcome | None, at: int) -> None:
    """Who waits in a lobby brings it together with others by each sign of life (D9)."""
    if outcome is not None and outcome.refusal is None and outcome.record.tournament.is_open:
        merge_lobbies(ports, outcome.record.tournament.id, at)


def _hear(ports: Ports, tournament: str, request: Request, at: int) -> tuple[Outcome | None, bool]:
    return carry_out_in_person(ports, tournament, Ping(request.player, request.connection), request, at, is_kept=False)
