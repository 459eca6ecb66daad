"""The tick of a timer: apply what is due, and tell when to tick again. Early, late, repeated or lost: no harm."""

import datetime as dt
from collections.abc import Callable, Mapping

from wordle_tournament.app.attempts.party import attempt_change
from wordle_tournament.app.attempts.tournament import attempt_command
from wordle_tournament.app.ports import Ports, Timer, TimerKind
from wordle_tournament.app.transact import transact
from wordle_tournament.core import party as party_rules
from wordle_tournament.core.commands import Tick
from wordle_tournament.core.step import next_due


def tick(ports: Ports, timer: Timer, at: int) -> int | None:
    """Apply what is due at ``at``, epoch ms; return when to tick again, or ``None`` if nothing is left to wait for.

    A tick of a round that is over, or of something that does not exist, does nothing.
    """
    return _TICKS[timer.kind](ports, timer, at)


def _tick_round(ports: Ports, timer: Timer, at: int) -> int | None:
    return _tick_tournament(ports, timer, timer.round, at)


def _tick_lobby(ports: Ports, timer: Timer, at: int) -> int | None:
    return _tick_tournament(ports, timer, 0, at)


def _tick_tournament(ports: Ports, timer: Timer, round_number: int, at: int) -> int | None:
    record = transact(ports, attempt_command(ports, timer.id, Tick(), at), at).record
    if record is None or record.tournament.round != round_number:
        ports.log.annotate(stale=True)  # counted in the log
        return None
    if record.id != timer.id:
        return None  # merged into another lobby, which has its own timers
    return next_due(record.tournament)


def _tick_party(ports: Ports, timer: Timer, at: int) -> int | None:
    record = transact(ports, attempt_change(ports, timer.id, at, lambda party: party), at).record
    return party_rules.next_due(record.party) if record is not None else None


_TICKS: Mapping[TimerKind, Callable[[Ports, Timer, int], int | None]] = {
    "round": _tick_round,
    "lobby": _tick_lobby,
    "party": _tick_party,
}


def whole_seconds(due: int) -> str:
    """Return ``due``, epoch ms, as a timestamp for a ``Wait``, which cuts to whole seconds: rounded up, never early."""
    return dt.datetime.fromtimestamp(-(-due // 1000), dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
