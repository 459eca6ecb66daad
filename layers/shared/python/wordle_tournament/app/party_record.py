"""What is kept of a party: its state, the version, and which commands were accepted. One item, one condition."""

from dataclasses import dataclass, replace

from wordle_tournament.app.record import RECEIPTS, Request
from wordle_tournament.core.party import Party


@dataclass(frozen=True, slots=True)
class PartyReceipt:
    """An accepted command: its answer is the party as it stands, or that the player has left it."""

    player: str
    id: str


@dataclass(frozen=True, slots=True)
class PartyRecord:
    """A party as stored; ``version`` counts commits, 0 is not stored yet."""

    party: Party
    version: int = 0
    receipts: tuple[PartyReceipt, ...] = ()

    def has_receipt(self, request: Request) -> bool:
        """Whether the same command has been accepted before."""
        return PartyReceipt(request.player, request.id) in self.receipts

    def after(self, party: Party, request: Request | None) -> "PartyRecord":
        """The next version."""
        receipts = self.receipts
        if request is not None:
            mine = [receipt for receipt in receipts if receipt.player == request.player]
            others = [receipt for receipt in receipts if receipt.player != request.player]
            receipts = (*others, *mine[-(RECEIPTS - 1) :], PartyReceipt(request.player, request.id))
        return replace(self, party=party, version=self.version + 1, receipts=receipts)
