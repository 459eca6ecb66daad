"""Several writes as one: all of them, or none and the name of each part that failed.

Every part is added under the name of the precondition that it checks. DynamoDB gives its reasons by position; here they
come back by precondition, so that one failure is not taken for another.
"""

from collections.abc import Sequence
from typing import Any

from pynamodb.exceptions import TransactWriteError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action

from wordle_tournament.app.ports import Unavailable
from wordle_tournament.aws.failures import TRANSIENT, transient_typed
from wordle_tournament.aws.items import Item, Key
from wordle_tournament.aws.table import Table
from wordle_tournament.core.lazy_dataclass import dataclass

CONDITION_FAILED = "ConditionalCheckFailed"
CONFLICT = "TransactionConflict"  # another transaction is at the same item


@dataclass(frozen=True, slots=True)
class FailedPart:
    """A part that stopped the transaction, and DynamoDB's code for why."""

    precondition: str
    code: str


class Cancelled(Exception):
    """Nothing was written. ``failed`` lists the parts that failed, which may have several kinds of reasons at once."""

    def __init__(self, failed: Sequence[FailedPart]) -> None:
        super().__init__(", ".join(f"{part.precondition}: {part.code}" for part in failed))
        self.failed = failed

    def is_broken(self, precondition: str) -> bool:
        """Return whether a condition of this precondition did not hold."""
        return FailedPart(precondition, CONDITION_FAILED) in self.failed

    @property
    def is_race(self) -> bool:
        """Whether another write was faster: then deciding anew helps. Throttling is no race."""
        return any(part.code in {CONDITION_FAILED, CONFLICT} for part in self.failed)


@dataclass(frozen=True, slots=True)
class _Part:
    precondition: str
    request: dict[str, Any]


class Transaction:
    """Parts gathered for one TransactWriteItems. botocore's own retry of it is idempotent (a token of its own)."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._checks: list[_Part] = []
        self._puts: list[_Part] = []
        self._updates: list[_Part] = []

    def check(self, precondition: str, key: Key, condition: Condition) -> None:
        """Require the condition and write nothing."""
        self._checks.append(self._part(precondition, key, condition=condition))

    def put(self, precondition: str, item: Item, condition: Condition) -> None:
        """Write an item whole."""
        attributes = item.serialize()
        key = Key(attributes.pop("pk")["S"], attributes.pop("sk")["S"])
        self._puts.append(self._part(precondition, key, key="Item", attributes=attributes, condition=condition))

    def update(self, precondition: str, key: Key, actions: Sequence[Action], condition: Condition) -> None:
        """Change an item."""
        self._updates.append(self._part(precondition, key, actions=actions, condition=condition))

    def commit(self) -> None:
        """Write all parts. Raise ``Cancelled``, or ``Unavailable`` if throttling alone prevents it.

        Raise pynamodb's error if DynamoDB did not get so far as to judge the parts.
        """
        try:
            with transient_typed():
                self._table.connection.transact_write_items(
                    condition_check_items=[part.request for part in self._checks],
                    delete_items=[],
                    put_items=[part.request for part in self._puts],
                    update_items=[part.request for part in self._updates],
                )
        except TransactWriteError as error:
            if error.cause_response_code != "TransactionCanceledException":
                raise
            in_order = (*self._checks, *self._puts, *self._updates)  # as pynamodb sends them
            reasons = zip(in_order, error.cancellation_reasons, strict=True)
            cancelled = Cancelled([FailedPart(part.precondition, why.code) for part, why in reasons if why])
            if not cancelled.is_race and all(part.code in TRANSIENT for part in cancelled.failed):
                raise Unavailable(str(cancelled)) from error
            raise cancelled from error

    def _part(self, precondition: str, where: Key, **asked: Any) -> _Part:  # noqa: ANN401 - pynamodb's
        connection = self._table.connection
        return _Part(precondition, connection.get_operation_kwargs(self._table.name, where.pk, where.sk, **asked))
