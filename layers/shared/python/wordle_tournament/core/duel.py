r"""The course of a duel: turns, guesses, skips and the end (R4, D10). Lives are taken here; ``rounds`` closes rounds.

turn runs --valid guess--> solved: the guesser wins
                       \-> next turn, after turn 12: draw
turn runs --time is up --> next turn, after turn 12: draw
not over  --one leaves --> forfeit: the opponent wins
"""

from wordle_tournament.core import rules as game
from wordle_tournament.core.alphabet import UnknownLetter
from wordle_tournament.core.commands import Guess, Refusal, RefusalCode
from wordle_tournament.core.draft import Draft
from wordle_tournament.core.events import (
    DuelEnded,
    GuessScored,
    Lives,
    Outcome,
    PlayerEliminated,
    TurnSkipped,
    TurnStarted,
)
from wordle_tournament.core.marks import mark
from wordle_tournament.core.rating import ABOVE, LEVEL, elimination_bounds
from wordle_tournament.core.tournament import Duel, Tournament, round_of


def begin_turn(draft: Draft, duel: Duel, turn: int, at: int) -> None:
    """Start a turn at ``at``, epoch ms, from which its deadline counts (R4.2)."""
    deadline = at + draft.state.rules.turn_ms
    draft.emit(TurnStarted(duel.duel, turn, duel.mover(turn), deadline))


def expire_turn(draft: Draft, duel: Duel, at: int) -> None:
    """Skip the running turn, whose time runs out at ``at``, epoch ms (R4.3)."""
    draft.emit(TurnSkipped(duel.duel, duel.turn, duel.mover(duel.turn)))
    _pass_turn(draft, duel, at)


def _pass_turn(draft: Draft, duel: Duel, at: int) -> None:
    if duel.turn == game.TURNS:
        end_duel(draft, duel, Outcome.DRAW, None, at)
    else:
        begin_turn(draft, duel, duel.turn + 1, at)


def end_duel(draft: Draft, duel: Duel, outcome: Outcome, winner: str | None, at: int) -> None:
    """End a duel at ``at``, epoch ms: take lives, and eliminate players who have none left (R3.1).

    A forfeit takes all lives of the leaver, whose place ``leaving`` decides (R8.2).
    """
    lives = tuple(Lives(player, _lives_after(draft.state, player, outcome, winner)) for player in duel.players)
    one, other = lives
    draft.emit(DuelEnded(duel.duel, outcome, winner, duel.secret, duel.display, (one, other)))
    if outcome is not Outcome.FORFEIT:
        for loser in lives:
            if loser.lives == 0:
                _eliminate(draft, loser.player, at)


def _lives_after(tournament: Tournament, player: str, outcome: Outcome, winner: str | None) -> int:
    lives = tournament.require_seat(player).lives
    if player == winner:
        return lives
    return 0 if outcome is Outcome.FORFEIT else lives - 1


def _eliminate(draft: Draft, player: str, at: int) -> None:
    """Eliminate the player with the bounds of D4; the place is decided when the round ends."""
    tournament = draft.state
    own = tournament.require_seat(player)
    others = [seat for seat in tournament.seats if seat.player != player]
    # Level with others eliminated in this round; above players placed before and this round's leavers.
    certain = sum(LEVEL if seat.place is None else ABOVE for seat in others if not seat.is_in)
    survivors = tournament.survivors
    # When all duels are over, only absences that end at this instant still come before the round's end (D10).
    may_fall = [seat for seat in survivors if not tournament.are_duels_over or seat.is_due(at)]
    bounds = elimination_bounds(own.rating, [seat.rating for seat in others], certain, len(survivors), len(may_fall))
    draft.emit(PlayerEliminated(player, tournament.round, bounds.guaranteed, bounds.possible))


def decide_guess(draft: Draft, guess: Guess, now: int) -> Refusal | None:
    """Score a guess received at ``now``, epoch ms, or refuse it and change nothing (R4.4, R4.5, D10)."""
    found = _open_turn(draft.state, guess)
    if isinstance(found, RefusalCode):
        return Refusal(found)
    try:
        tiles = draft.lexicon.alphabet.tiles(guess.word)
    except UnknownLetter:
        return Refusal(RefusalCode.LETTER_UNKNOWN)
    if len(tiles) != found.length:
        return Refusal(RefusalCode.WRONG_LENGTH)
    word = "".join(tiles)
    if not draft.lexicon.is_guess(word, found.length):
        return Refusal(RefusalCode.WORD_UNKNOWN)
    marks = mark(draft.lexicon.alphabet.tiles(found.secret), tiles)
    draft.emit(GuessScored(found.duel, found.turn, guess.player, word, tiles, marks), answers=True)
    if word == found.secret:
        end_duel(draft, found, Outcome.SOLVED, guess.player, now)
    else:
        _pass_turn(draft, found, now)
    return None


def _open_turn(tournament: Tournament, guess: Guess) -> Duel | RefusalCode:
    """Return the guesser's duel if the named turn runs and is theirs; otherwise the code of the refusal."""
    duel = tournament.duel_of(guess.player)
    if duel is None or duel.duel != guess.duel:
        is_past = round_of(guess.duel) in range(1, tournament.round)
        return RefusalCode.DUEL_OVER if is_past else RefusalCode.NOT_PLAYING
    if duel.is_over:
        return RefusalCode.DUEL_OVER
    if guess.turn < duel.turn:
        return RefusalCode.TURN_OVER
    is_running = duel.deadline is not None  # false in the intro, where turn 0 belongs to no player
    if not is_running or guess.turn > duel.turn or duel.mover(duel.turn) != guess.player:
        return RefusalCode.NOT_YOUR_TURN
    return duel
