"""Players of whole tournaments without a network: how long a turn takes and how likely it solves the word.

The chances were measured with two kinds of bots on the real English lists, over 2,000 duels on one board (R4.1). The
*careful* bot guesses any word that fits all rows so far. The *hasty* bot does so in every other turn and guesses
blindly in the rest. Chances are given by row; rows beyond the last measured one use its chance.
"""

from dataclasses import dataclass
from random import Random

from tests.support.builders import PLAYERS, START, empty_lobby, entrant
from tests.support.play import Play
from wordle_tournament.core.commands import Guess, Tick
from wordle_tournament.core.step import next_due
from wordle_tournament.core.tournament import Duel, Phase

# The chance that the guess of row 1, 2, 3... is the secret.
CAREFUL = (0.002, 0.089, 0.349, 0.586, 0.650, 0.691, 0.814)
HASTY = (0.001, 0.035, 0.194, 0.324, 0.358, 0.389, 0.391)

THINKING = (5_000, 25_000)  # a guess comes after so many ms, all equally likely


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """One player: the chance of solving, by row."""

    chances: tuple[float, ...]

    def chance(self, row: int) -> float:
        return self.chances[min(row, len(self.chances)) - 1]


def play_tournament(seed: int) -> Play:
    """Play a whole tournament of four careful and four hasty players; the result holds all ``events``."""
    chance = Random(seed)  # noqa: S311
    kinds = [CAREFUL, HASTY] * 4
    chance.shuffle(kinds)
    players = {player: SimulatedPlayer(kind) for player, kind in zip(PLAYERS, kinds, strict=True)}
    play = Play(empty_lobby(seed=f"{chance.getrandbits(128):032x}"))
    play.take_seats(*map(entrant, PLAYERS))
    moves: dict[str, int] = {}  # when the running turn of each duel is played, by the duel's name
    while play.tournament.phase is not Phase.OVER:
        if play.tournament.phase is Phase.INTRO:
            _wait_for_the_duels(play, moves, chance)
            continue
        duels = {duel.duel: duel for duel in play.tournament.duels if duel.deadline is not None}
        name = min(duels, key=moves.__getitem__)
        play.now = moves[name]
        _guess(play, duels[name], players, chance)
        moves[name] = play.now + chance.randint(*THINKING)
    return play


def _wait_for_the_duels(play: Play, moves: dict[str, int], chance: Random) -> None:
    due = next_due(play.tournament)
    assert due is not None
    play.now = due - START
    play.do(Tick())
    moves.clear()
    moves.update({duel.duel: play.now + chance.randint(*THINKING) for duel in play.tournament.duels})


def _guess(play: Play, duel: Duel, players: dict[str, SimulatedPlayer], chance: Random) -> None:
    mover = duel.mover(duel.turn)
    is_solved = chance.random() < players[mover].chance(duel.turn)
    word = duel.secret if is_solved else play.lexicon.another(duel.secret)
    play.do(Guess(mover, play.connection(mover), duel.duel, duel.turn, word))
