"""moto's tables at the pace of what is asked of them; of a table that holds a crowd moto's time is spent on two things.

To have something to go back to, it copies the whole table, deeply, once for every item of a transaction: here the copy
shares the items, and an update, which alone changes an item in its place, first puts a copy there. And each query
sorts the whole table by its typed keys: here by their values, which are all strings. What it then does, it still does.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from typing import Any
from unittest.mock import patch

from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType, Item
from moto.dynamodb.models.table import Table


def _shallow(table: Table, _memo: dict[int, Any]) -> Table:
    """The table as it is now: its own books, the same items."""
    same = copy(table)
    same.items = defaultdict(dict, {key: dict(ranges) for key, ranges in table.items.items()})
    if table.stream_shard is not None:
        same.stream_shard = copy(table.stream_shard)
        same.stream_shard.table = same
        same.stream_shard.items = list(table.stream_shard.items)
    return same


def _sorted_items(table: Table) -> list[Item]:
    items = [item for ranges in table.items.values() for item in ranges.values()]
    return sorted(items, key=lambda item: (item.hash_key.value, item.range_key.value))


_update = DynamoDBBackend.update_item


def _update_a_copy(self: DynamoDBBackend, table_name: str, key: dict[str, Any], *args: Any, **kwargs: Any) -> Item:
    table = self.get_table(table_name)
    hash_key, range_key = (DynamoType(key[str(name)]) for name in (table.hash_key_attr, table.range_key_attr))
    item = table.get_item(hash_key, range_key)
    if item is not None:
        table.items[hash_key][range_key] = deepcopy(item)
    return _update(self, table_name, key, *args, **kwargs)


@contextmanager
def fast_moto() -> Iterator[None]:
    """Let moto's requests cost what they touch; for tables with a sort key, of strings."""
    with (
        patch.object(Table, "__deepcopy__", _shallow, create=True),
        patch.object(Table, "all_items", _sorted_items),
        patch.object(DynamoDBBackend, "update_item", _update_a_copy),
    ):
        yield
