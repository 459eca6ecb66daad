"""A tournament's record as its item, and the one condition it is written under."""

from collections.abc import Sequence

from pynamodb.expressions.condition import Condition

from wordle_tournament.app.record import Record
from wordle_tournament.aws.document import encode
from wordle_tournament.aws.items import LIFETIMES, TournamentItem, expiry, lobby_key, tournament_key
from wordle_tournament.core import rules as game


def version_before(record: Record) -> Condition:
    """Version unchanged: the version before this one is the newest, or there is none at all."""
    if record.version == 1:
        return TournamentItem.version.does_not_exist()
    return TournamentItem.version == record.version - 1


def tournament_item(record: Record, placed: Sequence[str] = ()) -> TournamentItem:
    """The item that keeps a record; ``placed`` are the players whom this version places."""
    tournament = record.tournament
    key = tournament_key(tournament.id)
    item = TournamentItem(
        key.pk,
        key.sk,
        expires_at=expiry(tournament.now, LIFETIMES[tournament.phase]),
        version=record.version,
        state=encode(record),
    )
    if placed:
        item.placed = set(placed)
    if tournament.is_open:
        item.lobby_key = lobby_key(tournament.language, game.SEATS - len(tournament.seats))
        item.lobby_rating = float(tournament.lobby_rating)  # of at most seven whole numbers: never rounded across 200
    return item
