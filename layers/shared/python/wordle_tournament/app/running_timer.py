"""Which timer runs for the absences in a lobby or a party: one at most, however often people come and go (D21).

It is part of the record, so that of all who commit at one instant one starts it. A timer that is needed earlier than
the running one looks (two lobbies became one) supersedes it: the old one ends at its next tick. A round needs none of
this: its timer is named after it.
"""

from wordle_tournament.core.lazy_dataclass import dataclass

OVERDUE_MS = 90_000  # a timer that has not looked for so long has failed: its tick is retried for half a minute


@dataclass(frozen=True, slots=True)
class RunningTimer:
    """The timer that runs. ``until`` is the deadline that it was started for and its name; ``looks_at`` its next tick.

    Both are epoch ms.
    """

    until: int
    looks_at: int


def keep_timer(running: RunningTimer | None, due: int | None, look: int | None, now: int) -> RunningTimer | None:
    """Return the timer of a new version whose next deadline is ``due``; one started now looks at ``look``. Epoch ms.

    A timer that has nothing left to wait for goes on to its next tick and ends there.
    """
    if due is None or look is None:
        return running
    if running is not None and running.looks_at <= due and now <= running.looks_at + OVERDUE_MS:
        return running
    return RunningTimer(due, look)


def move_timer(running: RunningTimer | None, until: int | None, look: int | None) -> RunningTimer | None:
    """Return the timer after the tick of the one started for ``until``; ``look`` is when it must look again.

    A tick that does not say which timer it is of (``until`` is ``None``) is the running one's.
    """
    if look is None:
        return None
    if running is not None:
        return RunningTimer(running.until, look)
    return RunningTimer(until if until is not None else look, look)


def is_superseded(running: RunningTimer | None, until: int | None) -> bool:
    """Return whether another timer runs than the one that was started for ``until``."""
    return running is not None and until is not None and running.until != until
