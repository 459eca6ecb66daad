"""The frame of a whole tournament: ``lobby`` before its start, ``snapshot`` afterwards."""

from collections.abc import Iterable

from wordle_tournament.core import events
from wordle_tournament.core.seat import Seat
from wordle_tournament.core.tournament import Duel, Phase, Tournament
from wordle_tournament.protocol import frames
from wordle_tournament.protocol.render.events import Stamp, display_if_different, lobby_frame, until


def render_lobby(tournament: Tournament, at: int, *, re: str | None = None) -> frames.Lobby:
    """Return the lobby now, for a player who reconnects or asks to sync; ``ValueError`` once it has started."""
    if tournament.phase is not Phase.LOBBY:
        raise ValueError(f"tournament {tournament.id} is no longer a lobby")
    stamp = Stamp(tournament=tournament.id, seq=tournament.seq, at=at, re=re)
    return lobby_frame(stamp, tournament.language, tournament.seats, None)


def render_snapshot(
    tournament: Tournament,
    at: int,
    rated: Iterable[frames.Rated] = (),
    *,
    re: str | None = None,
) -> frames.Snapshot:
    """Return the whole tournament now; ``ValueError`` before its start.

    ``rated`` are the ``rated`` frames so far: the rating changes that were applied.
    """
    if tournament.phase is Phase.LOBBY:
        raise ValueError(f"tournament {tournament.id} is still a lobby")
    return frames.Snapshot(
        tournament=tournament.id,
        seq=tournament.seq,
        at=at,
        re=re,
        phase=tournament.phase,
        language=tournament.language,
        round=tournament.round,
        starts_at=tournament.starts_at,
        players=tuple(
            frames.SnapshotPlayer(
                player=seat.player,
                nickname=seat.nickname,
                rating=seat.rating,
                lives=seat.lives,
                away=until(seat),
                place=seat.place,
            )
            for seat in tournament.seats
        ),
        duels=tuple(_duel(duel) for duel in tournament.duels),
        bye=tournament.bye,
        standings=_final_standings(tournament.seats) if tournament.phase is Phase.OVER else None,
        rated=tuple(rated),
    )


def _duel(duel: Duel) -> frames.SnapshotDuel:
    """Return a duel of the current round, with its secret only when the duel is over (D14)."""
    return frames.SnapshotDuel(
        duel=duel.duel,
        players=duel.players,
        first=duel.first,
        length=duel.length,
        rows=tuple(_row(row) for row in duel.rows),
        turn=None if duel.deadline is None else duel.turn,
        to_move=None if duel.deadline is None else duel.mover(duel.turn),
        deadline=duel.deadline,
        outcome=duel.outcome,
        winner=duel.winner,
        secret=duel.secret if duel.is_over else None,
        display=display_if_different(duel.secret, duel.display) if duel.is_over else None,
    )


def _row(row: events.GuessScored | events.TurnSkipped) -> frames.GuessRow | frames.SkippedRow:
    match row:
        case events.GuessScored():
            return frames.GuessRow(turn=row.turn, player=row.player, word=row.word, tiles=row.tiles, marks=row.marks)
        case events.TurnSkipped():
            return frames.SkippedRow(turn=row.turn, player=row.player)


def _final_standings(seats: Iterable[Seat]) -> tuple[frames.Standing, ...]:
    placed = [frames.Standing(player=seat.player, place=seat.place) for seat in seats if seat.place is not None]
    return tuple(sorted(placed, key=lambda standing: standing.place))
