"""Tournaments in the table: one item each, read whole, written whole if the version is unchanged (D9, D11, D12).

The budget of a guess: ``load`` is one consistent read, ``save`` without preconditions one conditional write,
``mark_delivered`` one small write. A lost race is a ``Conflict`` however DynamoDB words it; throttling and everything
else is passed on as it is.
"""

from collections.abc import Iterable, Mapping, Sequence

from wordle_tournament.app.ports import PROPOSALS, Conflict, Rated
from wordle_tournament.app.preconditions import Precondition
from wordle_tournament.app.record import Record
from wordle_tournament.aws.document import decode
from wordle_tournament.aws.items import (
    RATED,
    PointerItem,
    RatedItem,
    TournamentItem,
    delivery_key,
    lobby_key,
    pointer_key,
    tournament_key,
)
from wordle_tournament.aws.outbox import DynamoOutbox
from wordle_tournament.aws.preconditions import add_precondition, commit
from wordle_tournament.aws.stored import tournament_item, version_before
from wordle_tournament.aws.table import ConditionFailed, Contended, Table
from wordle_tournament.aws.transaction import Transaction
from wordle_tournament.core import rules as game

_RECORD = "version unchanged"
_ROUNDING = 0.001


class DynamoTournaments(DynamoOutbox):
    """The ``Tournaments`` port."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, delivery_key)

    def load(self, tournament: str) -> Record | None:
        """The newest record: one consistent read."""
        item = self._table.get(TournamentItem, tournament_key(tournament))
        return decode(item.state) if item is not None else None

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        """One conditional write; with preconditions, one transaction. Raise ``Conflict`` or ``Superseded``."""
        item = tournament_item(record, placed)
        preconditions = tuple(preconditions)
        try:
            if preconditions:
                self._save_with(preconditions, item, record)
            else:
                self._table.put(item, version_before(record))
        except (ConditionFailed, Contended) as error:
            raise Conflict from error

    def _save_with(self, preconditions: Iterable[Precondition], item: TournamentItem, record: Record) -> None:
        transaction = Transaction(self._table)
        transaction.put(_RECORD, item, version_before(record))
        for precondition in preconditions:
            add_precondition(transaction, precondition, record.tournament)
        commit(transaction)

    def propose(
        self, language: str, rating: float, seats: int, *, reach: int = game.RATING_RANGE, most: int = PROPOSALS
    ) -> Sequence[str]:
        """The fullest lobbies first, of those the nearest in rating; the number of requests has a bound."""
        proposals: list[str] = []
        for free in range(seats, game.SEATS):
            proposals += self._nearest(lobby_key(language, free), rating, reach, most - len(proposals))
            if len(proposals) >= most:
                break
        return proposals

    def _nearest(self, key: str, rating: float, reach: int, most: int) -> Sequence[str]:
        """Lobbies of one partition of the index within reach. Only in a crowd are both directions asked for apart."""
        # Slightly more than the reach: means are rounded here, and the rules judge them exactly.
        ask, low, high = self._table.query_open_lobbies, rating - reach - _ROUNDING, rating + reach + _ROUNDING
        lobby_rating = TournamentItem.lobby_rating
        found, are_all = ask(key, lobby_rating.between(low, high), limit=4 * most)
        if not are_all:
            above, _ = ask(key, lobby_rating.between(rating, high), limit=most)
            below, _ = ask(key, lobby_rating.between(low, rating), limit=most, downwards=True)
            found = [*above, *below]
        # A lobby exactly at the rating is found on both sides; a dictionary keeps one of the two.
        distances = {raw["pk"]["S"]: abs(float(raw["lobby_rating"]["N"]) - rating) for raw in found}
        return [pk.removeprefix("T#") for pk in sorted(distances, key=lambda pk: (distances[pk], pk))[:most]]

    def pointers(self, language: str, bands: Iterable[int]) -> Mapping[int, str | None]:
        """One consistent read of all of them."""
        keys = {band: pointer_key(language, band) for band in bands}
        items = self._table.get_all(PointerItem, list(keys.values()))
        return {band: items[key].lobby if key in items else None for band, key in keys.items()}

    def ratings(self, tournament: str) -> Sequence[Rated]:
        """One consistent query of the tournament's ledger."""
        pk = tournament_key(tournament).pk
        found = self._table.query(pk, RatedItem.sk.startswith(RATED), limit=game.SEATS)
        return [rated_of(RatedItem.from_raw_data(raw)) for raw in found]


def rated_of(item: RatedItem) -> Rated:
    """The ledger entry that an item keeps."""
    return Rated(
        item.pk.removeprefix("T#"), item.sk.removeprefix(RATED), int(item.place), int(item.before), int(item.change)
    )
