"""The stored form of a record: one line of JSON that a person can read and that comes back exactly.

    {"v":1,"record":{"tournament":{...},"version":17,"recent_events":[...],"receipts":[...]}}

Here: its shape, the shape's number, and how older shapes are read. Not here: the table. A write is billed by the kB, so
what is as it was born (a default, ``null``) is left out, and an answer that is a recent event is kept once.
Pydantic's schemas are built at first use, not at import.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field, SerializerFunctionWrapHandler, TypeAdapter, ValidationError, WrapSerializer

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Entry, Receipt, Record
from wordle_tournament.app.running_timer import RunningTimer
from wordle_tournament.core.events import Event, PublicEvent
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.tournament import Tournament

SHAPE = 1  # goes up when a field is renamed, moved or removed; a new field with a default needs nothing

# From an older shape to the next one, on parsed JSON: UPGRADES[1] makes shape 2 of shape 1. A shape is dropped when no
# record of it is left: the longest-lived stay a week after their tournament.
Upgrade = Callable[[Any], Any]
UPGRADES: Mapping[int, Upgrade] = {}


class UnreadableDocument(ValueError):
    """The text is no record of a shape that this code knows. Secrets may stand in it: the message quotes none (D14)."""


def encode(record: Record) -> str:
    """The record as compact JSON."""
    told = {entry.seq: entry.event for entry in record.recent_events}
    stored = _StoredRecord(
        record.tournament,
        record.version,
        tuple(_StoredEntry(entry.seq, entry.version, entry.event, entry.request) for entry in record.recent_events),
        tuple(
            _StoredReceipt(one.player, one.id, one.seq, is_recent=True)
            if one.event is not None and told.get(one.seq) == one.event
            else _StoredReceipt(one.player, one.id, one.seq, one.event)
            for one in record.receipts
        ),
        record.timer,
    )
    return _adapter().dump_json(_Document(SHAPE, stored), exclude_defaults=True).decode()


def decode(text: str, upgrades: Mapping[int, Upgrade] = UPGRADES) -> Record:
    """The record that was stored, of this shape or an older one; raise ``UnreadableDocument``."""
    try:
        if text.startswith(_FRONT):
            stored = _adapter().validate_json(text, strict=True).record
        else:
            upgraded = json.dumps(_upgrade(json.loads(text), upgrades))
            stored = _adapter().validate_json(upgraded, strict=True).record
    except ValidationError as error:
        where = [".".join(map(str, one["loc"])) for one in error.errors(include_input=False, include_context=False)]
        raise UnreadableDocument(f"not a record of shape {SHAPE}: {', '.join(where[:3])}") from None
    except json.JSONDecodeError:
        raise UnreadableDocument("not JSON") from None
    told = {entry.seq: entry.event for entry in stored.recent_events}
    if missing := [one.seq for one in stored.receipts if one.is_recent and one.seq not in told]:
        raise UnreadableDocument(f"no recent event has seq {missing[0]}")
    return Record(
        stored.tournament,
        stored.version,
        tuple(Entry(entry.seq, entry.version, entry.event, entry.request) for entry in stored.recent_events),
        tuple(
            Receipt(one.player, one.id, one.seq, told[one.seq] if one.is_recent else one.event)
            for one in stored.receipts
        ),
        stored.timer,
    )


def encode_party(record: PartyRecord) -> str:
    """A party's record as compact JSON, in the same envelope."""
    return _party_adapter().dump_json(_PartyDocument(SHAPE, record), exclude_defaults=True).decode()


def decode_party(text: str) -> PartyRecord:
    """The party's record that was stored; raise ``UnreadableDocument``."""
    try:
        return _party_adapter().validate_json(text, strict=True).record
    except ValidationError:
        raise UnreadableDocument(f"not a party of shape {SHAPE}") from None


def _upgrade(document: Any, upgrades: Mapping[int, Upgrade]) -> Any:  # noqa: ANN401 - JSON of a shape still unknown
    shape: Any = document.get("v") if isinstance(document, dict) else None
    while shape != SHAPE:
        if not isinstance(shape, int) or shape not in upgrades:
            raise UnreadableDocument(f"shape {shape!r} is unknown, this is {SHAPE}")
        document = upgrades[shape](document)
        shape = document["v"]
    return document


def _with_kind(event: Event, proceed: SerializerFunctionWrapHandler) -> Any:  # noqa: ANN401 - pydantic's
    """The event with the ``kind`` by which it is told apart: being a default, it would be left out."""
    return {"kind": event.kind, **proceed(event)}


# The types of the record once more, with what pydantic must know of them.


@dataclass(frozen=True, slots=True)
class _StoredEntry:
    seq: int
    version: int
    event: Annotated[PublicEvent, Field(discriminator="kind"), WrapSerializer(_with_kind)]
    request: Request | None = None


@dataclass(frozen=True, slots=True)
class _StoredReceipt:
    player: str
    id: str
    seq: int
    event: Annotated[Event, Field(discriminator="kind"), WrapSerializer(_with_kind)] | None = None
    is_recent: bool = False  # the event is the recent one of that seq


@dataclass(frozen=True, slots=True)
class _StoredRecord:
    tournament: Tournament
    version: int
    recent_events: tuple[_StoredEntry, ...] = ()
    receipts: tuple[_StoredReceipt, ...] = ()
    timer: RunningTimer | None = None


@dataclass(frozen=True, slots=True)
class _Document:
    v: int
    record: _StoredRecord


_FRONT = f'{{"v":{SHAPE},'


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[_Document]:
    return TypeAdapter(_Document)


@dataclass(frozen=True, slots=True)
class _PartyDocument:
    v: int
    record: PartyRecord


@lru_cache(maxsize=1)
def _party_adapter() -> TypeAdapter[_PartyDocument]:
    return TypeAdapter(_PartyDocument)
