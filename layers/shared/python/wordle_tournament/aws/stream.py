"""What the table's stream tells: which version of which tournament was stored, and whose placement it settles."""

from typing import Any

from wordle_tournament.app.record import Record
from wordle_tournament.aws.document import decode
from wordle_tournament.aws.items import TournamentItem
from wordle_tournament.core.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """A tournament as one commit left it; ``settles`` are the players that this version placed."""

    record: Record
    placed: tuple[str, ...] = ()


def read_change(raw: dict[str, Any]) -> Change:
    """Read a record of the stream; whatever is wrong with it raises, and it is for the caller to put it aside."""
    item = TournamentItem.from_raw_data(raw["dynamodb"]["NewImage"])
    return Change(decode(item.state), tuple(sorted(item.placed or ())))
