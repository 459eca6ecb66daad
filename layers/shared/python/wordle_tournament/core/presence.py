"""Connections of seats: heartbeats, absence and return (R8.3, D11, D15, D18)."""

from dataclasses import replace

from wordle_tournament.core.commands import Attach, Drop, Ping, Refusal
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.events import ConnectionChanged, LobbyChanged, PlayerAway, PlayerBack, PlayerHeard, Reason
from wordle_tournament.core.lobby import free_seats
from wordle_tournament.core.rounds import start_if_full
from wordle_tournament.core.seat import Away, Seat
from wordle_tournament.core.tournament import Phase


def heartbeat(draft: Draft, player: str, connection: str, now: int) -> None:
    """Note a frame from the player's live connection at ``now``, epoch ms.

    A player who was away is back. In the player's own turn the client counts as heard (D15).
    """
    if draft.state.require_seat(player).away is not None:
        _return(draft, player, connection, now)
    duel = draft.state.duel_of(player)
    if duel and duel.deadline is not None and not duel.is_heard and duel.mover(duel.turn) == player:
        draft.emit(PlayerHeard(player, duel.duel, duel.turn))


def decide_ping(draft: Draft, command: Ping, now: int) -> Refusal | None:
    """Note the heartbeat; a ping does nothing else."""
    heartbeat(draft, command.player, command.connection, now)
    return None


def attach(draft: Draft, command: Attach, now: int) -> Refusal | None:
    """Make the connection the seat's live one; a player who was away is back (R8.3, D11)."""
    seat = draft.state.require_seat(command.player)
    if seat.away is None and seat.connection != command.connection:
        draft.emit(ConnectionChanged(command.player, command.connection))
    heartbeat(draft, command.player, command.connection, now)
    return None


def drop(draft: Draft, command: Drop, now: int) -> Refusal | None:
    """Lose the seat's live connection. Any other connection does nothing: a ``$disconnect`` may come late."""
    seat = draft.state.require_seat(command.player)
    if seat.connection != command.connection:
        return None
    if draft.state.phase is Phase.LOBBY:
        _drop_in_lobby(draft, seat, now)
    elif seat.away is not None or not (seat.is_in and draft.state.is_running):
        draft.emit(ConnectionChanged(command.player, None))
    else:
        mark_away(draft, command.player, now, is_gone=True)
    return None


def _drop_in_lobby(draft: Draft, seat: Seat, now: int) -> None:
    """Begin an absence with what is left of the seat's budget; free a seat that has none left (D11, D18)."""
    left = draft.state.rules.lobby_absence_ms - seat.absent_ms
    if seat.away is None and left <= 0:
        free_seats(draft, seat.player, Reason.LOST)
    else:
        _change_seat(draft, replace(seat, away=seat.away or Away(now, now + left), connection=None))


def mark_away(draft: Draft, player: str, now: int, *, is_gone: bool) -> None:
    """Begin an absence at ``now``, epoch ms; each one has the full time to come back (R8.3).

    ``is_gone``: the connection is known to be closed, not merely silent (D15).
    """
    draft.emit(PlayerAway(player, Away(now, now + draft.state.rules.absence_ms), is_gone))


def _return(draft: Draft, player: str, connection: str, now: int) -> None:
    if draft.state.phase is Phase.LOBBY:
        seat = draft.state.require_seat(player)
        absent_ms = seat.absent_ms + (now - seat.away.since if seat.away else 0)
        _change_seat(draft, replace(seat, away=None, connection=connection, absent_ms=absent_ms))
        start_if_full(draft, now)
    else:
        draft.emit(PlayerBack(player, connection))


def _change_seat(draft: Draft, changed: Seat) -> None:
    draft.emit(LobbyChanged(tuple(changed if seat.player == changed.player else seat for seat in draft.state.seats)))
