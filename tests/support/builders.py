"""Tournaments as values, as a test states them: seats, lives and duels.

Players are ``p1`` to ``p8`` in the order of their seats; ``p3`` has the connection ``c3``. A test of a late round does
not play the earlier ones: it states lives, pairs and turns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from wordle_tournament.core.commands import Entrant
from wordle_tournament.core.events import TurnSkipped
from wordle_tournament.core.pairing import NOTHING_BEFORE, Pairing
from wordle_tournament.core.rules import STANDARD, Rules
from wordle_tournament.core.seat import Away, Seat
from wordle_tournament.core.tournament import Duel, Phase, Tournament, duel_name

START = 1_800_000_000_000  # the moment, epoch ms, at which a built tournament stands
SEED = "000102030405060708090a0b0c0d0e0f"
PLAYERS = tuple(f"p{number}" for number in range(1, 9))

_SECRETS = ("baba", "babab", "bababa", "bebe", "dadad", "dedede", "dodo", "gagag")


def connection_of(player: str) -> str:
    """The connection of a built player: ``c3`` for ``p3``."""
    return player.replace("p", "c", 1)


def entrant(player: str, rating: int = 1000, party: str | None = None) -> Entrant:
    return Entrant(player, player.upper(), rating, connection_of(player), party)


def empty_lobby(*, seed: str = SEED, rules: Rules = STANDARD, now: int = START) -> Tournament:
    """A lobby without seats."""
    return Tournament("t1", "xx", rules, seed, now)


def lobby_of(*entrants: Entrant, seed: str = SEED, rules: Rules = STANDARD) -> Tournament:
    """A lobby with these entrants seated."""
    seats = tuple(Seat(one.player, one.nickname, one.rating, one.party, one.connection) for one in entrants)
    return replace(empty_lobby(seed=seed, rules=rules), seats=seats)


def running(
    lives: Sequence[int] = (3,) * 8,
    pairs: Sequence[tuple[str, str]] | None = None,
    *,
    turns: Mapping[int, int] | None = None,
    deadlines: Mapping[int, int] | None = None,
    away: Mapping[str, int] | None = None,
    ratings: Sequence[int] = (1000,) * 8,
    round_number: int = 5,
    phase: Phase = Phase.PLAYING,
    before: Pairing = NOTHING_BEFORE,
    rules: Rules = STANDARD,
    seed: str = SEED,
) -> Tournament:
    """A tournament in mid-round.

    * ``lives`` by seat; players without lives were eliminated one by one in earlier rounds, the last seat first.
    * ``pairs`` of the duels. By default neighbours meet, and a player without a neighbour has the bye. The first of a
      pair has the odd turns. The secrets differ in length and are words of ``small_lexicon``.
    * ``turns``: the running turn of the duels by index (from 1), otherwise 1; the turns before it were skipped. In the
      intro no turn runs.
    * ``deadlines`` of the duels by index, in ms after ``START``, otherwise a whole turn away.
    * ``away``: when the connection was lost, in ms relative to ``START`` (so usually negative), with the full time to
      come back.
    """
    is_intro = phase is Phase.INTRO
    standing = [player for player, own in zip(PLAYERS, lives, strict=True) if own]
    if pairs is None:
        pairs = list(zip(standing[::2], standing[1::2], strict=False))
    paired = {player for pair in pairs for player in pair}
    bye = next((player for player in standing if player not in paired), None)
    duels = tuple(
        Duel(
            duel_name(round_number, index),
            pair,
            pair[0],
            len(_SECRETS[index - 1]),
            _SECRETS[index - 1],
            _SECRETS[index - 1].upper(),
            rows=() if is_intro else _skips(duel_name(round_number, index), pair, (turns or {}).get(index, 1)),
            turn=0 if is_intro else (turns or {}).get(index, 1),
            deadline=None if is_intro else START + (deadlines or {}).get(index, rules.turn_ms),
        )
        for index, pair in enumerate(pairs, start=1)
    )
    seats = tuple(
        Seat(
            player,
            player.upper(),
            rating,
            connection=connection_of(player),
            lives=own,
            out_in=None if own else round_number - 1,
            place=None if own else number,
            change=None if own else 0,  # does not matter to players who are still in
        )
        for number, (player, own, rating) in enumerate(zip(PLAYERS, lives, ratings, strict=True), start=1)
    )
    tournament = Tournament(
        "t1",
        "xx",
        rules,
        seed,
        START,
        phase=phase,
        seq=100,
        seats=seats,
        round=round_number,
        began=len(standing),
        starts_at=START + rules.intro_ms if is_intro else None,
        duels=duels,
        bye=bye,
        before=before,
        used=tuple(duel.secret for duel in duels),
    )
    for player, since in (away or {}).items():
        tournament = _gone(tournament, player, START + since)
    return tournament


def _skips(duel: str, pair: tuple[str, str], turn: int) -> tuple[TurnSkipped, ...]:
    """The rows before the turn, all skipped."""
    return tuple(TurnSkipped(duel, earlier, pair[(earlier - 1) % 2]) for earlier in range(1, turn))


def _gone(tournament: Tournament, player: str, since: int) -> Tournament:
    absence = Away(since, since + tournament.rules.absence_ms)
    seats = tuple(
        replace(seat, away=absence, connection=None) if seat.player == player else seat for seat in tournament.seats
    )
    return replace(tournament, seats=seats)
