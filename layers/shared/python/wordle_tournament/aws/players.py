"""Players in the table: the live connection (D11), the nickname (R10), the rating and its ledger (R6.3).

A plain write may meet a transaction on the same player (their party takes its seats). Then it is tried again; that is
never taken for the failure of its own condition.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from wordle_tournament.app.ports import Busy, Conflict, Connected, Player, Rated
from wordle_tournament.aws.items import (
    LEDGER_LIFETIME,
    PLAYER_LIFETIME,
    PlayerItem,
    RatedItem,
    expiry,
    player_key,
    rated_key,
)
from wordle_tournament.aws.table import ConditionFailed, Table
from wordle_tournament.aws.tournaments import rated_of
from wordle_tournament.aws.transaction import Cancelled, Transaction
from wordle_tournament.core import rules as game

RATE_ATTEMPTS = 8
_ENTRY = "entered once"
_RATING = "rating as read"


class DynamoPlayers:
    """The ``Players`` port."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def load(self, player: str) -> Player | None:
        """One consistent read."""
        item = self._table.get(PlayerItem, player_key(player))
        return _player(item) if item is not None else None

    def load_all(self, players: Iterable[str]) -> Mapping[str, Player]:
        """One consistent read of all of them."""
        found = self._table.get_all(PlayerItem, [player_key(player) for player in players])
        return {player.id: player for player in map(_player, found.values())}

    def connect(self, player: str, connection: str, nickname: str, at: int) -> Connected:
        """One write that returns what was there before it. Raise ``Conflict`` if a later ``hello`` was there."""
        actions = [
            PlayerItem.nickname.set(PlayerItem.nickname | nickname),  # `|` writes only what is missing
            PlayerItem.rating.set(PlayerItem.rating | game.START_RATING),  # R6.1
            PlayerItem.connection.set(connection),
            PlayerItem.connected_at.set(at),
            PlayerItem.expires_at.set(expiry(at, PLAYER_LIFETIME)),
        ]
        condition = PlayerItem.connected_at.does_not_exist() | (PlayerItem.connected_at <= at)
        try:
            before = self._table.update(PlayerItem, player_key(player), actions, condition, "ALL_OLD")
        except ConditionFailed as error:
            raise Conflict from error
        if before is None:
            return Connected(Player(player, nickname, game.START_RATING, connection), None)
        superseded = before.connection if before.connection != connection else None
        return Connected(replace(_player(before), connection=connection), superseded)

    def rename(self, player: str, connection: str, nickname: str) -> Player:
        """One conditional write; raise ``Conflict`` if the connection is not the live one."""
        actions = [PlayerItem.nickname.set(nickname)]
        try:
            item = self._table.update(
                PlayerItem, player_key(player), actions, PlayerItem.connection == connection, "ALL_NEW"
            )
        except ConditionFailed as error:
            raise Conflict from error
        return _player(_there(item))

    def disconnect(self, player: str, connection: str) -> Player | None:
        """One conditional write: the late end of an old connection changes nothing."""
        actions = [PlayerItem.connection.remove()]
        try:
            item = self._table.update(
                PlayerItem, player_key(player), actions, PlayerItem.connection == connection, "ALL_NEW"
            )
        except ConditionFailed:
            return None
        return _player(_there(item))

    def rate(self, tournament: str, player: str, place: int, change: int) -> Rated:
        """Write ledger entry and rating in one transaction; an entry that is there already is returned.

        The change is added to the rating of the moment (D1). A player whose profile has expired still gets the entry.
        Raise ``Busy`` if others change the rating at every attempt.
        """
        for attempt in range(RATE_ATTEMPTS):
            known = self.load(player)
            rated = Rated(tournament, player, place, known.rating if known else game.START_RATING, change)
            try:
                self._enter(rated, known)
            except Cancelled as cancelled:
                if not cancelled.is_race:
                    raise
                entered = self._table.get(RatedItem, rated_key(tournament, player))
                if entered is not None:
                    return rated_of(entered)
                self._table.clock.back_off(attempt)
            else:
                return rated
        raise Busy

    def _enter(self, rated: Rated, known: Player | None) -> None:
        key = rated_key(rated.tournament, rated.player)
        expires_at = expiry(self._table.clock.now(), LEDGER_LIFETIME)
        entry = RatedItem(
            key.pk, key.sk, expires_at=expires_at, place=rated.place, before=rated.before, change=rated.change
        )
        transaction = Transaction(self._table)
        transaction.put(_ENTRY, entry, RatedItem.sk.does_not_exist())
        if known is None:
            transaction.check(_RATING, player_key(rated.player), PlayerItem.rating.does_not_exist())
        else:
            actions = [PlayerItem.rating.set(rated.after)]
            transaction.update(_RATING, player_key(rated.player), actions, PlayerItem.rating == rated.before)
        transaction.commit()


def _player(item: PlayerItem) -> Player:
    return Player(item.pk.removeprefix("P#"), item.nickname, int(item.rating), item.connection, item.seat, item.party)


def _there(item: PlayerItem | None) -> PlayerItem:
    if item is None:
        raise AssertionError("an update that holds returns the item it was asked for")
    return item
