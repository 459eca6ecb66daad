"""The one register of routes: which function serves which action, and which frames answer it.

CDK's routes and functions, the models of client frames, the functions' file names and the AsyncAPI document are made
from it. It needs the standard library only, so that the CDK app can import it without the runtime's dependencies.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Route:
    """One client action: the WebSocket route key, the module under ``functions/`` that serves it, and its answers.

    ``answers`` are the frames that may carry the action's ``id`` as their ``re``; ``error`` always may.
    """

    action: str
    function: str
    answers: tuple[str, ...]

    @property
    def is_served(self) -> bool:
        """Whether this release serves the action; if not, the default route answers ``not-available``."""
        return self.function != DEFAULT_FUNCTION


DEFAULT_FUNCTION = "ws_default"

ROUTES: tuple[Route, ...] = (
    Route("hello", "ws_hello", ("welcome",)),
    Route("rename", "ws_rename", ("renamed",)),
    Route("queue", "ws_queue", ("lobby",)),
    Route("unqueue", "ws_unqueue", ("unqueued",)),
    Route("party-create", "ws_party", ("party",)),
    Route("party-join", "ws_party", ("party",)),
    Route("party-leave", "ws_party", ("party-left",)),
    Route("party-kick", "ws_party", ("party",)),
    Route("party-lead", "ws_party", ("party",)),
    Route("party-renew", "ws_party", ("party",)),
    Route("party-start", "ws_party", ("party",)),
    Route("guess", "ws_guess", ("guess-scored",)),
    Route("leave", "ws_leave", ("unqueued", "player-left", "watch-ended")),
    Route("sync", "ws_sync", ("synced", "snapshot")),
    Route("ping", "ws_ping", ("pong",)),
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
