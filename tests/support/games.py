"""Whole random games, as the sequence of records that would be stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.support.builders import PLAYERS, SEED, START, connection_of, empty_lobby, entrant
from tests.support.words import SmallLexicon, small_lexicon
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.core.commands import Attach, Command, Drop, Guess, Leave, Ping, TakeSeats, Tick
from wordle_tournament.core.step import next_due, perform
from wordle_tournament.core.tournament import Phase, Tournament

_ANSWERED = (Guess, Leave, TakeSeats)  # commands that are answered


def play_records(chance: Random) -> Iterator[Record]:
    """Every version of one tournament, from its first seat to its end."""
    game = _Game(chance, small_lexicon(), Record(empty_lobby(seed=SEED)))
    while game.record.tournament.phase is not Phase.OVER:
        command = game.next_command()
        step = perform(game.record.tournament, command, game.now, game.lexicon)
        if step.events:
            game.record = game.record.after(step, game.request(command))
            yield game.record


@dataclass(slots=True)
class _Game:
    """Eight players who guess, often badly, and sometimes drop, come back, fall silent or leave."""

    chance: Random
    lexicon: SmallLexicon
    record: Record
    now: int = START

    def next_command(self) -> Command:
        """Let time pass and return the next command."""
        tournament = self.record.tournament
        self.now += self.chance.randint(0, 6_000)
        player = self.chance.choice(PLAYERS)
        match self.chance.choices(("act", "drop", "return", "leave", "wait"), weights=(88, 3, 4, 0.5, 4))[0]:
            case "drop":
                return Drop(player, connection_of(player))
            case "return":
                return Attach(player, connection_of(player))
            case "leave":
                return Leave(player, connection_of(player))
            case "wait":
                self.now = max(self.now, next_due(tournament) or 0)
                return Tick()
            case _:
                return self._join(player) if tournament.phase is Phase.LOBBY else self._play(tournament)

    def request(self, command: Command) -> Request | None:
        """Return the request that the command came with, if it needs an answer."""
        if not isinstance(command, _ANSWERED):
            return None
        player = command.entrants[0].player if isinstance(command, TakeSeats) else command.player
        return Request(player, f"{self.chance.getrandbits(64):016x}", connection_of(player))

    def _join(self, player: str) -> Command:
        return TakeSeats((entrant(player, self.chance.randint(920, 1080)),))

    def _play(self, tournament: Tournament) -> Command:
        running = [duel for duel in tournament.duels if duel.deadline is not None]
        if not running:
            self.now = max(self.now, next_due(tournament) or 0)
            return Tick()
        duel = self.chance.choice(running)
        mover = duel.mover(duel.turn)
        if self.chance.random() < 0.05:
            return Ping(mover, connection_of(mover))
        is_solved = self.chance.random() < 0.12
        word = duel.secret if is_solved else self.lexicon.another(duel.secret, self.chance.randrange(30))
        return Guess(mover, connection_of(mover), duel.duel, duel.turn, word)
