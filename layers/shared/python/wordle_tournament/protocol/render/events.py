"""Frames of a tournament's events."""

from collections.abc import Iterable, Sequence
from typing import TypedDict, assert_never

from wordle_tournament.core import events
from wordle_tournament.core.matchmaking import mean_rating, rating_range
from wordle_tournament.core.seat import Seat
from wordle_tournament.protocol import frames


class Stamp(TypedDict):
    """The fields that every event's frame has."""

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
    """Return the frame of one public event for one viewer.

    After a change of the lobby a viewer whose seat was freed gets ``unqueued``; all others get the ``lobby``.
    """
    stamp = Stamp(tournament=tournament_id, seq=seq, at=at, re=re)
    match event:
        case events.LobbyChanged(seats=seats, freed=freed, replaces=replaces):
            reason = next((one.reason for one in freed if one.player == viewer), None)
            if reason is not None:
                return frames.Unqueued(at=at, re=re, reason=reason, tournament=tournament_id)
            return lobby_frame(stamp, language, seats, replaces)
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
                display=display_if_different(event.secret, event.display),
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


def lobby_frame(stamp: Stamp, language: str, seats: Sequence[Seat], replaces: str | None) -> frames.Lobby:
    """Return the frame of a lobby with these seats; ``replaces`` is the lobby that was merged into it."""
    return frames.Lobby(
        **stamp,
        language=language,
        seats=tuple(
            frames.LobbySeat(
                player=seat.player,
                nickname=seat.nickname,
                rating=seat.rating,
                party=seat.party,
                away=until(seat),
            )
            for seat in seats
        ),
        range=rating_range(mean_rating(seat.rating for seat in seats)),
        replaces=replaces,
    )


def until(seat: Seat) -> int | None:
    """Return when an absent player's seat is given up, epoch ms; ``None`` if the player is not away."""
    return None if seat.away is None else seat.away.until


def display_if_different(secret: str, display: str) -> str | None:
    """Return the display form of a secret, or ``None`` if it is the secret itself."""
    return None if display == secret else display


def _lives(lives: Iterable[events.Lives]) -> dict[str, int]:
    return {one.player: one.lives for one in lives}


def _standings(placed: Iterable[events.Placed]) -> tuple[frames.Standing, ...]:
    return tuple(frames.Standing(player=one.player, place=one.place) for one in placed)
