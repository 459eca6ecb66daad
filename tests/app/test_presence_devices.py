"""One live connection a player: devices that come at one instant, and what becomes of the older ones (D11)."""

from functools import partial

import pytest

from tests.app.interleaving import interruptions
from tests.app.schedules import Play, schedules
from tests.app.screens import kinds, read
from tests.app.stage import SERVED, Stage, in_play, seated
from tests.support.ports import FakePorts, World
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.transact import disconnect
from wordle_tournament.runtime.sockets import serve

DEVICES = ("c-one", "c-two")


def copy_of(stage: Stage) -> Stage:
    """The same world once more: what is stored are values, so the dictionaries are all there is to copy."""
    world = stage.fakes.world
    again = Stage(
        FakePorts(World(dict(world.records), players=dict(world.players), connected_at=dict(world.connected_at)))
    )
    again.fakes.clock.time = stage.now
    again.owners |= stage.owners
    return again


def hello(stage: Stage, ports: Ports, *, connection: str) -> None:
    """The wrapper of the function, on these ports."""
    model, use_case = SERVED["hello"]
    context = {
        "routeKey": "hello",
        "connectionId": connection,
        "requestTimeEpoch": stage.now,
        "authorizer": {"player": stage.owners[connection]},
    }
    body = f'{{"action":"hello","id":"h-{connection}","v":1}}'
    serve(model, use_case, lambda: ports)({"requestContext": context, "body": body}, None)


def check_one_lives(stage: Stage, tournament: str) -> None:
    live = stage.fakes.world.players["p1"].connection
    assert live in DEVICES
    (dead,) = set(DEVICES) - {live}
    seat = stage.tournament(tournament).require_seat("p1")
    assert (seat.connection, seat.away) == (live, None)
    assert (dead in stage.fakes.connections.closed, live in stage.fakes.connections.closed) == (True, False)
    assert "superseded" in kinds(stage.seen(dead))
    frames = stage.seen(live)
    assert kinds(frames)[0] == "welcome"
    assert "superseded" not in kinds(frames)
    assert read(frames) == {tournament: stage.tournament(tournament).seq}
    # Only the live one is posted to, and the dead one's goodbye changes nothing.
    stage.forget().hang_up(dead)
    other = next(one.player for one in stage.tournament(tournament).seats if one.player != "p1")
    stage.say(f"c-{other}", "leave", tournament=tournament)
    assert stage.seen(dead) == []
    assert stage.seen(live) != []
    assert stage.tournament(tournament).require_seat("p1").away is None


@pytest.mark.parametrize(("where", "preemptions", "orders"), [("in play", 3, 600), ("lobby", 2, 100), ("away", 2, 100)])
def test_of_two_devices_in_one_instant_exactly_one_lives_in_whatever_order_they_touch_the_world(
    where: str, preemptions: int, orders: int
) -> None:
    origin = seated(3) if where == "lobby" else in_play()
    if where == "away":
        origin.hang_up("c-p1")
    for device in DEVICES:
        origin.open("p1", device)
    lived: set[str | None] = set()

    def run(play: Play) -> None:
        stage = copy_of(origin)
        play(stage.ports, [partial(hello, stage, connection=one) for one in DEVICES])
        lived.add(stage.fakes.world.players["p1"].connection)
        check_one_lives(stage, "t1")

    tried = list(schedules(run, preemptions=preemptions))
    assert len(set(tried)) == len(tried) > orders
    assert lived == set(DEVICES)


def test_a_return_and_the_goodbye_of_the_lost_connection_in_whatever_order_leave_the_player_here() -> (
    None
):  # E-43, E-44
    origin = in_play()
    origin.open("p1", "c-one")

    def run(play: Play) -> None:
        stage = copy_of(origin)
        play(
            stage.ports,
            [
                lambda ports: hello(stage, ports, connection="c-one"),
                lambda ports: disconnect(ports, "p1", "c-p1", stage.now),
            ],
        )
        seat = stage.tournament().require_seat("p1")
        assert (seat.connection, seat.away) == ("c-one", None)
        assert stage.fakes.world.players["p1"].connection == "c-one"
        assert len(stage.seen("p2", "player-away")) == len(stage.seen("p2", "player-back"))  # E-47
        assert read(stage.seen("c-one")) == {"t1": stage.tournament().seq}

    assert len(list(schedules(run, preemptions=3))) > 50


def test_nobody_is_away_because_the_older_connection_is_closed_before_the_newer_has_the_seat() -> None:  # D11
    """Between the takeover and the seat's next commit the tournament is still posted to the connection just closed."""

    def guess(stage: Stage) -> None:
        stage.fakes.connections.gone.update(stage.fakes.connections.closed)
        mover = next(stage.mover(index) for index in range(4) if "p1" not in stage.tournament().duels[index].players)
        stage.guess(mover)

    def build() -> Stage:
        stage = in_play()
        stage.open("p1", "c-new")
        return stage

    for stage in interruptions(build, lambda stage: stage.greet("p1", "c-new"), guess):
        assert stage.seen("p2", "player-away") == []
        assert stage.tournament().require_seat("p1").connection == "c-new"
        assert read(stage.seen("c-new")) == {"t1": stage.tournament().seq}
