"""Connections that replace each other, and connections that are lost without notice (D11, D15)."""

from typing import Any

import pytest

from tests.app.cells import MOMENTS
from tests.app.frame_checks import kinds
from tests.app.harness import EVERYBODY, Harness, in_play, seated
from tests.support.builders import running
from wordle_tournament.app.ports import Timer
from wordle_tournament.core.rules import STANDARD
from wordle_tournament.core.tournament import Phase

# --- Connections (E) ---


def test_a_frame_that_overtakes_hello_is_told_to_say_hello_first_and_then_works() -> None:
    harness = Harness()
    harness.open("p1", "c-p1")
    assert harness.send("c-p1", "queue", language="xx", re="q1")["code"] == "retry"
    assert harness.fakes.stored.players == {}
    harness.connect("p1")
    assert harness.send("c-p1", "queue", language="xx", re="q1")["type"] == "lobby"


def test_a_frame_delivered_though_its_post_failed_is_a_repeat_after_the_return() -> None:
    harness = in_play()
    mover = harness.mover()
    player = harness.duel(mover).opponent(mover)
    harness.lose_connection(f"c-{player}")
    seq = harness.tournament().seq
    harness.guess(mover)  # for the gateway the player is gone...
    assert harness.tournament().require_seat(player).away is not None
    got = [frame for frame in harness.seen(mover) if frame["type"] in {"guess-scored", "turn-started"}]
    harness.fakes.connections.gone.clear()  # ... and in truth the frames have arrived and the player is there
    assert harness.send(f"c-{player}", "ping", tournament="t1")["code"] == "retry"
    harness.clear_frames().connect(player, tournament="t1", seq=seq)
    assert kinds(harness.seen(player)) == ["welcome", "guess-scored", "turn-started", "player-away", "player-back"]
    assert [frame["seq"] for frame in harness.seen(player)[1:3]] == [frame["seq"] for frame in got]
    assert harness.tournament().require_seat(player).away is None


def test_a_lobby_waits_through_silence_but_not_for_a_dead_connection() -> None:
    harness = seated(3)
    for _ in range(33):  # 11 minutes
        harness.pass_ms(20_000)
        assert harness.send("c-p1", "ping", tournament="t1")["type"] == "pong"
    assert [seat.player for seat in harness.tournament().seats] == ["p1", "p2", "p3"]
    harness.lose_connection("c-p2")  # nobody says so: the next post finds out
    harness.connect("p4")
    harness.send("c-p4", "queue", language="xx")
    assert harness.tournament().require_seat("p2").away is not None
    harness.pass_ms(10_000).tick(round_number=0)
    assert [seat.player for seat in harness.tournament().seats] == ["p1", "p3", "p4"]


@pytest.mark.parametrize("moment", ["intro", "my turn", "opponent's turn", "my duel over", "bye"])
def test_the_cut_at_two_hours_costs_no_life(moment: str) -> None:
    """The gateway closes the connection; the client is back after its first pause."""
    scene = MOMENTS[moment]()
    lives = scene.harness.tournament().require_seat(scene.player).lives
    seq = scene.seq
    scene.disconnect(scene.old)
    scene.harness.pass_ms(250)
    scene.come_back(seq)
    scene.pass_idly(90_000)
    seat = scene.harness.tournament().require_seat(scene.player)
    assert (seat.lives, seat.away, seat.has_left) == (lives, None, False)
    assert kinds(scene.harness.seen("c-new"))[:3] == ["welcome", "player-away", "player-back"]


def test_a_seat_stays_its_players_however_many_watch_or_ask_for_it() -> None:
    scene = MOMENTS["knocked out"]()
    harness = scene.harness
    harness.disconnect("c-p1")
    harness.connect("p9")
    assert harness.send("c-p9", "queue", language="xx")["tournament"] != "t1"
    assert harness.send("c-p9", "leave", tournament="t1")["code"] == "not-seated"
    harness.pass_ms(20_000).connect("p1", "c-new")
    seat = harness.tournament().require_seat("p1")
    assert (seat.connection, seat.away, seat.is_in) == ("c-new", None, True)
    assert [one.player for one in harness.tournament().seats] == list(EVERYBODY)


def test_the_tick_of_an_older_round_with_the_same_two_does_nothing() -> None:
    harness = Harness()
    harness.store(running((3, 3, 0, 0, 0, 0, 0, 0), turns={1: 11}))
    deadline = harness.duel("p1").deadline
    harness.guess("p1", harness.duel("p1").secret)
    harness.pass_ms(STANDARD.intro_ms).tick()
    assert (harness.tournament().round, set(harness.duel("p1").players)) == (6, {"p1", "p2"})
    harness.pass_ms((deadline or 0) - harness.now)  # turn 11 of the duel before would be over now
    before = harness.record()
    harness.fakes.log.notes.clear()
    assert harness.tick(round_number=5) == {"over": True}
    assert harness.record() == before
    assert harness.fakes.log.notes == {"stale": True}, "it is counted"


# --- Half-open connections (D15) ---


def test_a_client_that_is_mute_in_a_whole_turn_of_its_own_is_away_from_its_end_and_out_a_minute_later() -> None:
    scene = MOMENTS["my turn"]()
    harness, start = scene.harness, scene.harness.now
    scene.pass_idly(30_000, but="p1")
    (away,) = harness.seen("p2", "player-away")
    assert (away["player"], away["until"]) == ("p1", start + 90_000)
    assert harness.tournament().require_seat("p1").connection == "c-p1"  # it is open, for all that the gateway knows
    scene.pass_idly(59_999, but="p1")
    assert harness.tournament().require_seat("p1").is_in
    scene.pass_idly(1, but="p1")
    assert [(frame["player"], frame["place"]) for frame in harness.seen("p2", "player-left")] == [("p1", 7)]
    assert harness.tournament().require_seat("p2").lives == 3


@pytest.mark.parametrize("fields", [{"tournament": "t1"}, {}], ids=["in the tournament", "bare"])
def test_an_idle_player_at_a_live_client_is_never_taken_for_lost(fields: dict[str, Any]) -> None:
    """Four whole rows: the player's client pings in its own turns alone, and they never guess."""
    scene = MOMENTS["my turn"]()
    harness = scene.harness
    for _ in range(2):
        for player in ("p1", "p2"):
            harness.pass_ms(10_000).send(f"c-{player}", "ping", **fields)
            harness.pass_ms(20_000).tick()
    assert harness.duel("p1").turn == 5
    away = {frame["player"] for frame in harness.seen("p1", "player-away")}
    assert away & {"p1", "p2"} == set()
    assert away == {"p3", "p4", "p5", "p6"}  # who says nothing at all is


def test_a_mute_client_that_wakes_up_is_back_by_its_first_word() -> None:
    scene = MOMENTS["my turn"]()
    scene.pass_idly(80_000, but="p1")
    scene.harness.send("c-p1", "sync", tournament="t1", seq=scene.seq)
    assert [frame["player"] for frame in scene.harness.seen("p2", "player-back")] == ["p1"]
    assert scene.harness.tournament().require_seat("p1").away is None


def test_nobody_is_there_and_the_clock_alone_brings_the_end() -> None:  # R8.3
    harness = in_play()
    for player in EVERYBODY:
        harness.disconnect(f"c-{player}")
    ticks = 0
    while not harness.tick()["over"]:
        harness.pass_ms(1_000)
        ticks += 1
        assert ticks < 200
    assert harness.tournament().phase is Phase.OVER
    assert [seat.place for seat in harness.tournament().seats].count(1) == 1
    assert harness.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
