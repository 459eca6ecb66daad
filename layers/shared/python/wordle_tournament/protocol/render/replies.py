"""Frames without a number in a tournament's sequence."""

from wordle_tournament.core import events
from wordle_tournament.protocol import frames
from wordle_tournament.protocol.errors import ERRORS, ErrorCode


def render_error(code: ErrorCode, *, at: int, re: str | None = None, retry_after: int | None = None) -> frames.Error:
    """Return the ``error`` frame of a code; ``retry_after``, in ms, comes with ``too-many-requests``."""
    entry = ERRORS[code]
    return frames.Error(
        at=at, re=re, code=code, message=entry.message, definite=entry.is_definite, retry_after=retry_after
    )


def render_welcome(
    player: frames.Player,
    token: str,
    *,
    at: int,
    re: str | None = None,
    party: str | None = None,
    tournament: str | None = None,
) -> frames.Welcome:
    """Return the answer to ``hello``."""
    return frames.Welcome(at=at, re=re, player=player, token=token, party=party, tournament=tournament)


def render_renamed(player: frames.Player, *, at: int, re: str | None = None) -> frames.Renamed:
    """Return the answer to ``rename``."""
    return frames.Renamed(at=at, re=re, player=player)


def render_pong(*, at: int, re: str | None = None, seq: int | None = None) -> frames.Pong:
    """Return the answer to ``ping``; ``seq`` is that of the named tournament, if the player has a seat in it."""
    return frames.Pong(at=at, re=re, seq=seq)


def render_synced(tournament_id: str, seq: int, *, at: int, re: str | None = None) -> frames.Synced:
    """Return the frame that ends the answer to ``sync``."""
    return frames.Synced(at=at, re=re, tournament=tournament_id, seq=seq)


def render_unqueued(
    reason: events.Reason, *, at: int, re: str | None = None, tournament_id: str | None = None
) -> frames.Unqueued:
    """Return the frame for a player whose seat in a lobby was freed."""
    return frames.Unqueued(at=at, re=re, reason=reason, tournament=tournament_id)


def render_watch_ended(
    reason: events.Reason, *, at: int, re: str | None = None, tournament_id: str | None = None
) -> frames.WatchEnded:
    """Return the frame for a player without lives who stopped watching (D5)."""
    return frames.WatchEnded(at=at, re=re, reason=reason, tournament=tournament_id)


def render_superseded(*, at: int) -> frames.Superseded:
    """Return the last frame for a connection that a newer one replaced (D11)."""
    return frames.Superseded(at=at)


def render_rated(tournament_id: str, player: str, *, place: int, before: int, change: int, at: int) -> frames.Rated:
    """Return a rating change: ``before`` is the player's rating until now, ``change`` what the place earned (D1)."""
    return frames.Rated(
        at=at,
        tournament=tournament_id,
        player=player,
        place=place,
        before=before,
        change=change,
        after=before + change,
    )
