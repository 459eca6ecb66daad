"""A draft of what happens next: the one place where core code accumulates. It lives inside one call of ``step``."""

from dataclasses import dataclass, field

from wordle_tournament.core.events import Event
from wordle_tournament.core.lexicon import Lexicon
from wordle_tournament.core.tournament import Tournament, evolve


@dataclass(slots=True)
class Draft:
    """A tournament being carried on: an emitted event is folded in at once, so each rule sees the state it acts on."""

    state: Tournament
    lexicon: Lexicon
    events: list[Event] = field(default_factory=list)
    answer: int | None = None  # the index of the event that answers the command

    def emit(self, event: Event, *, answers: bool = False) -> None:
        """Let the event happen; ``answers`` marks it as the answer to the command being carried out."""
        if answers:
            self.answer = len(self.events)
        self.events.append(event)
        self.state = evolve(self.state, event)
