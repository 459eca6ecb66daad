"""The ``Outbox`` port: one small item beside an aggregate notes which of its versions had their effects.

Versions are a floor and a set, not one number: with two committers at once, "all through n" would hide that one of
them died.
"""

from collections.abc import Callable, Iterable

from wordle_tournament.aws.items import DELIVERY_LIFETIME, DeliveryItem, Key, expiry
from wordle_tournament.aws.table import ConditionFailed, Table


class DynamoOutbox:
    """Delivery notes of one kind of aggregate; ``key`` is where the note of an aggregate is."""

    def __init__(self, table: Table, key: Callable[[str], Key]) -> None:
        self._table = table
        self._key = key

    def mark_delivered(self, aggregate: str, version: int) -> None:
        """One small write."""
        actions = [DeliveryItem.delivered.add({version}), DeliveryItem.expires_at.set(self._expiry())]
        self._table.update(DeliveryItem, self._key(aggregate), actions)

    def pending(self, aggregate: str, versions: Iterable[int]) -> frozenset[int]:
        """One consistent read."""
        through, delivered = self._noted(aggregate)
        return frozenset(version for version in versions if version > through and version not in delivered)

    def mark_delivered_through(self, aggregate: str, version: int) -> None:
        """Raise the floor and take what is below it out of the set; a floor is never lowered."""
        _, delivered = self._noted(aggregate)
        actions = [DeliveryItem.delivered_through.set(version), DeliveryItem.expires_at.set(self._expiry())]
        below = {one for one in delivered if one <= version}
        tidying = [DeliveryItem.delivered.delete(below)] if below else []
        condition = DeliveryItem.delivered_through.does_not_exist() | (DeliveryItem.delivered_through < version)
        try:
            self._table.update(DeliveryItem, self._key(aggregate), [*actions, *tidying], condition)
        except ConditionFailed:
            return

    def _noted(self, aggregate: str) -> tuple[int, frozenset[int]]:
        item = self._table.get(DeliveryItem, self._key(aggregate))
        if item is None:
            return 0, frozenset()
        return int(item.delivered_through or 0), frozenset(map(int, item.delivered or ()))

    def _expiry(self) -> int:
        return expiry(self._table.clock.now(), DELIVERY_LIFETIME)
