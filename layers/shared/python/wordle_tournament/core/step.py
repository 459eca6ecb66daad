"""The entry point: ``advance`` applies all that is due, ``perform`` does so and then carries out one command.

    load -> step -> (before, after, events) -> one conditional put -> effects

What falls due at one instant is applied in this order (D10): the intro's end, turn expiries, absences (earlier drop
first, then seat number), the round's end. Every instant is applied at its own time, so it does not matter when, how
often or whether a timer fires: ``advance(advance(t, a), b) == advance(t, b)`` for a <= b.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wordle_tournament.core.commands import (
    Absorb,
    Attach,
    Command,
    Dissolve,
    Drop,
    Guess,
    Leave,
    Ping,
    Refusal,
    RefusalCode,
    TakeSeats,
    Tick,
    Withdraw,
)
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.duel import decide_guess, expire_turn
from wordle_tournament.core.events import Event, Reason
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.leaving import decide_leave, forfeit
from wordle_tournament.core.lexicon import Lexicon
from wordle_tournament.core.lobby import absorb, dissolve, free_seats, take_seats, withdraw
from wordle_tournament.core.presence import attach, decide_ping, drop, heartbeat, mark_away
from wordle_tournament.core.rounds import begin_duels, close_if_over
from wordle_tournament.core.tournament import Phase, Tournament

Rule = Callable[[Draft, Any, int], Refusal | None]


def _refuse(code: RefusalCode) -> Rule:
    return lambda _draft, _command, _now: Refusal(code)


_CLOSED = _refuse(RefusalCode.LOBBY_CLOSED)
_NOT_PLAYING = _refuse(RefusalCode.NOT_PLAYING)

_ONLY_IN_LOBBY: dict[type[Command], Rule] = {
    TakeSeats: take_seats,
    Withdraw: withdraw,
    Absorb: absorb,
    Dissolve: dissolve,
}
_EVERYWHERE: dict[type[Command], Rule] = {
    Leave: decide_leave,
    Ping: decide_ping,
    Attach: attach,
    Drop: drop,
}

# phase x command -> rule. Tick needs no rule, because all that is due has been applied before.
TRANSITIONS: dict[tuple[Phase, type[Command]], Rule] = {
    **{(phase, command): _CLOSED for phase in Phase for command in _ONLY_IN_LOBBY},
    **{(Phase.LOBBY, command): rule for command, rule in _ONLY_IN_LOBBY.items()},
    **{(phase, Guess): decide_guess for phase in Phase},
    (Phase.LOBBY, Guess): _NOT_PLAYING,
    **{(phase, command): rule for phase in Phase for command, rule in _EVERYWHERE.items()},
}


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one call: ``events`` lead from ``before`` to ``after``.

    ``answer`` is the index of the event that answers the command. A refused command has no event of its own: the events
    were due anyway, or note that its sender was heard (D15).
    """

    before: Tournament
    after: Tournament
    events: tuple[Event, ...]
    answer: int | None = None
    refusal: Refusal | None = None


def next_due(tournament: Tournament) -> int | None:
    """Return the earliest deadline, epoch ms, for which a timer is needed; ``None`` if there is no deadline."""
    if tournament.phase is Phase.OVER:
        return None
    dues = [duel.deadline for duel in tournament.duels if duel.deadline is not None]
    dues += [seat.away.until for seat in tournament.seats if seat.away is not None]
    if tournament.starts_at is not None:
        dues.append(tournament.starts_at)
    return min(dues, default=None)


def next_look(tournament: Tournament, now: int) -> int | None:
    """Return when the timer must look again that ticks at ``now``, epoch ms; ``None`` if there is no deadline.

    In a lobby that is before the absence of anybody can end who drops from now on (D18). So a timer that runs is always
    early enough, and no drop needs a second one (D21).
    """
    due = next_due(tournament)
    if due is None or tournament.phase is not Phase.LOBBY:
        return due
    budget = tournament.rules.lobby_absence_ms
    left = [budget - seat.absent_ms for seat in tournament.seats if seat.away is None and seat.absent_ms < budget]
    return min([due, *(now + milliseconds for milliseconds in left)])


def advance(tournament: Tournament, now: int, lexicon: Lexicon) -> Step:
    """Apply all that is due at ``now``, epoch ms; a time earlier than the latest one seen counts as that one (D10)."""
    return perform(tournament, Tick(), now, lexicon)


def perform(tournament: Tournament, command: Command, now: int, lexicon: Lexicon) -> Step:
    """Apply all that is due at ``now``, epoch ms, then carry out the command at that time, or refuse it."""
    draft = Draft(tournament, lexicon)
    now = max(now, tournament.now)
    while (at := next_due(draft.state)) is not None and at <= now:
        _apply_due(draft, at)
    refusal = _decide(draft, command, now)
    close_if_over(draft, now)
    return Step(tournament, replace(draft.state, now=now), tuple(draft.events), draft.answer, refusal)


def _apply_due(draft: Draft, at: int) -> None:
    if draft.state.starts_at is not None and draft.state.starts_at <= at:
        begin_duels(draft, at)
    for duel in draft.state.duels:
        if duel.deadline is not None and duel.deadline <= at:
            expire_turn(draft, duel, at)
            mover = draft.state.require_seat(duel.mover(duel.turn))
            if not duel.is_heard and mover.is_in and mover.away is None:
                mark_away(draft, mover.player, at, is_gone=False)
    while (due := _first_absence(draft.state, at)) is not None:
        if draft.state.phase is Phase.LOBBY:
            free_seats(draft, due, Reason.LOST)
        else:
            forfeit(draft, due, at)
    close_if_over(draft, at)


def _first_absence(tournament: Tournament, at: int) -> str | None:
    """Return the player whose absence ends next at ``at``: the earlier drop first, then the lower seat (D10).

    Return ``None`` if only one player is left, because then the tournament is over (D6).
    """
    if tournament.phase is Phase.OVER or len(tournament.survivors) == 1:
        return None
    dues = [(seat.away.since, number) for number, seat in enumerate(tournament.seats) if seat.away and seat.is_due(at)]
    return tournament.seats[min(dues)[1]].player if dues else None


def _decide(draft: Draft, command: Command, now: int) -> Refusal | None:
    if isinstance(command, Tick):
        return None
    if isinstance(command, Guess | Leave | Ping | Attach | Drop):
        seat = draft.state.seat(command.player)
        if seat is None:
            return Refusal(RefusalCode.NOT_SEATED)
        if isinstance(command, Guess | Leave | Ping) and seat.connection != command.connection:
            return Refusal(RefusalCode.RETRY)
    if isinstance(command, Guess):
        return _decide_heard(draft, command, now)
    return TRANSITIONS[draft.state.phase, type(command)](draft, command, now)


def _decide_heard(draft: Draft, guess: Guess, now: int) -> Refusal | None:
    """Decide a guess; its sender was heard, even if it is refused (D15)."""
    if draft.state.require_seat(guess.player).away is not None:
        heartbeat(draft, guess.player, guess.connection, now)
    refusal = TRANSITIONS[draft.state.phase, Guess](draft, guess, now)
    if refusal is not None:
        heartbeat(draft, guess.player, guess.connection, now)
    return refusal
