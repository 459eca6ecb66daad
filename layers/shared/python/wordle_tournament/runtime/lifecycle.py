"""The wrappers around a connection: opening it is authorised, it is open, it is gone.

A token is optional: without one a new guest is let in. The player's id then comes with every event of the connection,
from the authorizer's context; no route needs to look it up. ``$connect`` writes nothing: the live connection is made at
``hello`` (D11), because a post to a connection that is still being opened fails. A gateway that routes by a frame's
``action`` may bring a client's own ``$connect`` or ``$disconnect`` here: that is a message, and its answer is
``unknown-action``.
"""

from collections.abc import Callable
from typing import Any

from wordle_tournament.app.ports import InvalidToken, Ports
from wordle_tournament.app.transact import disconnect
from wordle_tournament.protocol.inbound import Inbound
from wordle_tournament.runtime.log import invocation
from wordle_tournament.runtime.sockets import DONE, Caller, Handler, serve, unserved
from wordle_tournament.runtime.wiring import ports as wired


def authorizing(get_ports: Callable[[], Ports] = wired) -> Handler:
    """The REQUEST authorizer of ``$connect``: names the player, or refuses a bad token with 403."""

    def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
        ports = get_ports()
        token = (event.get("queryStringParameters") or {}).get("token")
        with invocation("authorize", guest=token is None):
            try:
                player = ports.chance.new_id() if token is None else ports.tokens.verify(token, ports.clock.now())
            except InvalidToken:
                ports.log.annotate(refused="token")
                return _policy("nobody", "Deny", event["methodArn"])
            return _policy(player, "Allow", event["methodArn"]) | {"context": {"player": player}}

    return handler


def _policy(principal: str, effect: str, resource: str) -> dict[str, Any]:
    statement = {"Action": "execute-api:Invoke", "Effect": effect, "Resource": resource}
    return {"principalId": principal, "policyDocument": {"Version": "2012-10-17", "Statement": [statement]}}


def connecting(get_ports: Callable[[], Ports] = wired) -> Handler:
    """``$connect``: let it open."""
    answer_message = serve(Inbound, unserved, get_ports)

    def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
        if _is_message(event):
            return answer_message(event, context)
        with invocation("connect", player=Caller.of(event).player):
            return DONE

    return handler


def disconnecting(get_ports: Callable[[], Ports] = wired) -> Handler:
    """``$disconnect``: best effort; a failed post tells the same."""
    answer_message = serve(Inbound, unserved, get_ports)

    def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
        if not event["requestContext"].get("authorizer"):  # a handshake that was refused: nobody was connected
            with invocation("disconnect", refused="handshake"):
                return DONE
        if _is_message(event):
            return answer_message(event, context)
        caller = Caller.of(event)
        with invocation("disconnect", player=caller.player):
            disconnect(get_ports(), caller.player, caller.connection, caller.at)
        return DONE

    return handler


def _is_message(event: dict[str, Any]) -> bool:
    """Return whether a client said this: a frame whose action is the name of the route."""
    return bool(event["requestContext"].get("eventType") == "MESSAGE")
