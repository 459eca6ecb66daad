"""Reading the table's stream: which version of which tournament or party was stored, and which players it placed."""

from typing import Any

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.record import Record
from wordle_tournament.aws.document import decode, decode_party
from wordle_tournament.aws.items import PartyItem, TournamentItem, party_key, tournament_key
from wordle_tournament.core.lazy_dataclass import dataclass

TOURNAMENT = tournament_key("").sk
PARTY = party_key("").sk


@dataclass(frozen=True, slots=True)
class Change:
    """An aggregate as one commit left it; ``placed`` are the players whose place this version made certain."""

    record: Record | PartyRecord
    placed: tuple[str, ...] = ()


def read_change(raw: dict[str, Any]) -> Change | None:
    """Read a record of the stream: ``None`` if it tells of no stored version.

    A filter may let other items through, and an item that expired has no image. Whatever is wrong with a stored
    version raises; the caller sends it to the dead letters.
    """
    told = raw["dynamodb"]
    kind = told["Keys"]["sk"]["S"]
    if kind not in {TOURNAMENT, PARTY} or "NewImage" not in told:
        return None
    if kind == PARTY:
        return Change(decode_party(PartyItem.from_raw_data(told["NewImage"]).state))
    item = TournamentItem.from_raw_data(told["NewImage"])
    return Change(decode(item.state), tuple(sorted(item.placed or ())))
