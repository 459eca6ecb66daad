"""The wrapper of the timer's tick: from the state machine's input to the rules, and when to tick again."""

from collections.abc import Callable
from typing import Any

from wordle_tournament.app.ports import Ports, Timer
from wordle_tournament.app.timers import tick, whole_seconds
from wordle_tournament.runtime.log import invocation
from wordle_tournament.runtime.sockets import Handler
from wordle_tournament.runtime.wiring import ports as wired


def ticking(get_ports: Callable[[], Ports] = wired) -> Handler:
    """Return the handler of ``{"kind", "id", "round"}`` -> ``{"over", "wait_until"?}``; the machine retries a failure.

    ``kind`` is what the timer is for: a ``round`` or the ``lobby`` of the tournament ``id``, or the ``party`` ``id``.
    For the last two ``round`` has the instant, epoch ms, that the timer was started for.
    """

    def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
        timer = Timer.numbered(event["kind"], event["id"], event["round"])
        ports = get_ports()
        with invocation("tick", kind=timer.kind, id=timer.id, round=timer.number):
            due = tick(ports, timer, ports.clock.now())
            return {"over": True} if due is None else {"over": False, "wait_until": whole_seconds(due)}

    return handler
