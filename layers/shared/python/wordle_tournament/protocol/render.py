"""The one place that knows what a screen may see (D14).

Here: events and states become frames. A running duel's secret, a seed, a connection's name and a rating change that
is not settled get no further than this room. Not here: who is told (``app``), how a frame is written (``frames``).

``at`` is the server's time of sending, epoch ms; ``re`` the ``id`` of the frame that is answered, for its sender only.
"""

from collections.abc import Iterable, Sequence
from typing import TypedDict, assert_never

from wordle_tournament.core import events
from wordle_tournament.core.matchmaking import mean_rating, rating_range
from wordle_tournament.core.seat import Seat
from wordle_tournament.core.tournament import Duel, Phase, Tournament
from wordle_tournament.protocol import frames
from wordle_tournament.protocol.errors import ERRORS, ErrorCode


class _Stamp(TypedDict):
    """What every event's frame carries."""

    tournament: str
    seq: int
    at: int
    re: str | None


def render_event(  # noqa: C901, PLR0911, PLR0912 - one arm an event
    tournament_id: str,
    language: str,
    seq: int,
    event: events.PublicEvent,
    *,
    viewer: str,
    at: int,
    re: str | None = None,
) -> frames.ServerFrame:
    """The frame of one public event for one viewer: who gave up a seat is told so, all others see the lobby."""
    stamp = _Stamp(tournament=tournament_id, seq=seq, at=at, re=re)
    match event:
        case events.LobbyChanged(seats=seats, freed=freed, replaces=replaces):
            reason = next((one.reason for one in freed if one.player == viewer), None)
            if reason is not None:
                return frames.Unqueued(at=at, re=re, reason=reason, tournament=tournament_id)
            return _lobby(stamp, language, seats, replaces)
        case events.TournamentStarted(seats=seats):
            players = tuple(
                frames.StartedPlayer(player=s.player, nickname=s.nickname, rating=s.rating, lives=s.lives)
                for s in seats
            )
            return frames.TournamentStarted(**stamp, language=language, players=players)
        case events.RoundOpened():
            return frames.RoundOpened(
                **stamp,
                round=event.round,
                duels=tuple(
                    frames.RoundDuel(duel=d.duel, players=d.players, first=d.first, length=d.length)
                    for d in event.duels
                ),
                bye=event.bye,
                starts_at=event.starts_at,
            )
        case events.TurnStarted(duel=duel, turn=turn, player=player, deadline=deadline):
            return frames.TurnStarted(**stamp, duel=duel, turn=turn, player=player, deadline=deadline)
        case events.GuessScored(duel=duel, turn=turn, player=player):
            return frames.GuessScored(
                **stamp,
                duel=duel,
                turn=turn,
                player=player,
                word=event.word,
                tiles=event.tiles,
                marks=event.marks,
            )
        case events.TurnSkipped(duel=duel, turn=turn, player=player):
            return frames.TurnSkipped(**stamp, duel=duel, turn=turn, player=player)
        case events.DuelEnded():
            return frames.DuelEnded(
                **stamp,
                duel=event.duel,
                outcome=event.outcome,
                winner=event.winner,
                secret=event.secret,
                display=_display(event.secret, event.display),
                lives=_lives(event.lives),
            )
        case events.PlayerEliminated():
            return frames.PlayerEliminated(
                **stamp,
                player=event.player,
                round=event.round,
                guaranteed=event.guaranteed,
                possible=event.possible,
            )
        case events.PlayerLeft(player=player, place=place):
            return frames.PlayerLeft(**stamp, player=player, place=place)
        case events.PlayerAway(player=player, away=away):
            return frames.PlayerAway(**stamp, player=player, until=away.until)
        case events.PlayerBack(player=player):
            return frames.PlayerBack(**stamp, player=player)
        case events.RoundClosed():
            return frames.RoundClosed(**stamp, round=event.round, lives=_lives(event.lives), out=_standings(event.out))
        case events.TournamentEnded(standings=standings):
            return frames.TournamentEnded(**stamp, standings=_standings(standings))
        case _:
            assert_never(event)


def render_lobby(tournament: Tournament, at: int, *, re: str | None = None) -> frames.Lobby:
    """The lobby as it stands, for who comes back to it or lost track."""
    if tournament.phase is not Phase.LOBBY:
        raise ValueError(f"tournament {tournament.id} is no lobby any more")
    stamp = _Stamp(tournament=tournament.id, seq=tournament.seq, at=at, re=re)
    return _lobby(stamp, tournament.language, tournament.seats, None)


def render_snapshot(
    tournament: Tournament,
    at: int,
    rated: Iterable[frames.Rated] = (),
    *,
    re: str | None = None,
) -> frames.Snapshot:
    """The whole tournament as it stands, once it has started; ``rated`` are the settled ratings so far."""
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
                away=_until(seat),
                place=seat.place,
            )
            for seat in tournament.seats
        ),
        duels=tuple(_duel(duel) for duel in tournament.duels),
        bye=tournament.bye,
        standings=_final_standings(tournament.seats) if tournament.phase is Phase.OVER else None,
        rated=tuple(rated),
    )


def render_error(code: ErrorCode, *, at: int, re: str | None = None) -> frames.Error:
    """What the registry says of the code."""
    entry = ERRORS[code]
    return frames.Error(at=at, re=re, code=code, message=entry.message, definite=entry.is_definite)


def render_welcome(
    player: frames.Player,
    token: str,
    *,
    at: int,
    re: str | None = None,
    party: str | None = None,
    tournament: str | None = None,
) -> frames.Welcome:
    """The answer to ``hello``."""
    return frames.Welcome(at=at, re=re, player=player, token=token, party=party, tournament=tournament)


def render_renamed(player: frames.Player, *, at: int, re: str | None = None) -> frames.Renamed:
    """The answer to ``rename``."""
    return frames.Renamed(at=at, re=re, player=player)


def render_pong(*, at: int, re: str | None = None, seq: int | None = None) -> frames.Pong:
    """The answer to ``ping``; with the ``seq`` of the tournament that was named, if the player is seated in it."""
    return frames.Pong(at=at, re=re, seq=seq)


def render_synced(tournament_id: str, seq: int, *, at: int, re: str | None = None) -> frames.Synced:
    """The end of the answer to ``sync``."""
    return frames.Synced(at=at, re=re, tournament=tournament_id, seq=seq)


def render_unqueued(
    reason: events.Reason, *, at: int, re: str | None = None, tournament_id: str | None = None
) -> frames.Unqueued:
    """A seat in a lobby was given up or lost."""
    return frames.Unqueued(at=at, re=re, reason=reason, tournament=tournament_id)


def render_watch_ended(
    reason: events.Reason, *, at: int, re: str | None = None, tournament_id: str | None = None
) -> frames.WatchEnded:
    """Somebody without lives stopped watching (D5)."""
    return frames.WatchEnded(at=at, re=re, reason=reason, tournament=tournament_id)


def render_superseded(*, at: int) -> frames.Superseded:
    """The last word to a connection that another took over from (D11)."""
    return frames.Superseded(at=at)


def render_rated(tournament_id: str, player: str, *, place: int, before: int, change: int, at: int) -> frames.Rated:
    """A settled rating: ``before`` is the player's rating of the moment, ``change`` what the place earned (D1)."""
    return frames.Rated(
        at=at,
        tournament=tournament_id,
        player=player,
        place=place,
        before=before,
        change=change,
        after=before + change,
    )


def _lobby(stamp: _Stamp, language: str, seats: Sequence[Seat], replaces: str | None) -> frames.Lobby:
    return frames.Lobby(
        **stamp,
        language=language,
        seats=tuple(
            frames.LobbySeat(
                player=seat.player,
                nickname=seat.nickname,
                rating=seat.rating,
                party=seat.party,
                away=_until(seat),
            )
            for seat in seats
        ),
        range=rating_range(mean_rating(seat.rating for seat in seats)),
        replaces=replaces,
    )


def _until(seat: Seat) -> int | None:
    return None if seat.away is None else seat.away.until


def _duel(duel: Duel) -> frames.SnapshotDuel:
    """A duel of the current round; its secret only when it is over (D14)."""
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
        display=_display(duel.secret, duel.display) if duel.is_over else None,
    )


def _row(row: events.GuessScored | events.TurnSkipped) -> frames.GuessRow | frames.SkippedRow:
    match row:
        case events.GuessScored():
            return frames.GuessRow(turn=row.turn, player=row.player, word=row.word, tiles=row.tiles, marks=row.marks)
        case events.TurnSkipped():
            return frames.SkippedRow(turn=row.turn, player=row.player)


def _display(secret: str, display: str) -> str | None:
    return None if display == secret else display


def _lives(lives: Iterable[events.Lives]) -> dict[str, int]:
    return {one.player: one.lives for one in lives}


def _standings(placed: Iterable[events.Placed]) -> tuple[frames.Standing, ...]:
    return tuple(frames.Standing(player=one.player, place=one.place) for one in placed)


def _final_standings(seats: Iterable[Seat]) -> tuple[frames.Standing, ...]:
    placed = [frames.Standing(player=seat.player, place=seat.place) for seat in seats if seat.place is not None]
    return tuple(sorted(placed, key=lambda standing: standing.place))
