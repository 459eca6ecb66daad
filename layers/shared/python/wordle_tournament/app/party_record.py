"""What is kept of a party: its state, the version, and which commands were accepted. One item, one condition."""

from dataclasses import replace

from wordle_tournament.app.record import RECEIPTS, UNSEATED_RECEIPTS, Request
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.party import Party


@dataclass(frozen=True, slots=True)
class PartyReceipt:
    """An accepted command: its answer is the party as it stands, or that the player left it by this very command."""

    player: str
    id: str
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class PartyRecord:
    """A party as stored; ``version`` counts commits, 0 is not stored yet."""

    party: Party
    version: int = 0
    receipts: tuple[PartyReceipt, ...] = ()

    def receipt(self, request: Request) -> PartyReceipt | None:
        """The receipt of an earlier delivery of the same command."""
        wanted = (request.player, request.id)
        return next((receipt for receipt in self.receipts if (receipt.player, receipt.id) == wanted), None)

    def after(self, party: Party, request: Request | None) -> "PartyRecord":
        """The next version. Of all who are members no longer only the newest receipts are kept."""
        receipts = list(self.receipts)
        if request is not None:
            mine = [receipt for receipt in receipts if receipt.player == request.player]
            others = [receipt for receipt in receipts if receipt.player != request.player]
            receipt = PartyReceipt(request.player, request.id, has_left=party.member(request.player) is None)
            receipts = [*others, *mine[-(RECEIPTS - 1) :], receipt]
        strangers = [receipt for receipt in receipts if party.member(receipt.player) is None]
        forgotten = strangers[:-UNSEATED_RECEIPTS]
        kept = tuple(receipt for receipt in receipts if receipt not in forgotten)
        return replace(self, party=party, version=self.version + 1, receipts=kept)

    def brought_by(self, player: str, before: "PartyRecord | None") -> "PartyRecord":
        """The record with what its newcomer's old party remembers of him: a repeated command finds him here."""
        if before is None or before.party.id == self.party.id:
            return self
        brought = (receipt for receipt in before.receipts if receipt.player == player)
        return replace(self, receipts=(*self.receipts, *brought))
