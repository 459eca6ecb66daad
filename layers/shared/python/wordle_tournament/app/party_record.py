"""The stored form of a party: its state, its version, what this version must tell, and the accepted commands.

The whole record is one item, written under one condition: version unchanged.
"""

from dataclasses import replace

from wordle_tournament.app.receipts import Request, find_receipt, remember
from wordle_tournament.app.running_timer import RunningTimer, keep_timer
from wordle_tournament.core.events import Reason
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.party import Member, Party, next_due


@dataclass(frozen=True, slots=True)
class PartyReceipt:
    """An accepted command. Its answer is the party as it stands, or that the player left it by this very command."""

    player: str
    id: str
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """A member whom this version removed, and why; they are still to be told."""

    member: Member
    reason: Reason


@dataclass(frozen=True, slots=True)
class PartyRecord:
    """A party as stored. ``version`` counts commits; 0 means that it is not stored yet.

    ``request`` asked for this version and ``removed`` are the members that it removed: with both, the outbox relay can
    tell what a committer that died did not.
    """

    party: Party
    version: int = 0
    receipts: tuple[PartyReceipt, ...] = ()
    request: Request | None = None
    removed: tuple[Removed, ...] = ()
    timer: RunningTimer | None = None  # of the members' absences

    @property
    def id(self) -> str:
        """The party's id."""
        return self.party.id

    @property
    def now(self) -> int:
        """The latest time that the party has seen, epoch ms."""
        return self.party.now

    def receipt(self, request: Request) -> PartyReceipt | None:
        """Return the receipt of an earlier delivery of the same command."""
        return find_receipt(self.receipts, request)

    def after(self, party: Party, request: Request | None, reasons: dict[str, Reason] | None = None) -> "PartyRecord":
        """Return the next version. Members who are gone were lost, unless ``reasons`` gives another reason."""
        receipts = self.receipts
        if request is not None:
            receipt = PartyReceipt(request.player, request.id, has_left=party.member(request.player) is None)
            receipts = remember(receipts, receipt, lambda player: party.member(player) is not None)
        removed = tuple(
            Removed(member, (reasons or {}).get(member.player, Reason.LOST))
            for member in self.party.members
            if party.member(member.player) is None
        )
        due = next_due(party)
        return replace(
            self,
            party=party,
            version=self.version + 1,
            receipts=receipts,
            request=request,
            removed=removed,
            timer=keep_timer(self.timer, due, due, party.now),
        )

    def after_tick(self, timer: RunningTimer | None) -> "PartyRecord":
        """Return the next version, in which nothing happened but that the timer looked."""
        return replace(self, version=self.version + 1, request=None, removed=(), timer=timer)

    def brought_by(self, player: str, before: "PartyRecord | None") -> "PartyRecord":
        """Return the record with the newcomer's receipts of their old party: a repeated command looks for them here."""
        if before is None or before.party.id == self.party.id:
            return self
        brought = (receipt for receipt in before.receipts if receipt.player == player)
        return replace(self, receipts=(*self.receipts, *brought))
