"""The wrappers of the functions on the table's stream: stored versions, at least once each, an aggregate's in order.

A record that cannot be read or decided is tried a few times, then sent to the dead letters, and the others flow on: one
bad record must not stop all others. A failure that passes (throttling, the network, a lost race, a timer that cannot be
started) is no fault of a record: everything else is handled, then the batch fails, and the stream delivers it again.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from wordle_tournament.app.outbox import relay
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import PASSING, Ports
from wordle_tournament.app.record import Record
from wordle_tournament.app.tournament.ratings import rate
from wordle_tournament.aws.stream import Change, read_change
from wordle_tournament.runtime.log import invocation, logger
from wordle_tournament.runtime.sockets import Handler
from wordle_tournament.runtime.wiring import SendDeadLetter
from wordle_tournament.runtime.wiring import ports as wired
from wordle_tournament.runtime.wiring import send_dead_letter as wired_send_dead_letter

ATTEMPTS = 3

Batch = Sequence[tuple[dict[str, Any], Change]]


def relaying(
    get_ports: Callable[[], Ports] = wired, send_dead_letter: SendDeadLetter = wired_send_dead_letter
) -> Handler:
    """Perform what the committers of these versions did not get to."""

    def handle(ports: Ports, batch: Batch) -> None:
        relay(ports, _records(batch), ports.clock.now())

    return _following("relay", handle, get_ports, send_dead_letter)


def _records(batch: Batch) -> Sequence[Record] | Sequence[PartyRecord]:
    """Return the versions of a batch, which are all of one aggregate."""
    return [change.record for _, change in batch]  # type: ignore[return-value]


def rating(
    get_ports: Callable[[], Ports] = wired, send_dead_letter: SendDeadLetter = wired_send_dead_letter
) -> Handler:
    """Apply the rating changes of the placements that these versions rate."""

    def handle(ports: Ports, batch: Batch) -> None:
        for _, change in batch:
            if isinstance(change.record, Record):
                rate(ports, change.record, change.placed)

    return _following("rating", handle, get_ports, send_dead_letter)


def _following(
    what: str, handle: Callable[[Ports, Batch], None], get_ports: Callable[[], Ports], send_dead_letter: SendDeadLetter
) -> Handler:
    def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
        ports = get_ports()
        with invocation(what, records=len(event["Records"])):
            passing: Exception | None = None
            for batch in _batches(event["Records"], send_dead_letter):
                try:
                    for raw in _unhandled(ports, batch, handle):
                        send_dead_letter(raw)
                except PASSING as failure:
                    passing = failure
            if passing is not None:
                raise passing
        return {}

    return handler


def _batches(records: Iterable[dict[str, Any]], send_dead_letter: SendDeadLetter) -> Iterable[Batch]:
    """The stored versions that can be read, those of one aggregate together, oldest first."""
    readable = []
    for raw in records:
        try:
            change = read_change(raw)
            if change is not None:
                readable.append((raw, change))
        except Exception:  # noqa: BLE001 - whatever is wrong with it, the others must flow
            logger().exception("unreadable record")
            send_dead_letter(raw)
    readable.sort(key=lambda one: (one[1].record.id, one[1].record.version))
    return [list(group) for _, group in groupby(readable, key=lambda one: one[1].record.id)]


def _unhandled(ports: Ports, batch: Batch, handle: Callable[[Ports, Batch], None]) -> Iterable[dict[str, Any]]:
    """What cannot be handled: of a batch that fails each record is tried alone, so that one does not take all along."""
    if _handled(ports, batch, handle):
        return
    for one in batch:
        if len(batch) == 1 or not _handled(ports, [one], handle):
            yield one[0]


def _handled(ports: Ports, batch: Batch, handle: Callable[[Ports, Batch], None]) -> bool:
    """Return whether the batch was handled; raise what prevents it for a passing reason."""
    for attempt in range(ATTEMPTS):
        try:
            handle(ports, batch)
        except Exception as failure:
            logger().exception("batch failed", extra={"attempt": attempt})
            if isinstance(failure, PASSING) and attempt + 1 == ATTEMPTS:
                raise
            ports.clock.back_off(attempt)
        else:
            return True
    return False
