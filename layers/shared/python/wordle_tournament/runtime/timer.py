"""The wrapper of the round machine's tick: from its input to the rules, and when to ring again."""

from collections.abc import Callable
from typing import Any

from wordle_tournament.app.clockwork import tick, whole_seconds
from wordle_tournament.app.ports import Ports
from wordle_tournament.runtime.log import invocation
from wordle_tournament.runtime.sockets import Handler
from wordle_tournament.runtime.wiring import ports as wired


def ticking(ports: Callable[[], Ports] = wired) -> Handler:
    """``{"tournament", "round"}`` -> ``{"over", "wait_until"?}``; a failure is the machine's to retry."""

    def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
        world = ports()
        with invocation("tick", tournament=event["tournament"], round=event["round"]):
            due = tick(world, event["tournament"], event["round"], world.clock.now())
            return {"over": True} if due is None else {"over": False, "wait_until": whole_seconds(due)}

    return handler
