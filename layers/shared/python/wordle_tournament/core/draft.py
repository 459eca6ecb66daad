"""The events of one step while they accumulate; the only mutable object of the core, local to one ``perform``."""

from dataclasses import dataclass, field

from wordle_tournament.core.events import Event
from wordle_tournament.core.lexicon import Lexicon
from wordle_tournament.core.tournament import Tournament, evolve


@dataclass(slots=True)
class Draft:
    """A tournament in the course of one step. Each event is folded in at once, so the next rule sees its effect."""

    state: Tournament
    lexicon: Lexicon
    events: list[Event] = field(default_factory=list)
    answer: int | None = None  # the index of the event that answers the command

    def emit(self, event: Event, *, answers: bool = False) -> None:
        """Add the event and fold it into ``state``; ``answers`` marks it as the answer to the command."""
        if answers:
            self.answer = len(self.events)
        self.events.append(event)
        self.state = evolve(self.state, event)
