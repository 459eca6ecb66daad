"""Limits on what one player may ask for, so that a script costs others nothing and us little (D20).

Guesses are not counted: that would be one more request on their path. What others see of an action (a name, a lobby, a
party) has the lowest limits. A player who plays fast meets none of them.
"""

from collections.abc import Iterable, Mapping, Sequence

from wordle_tournament.app.ports import Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.core.lazy_dataclass import dataclass

_SECOND = 1_000
_MINUTE = 60 * _SECOND
_HOUR = 60 * _MINUTE

WINDOW_MS = 10 * _SECOND
CLOSED_AT = 1.5  # times the limit: a client that goes on so long is closed

BEGUN_AN_HOUR = 20
LEFT, LEFT_WITHIN_MS = 3, 10 * _MINUTE
FIRST_WAIT_MS, LONGEST_WAIT_MS = 5 * _MINUTE, _HOUR


@dataclass(frozen=True, slots=True)
class Limit:
    """The actions of ``group`` that one player may send within ten seconds."""

    group: str
    most: int


_LOBBY = Limit("lobby", 10)
_PARTY = Limit("party", 10)

LIMITS: Mapping[str, Limit] = {
    "ping": Limit("ping", 28),
    "sync": Limit("sync", 20),
    "rename": Limit("rename", 6),
    "queue": _LOBBY,
    "unqueue": _LOBBY,
    "party-start": _LOBBY,
    "party-create": _PARTY,
    "party-leave": _PARTY,
    "party-kick": _PARTY,
    "party-lead": _PARTY,
    "party-renew": _PARTY,
}


def excess(ports: Ports, action: str, request: Request, at: int) -> int | None:
    """Count an action received at ``at``, epoch ms; return how long to wait, in ms, if it is one too many.

    The connection of a player who goes on is closed.
    """
    limit = LIMITS.get(action)
    if limit is None:
        return None
    count = ports.rate_limiter.count(f"{limit.group}-{request.player}", WINDOW_MS, at)
    if count <= limit.most:
        return None
    if count > CLOSED_AT * limit.most:
        ports.connections.close(request.connection)
    return 2 * WINDOW_MS - at % WINDOW_MS  # then nothing of this window counts any more


def seat_wait(ports: Ports, players: Iterable[str], at: int) -> int | None:
    """Return how long the players must wait for their next seat, in ms, or ``None`` if they need not (D20)."""
    histories = ports.rate_limiter.histories(players, at)
    until = max((wait_until(history.begun, history.left, at) for history in histories.values()), default=0)
    return until - at if until > at else None


def wait_until(begun: Sequence[int], left: Sequence[int], at: int) -> int:
    """Return when a player may take their next seat, epoch ms, who began and left tournaments at these instants.

    The twenty-first tournament of an hour waits until the first is an hour old. Three left within ten minutes cost five
    minutes; each further time that happens costs twice as much, up to an hour.
    """
    recent = sorted(begin for begin in begun if begin > at - _HOUR)
    until = recent[-BEGUN_AN_HOUR] + _HOUR if len(recent) >= BEGUN_AN_HOUR else 0
    wait = FIRST_WAIT_MS
    left = sorted(left)
    for index, last in enumerate(left):
        if index + 1 >= LEFT and last - left[index + 1 - LEFT] < LEFT_WITHIN_MS:
            until = max(until, last + wait)
            wait = min(2 * wait, LONGEST_WAIT_MS)
    return until
