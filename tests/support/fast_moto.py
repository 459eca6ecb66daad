"""A faster moto for large tables. moto spends its time on two things, and both are replaced here.

For a rollback, moto copies the whole table deeply once for every item of a transaction. Here the copy shares the items.
Only an update changes an item in place, so an update first replaces the item by a copy. Each query sorts the whole
table by its typed keys; here it sorts by their values, which are all strings. Results are the same.
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
    """A copy of the table with its own dictionaries and the same items."""
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
    """Patch moto for the length of the block. Tables need a hash key and a sort key, both strings."""
    with (
        patch.object(Table, "__deepcopy__", _shallow, create=True),
        patch.object(Table, "all_items", _sorted_items),
        patch.object(DynamoDBBackend, "update_item", _update_a_copy),
    ):
        yield
