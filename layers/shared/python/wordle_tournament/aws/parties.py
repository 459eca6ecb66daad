"""Parties in the table: one item each, written whole if the version is unchanged; their codes; counts of tries."""

from collections.abc import Iterable

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.preconditions import PartyPrecondition
from wordle_tournament.aws.document import decode_party
from wordle_tournament.aws.items import (
    PARTY_LIFETIME,
    InviteItem,
    PartyItem,
    expiry,
    invite_key,
    party_delivery_key,
    party_key,
)
from wordle_tournament.aws.outbox import DynamoOutbox
from wordle_tournament.aws.preconditions import add_party_precondition, commit, put_party
from wordle_tournament.aws.table import Table
from wordle_tournament.aws.transaction import Transaction

_INVITE = "invitation of this party"


class DynamoParties(DynamoOutbox):
    """The ``Parties`` port."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, party_delivery_key)

    def load(self, party: str) -> PartyRecord | None:
        """One consistent read."""
        item = self._table.get(PartyItem, party_key(party))
        return decode_party(item.state) if item is not None else None

    def find(self, code: str) -> str | None:
        """One consistent read."""
        item = self._table.get(InviteItem, invite_key(code))
        return item.party if item is not None else None

    def save(self, record: PartyRecord, preconditions: Iterable[PartyPrecondition] = ()) -> None:
        """One transaction: the party, its code, the preconditions. Raise ``Conflict`` or ``Superseded``."""
        party = record.party
        transaction = Transaction(self._table)
        put_party(transaction, record)
        actions = [
            InviteItem.party.set(party.id),
            InviteItem.expires_at.set(expiry(party.now, PARTY_LIFETIME)),
        ]
        condition = InviteItem.party.does_not_exist() | (InviteItem.party == party.id)
        transaction.update(_INVITE, invite_key(party.code), actions, condition)
        for precondition in preconditions:
            add_party_precondition(transaction, precondition, party.id)
        commit(transaction)
