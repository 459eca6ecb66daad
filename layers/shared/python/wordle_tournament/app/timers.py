"""The tick of a timer: apply what is due, and tell when to tick again. Early, late, repeated or lost: no harm."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace

from wordle_tournament.app.attempts.decision import Decision, PartyWrite, R, TournamentWrite, Write
from wordle_tournament.app.attempts.party import attempt_change
from wordle_tournament.app.attempts.tournament import attempt_command
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Ports, Timer, TimerKind
from wordle_tournament.app.record import Record
from wordle_tournament.app.running_timer import RunningTimer, is_superseded, move_timer
from wordle_tournament.app.transact import transact
from wordle_tournament.core import party as party_rules
from wordle_tournament.core.commands import Tick
from wordle_tournament.core.step import next_due, next_look
from wordle_tournament.core.tournament import Phase

PARTY_LOOK_MS = 10_000  # an absence lasts a minute, but a timer must not outlive the last one for long


def tick(ports: Ports, timer: Timer, at: int) -> int | None:
    """Apply what is due at ``at``, epoch ms; return when to tick again, or ``None`` if nothing is left to wait for.

    A tick of a round that is over, of a timer that another one has superseded, or of something that does not exist ends
    the timer.
    """
    return _TICKS[timer.kind](ports, timer, at)


def _tick_round(ports: Ports, timer: Timer, at: int) -> int | None:
    record = transact(ports, attempt_command(ports, timer.id, Tick(), at), at).record
    if record is None or record.tournament.round != timer.round:
        return _end_stale(ports)
    return next_due(record.tournament)


def _tick_lobby(ports: Ports, timer: Timer, at: int) -> int | None:
    apply_due = attempt_command(ports, timer.id, Tick(), at)

    def attempt(number: int) -> Decision[Record]:
        decision = apply_due(number)
        record = decision.record
        if record is None or not _is_lobby(record, timer) or is_superseded(record.timer, timer.until):
            return decision
        moved = move_timer(record.timer, timer.until, next_look(record.tournament, at))
        return _with_timer(decision, record, moved, TournamentWrite)

    record = transact(ports, attempt, at).record
    if record is None or not _is_lobby(record, timer) or is_superseded(record.timer, timer.until):
        return _end_stale(ports)
    return record.timer.looks_at if record.timer is not None else None


def _is_lobby(record: Record, timer: Timer) -> bool:
    """Return whether the timer's tournament is still a lobby. One that was merged into another has no seats left."""
    return record.id == timer.id and record.tournament.phase is Phase.LOBBY


def _tick_party(ports: Ports, timer: Timer, at: int) -> int | None:
    apply_due = attempt_change(ports, timer.id, at, lambda party: party)

    def attempt(number: int) -> Decision[PartyRecord]:
        decision = apply_due(number)
        record = decision.record
        if record is None or is_superseded(record.timer, timer.until):
            return decision
        moved = move_timer(record.timer, timer.until, party_rules.next_due(record.party))
        return _with_timer(decision, record, moved, PartyWrite)

    record = transact(ports, attempt, at).record
    if record is None or is_superseded(record.timer, timer.until):
        return _end_stale(ports)
    return min(record.timer.looks_at, at + PARTY_LOOK_MS) if record.timer is not None else None


def _with_timer(
    decision: Decision[R], record: R, moved: RunningTimer | None, write: Callable[[R], Write]
) -> Decision[R]:
    """Return the decision of a tick with the timer moved: in the version that it writes, or in one of its own."""
    if decision.write is None and moved == record.timer:
        return decision
    after = record.after_tick(moved) if decision.write is None else replace(record, timer=moved)
    return replace(decision, record=after, write=write(after))


def _end_stale(ports: Ports) -> int | None:
    """Note for the log that a timer ticked that has nothing to do any more; it ends."""
    ports.log.annotate(stale=True)
    return None


_TICKS: Mapping[TimerKind, Callable[[Ports, Timer, int], int | None]] = {
    "round": _tick_round,
    "lobby": _tick_lobby,
    "party": _tick_party,
}


def whole_seconds(due: int) -> str:
    """Return ``due``, epoch ms, as a timestamp for a ``Wait``, which cuts to whole seconds: rounded up, never early."""
    return dt.datetime.fromtimestamp(-(-due // 1000), dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
