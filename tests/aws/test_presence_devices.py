"""Devices of one player that say hello at one instant, each on a thread of its own, on the real adapters (D11)."""

from dataclasses import replace
from functools import partial

import pytest

from tests.app.screens import kinds, read
from tests.app.stage import Stage
from tests.aws.conftest import Stored
from tests.aws.races import all_at_once
from wordle_tournament.core.tournament import Phase

PLAYERS = tuple(f"p{number}" for number in range(1, 9))


@pytest.fixture
def stage(stored: Stored) -> Stage:
    """Eight seated players whose tournament and items stand in the table."""
    stage = Stage()
    stored.clock.time = stage.now
    stage.ports = replace(stage.ports, tournaments=stored.tournaments, players=stored.players)
    for player in PLAYERS:
        stage.greet(player)
        stage.say(f"c-{player}", "queue", language="xx")
    return stage.forget()


@pytest.mark.parametrize("turn", range(5))
def test_of_several_devices_at_one_instant_exactly_one_lives(stage: Stage, stored: Stored, turn: int) -> None:
    devices = [stage.open("p1", f"c-{turn}-{number}") for number in range(4)]
    hello = '{"action":"hello","id":"h","v":1}'
    outcomes = all_at_once([partial(stage.transmit, device, "hello", hello) for device in devices])
    assert outcomes == [None] * 4

    known = stored.players.load("p1")
    assert known is not None
    assert known.seat is not None
    record = stored.tournaments.load(known.seat)
    assert record is not None
    assert record.tournament.phase is Phase.INTRO
    live = known.connection or ""
    assert live in devices
    assert record.tournament.require_seat("p1").connection == live
    assert sorted(stage.fakes.connections.closed) == sorted({"c-p1", *devices} - {live})
    for device in devices:
        assert ("superseded" in kinds(stage.seen(device))) == (device != live)
    assert read(stage.seen(live)) == {record.tournament.id: record.tournament.seq}
    assert kinds(stage.seen(live))[0] == "welcome"

    stage.forget()  # the goodbyes of the others come late, all at once, and change nothing
    all_at_once([partial(stage.hang_up, device) for device in devices if device != live])
    again = stored.tournaments.load(record.tournament.id)
    assert again == record
    assert stored.players.load("p1") == known


def test_the_last_goodbye_and_the_next_hello_at_one_instant_leave_the_player_here(stage: Stage, stored: Stored) -> None:
    for number in range(6):
        known = stored.players.load("p1")
        assert known is not None
        assert known.seat is not None
        old, new = known.connection or "", stage.open("p1", f"c-again-{number}")
        hello = partial(stage.transmit, new, "hello", '{"action":"hello","id":"h","v":1}')
        assert all_at_once([partial(stage.hang_up, old), hello]) == [None, None]
        record = stored.tournaments.load(known.seat)
        assert record is not None
        seat = record.tournament.require_seat("p1")
        assert (seat.connection, seat.away) == (new, None)
