"""The table: one connection for all kinds of items, single reads and writes, and nothing that scans.

pynamodb's models describe items and serialise them; they are not bound to a table at import, so no name is needed
before a function's first call. Every method is one request, repeated only for what DynamoDB did not get to. A
failure that passes is raised as ``Unavailable``.
"""

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

from botocore.session import Session
from pynamodb.connection import Connection
from pynamodb.connection.base import MetaTable
from pynamodb.exceptions import PynamoDBException
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action

from wordle_tournament.app.ports import Busy, Clock
from wordle_tournament.aws import clients
from wordle_tournament.aws.failures import transient_typed
from wordle_tournament.aws.items import OPEN_LOBBIES, Item, Key

I = TypeVar("I", bound=Item)  # noqa: E741 - one letter as any other type variable
Returned = Literal["NONE", "ALL_OLD", "ALL_NEW"]

ATTEMPTS = 6  # against another transaction, which takes some ms


class ConditionFailed(Exception):
    """The condition of a write does not hold; nothing was written."""


class Contended(Exception):
    """Another transaction is at this item right now; nothing was written."""


class _Connection(Connection):
    @property
    def session(self) -> Session:
        return clients.session()


class Table:
    """Items by their keys. Reads are strongly consistent."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self.clock = clock
        self._connection: _Connection | None = None
        self._connecting = threading.Lock()

    @property
    def connection(self) -> Connection:
        """The process's connection, made at first use."""
        if self._connection is None:
            with self._connecting:
                if self._connection is None:
                    self._connection = self._connect()
        return self._connection

    def _connect(self) -> _Connection:
        connection = _Connection(
            connect_timeout_seconds=clients.CONNECT_SECONDS,
            read_timeout_seconds=clients.READ_SECONDS,
            max_retry_attempts=clients.ATTEMPTS - 1,
        )
        connection.add_meta_table(MetaTable({"TableName": self.name, **SCHEMA}))
        return connection

    def get(self, kind: type[I], key: Key) -> I | None:
        """Return the item, if it is there."""
        with transient_typed():
            found = self.connection.get_item(self.name, key.pk, key.sk, consistent_read=True).get("Item")
        return kind.from_raw_data(found) if found else None

    def get_all(self, kind: type[I], keys: Collection[Key]) -> Mapping[Key, I]:
        """Return those of at most 100 items that are there, by key. Raise ``Busy`` if some stay unprocessed."""
        items: dict[Key, I] = {}
        if not keys:
            return items  # BatchGetItem rejects an empty key list
        wanted: Sequence[Mapping[str, Any]] = [key._asdict() for key in keys]
        for attempt in range(ATTEMPTS):
            with transient_typed():
                answer = self.connection.batch_get_item(self.name, wanted, consistent_read=True)  # type: ignore[arg-type]
            for found in answer["Responses"].get(self.name, ()):
                item = kind.from_raw_data(found)
                items[Key(item.pk, item.sk)] = item
            wanted = answer.get("UnprocessedKeys", {}).get(self.name, {}).get("Keys", ())
            if not wanted:
                return items
            self.clock.back_off(attempt)
        raise Busy

    def put(self, item: Item, condition: Condition) -> None:
        """Write the item whole; raise ``ConditionFailed`` or ``Contended``."""
        attributes = item.serialize()
        key = Key(attributes.pop("pk")["S"], attributes.pop("sk")["S"])
        with _lost_races_typed():
            self.connection.put_item(self.name, key.pk, key.sk, attributes=attributes, condition=condition)

    def update(
        self,
        kind: type[I],
        key: Key,
        actions: Sequence[Action],
        condition: Condition | None = None,
        returned: Returned = "NONE",
    ) -> I | None:
        """Change an item; return it as ``returned`` says. Raise ``ConditionFailed``, or ``Busy`` if contended."""
        for attempt in range(ATTEMPTS):
            try:
                with _lost_races_typed():
                    answer = self.connection.update_item(
                        self.name, key.pk, key.sk, actions=actions, condition=condition, return_values=returned
                    )
            except Contended:
                self.clock.back_off(attempt)
            else:
                attributes = answer.get("Attributes")
                return kind.from_raw_data(attributes) if attributes else None
        raise Busy

    def query(self, pk: str, sk: Condition, *, limit: int) -> Sequence[dict[str, Any]]:
        """Return the first items of a partition that fit, raw, at most ``limit``."""
        with transient_typed():
            answer = self.connection.query(self.name, pk, range_key_condition=sk, consistent_read=True, limit=limit)
        return answer["Items"]  # type: ignore[no-any-return]

    def query_open_lobbies(
        self, lobby_key: str, rating: Condition, *, limit: int, downwards: bool = False
    ) -> tuple[Sequence[dict[str, Any]], bool]:
        """Return the first lobbies of the index by rating, raw, and whether these are all. They may be stale."""
        with transient_typed():
            answer = self.connection.query(
                self.name,
                lobby_key,
                range_key_condition=rating,
                index_name=OPEN_LOBBIES,
                limit=limit,
                scan_index_forward=not downwards,
            )
        return answer["Items"], "LastEvaluatedKey" not in answer


SCHEMA: Mapping[str, Any] = {
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"},
        {"AttributeName": "sk", "AttributeType": "S"},
        {"AttributeName": "lobby_key", "AttributeType": "S"},
        {"AttributeName": "lobby_rating", "AttributeType": "N"},
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": OPEN_LOBBIES,
            "KeySchema": [
                {"AttributeName": "lobby_key", "KeyType": "HASH"},
                {"AttributeName": "lobby_rating", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
}


@contextmanager
def _lost_races_typed() -> Iterator[None]:
    """Raise lost races by their own types, failures that pass as ``Unavailable``, and everything else as it is."""
    try:
        with transient_typed():
            yield
    except PynamoDBException as error:
        if error.cause_response_code == "ConditionalCheckFailedException":
            raise ConditionFailed from error
        if error.cause_response_code == "TransactionConflictException":
            raise Contended from error
        raise
