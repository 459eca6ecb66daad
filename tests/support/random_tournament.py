"""Whole random tournaments of eight players; all chance comes from one seed.

The players make good, bad and meaningless guesses, in and out of turn. They fall silent, drop, come back, change
devices and leave. The clock often stops exactly when something falls due, or a millisecond beside it, so that much
happens at one instant.
"""

from random import Random

from tests.support.builders import PLAYERS, START, connection_of, empty_lobby, entrant
from tests.support.invariants import check_composition, check_step
from tests.support.play import Play
from wordle_tournament.core.commands import Attach, Command, Drop, Guess, Leave, Ping, TakeSeats, Tick
from wordle_tournament.core.rules import FAST, STANDARD
from wordle_tournament.core.step import next_due
from wordle_tournament.core.tournament import Phase, Tournament

_MOST_STEPS = 5_000


class RandomTournament:
    """One random tournament: its players, and how often they guess, leave, drop and let time pass."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311
        rules = self._chance.choice((STANDARD, FAST))
        self.play = Play(empty_lobby(seed=f"{seed:032x}", rules=rules))
        self._connections = 0
        self._skill = {player: self._chance.choice((0.0, 0.1, 0.3, 0.6)) for player in PLAYERS}
        self._leaving = self._chance.choice((0, 0, 1, 4, 20))
        self._dropping = self._chance.choice((0, 2, 10))
        self._silence = self._chance.choice((1, 10, 40))

    def run(self, *, is_checked: bool) -> Play:
        """Play to the end; ``is_checked``: check the invariants at every step."""
        for _ in range(_MOST_STEPS):
            if self.play.tournament.phase is Phase.OVER:
                return self.play
            self._pass_time()
            command = self._command()
            now = START + self.play.now
            if is_checked and self._chance.random() < 0.2:
                end = now + self._chance.randint(0, 200_000)
                check_composition(self.play.tournament, self._chance.randint(now, end), end, self.play.lexicon)
            step = self.play.do(command)
            if is_checked:
                check_step(step, command, now, self.play.lexicon)
        raise AssertionError("the tournament does not end")

    def _pass_time(self) -> None:
        due = next_due(self.play.tournament)
        if due is None or self._chance.randrange(100) >= self._silence:
            self.play.now += self._chance.choice((0, 1, 700, 2_000))
        else:
            self.play.now = max(self.play.now - 5, due - START + self._chance.choice((-1, 0, 0, 0, 1)))

    def _command(self) -> Command:
        tournament = self.play.tournament
        if tournament.phase is Phase.LOBBY and self._chance.random() < 0.5:
            return self._join(tournament)
        player = self._chance.choice(PLAYERS)
        actions = (
            (self._play_on, 60),
            (self._guess_anything, 6),
            (self._ping, 15),
            (self._tick, 5),
            (self._drop, self._dropping),
            (self._attach, 6),
            (self._leave, self._leaving),
        )
        ((action, _weight),) = self._chance.choices(actions, [weight for _action, weight in actions])
        return action(player)

    def _join(self, tournament: Tournament) -> Command:
        free = [player for player in PLAYERS if tournament.seat(player) is None] or list(PLAYERS)
        unit = self._chance.sample(free, min(len(free), self._chance.choice((1, 1, 1, 2, 3))))
        party = unit[0] if len(unit) > 1 else None
        return TakeSeats(tuple(entrant(player, self._chance.randint(850, 1150), party) for player in unit))

    def _play_on(self, _player: str) -> Command:
        """Guess for a player whose turn runs."""
        running = [duel for duel in self.play.tournament.duels if duel.deadline is not None]
        if not running:
            return Tick()
        duel = self._chance.choice(running)
        mover = duel.mover(duel.turn)
        is_solved = self._chance.random() < self._skill[mover]
        word = duel.secret if is_solved else self.play.lexicon.another(duel.secret, self._chance.randrange(5))
        return Guess(mover, self._connection(mover), duel.duel, duel.turn, word)

    def _guess_anything(self, player: str) -> Command:
        tournament = self.play.tournament
        names = [duel.duel for duel in tournament.duels] + [f"{tournament.round - 1}.1", "?"]
        word = self._chance.choice(("zzzz", "baba", "babab", "b", "бaba", *tournament.used[-2:]))
        turn = self._chance.randint(-1, 13)
        return Guess(player, self._connection(player), self._chance.choice(names), turn, word)

    def _ping(self, player: str) -> Command:
        return Ping(player, self._chance.choice((self._connection(player), connection_of(player))))

    def _tick(self, _player: str) -> Command:
        return Tick()

    def _drop(self, player: str) -> Command:
        return Drop(player, self._chance.choice((self._connection(player), connection_of(player))))

    def _attach(self, player: str) -> Command:
        self._connections += 1
        return Attach(player, f"{player}/{self._connections}")

    def _leave(self, player: str) -> Command:
        return Leave(player, self._connection(player))

    def _connection(self, player: str) -> str:
        return self.play.connection(player)


def play_at_random(seed: int, *, is_checked: bool = False) -> Play:
    """Play one whole random tournament."""
    return RandomTournament(seed).run(is_checked=is_checked)
