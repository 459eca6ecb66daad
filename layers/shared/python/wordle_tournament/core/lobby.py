"""A lobby's seats: taken, freed, and moved when two lobbies become one (R1.1, R8.1, R9.2, R10.1, D9, D11)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from wordle_tournament.core import rules as game
from wordle_tournament.core.commands import Absorb, Dissolve, Refusal, RefusalCode, TakeSeats, Withdraw
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.events import Freed, LobbyChanged, Reason
from wordle_tournament.core.lookalikes import tell_apart
from wordle_tournament.core.matchmaking import are_mergeable, is_in_range, mean_rating
from wordle_tournament.core.rounds import start_if_full
from wordle_tournament.core.seat import Seat
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
    """Free all seats of a party, whose members go back to the party's screen (D11)."""
    going = tuple(seat for seat in draft.state.seats if seat.party == command.party)
    if not going:
        return Refusal(RefusalCode.NOT_SEATED)
    _free(draft, {seat.player: Reason.PARTY for seat in going})
    return None


def absorb(draft: Draft, command: Absorb, now: int) -> Refusal | None:
    """Seat everybody of another lobby, if the two may be merged (D9). Running absences keep their deadlines."""
    lobby = draft.state
    if not are_mergeable(lobby.seats, command.seats) or any(lobby.seat(seat.player) for seat in command.seats):
        return Refusal(RefusalCode.LOBBY_CLOSED)
    draft.emit(LobbyChanged(_seat_apart(lobby.seats, command.seats), replaces=command.lobby))
    start_if_full(draft, now)
    return None


def dissolve(draft: Draft, command: Dissolve, _now: int) -> Refusal | None:
    """Empty the lobby after its seats moved to another one. Nobody is freed, so nobody is notified."""
    draft.emit(LobbyChanged((), into=command.into))
    return None


def free_seats(draft: Draft, player: str, reason: Reason, *, answers: bool = False) -> None:
    """Free the player's seat in the lobby, and those of the player's whole party (D11).

    ``reason`` is the player's own; the other members are freed with ``Reason.PARTY``.
    """
    lobby = draft.state
    own = lobby.require_seat(player)
    going = [seat for seat in lobby.seats if seat is own or (own.party is not None and seat.party == own.party)]
    _free(draft, {seat.player: reason if seat is own else Reason.PARTY for seat in going}, answers=answers)


def _free(draft: Draft, reasons: Mapping[str, Reason], *, answers: bool = False) -> None:
    lobby = draft.state
    going = [seat for seat in lobby.seats if seat.player in reasons]
    freed = tuple(
        Freed(seat.player, why, None if why is Reason.LOST else seat.connection, seat.party)
        for seat in going
        for why in (reasons[seat.player],)
    )
    draft.emit(LobbyChanged(tuple(seat for seat in lobby.seats if seat not in going), freed), answers=answers)


def _seat_apart(seats: tuple[Seat, ...], newcomers: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the seats with the newcomers' seats added; a nickname that looks like another's gets a tag (R10.1)."""
    for newcomer in newcomers:
        nickname = tell_apart(newcomer.nickname, (seat.nickname for seat in seats))
        seats = (*seats, replace(newcomer, nickname=nickname))
    return seats
