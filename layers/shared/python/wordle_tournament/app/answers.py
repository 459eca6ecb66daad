"""Answers to the sender alone, on the connection they asked on. Accepted commands are answered by their event."""

from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.ports import Ports, Rated
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Receipt, Record
from wordle_tournament.app.screens.tournament import render_entry
from wordle_tournament.core.commands import RefusalCode
from wordle_tournament.core.events import LobbyChanged, PrivateEvent, Reason, WatchEnded
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.frames import Rated as RatedFrame
from wordle_tournament.protocol.frames import ServerFrame
from wordle_tournament.protocol.render import (
    render_error,
    render_event,
    render_lobby,
    render_rated,
    render_snapshot,
    render_synced,
    render_watch_ended,
)

Answer = tuple[ServerFrame, ...]


def refuse(ports: Ports, request: Request, code: ErrorCode | RefusalCode, *, retry_after: int | None = None) -> Answer:
    """Return the ``error`` frame of a refusal, which has changed nothing. ``retry_after`` is in ms."""
    ports.log.annotate(refused=code.value)
    return (render_error(ErrorCode(code.value), at=ports.clock.now(), re=request.id, retry_after=retry_after),)


def answer(ports: Ports, decision: Decision[Record], request: Request) -> Answer:
    """Return what the sender must still be told: a refusal, or the answer to an earlier delivery of the same command.

    An accepted command is answered by its event, which has been posted.
    """
    if decision.refusal is not None:
        return refuse(ports, request, decision.refusal)
    if decision.record is None:
        return refuse(ports, request, RefusalCode.NOT_SEATED)
    if isinstance(decision.receipt, Receipt):
        return (_repeat(ports, decision.record, decision.receipt),)
    if decision.answers_by(WatchEnded):
        return (_watch_ended(ports, decision.record, request.id),)
    return ()


def _repeat(ports: Ports, record: Record, receipt: Receipt) -> ServerFrame:
    """Return the answer that was given to the same command before."""
    at, tournament = ports.clock.now(), record.tournament
    if isinstance(receipt.event, PrivateEvent):  # the only one that answers anything is the end of watching
        return _watch_ended(ports, record, receipt.id)
    event = receipt.event or LobbyChanged(tournament.seats)
    return render_event(
        tournament.id, tournament.language, receipt.seq, event, viewer=receipt.player, at=at, re=receipt.id
    )


def _watch_ended(ports: Ports, record: Record, re: str) -> ServerFrame:
    return render_watch_ended(Reason.ASKED, at=ports.clock.now(), re=re, tournament_id=record.tournament.id)


def catch_up(
    ports: Ports, record: Record, viewer: str, seq: int | None, re: str | None = None, *, is_back: bool = False
) -> Answer:
    """Return what a screen that has seen events up to ``seq`` needs: the missed ones in order, or one snapshot.

    A lobby is shown whole at every change, so its newest frame is enough. ``re`` asks for a closing answer: ``synced``
    after the events, or the snapshot itself. A viewer who ``is_back`` may also have missed ``rated`` frames, which
    have no number, so all of them are sent.
    """
    at, tournament = ports.clock.now(), record.tournament
    missed = None if seq is None else record.since(seq)
    frames: Answer
    if tournament.phase is Phase.LOBBY:
        frames = (render_lobby(tournament, at),) if seq != tournament.seq else ()
    elif missed is not None:
        frames = tuple(render_entry(tournament, entry, viewer=viewer, at=at) for entry in missed)
        if is_back and any(seat.place is not None for seat in tournament.seats):
            frames += _rated(ports, tournament.id, at)
    else:
        return (render_snapshot(tournament, at, _rated(ports, tournament.id, at), re=re),)
    return frames if re is None else (*frames, render_synced(tournament.id, tournament.seq, at=at, re=re))


def _rated(ports: Ports, tournament: str, at: int) -> tuple[RatedFrame, ...]:
    return tuple(rated_frame(entry, at) for entry in ports.tournaments.ratings(tournament))


def rated_frame(rated: Rated, at: int) -> RatedFrame:
    """Return the frame of an entry of the rating ledger."""
    return render_rated(
        rated.tournament, rated.player, place=rated.place, before=rated.before, change=rated.change, at=at
    )
