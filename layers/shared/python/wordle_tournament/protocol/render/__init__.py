"""The one place that knows what a player may see (D14).

Here: events and states become frames. A running duel's secret, a seed, the name of a connection and a rating change
that is not final go no further than this folder. Not here: which players get a frame (``app``), and how a frame is
written as text (``frames``).

In all functions ``at`` is the server's time of sending, epoch ms. ``re`` is the ``id`` of the frame that is answered;
only the player who sent that frame gets it.
"""

from wordle_tournament.protocol.render.events import render_event
from wordle_tournament.protocol.render.party import PartyState, render_party, render_party_left
from wordle_tournament.protocol.render.replies import (
    render_error,
    render_pong,
    render_rated,
    render_renamed,
    render_superseded,
    render_synced,
    render_unqueued,
    render_watch_ended,
    render_welcome,
)
from wordle_tournament.protocol.render.states import render_lobby, render_snapshot

__all__ = [
    "PartyState",
    "render_error",
    "render_event",
    "render_lobby",
    "render_party",
    "render_party_left",
    "render_pong",
    "render_rated",
    "render_renamed",
    "render_snapshot",
    "render_superseded",
    "render_synced",
    "render_unqueued",
    "render_watch_ended",
    "render_welcome",
]
