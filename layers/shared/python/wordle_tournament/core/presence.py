"""Connections of seats: heartbeats, absence and return (R8.3, D11, D15)."""

from dataclasses import replace

from wordle_tournament.core.commands import Attach, Drop, Ping, Refusal
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.events import ConnectionChanged, LobbyChanged, PlayerAway, PlayerBack, PlayerHeard
from wordle_tournament.core.rounds import start_if_full
from wordle_tournament.core.seat import Away
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
        away = seat.away or Away(now, now + draft.state.rules.lobby_absence_ms)
        _change_seat(draft, command.player, away=away, connection=None)
    elif seat.away is not None or not (seat.is_in and draft.state.is_running):
        draft.emit(ConnectionChanged(command.player, None))
    else:
        mark_away(draft, command.player, now, is_gone=True)
    return None


def mark_away(draft: Draft, player: str, now: int, *, is_gone: bool) -> None:
    """Begin an absence at ``now``, epoch ms; each one has the full time to come back (R8.3).

    ``is_gone``: the connection is known to be closed, not merely silent (D15).
    """
    draft.emit(PlayerAway(player, Away(now, now + draft.state.rules.absence_ms), is_gone))


def _return(draft: Draft, player: str, connection: str, now: int) -> None:
    if draft.state.phase is Phase.LOBBY:
        _change_seat(draft, player, away=None, connection=connection)
        start_if_full(draft, now)
    else:
        draft.emit(PlayerBack(player, connection))


def _change_seat(draft: Draft, player: str, *, away: Away | None, connection: str | None) -> None:
    seats = tuple(
        replace(seat, away=away, connection=connection) if seat.player == player else seat for seat in draft.state.seats
    )
    draft.emit(LobbyChanged(seats))
