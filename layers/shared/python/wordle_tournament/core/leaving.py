"""Leaving: a lobby without penalty, a running game as a defeat, the watching for good (R8.1, R8.2, D3, D5, D6)."""

from wordle_tournament.core.commands import Leave, Refusal
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.duel import end_duel
from wordle_tournament.core.events import Outcome, PlayerLeft, Reason, WatchEnded
from wordle_tournament.core.lobby import free_seats
from wordle_tournament.core.placement import leaver_place
from wordle_tournament.core.rounds import close_if_over, place_players
from wordle_tournament.core.tournament import Phase


def decide_leave(draft: Draft, command: Leave, now: int) -> Refusal | None:
    """Carry out ``Leave``, which is never refused.

    In a lobby it frees the seat (R8.1). A player with lives in a running game forfeits (R8.2). Everybody else stops
    watching (D5).
    """
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


def forfeit(draft: Draft, player: str, now: int, *, answers: bool = False) -> None:
    """Defeat the player at ``now``, epoch ms: the running duel is lost, and place and rating change are final at once.

    Carries out R8.2, D3 and D5.
    """
    place = leaver_place(draft.state.began, draft.state.leavers)
    duel = draft.state.duel_of(player)
    if duel is not None and not duel.is_over:
        end_duel(draft, duel, Outcome.FORFEIT, duel.opponent(player), now)
    (placed,) = place_players(draft.state, [player], place)
    draft.emit(PlayerLeft(player, placed.place, placed.change), answers=answers)
    if len(draft.state.survivors) == 1:
        close_if_over(draft, now)  # before anything else that falls due at this instant (D6)
