"""Requests, and the memory of the accepted ones: a frame that comes twice has its effect once.

Tournaments and parties keep the same memory: the newest commands of each player who is in the aggregate, and some of
those who are in it no longer. Refusals are not kept; a refused command is judged anew.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from wordle_tournament.core.lazy_dataclass import dataclass

RECEIPTS = 8  # accepted commands remembered for each player
UNSEATED_RECEIPTS = 16  # and for all other players together who are in the aggregate no longer


@dataclass(frozen=True, slots=True)
class Request:
    """The frame that asked: its sender, its ``id`` (unique for the sender), and the connection to answer on."""

    player: str
    id: str
    connection: str


class _Receipt(Protocol):
    @property
    def player(self) -> str: ...

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=_Receipt)


def find_receipt(receipts: Sequence[R], request: Request) -> R | None:
    """Return the receipt of an earlier delivery of the same command."""
    wanted = (request.player, request.id)
    return next((receipt for receipt in receipts if (receipt.player, receipt.id) == wanted), None)


def remember(receipts: Sequence[R], receipt: R, is_inside: Callable[[str], bool]) -> tuple[R, ...]:
    """Return the receipts with a new one added and the oldest forgotten; ``is_inside`` tells who is in the aggregate.

    A lobby may see many players come and go, so players who are no longer inside share a limit.
    """
    own = [one for one in receipts if one.player == receipt.player]
    others = [one for one in receipts if one.player != receipt.player]
    outside = [one for one in others if not is_inside(one.player)]
    forgotten = outside[:-UNSEATED_RECEIPTS]
    kept = [one for one in others if one not in forgotten]
    return (*kept, *own[-(RECEIPTS - 1) :], receipt)
