"""The single register of what is routed where.

CDK (routes and functions), the inbound union, the functions' file names and the AsyncAPI document are read from here.
Standard library only, so that the CDK app can import it without the runtime's dependencies.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Route:
    """One client action: the WebSocket route key and the module under ``functions/`` that serves it."""

    action: str
    function: str

    @property
    def is_served(self) -> bool:
        """Whether this release serves the action; otherwise the default route answers ``not-available``."""
        return self.function != DEFAULT_FUNCTION


DEFAULT_FUNCTION = "ws_default"

ROUTES: tuple[Route, ...] = (
    Route("hello", "ws_hello"),
    Route("rename", "ws_rename"),
    Route("queue", "ws_queue"),
    Route("unqueue", "ws_unqueue"),
    Route("party-create", DEFAULT_FUNCTION),
    Route("party-join", DEFAULT_FUNCTION),
    Route("party-leave", DEFAULT_FUNCTION),
    Route("party-kick", DEFAULT_FUNCTION),
    Route("party-lead", DEFAULT_FUNCTION),
    Route("party-start", DEFAULT_FUNCTION),
    Route("guess", "ws_guess"),
    Route("leave", "ws_leave"),
    Route("sync", "ws_sync"),
    Route("ping", "ws_ping"),
)

# Functions that no client action names.
AUTHORIZER_FUNCTION = "ws_authorize"
CONNECT_FUNCTION = "ws_connect"
DISCONNECT_FUNCTION = "ws_disconnect"
TICK_FUNCTION = "clock_tick"
RELAY_FUNCTION = "stream_relay"
RATING_FUNCTION = "stream_rating"

LIFECYCLE_FUNCTIONS: tuple[str, ...] = (AUTHORIZER_FUNCTION, CONNECT_FUNCTION, DISCONNECT_FUNCTION, DEFAULT_FUNCTION)
EVENT_FUNCTIONS: tuple[str, ...] = (TICK_FUNCTION, RELAY_FUNCTION, RATING_FUNCTION)
