"""What is kept of a party: its state, the version, and which commands were accepted. One item, one condition."""

from dataclasses import replace

from wordle_tournament.app.record import RECEIPTS, STRANGERS, Request
from wordle_tournament.core.party import Party
from wordle_tournament.core.values import dataclass


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
        """The next version. Of all who are members no longer only the newest receipts are kept."""
        receipts = list(self.receipts)
        if request is not None:
            mine = [receipt for receipt in receipts if receipt.player == request.player]
            others = [receipt for receipt in receipts if receipt.player != request.player]
            receipts = [*others, *mine[-(RECEIPTS - 1) :], PartyReceipt(request.player, request.id)]
        strangers = [receipt for receipt in receipts if party.member(receipt.player) is None]
        forgotten = strangers[:-STRANGERS]
        kept = tuple(receipt for receipt in receipts if receipt not in forgotten)
        return replace(self, party=party, version=self.version + 1, receipts=kept)

    def brought_by(self, player: str, before: "PartyRecord | None") -> "PartyRecord":
        """The record with what its newcomer's old party remembers of him: a repeated command finds him here."""
        if before is None or before.party.id == self.party.id:
            return self
        brought = (receipt for receipt in before.receipts if receipt.player == player)
        return replace(self, receipts=(*self.receipts, *brought))
