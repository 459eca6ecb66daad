"""The start of a tournament, its rounds opened and closed, and its end (R1, R2, R3.2-R3.4, R5.2, D6, D7, D8)."""

from collections.abc import Iterable
from random import Random

from wordle_tournament.core import rules as game
from wordle_tournament.core.chance import stream
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.duel import begin_turn
from wordle_tournament.core.events import (
    Lives,
    OpenedDuel,
    Placed,
    RoundClosed,
    RoundOpened,
    TournamentEnded,
    TournamentStarted,
)
from wordle_tournament.core.pairing import Pair, draw_pairing
from wordle_tournament.core.placement import elimination_place
from wordle_tournament.core.rating import placement_change
from wordle_tournament.core.tournament import Phase, Tournament, duel_name


def start_if_full(draft: Draft, at: int) -> None:
    """Start at ``at``, epoch ms, if eight players are seated and none is away (R1.1, D11)."""
    lobby = draft.state
    if lobby.phase is Phase.LOBBY and len(lobby.seats) == game.SEATS and not any(seat.away for seat in lobby.seats):
        draft.emit(TournamentStarted(tuple(seat.with_lives(game.LIVES) for seat in lobby.seats)))
        open_round(draft, at)


def open_round(draft: Draft, at: int) -> None:
    """Pair the players with lives and begin the intro at ``at``, epoch ms (R1.3, R2)."""
    tournament = draft.state
    number = tournament.round + 1
    players = [seat.player for seat in tournament.survivors]
    pairing = draw_pairing(players, tournament.before, stream(tournament.seed, "pairing", number))
    duels: list[OpenedDuel] = []
    used = set(tournament.used)
    for index, pair in enumerate(pairing.pairs, start=1):
        duel = _draw_duel(draft, duel_name(number, index), pair, used)
        used.add(duel.secret)  # every pair gets a different word (R5.2)
        duels.append(duel)
    draft.emit(RoundOpened(number, tuple(duels), pairing.bye, at + tournament.rules.intro_ms))


def _draw_duel(draft: Draft, name: str, pair: Pair, used: set[str]) -> OpenedDuel:
    seed = draft.state.seed
    length = stream(seed, "length", name).choice(game.LENGTHS)
    secret = _draw_secret(draft, stream(seed, "word", name), length, used)
    first = stream(seed, "first", name).choice(pair)
    return OpenedDuel(name, pair, first, length, secret, draft.lexicon.display(secret))


def _draw_secret(draft: Draft, chance: Random, length: int, used: set[str]) -> str:
    """Draw a secret uniformly among those not used in this tournament (R5.2, D8)."""
    secrets = draft.lexicon.secrets(length)
    if used.issuperset(secrets):
        raise ValueError(f"no unused secret of length {length} is left")
    # Drawing again after a used word keeps the draw uniform without copying the list.
    while (secret := chance.choice(secrets)) in used:
        pass
    return secret


def begin_duels(draft: Draft, at: int) -> None:
    """End the intro at ``at``, epoch ms: every duel that is not over begins its first turn (R1.3)."""
    for duel in draft.state.duels:
        if not duel.is_over:
            begin_turn(draft, duel, 1, at)


def close_if_over(draft: Draft, at: int) -> None:
    """Close the round if its last duel has ended (R1.4) or one player is left (D6).

    Then open the next round at ``at``, epoch ms, or end the tournament.
    """
    tournament = draft.state
    if not tournament.is_running:
        return
    if not tournament.are_duels_over and len(tournament.survivors) > 1:
        return
    _close_round(draft)
    if len(draft.state.survivors) > 1:
        open_round(draft, at)
    else:
        _end_tournament(draft)


def place_players(tournament: Tournament, players: Iterable[str], place: int) -> tuple[Placed, ...]:
    """Return the players with their final place and the rating change it earns against all others (R6.2, D1)."""
    players = tuple(players)
    places = {seat.player: place if seat.player in players else seat.place for seat in tournament.seats}
    ratings = {seat.player: seat.rating for seat in tournament.seats}
    return tuple(Placed(player, place, placement_change(player, places, ratings)) for player in players)


def _close_round(draft: Draft) -> None:
    tournament = draft.state
    gone = [seat for seat in tournament.seats if seat.out_in == tournament.round]
    eliminated = [seat.player for seat in gone if seat.place is None]
    left = [Placed(seat.player, seat.place, seat.change) for seat in gone if seat.place and seat.change is not None]
    out = *place_players(tournament, eliminated, elimination_place(len(tournament.survivors))), *left
    lives = tuple(Lives(seat.player, seat.lives) for seat in tournament.seats)
    draft.emit(RoundClosed(tournament.round, lives, tuple(sorted(out, key=_by_place))))


def _end_tournament(draft: Draft) -> None:
    tournament = draft.state
    winners = place_players(tournament, [seat.player for seat in tournament.survivors], 1)
    placed = [
        Placed(seat.player, seat.place, seat.change)
        for seat in tournament.seats
        if seat.place is not None and seat.change is not None
    ]
    standings = tuple(sorted((*winners, *placed), key=_by_place))
    draft.emit(TournamentEnded(standings, winners[0] if winners else None))


def _by_place(placed: Placed) -> int:
    return placed.place
