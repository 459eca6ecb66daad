"""Devices of one player that say hello at one instant, each on a thread of its own, on the real adapters (D11)."""

from dataclasses import replace
from functools import partial

import pytest

from tests.app.frame_checks import kinds, read
from tests.app.harness import Harness
from tests.aws.conftest import Adapters
from tests.aws.races import all_at_once
from wordle_tournament.core.tournament import Phase

PLAYERS = tuple(f"p{number}" for number in range(1, 9))


@pytest.fixture
def harness(adapters: Adapters) -> Harness:
    """Eight seated players whose tournament and items stand in the table."""
    harness = Harness()
    adapters.clock.time = harness.now
    harness.ports = replace(harness.ports, tournaments=adapters.tournaments, players=adapters.players)
    for player in PLAYERS:
        harness.connect(player)
        harness.send(f"c-{player}", "queue", language="xx")
    return harness.clear_frames()


@pytest.mark.parametrize("turn", range(5))
def test_of_several_devices_at_one_instant_exactly_one_lives(harness: Harness, adapters: Adapters, turn: int) -> None:
    devices = [harness.open("p1", f"c-{turn}-{number}") for number in range(4)]
    hello = '{"action":"hello","id":"h","v":1}'
    outcomes = all_at_once([partial(harness.transmit, device, "hello", hello) for device in devices])
    assert outcomes == [None] * 4

    known = adapters.players.load("p1")
    assert known is not None
    assert known.seat is not None
    record = adapters.tournaments.load(known.seat)
    assert record is not None
    assert record.tournament.phase is Phase.INTRO
    live = known.connection or ""
    assert live in devices
    assert record.tournament.require_seat("p1").connection == live
    assert sorted(harness.fakes.connections.closed) == sorted({"c-p1", *devices} - {live})
    for device in devices:
        assert ("superseded" in kinds(harness.seen(device))) == (device != live)
    assert read(harness.seen(live)) == {record.tournament.id: record.tournament.seq}
    assert kinds(harness.seen(live))[0] == "welcome"

    harness.clear_frames()  # the goodbyes of the others come late, all at once, and change nothing
    all_at_once([partial(harness.disconnect, device) for device in devices if device != live])
    again = adapters.tournaments.load(record.tournament.id)
    assert again == record
    assert adapters.players.load("p1") == known


def test_the_last_disconnect_and_the_next_hello_at_one_instant_leave_the_player_here(
    harness: Harness, adapters: Adapters
) -> None:
    for number in range(6):
        known = adapters.players.load("p1")
        assert known is not None
        assert known.seat is not None
        old, new = known.connection or "", harness.open("p1", f"c-again-{number}")
        hello = partial(harness.transmit, new, "hello", '{"action":"hello","id":"h","v":1}')
        assert all_at_once([partial(harness.disconnect, old), hello]) == [None, None]
        record = adapters.tournaments.load(known.seat)
        assert record is not None
        seat = record.tournament.require_seat("p1")
        assert (seat.connection, seat.away) == (new, None)
