"""What is kept of a tournament: its state, the version, the last events, and the answers to accepted commands.

The whole record is one item, written under one condition: version unchanged.
"""

from collections.abc import Sequence
from dataclasses import replace

from wordle_tournament.core.events import Event, LobbyChanged, PrivateEvent, PublicEvent
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.step import Step
from wordle_tournament.core.tournament import Tournament

RECENT_EVENTS = 64  # events kept for who was away a moment: some 40 s of four duels
RECEIPTS = 8  # accepted commands remembered for each player
UNSEATED_RECEIPTS = 16  # likewise for all together who have given up their seats


@dataclass(frozen=True, slots=True)
class Request:
    """Which frame asked: its sender, the ``id`` he gave it, and the connection to answer on."""

    player: str
    id: str
    connection: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A public event with its number, the version that holds it, and the request it answers."""

    seq: int
    version: int
    event: PublicEvent
    request: Request | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """An accepted command and its answer: an event and its number; no event means the lobby as it stands."""

    player: str
    id: str
    seq: int
    event: Event | None


@dataclass(frozen=True, slots=True)
class Record:
    """A tournament as stored; ``version`` counts commits, 0 is not stored yet."""

    tournament: Tournament
    version: int = 0
    ring: tuple[Entry, ...] = ()
    receipts: tuple[Receipt, ...] = ()

    def receipt(self, request: Request) -> Receipt | None:
        """The receipt of an earlier delivery of the same command."""
        wanted = (request.player, request.id)
        return next((receipt for receipt in self.receipts if (receipt.player, receipt.id) == wanted), None)

    def fresh(self) -> tuple[Entry, ...]:
        """The events of this version: what its committer, or else the relay, posts."""
        return tuple(entry for entry in self.ring if entry.version == self.version)

    def since(self, seq: int) -> tuple[Entry, ...] | None:
        """The events after ``seq``, none missing; ``None`` if the ring no longer reaches back so far."""
        last = self.tournament.seq
        if seq == last:
            return ()
        missed = tuple(entry for entry in self.ring if entry.seq > seq)
        return missed if 0 <= seq < last and len(missed) == last - seq else None

    def placed(self, before: Tournament) -> tuple[str, ...]:
        """Whose placement became certain since ``before``."""
        known = {seat.player for seat in before.seats if seat.change is not None}
        return tuple(
            seat.player for seat in self.tournament.seats if seat.change is not None and seat.player not in known
        )

    def after(self, step: Step, request: Request | None) -> "Record":
        """The record with the step's events appended, as the next version."""
        version = self.version + 1
        # A lobby is told whole at every change: nobody needs its history.
        kept = (entry for entry in self.ring if not isinstance(entry.event, LobbyChanged))
        ring = [*kept, *_entries(step, version, request)]
        return replace(
            self,
            tournament=step.after,
            version=version,
            ring=tuple(_newest(ring, version)),
            receipts=self._with_receipt(step, request),
        )

    def joined_by(self, gone: "Record", seq: int) -> "Record":
        """The record that also knows by which commands those of a merged lobby took their seats; ``seq`` tells them."""
        taken = [
            replace(receipt, seq=seq)
            for receipt in gone.receipts
            if receipt.event is None and gone.tournament.seat(receipt.player) is not None
        ]
        return replace(self, receipts=(*self.receipts, *taken))

    def _with_receipt(self, step: Step, request: Request | None) -> tuple[Receipt, ...]:
        if request is None or step.answer is None:
            return self.receipts
        event = step.events[step.answer]
        seq = step.before.seq + sum(not isinstance(one, PrivateEvent) for one in step.events[: step.answer + 1])
        mine = [receipt for receipt in self.receipts if receipt.player == request.player]
        others = [receipt for receipt in self.receipts if receipt.player != request.player]
        receipt = Receipt(request.player, request.id, seq, _answer(event, request.player))
        return (*_of_the_seated(others, step.after), *mine[-(RECEIPTS - 1) :], receipt)


def _answer(event: Event, player: str) -> Event | None:
    """What a receipt keeps of an answer: of a lobby's change only that the player's own seat was freed by it."""
    if not isinstance(event, LobbyChanged):
        return event
    freed = tuple(one for one in event.freed if one.player == player)
    return LobbyChanged((), freed) if freed else None


def _of_the_seated(receipts: Sequence[Receipt], tournament: Tournament) -> Sequence[Receipt]:
    """All receipts of those with a seat, the newest of those who gave theirs up: a lobby may see many come and go."""
    strangers = [receipt for receipt in receipts if tournament.seat(receipt.player) is None]
    forgotten = strangers[:-UNSEATED_RECEIPTS]
    return [receipt for receipt in receipts if receipt not in forgotten]


def _entries(step: Step, version: int, request: Request | None) -> list[Entry]:
    entries = []
    seq = step.before.seq
    for index, event in enumerate(step.events):
        if not isinstance(event, PrivateEvent):
            seq += 1
            entries.append(Entry(seq, version, event, request if index == step.answer else None))
    return entries


def _newest(ring: Sequence[Entry], version: int) -> Sequence[Entry]:
    """The last events, and in any case all of this version: the relay may have to post them."""
    fresh = sum(entry.version == version for entry in ring)
    return ring[-max(RECENT_EVENTS, fresh) :]
