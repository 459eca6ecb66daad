"""What one attempt at a command decided: the record as it is now, and what is to be written, if anything."""

from collections.abc import Callable
from dataclasses import dataclass as generic_dataclass
from typing import Any, Generic, TypeVar

from wordle_tournament.app.party_record import PartyReceipt, PartyRecord
from wordle_tournament.app.preconditions import PartyPrecondition, Precondition
from wordle_tournament.app.record import Receipt, Record
from wordle_tournament.core.commands import RefusalCode
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.step import Step
from wordle_tournament.protocol.errors import ErrorCode

R = TypeVar("R", Record, PartyRecord)


@dataclass(frozen=True, slots=True)
class TournamentWrite:
    """One atomic write of a tournament's next version.

    ``placed`` are the players whose place it makes certain. ``skip_connections`` are not sent its events, because the
    caller tells them everything.
    """

    record: Record
    placed: tuple[str, ...] = ()
    preconditions: tuple[Precondition, ...] = ()
    skip_connections: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PartyWrite:
    """One atomic write of a party's next version."""

    record: PartyRecord
    preconditions: tuple[PartyPrecondition, ...] = ()


Write = TournamentWrite | PartyWrite


@generic_dataclass(frozen=True, slots=True)
class Decision(Generic[R]):
    """What one attempt decided.

    ``record`` is the aggregate after it, or ``None`` if there is none. ``receipt`` is that of an earlier delivery of
    the same command. A decision that is not final writes what must come first; the command is then decided anew.
    """

    record: R | None
    refusal: RefusalCode | ErrorCode | None = None
    receipt: Receipt | PartyReceipt | None = None
    step: Step | None = None
    write: Write | None = None
    is_final: bool = True

    def answers_by(self, kind: type) -> bool:
        """Return whether the command was answered by an event of this kind."""
        step = self.step
        return step is not None and step.answer is not None and isinstance(step.events[step.answer], kind)


Attempt = Callable[[int], Decision[Any]]
