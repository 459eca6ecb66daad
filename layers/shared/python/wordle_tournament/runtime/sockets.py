"""The wrapper of the functions behind the WebSocket: from API Gateway's event to a use case, and its answer back.

From here on time is a value: the moment API Gateway received the frame (D10). The caller comes from the
authorizer. Refusals become ``error`` frames here, and the unexpected a logged ``internal``: no exception's text ever
reaches a client.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from wordle_tournament.app.answers import Answer, refuse
from wordle_tournament.app.limits import excess
from wordle_tournament.app.ports import Busy, Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.frames import dump
from wordle_tournament.protocol.inbound import BadFrame, Inbound, parse_frame
from wordle_tournament.protocol.render import render_error
from wordle_tournament.runtime.log import invocation, logger
from wordle_tournament.runtime.wiring import ports as wired

F = TypeVar("F", bound=Inbound)
UseCase = Callable[[Ports, F, Request, int], Answer]
Handler = Callable[[dict[str, Any], object], dict[str, Any]]

DONE = {"statusCode": 200}


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a frame, its connection, and when API Gateway received it, epoch ms."""

    player: str
    connection: str
    at: int

    @classmethod
    def of(cls, event: dict[str, Any]) -> "Caller":
        """Read the caller from API Gateway's event."""
        context = event["requestContext"]
        return cls(context["authorizer"]["player"], context["connectionId"], int(context["requestTimeEpoch"]))


def serve(model: type[F], use_case: UseCase[F], get_ports: Callable[[], Ports] = wired) -> Handler:
    """The handler of one route: frames of ``model`` are carried out by ``use_case``."""
    return serve_each({model: use_case}, get_ports)


def serve_each(use_cases: Mapping[type[Inbound], UseCase[Any]], get_ports: Callable[[], Ports] = wired) -> Handler:
    """The handler of several routes: each kind of frame by its use case."""

    def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
        caller = Caller.of(event)
        ports = get_ports()
        with invocation("frame", route=event["requestContext"]["routeKey"], player=caller.player):
            answer = _carry_out(ports, use_cases, event, caller)
            if answer:
                ports.connections.post({caller.connection: [dump(frame) for frame in answer]})
        return DONE

    return handler


def _carry_out(
    ports: Ports, use_cases: Mapping[type[Inbound], UseCase[Any]], event: dict[str, Any], caller: Caller
) -> Answer:
    re: str | None = None
    try:
        frame = parse_frame(event.get("body") or "")
        re = frame.id
        use_case = next((served for model, served in use_cases.items() if isinstance(frame, model)), None)
        if use_case is None:  # the gateway routed by another reading of the text than ours
            return _error(ports, ErrorCode.BAD_FRAME, re)
        ports.log.annotate(**frame.model_dump(include={"tournament", "duel", "turn", "seq"}, exclude_none=True))
        request = Request(caller.player, frame.id, caller.connection)
        if (wait := excess(ports, frame.action, request, caller.at)) is not None:
            return refuse(ports, request, ErrorCode.TOO_MANY_REQUESTS, retry_after=wait)
        return use_case(ports, frame, request, caller.at)
    except BadFrame as bad:
        return _error(ports, bad.code, bad.re)
    except Busy:
        return _error(ports, ErrorCode.RETRY, re)
    except Exception:  # noqa: BLE001 - whatever it was, the client gets an answer without any of its text
        logger().exception("internal")
        return _error(ports, ErrorCode.INTERNAL, re)


def _error(ports: Ports, code: ErrorCode, re: str | None) -> Answer:
    ports.log.annotate(refused=code.value)
    return (render_error(code, at=ports.clock.now(), re=re),)


def unserved(ports: Ports, _frame: Inbound, request: Request, _at: int) -> Answer:
    """A known action that this release does not serve."""
    return _error(ports, ErrorCode.NOT_AVAILABLE, request.id)
