"""A tournament being played by a test: it keeps the clock, the state and everything that happened."""

from dataclasses import dataclass, field
from typing import TypeVar

from tests.support.builders import START
from tests.support.words import SmallLexicon, small_lexicon
from wordle_tournament.core.commands import (
    Attach,
    Command,
    Drop,
    Entrant,
    Guess,
    Leave,
    Ping,
    RefusalCode,
    TakeSeats,
    Tick,
)
from wordle_tournament.core.events import Event
from wordle_tournament.core.seat import Seat
from wordle_tournament.core.step import Step, perform
from wordle_tournament.core.tournament import Duel, Tournament

_E = TypeVar("_E")


@dataclass(slots=True)
class Play:
    """``now`` is the test's clock in ms after ``START``; every call acts at that moment and returns its step.

    ``events`` is all that happened, ``said`` every command with its moment.
    """

    tournament: Tournament
    lexicon: SmallLexicon = field(default_factory=small_lexicon)
    now: int = 0
    events: list[Event] = field(default_factory=list)
    said: list[tuple[int, Command]] = field(default_factory=list)

    def do(self, command: Command) -> Step:
        """Carry out a command now."""
        self.said.append((self.now, command))
        step = perform(self.tournament, command, START + self.now, self.lexicon)
        self.tournament = step.after
        self.events.extend(step.events)
        return step

    def at(self, now: int) -> "Play":
        """Set the clock, in ms after ``START``; nothing happens yet."""
        self.now = now
        return self

    def tick(self) -> Step:
        return self.do(Tick())

    def take_seats(self, *entrants: Entrant) -> Step:
        return self.do(TakeSeats(entrants))

    def guess(self, player: str, word: str, *, duel: str | None = None, turn: int | None = None) -> Step:
        """Guess in the player's own duel and its running turn, unless ``duel`` or ``turn`` is given."""
        own = self.tournament.duel_of(player)
        name = duel if duel is not None else own.duel if own else "0.0"
        running = turn if turn is not None else own.turn if own else 1
        return self.do(Guess(player, self.connection(player), name, running, word))

    def solve(self, player: str) -> Step:
        return self.guess(player, self.duel(player).secret)

    def fail(self, player: str) -> Step:
        """Guess a listed word that is not the secret."""
        return self.guess(player, self.lexicon.another(self.duel(player).secret))

    def leave(self, player: str) -> Step:
        return self.do(Leave(player, self.connection(player)))

    def ping(self, player: str, connection: str | None = None) -> Step:
        return self.do(Ping(player, connection or self.connection(player)))

    def attach(self, player: str, connection: str) -> Step:
        return self.do(Attach(player, connection))

    def drop(self, player: str, connection: str | None = None) -> Step:
        return self.do(Drop(player, connection or self.connection(player)))

    def seat(self, player: str) -> Seat:
        return self.tournament.require_seat(player)

    def duel(self, player: str) -> Duel:
        duel = self.tournament.duel_of(player)
        if duel is None:
            raise KeyError(player)
        return duel

    def connection(self, player: str) -> str:
        """The player's connection; an unused one for a player without a seat or a connection."""
        seat = self.tournament.seat(player)
        return (seat and seat.connection) or f"none-of-{player}"

    def happened(self, kind: type[_E]) -> list[_E]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def code(step: Step) -> RefusalCode | None:
    """Why the command was refused; none: it was not."""
    return step.refusal.code if step.refusal else None


def kinds(step: Step) -> list[str]:
    """What happened in a step, by the names of its events."""
    return [event.kind for event in step.events]
