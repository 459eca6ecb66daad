"""The wrappers of the functions on the table's stream: stored versions, at least once each, a tournament's in order.

A record that cannot be handled is tried a few times, then put aside on a queue, and the others flow on: one bad record
must not stop everybody's. Only if putting aside fails too does the batch fail, for the stream to deliver it again.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from wordle_tournament.app.clockwork import rate, relay
from wordle_tournament.app.ports import Ports
from wordle_tournament.aws.items import tournament_key
from wordle_tournament.aws.stream import Change, read_change
from wordle_tournament.runtime.log import invocation, logger
from wordle_tournament.runtime.sockets import Handler
from wordle_tournament.runtime.wiring import SendDeadLetter
from wordle_tournament.runtime.wiring import ports as wired
from wordle_tournament.runtime.wiring import send_dead_letter as wired_send_dead_letter

ATTEMPTS = 3
VERSION = tournament_key("").sk

Batch = Sequence[tuple[dict[str, Any], Change]]


def relaying(ports: Callable[[], Ports] = wired, send_dead_letter: SendDeadLetter = wired_send_dead_letter) -> Handler:
    """Perform what the committers of these versions did not get to."""

    def handle(world: Ports, batch: Batch) -> None:
        relay(world, [change.record for _, change in batch], world.clock.now())

    return _following("relay", handle, ports, send_dead_letter)


def rating(ports: Callable[[], Ports] = wired, send_dead_letter: SendDeadLetter = wired_send_dead_letter) -> Handler:
    """Apply the rating changes of the placements that these versions rate."""

    def handle(world: Ports, batch: Batch) -> None:
        for _, change in batch:
            rate(world, change.record, change.placed)

    return _following("rating", handle, ports, send_dead_letter)


def _following(
    what: str, handle: Callable[[Ports, Batch], None], ports: Callable[[], Ports], send_dead_letter: SendDeadLetter
) -> Handler:
    def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
        world = ports()
        with invocation(what, records=len(event["Records"])):
            for batch in _batches(event["Records"], send_dead_letter):
                for raw in _unhandled(world, batch, handle):
                    send_dead_letter(raw)
        return {}

    return handler


def _batches(records: Iterable[dict[str, Any]], send_dead_letter: SendDeadLetter) -> Iterable[Batch]:
    """The stored versions that can be read, those of one tournament together, oldest first."""
    readable = []
    for raw in records:
        try:
            if _is_version(raw):
                readable.append((raw, read_change(raw)))
        except Exception:  # noqa: BLE001 - whatever is wrong with it, the others must flow
            logger().exception("unreadable record")
            send_dead_letter(raw)
    readable.sort(key=lambda one: (one[1].record.tournament.id, one[1].record.version))
    return [list(group) for _, group in groupby(readable, key=lambda one: one[1].record.tournament.id)]


def _is_version(raw: dict[str, Any]) -> bool:
    """Whether it tells of a stored tournament: a filter may let others through, and one that expired has no image."""
    told = raw["dynamodb"]
    return told["Keys"]["sk"]["S"] == VERSION and "NewImage" in told


def _unhandled(world: Ports, batch: Batch, handle: Callable[[Ports, Batch], None]) -> Iterable[dict[str, Any]]:
    """What cannot be handled: of a batch that fails each record is tried alone, so that one does not take all along."""
    if _handled(world, batch, handle):
        return
    for one in batch:
        if len(batch) == 1 or not _handled(world, [one], handle):
            yield one[0]


def _handled(world: Ports, batch: Batch, handle: Callable[[Ports, Batch], None]) -> bool:
    for attempt in range(ATTEMPTS):
        try:
            handle(world, batch)
        except Exception:  # noqa: BLE001 - tried again, then put aside with its trace in the log
            logger().exception("batch failed", extra={"attempt": attempt})
            world.clock.back_off(attempt)
        else:
            return True
    return False
