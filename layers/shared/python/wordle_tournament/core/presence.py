"""Who is at the other end: seats taken and freed, leaving, absence and return (R8, D3, D5, D11, D15)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from wordle_tournament.core import rules as game
from wordle_tournament.core.commands import (
    Absorb,
    Attach,
    Dissolve,
    Drop,
    Leave,
    Ping,
    Refusal,
    RefusalCode,
    TakeSeats,
    Withdraw,
)
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.duel import end_duel
from wordle_tournament.core.events import (
    ConnectionChanged,
    Freed,
    LobbyChanged,
    Outcome,
    PlayerAway,
    PlayerBack,
    PlayerHeard,
    PlayerLeft,
    Reason,
    WatchEnded,
)
from wordle_tournament.core.lookalikes import tell_apart
from wordle_tournament.core.matchmaking import are_mergeable, is_in_range, mean_rating
from wordle_tournament.core.placement import leaver_place
from wordle_tournament.core.rounds import close_if_over, place_players, start_if_full
from wordle_tournament.core.seat import Away, Seat
from wordle_tournament.core.tournament import Phase


def take_seats(draft: Draft, command: TakeSeats, now: int) -> Refusal | None:
    """Seat a whole unit, or refuse all of it (R9.2, D9); the eighth seat starts the tournament (R1.1)."""
    lobby = draft.state
    if lobby.phase is not Phase.LOBBY or len(lobby.seats) + len(command.entrants) > game.SEATS:
        return Refusal(RefusalCode.LOBBY_CLOSED)
    players = [entrant.player for entrant in command.entrants]
    if len(set(players)) < len(players) or any(lobby.seat(player) for player in players):
        return Refusal(RefusalCode.ALREADY_SEATED)
    unit = mean_rating(entrant.rating for entrant in command.entrants)
    if lobby.seats and not is_in_range(unit, lobby.lobby_rating):
        return Refusal(RefusalCode.LOBBY_CLOSED)
    seats = (Seat(one.player, one.nickname, one.rating, one.party, one.connection) for one in command.entrants)
    draft.emit(LobbyChanged(_seat_apart(lobby.seats, seats)), answers=True)
    start_if_full(draft, now)
    return None


def withdraw(draft: Draft, command: Withdraw, _now: int) -> Refusal | None:
    """Free a whole party's seats; everybody of it is told, and the party is back on its own screen (D11)."""
    going = tuple(seat for seat in draft.state.seats if seat.party == command.party)
    if not going:
        return Refusal(RefusalCode.NOT_SEATED)
    _free(draft, {seat.player: Reason.PARTY for seat in going})
    return None


def absorb(draft: Draft, command: Absorb, now: int) -> Refusal | None:
    """Seat everybody of another lobby, if the two may be one (D9); absences go on as they were."""
    lobby = draft.state
    if not are_mergeable(lobby.seats, command.seats) or any(lobby.seat(seat.player) for seat in command.seats):
        return Refusal(RefusalCode.LOBBY_CLOSED)
    draft.emit(LobbyChanged(_seat_apart(lobby.seats, command.seats), replaces=command.lobby))
    start_if_full(draft, now)
    return None


def dissolve(draft: Draft, command: Dissolve, _now: int) -> Refusal | None:
    """Close the lobby, whose seats are elsewhere now; there is nobody left in it to tell."""
    draft.emit(LobbyChanged((), into=command.into))
    return None


def _seat_apart(seats: tuple[Seat, ...], newcomers: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats with the newcomers', whose nicknames are tagged where they look like another's (R10.1)."""
    for newcomer in newcomers:
        nickname = tell_apart(newcomer.nickname, (seat.nickname for seat in seats))
        seats = (*seats, replace(newcomer, nickname=nickname))
    return seats


def free_seats(draft: Draft, player: str, reason: Reason, *, answers: bool = False) -> None:
    """Free the player's seat in the lobby, and those of his whole party (D11)."""
    lobby = draft.state
    own = lobby.require_seat(player)
    going = [seat for seat in lobby.seats if seat is own or (own.party is not None and seat.party == own.party)]
    _free(draft, {seat.player: reason if seat is own else Reason.PARTY for seat in going}, answers=answers)


def _free(draft: Draft, reasons: Mapping[str, Reason], *, answers: bool = False) -> None:
    lobby = draft.state
    going = [seat for seat in lobby.seats if seat.player in reasons]
    freed = tuple(Freed(seat.player, reasons[seat.player], seat.connection, seat.party) for seat in going)
    draft.emit(LobbyChanged(tuple(seat for seat in lobby.seats if seat not in going), freed), answers=answers)


def forfeit(draft: Draft, player: str, now: int, *, answers: bool = False) -> None:
    """An automatic defeat: the running duel is lost, the player is out, placed and settled at once (R8.2, D3, D5)."""
    place = leaver_place(draft.state.began, draft.state.leavers)
    duel = draft.state.duel_of(player)
    if duel is not None and not duel.is_over:
        end_duel(draft, duel, Outcome.FORFEIT, duel.opponent(player), now)
    (placed,) = place_players(draft.state, [player], place)
    draft.emit(PlayerLeft(player, placed.place, placed.change), answers=answers)
    if len(draft.state.survivors) == 1:
        close_if_over(draft, now)  # over at once, before anything else of this instant (D6)


def decide_leave(draft: Draft, command: Leave, now: int) -> Refusal | None:
    """Leave: the lobby without penalty (R8.1), the game as a defeat (R8.2), the stands for good (D5)."""
    seat = draft.state.require_seat(command.player)
    if draft.state.phase is Phase.LOBBY:
        free_seats(draft, command.player, Reason.ASKED, answers=True)
        return None
    if seat.is_in and draft.state.is_running:
        forfeit(draft, command.player, now, answers=True)
        draft.emit(WatchEnded(command.player))
        return None
    draft.emit(WatchEnded(command.player), answers=True)
    return None


def heartbeat(draft: Draft, player: str, connection: str, now: int) -> None:
    """Note a sign of life from the live connection: back if away, and heard in one's own turn (D15)."""
    if draft.state.require_seat(player).away is not None:
        _return(draft, player, connection, now)
    duel = draft.state.duel_of(player)
    if duel and duel.deadline is not None and not duel.is_heard and duel.mover(duel.turn) == player:
        draft.emit(PlayerHeard(player, duel.duel, duel.turn))


def decide_ping(draft: Draft, command: Ping, now: int) -> Refusal | None:
    """Hear the player."""
    heartbeat(draft, command.player, command.connection, now)
    return None


def attach(draft: Draft, command: Attach, now: int) -> Refusal | None:
    """Make the connection the seat's live one; who was away is back (R8.3, D11)."""
    seat = draft.state.require_seat(command.player)
    if seat.away is None and seat.connection != command.connection:
        draft.emit(ConnectionChanged(command.player, command.connection))
    heartbeat(draft, command.player, command.connection, now)
    return None


def _return(draft: Draft, player: str, connection: str, now: int) -> None:
    if draft.state.phase is Phase.LOBBY:
        _change_seat(draft, player, away=None, connection=connection)
        start_if_full(draft, now)
    else:
        draft.emit(PlayerBack(player, connection))


def drop(draft: Draft, command: Drop, now: int) -> Refusal | None:
    """Lose a connection; one that is not the seat's live one does nothing (a late goodbye of an old one)."""
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
    """Begin an absence at ``now``: 60 s to come back, whatever absences were before (R8.3)."""
    draft.emit(PlayerAway(player, Away(now, now + draft.state.rules.absence_ms), is_gone))


def _change_seat(draft: Draft, player: str, *, away: Away | None, connection: str | None) -> None:
    seats = tuple(
        replace(seat, away=away, connection=connection) if seat.player == player else seat for seat in draft.state.seats
    )
    draft.emit(LobbyChanged(seats))
