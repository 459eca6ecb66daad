"""The stored form of a tournament: its state, its version, the last events, and the receipts of accepted commands.

The whole record is one item, written under one condition: version unchanged.
"""

from collections.abc import Sequence
from dataclasses import replace

from wordle_tournament.app.receipts import Request, find_receipt, remember
from wordle_tournament.app.running_timer import RunningTimer, keep_timer
from wordle_tournament.core.events import Event, LobbyChanged, PrivateEvent, PublicEvent
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.step import Step, next_due, next_look
from wordle_tournament.core.tournament import Phase, Tournament

RECENT_EVENTS = 64  # kept for players who were away for a moment: some 40 s of four duels


@dataclass(frozen=True, slots=True)
class Entry:
    """A public event with its number, the version that holds it, and the request that it answers."""

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
    """A tournament as stored. ``version`` counts commits; 0 means that it is not stored yet."""

    tournament: Tournament
    version: int = 0
    recent_events: tuple[Entry, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    timer: RunningTimer | None = None  # of the absences in a lobby

    @property
    def id(self) -> str:
        """The tournament's id."""
        return self.tournament.id

    @property
    def now(self) -> int:
        """The latest time that the tournament has seen, epoch ms."""
        return self.tournament.now

    def receipt(self, request: Request) -> Receipt | None:
        """Return the receipt of an earlier delivery of the same command."""
        return find_receipt(self.receipts, request)

    def new_entries(self) -> tuple[Entry, ...]:
        """Return the events of this version: what its committer, or else the outbox relay, posts."""
        return tuple(entry for entry in self.recent_events if entry.version == self.version)

    def since(self, seq: int) -> tuple[Entry, ...] | None:
        """Return all events after ``seq``, or ``None`` if the oldest of them is no longer kept."""
        last = self.tournament.seq
        if seq == last:
            return ()
        missed = tuple(entry for entry in self.recent_events if entry.seq > seq)
        return missed if 0 <= seq < last and len(missed) == last - seq else None

    def newly_placed(self, before: Tournament) -> tuple[str, ...]:
        """Return the players whose place became certain since ``before``."""
        known = {seat.player for seat in before.seats if seat.change is not None}
        return tuple(
            seat.player for seat in self.tournament.seats if seat.change is not None and seat.player not in known
        )

    def after(self, step: Step, request: Request | None) -> "Record":
        """Return the next version: the step's events are appended, and the request is remembered if it was answered."""
        version = self.version + 1
        # A lobby is shown whole at every change, so nobody needs its history.
        kept = (entry for entry in self.recent_events if not isinstance(entry.event, LobbyChanged))
        entries = [*kept, *_entries(step, version, request)]
        return replace(
            self,
            tournament=step.after,
            version=version,
            recent_events=tuple(_newest(entries, version)),
            receipts=self._with_receipt(step, request),
            timer=self._kept_timer(step.after),
        )

    def after_tick(self, timer: RunningTimer | None) -> "Record":
        """Return the next version, in which nothing happened but that the lobby's timer looked."""
        return replace(self, version=self.version + 1, timer=timer)

    def _kept_timer(self, after: Tournament) -> RunningTimer | None:
        if after.phase is not Phase.LOBBY:
            return self.timer  # it ends at its next tick
        return keep_timer(self.timer, next_due(after), next_look(after, after.now), after.now)

    def joined_by(self, merged: "Record", seq: int) -> "Record":
        """Return the record with the receipts of players who sat in a merged lobby, answered by ``seq``."""
        taken = [
            replace(receipt, seq=seq)
            for receipt in merged.receipts
            if receipt.event is None and merged.tournament.seat(receipt.player) is not None
        ]
        return replace(self, receipts=(*self.receipts, *taken))

    def _with_receipt(self, step: Step, request: Request | None) -> tuple[Receipt, ...]:
        if request is None or step.answer is None:
            return self.receipts
        event = step.events[step.answer]
        seq = step.before.seq + sum(not isinstance(one, PrivateEvent) for one in step.events[: step.answer + 1])
        receipt = Receipt(request.player, request.id, seq, _answer(event, request.player))
        return remember(self.receipts, receipt, lambda player: step.after.seat(player) is not None)


def _answer(event: Event, player: str) -> Event | None:
    """Return what a receipt keeps of its answer: of a lobby's change only that the player's own seat was freed."""
    if not isinstance(event, LobbyChanged):
        return event
    freed = tuple(one for one in event.freed if one.player == player)
    return LobbyChanged((), freed) if freed else None


def _entries(step: Step, version: int, request: Request | None) -> list[Entry]:
    entries = []
    seq = step.before.seq
    for index, event in enumerate(step.events):
        if not isinstance(event, PrivateEvent):
            seq += 1
            entries.append(Entry(seq, version, event, request if index == step.answer else None))
    return entries


def _newest(entries: Sequence[Entry], version: int) -> Sequence[Entry]:
    """Return the last events, and in any case all of this version: the outbox relay may have to post them."""
    new = sum(entry.version == version for entry in entries)
    return entries[-max(RECENT_EVENTS, new) :]
