"""One live connection a player: devices that come at one instant, and what becomes of the older ones (D11)."""

from functools import partial

import pytest

from tests.app.frame_checks import kinds, read
from tests.app.harness import Harness, in_play, seated
from tests.app.interleaving import interruptions
from tests.app.schedules import Play, schedules
from tests.support.ports import FakePorts
from tests.support.served import served
from tests.support.stores import Stored
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.transact import disconnect
from wordle_tournament.runtime.sockets import serve

DEVICES = ("c-one", "c-two")


def copy_of(harness: Harness) -> Harness:
    """The same world once more: what is stored are values, so the dictionaries are all there is to copy."""
    stored = harness.fakes.stored
    again = Harness(
        FakePorts(Stored(dict(stored.records), players=dict(stored.players), connected_at=dict(stored.connected_at)))
    )
    again.fakes.clock.time = harness.now
    again.owners |= harness.owners
    return again


def hello(harness: Harness, ports: Ports, *, connection: str) -> None:
    """The wrapper of the function, on these ports."""
    model, use_case = served()["hello"]
    context = {
        "routeKey": "hello",
        "connectionId": connection,
        "requestTimeEpoch": harness.now,
        "authorizer": {"player": harness.owners[connection]},
    }
    body = f'{{"action":"hello","id":"h-{connection}","v":1}}'
    serve(model, use_case, lambda: ports)({"requestContext": context, "body": body}, None)


def check_one_lives(harness: Harness, tournament: str) -> None:
    live = harness.fakes.stored.players["p1"].connection
    assert live in DEVICES
    (dead,) = set(DEVICES) - {live}
    seat = harness.tournament(tournament).require_seat("p1")
    assert (seat.connection, seat.away) == (live, None)
    assert (dead in harness.fakes.connections.closed, live in harness.fakes.connections.closed) == (True, False)
    assert "superseded" in kinds(harness.seen(dead))
    frames = harness.seen(live)
    assert kinds(frames)[0] == "welcome"
    assert "superseded" not in kinds(frames)
    assert read(frames) == {tournament: harness.tournament(tournament).seq}
    # Only the live one is posted to, and the dead one's goodbye changes nothing.
    harness.clear_frames().disconnect(dead)
    other = next(one.player for one in harness.tournament(tournament).seats if one.player != "p1")
    harness.send(f"c-{other}", "leave", tournament=tournament)
    assert harness.seen(dead) == []
    assert harness.seen(live) != []
    assert harness.tournament(tournament).require_seat("p1").away is None


@pytest.mark.parametrize(("where", "preemptions", "orders"), [("in play", 3, 600), ("lobby", 2, 100), ("away", 2, 100)])
def test_of_two_devices_at_one_instant_exactly_one_stays_connected_in_any_order_of_calls(
    where: str, preemptions: int, orders: int
) -> None:
    origin = seated(3) if where == "lobby" else in_play()
    if where == "away":
        origin.disconnect("c-p1")
    for device in DEVICES:
        origin.open("p1", device)
    lived: set[str | None] = set()

    def run(play: Play) -> None:
        harness = copy_of(origin)
        play(harness.ports, [partial(hello, harness, connection=one) for one in DEVICES])
        lived.add(harness.fakes.stored.players["p1"].connection)
        check_one_lives(harness, "t1")

    tried = list(schedules(run, preemptions=preemptions))
    assert len(set(tried)) == len(tried) > orders
    assert lived == set(DEVICES)


def test_a_return_and_the_disconnect_of_the_lost_connection_in_whatever_order_leave_the_player_here() -> None:
    origin = in_play()
    origin.open("p1", "c-one")

    def run(play: Play) -> None:
        harness = copy_of(origin)
        play(
            harness.ports,
            [
                lambda ports: hello(harness, ports, connection="c-one"),
                lambda ports: disconnect(ports, "p1", "c-p1", harness.now),
            ],
        )
        seat = harness.tournament().require_seat("p1")
        assert (seat.connection, seat.away) == ("c-one", None)
        assert harness.fakes.stored.players["p1"].connection == "c-one"
        assert len(harness.seen("p2", "player-away")) == len(harness.seen("p2", "player-back"))
        assert read(harness.seen("c-one")) == {"t1": harness.tournament().seq}

    assert len(list(schedules(run, preemptions=3))) > 50


def test_nobody_is_away_because_the_older_connection_is_closed_before_the_newer_has_the_seat() -> None:  # D11
    """Between the takeover and the seat's next commit the tournament is still posted to the connection just closed."""

    def guess(harness: Harness) -> None:
        harness.fakes.connections.gone.update(harness.fakes.connections.closed)
        mover = next(
            harness.mover(index) for index in range(4) if "p1" not in harness.tournament().duels[index].players
        )
        harness.guess(mover)

    def build() -> Harness:
        harness = in_play()
        harness.open("p1", "c-new")
        return harness

    for harness in interruptions(build, lambda harness: harness.connect("p1", "c-new"), guess):
        assert harness.seen("p2", "player-away") == []
        assert harness.tournament().require_seat("p1").connection == "c-new"
        assert read(harness.seen("c-new")) == {"t1": harness.tournament().seq}
