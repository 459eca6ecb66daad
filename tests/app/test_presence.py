"""Lost, back and half-open: resuming from events or a snapshot, absences by silence, the end (R8, D10, D11, D15).

Cases that stand elsewhere: E-37, E-38 in ``test_effects.py``; E-43, E-47, F-49, F-53 in ``test_hello.py``; E-44 in
``test_presence_devices.py``.
"""

import copy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from infra.local.client_state import ClientState
from infra.local.session import Session
from tests.app.cells import ACTIONS, MOMENTS
from tests.app.frame_checks import check, kinds, read
from tests.app.harness import Harness, in_play, seated
from tests.app.interleaving import interruptions
from tests.support.builders import connection_of, entrant, lobby_of, running
from tests.support.drawing import drawn
from tests.support.games import play_records
from tests.support.ports import FakePorts
from wordle_tournament.app.answers import catch_up
from wordle_tournament.app.connection.reconnect import STANDINGS_SHOWN_MS
from wordle_tournament.app.ports import Timer
from wordle_tournament.app.record import Record
from wordle_tournament.app.screens.tournament import render_entry
from wordle_tournament.core.rules import STANDARD
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol.render import render_snapshot

EVERYBODY = tuple(f"p{number}" for number in range(1, 9))


# --- What a resumed screen shows ---


@pytest.mark.parametrize("seed", range(6))
def test_at_every_version_a_snapshot_and_the_missed_events_show_what_a_screen_shows_that_was_there(seed: int) -> None:
    """Random games with drops, returns, silence and leaving: each version is drawn in three ways."""
    ports = FakePorts().ports()
    there = ClientState("t1")
    past: list[tuple[int, ClientState]] = []
    compared = 0
    for record in play_records(Random(seed)):  # noqa: S311 - a game, not a secret
        tournament = record.tournament
        for entry in record.new_entries():
            there.take(
                render_entry(tournament, entry, viewer="nobody", at=tournament.now).model_dump(exclude_none=True)
            )
        assert there.seq == tournament.seq
        if tournament.phase is Phase.LOBBY:
            continue
        whole = ClientState("t1")
        whole.take(render_snapshot(tournament, tournament.now).model_dump(exclude_none=True))
        assert drawn(whole) == drawn(there)
        for seq, before in past[-25::6]:
            missed = catch_up(ports, record, "p1", seq, is_back=True)
            if missed and missed[0].type == "snapshot":
                continue
            resumed = copy.deepcopy(before)
            for frame in missed:
                resumed.take(frame.model_dump(exclude_none=True))
            assert drawn(resumed) == drawn(there)
            assert [frame.model_dump()["seq"] for frame in missed] == list(range(seq + 1, tournament.seq + 1))
            compared += 1
        past.append((tournament.seq, copy.deepcopy(there)))
    assert compared > 100


@pytest.mark.parametrize("moment", [moment for moment in MOMENTS if moment != "lobby"])
def test_a_device_that_knows_nothing_is_shown_all_there_is_and_nothing_secret(moment: str) -> None:
    scene = MOMENTS[moment]()
    scene.harness.connect(scene.player, "c-new")
    _, snapshot = scene.harness.seen("c-new")
    tournament = scene.harness.tournament()
    assert (snapshot["type"], snapshot["seq"], snapshot["round"]) == ("snapshot", tournament.seq, tournament.round)
    assert [one["lives"] for one in snapshot["players"]] == [seat.lives for seat in tournament.seats]
    assert ("starts_at" in snapshot) == (moment == "intro")
    assert snapshot.get("bye") == tournament.bye
    for shown, duel in zip(snapshot["duels"], tournament.duels, strict=True):
        assert ("secret" in shown) == duel.is_over
        assert shown.get("deadline") == duel.deadline
    if moment == "over":
        assert snapshot["standings"][0] == {"player": "p1", "place": 1}
        assert [(one["player"], one["change"]) for one in snapshot["rated"]] == [("p1", 25), ("p2", 18)]
    check(scene.harness.seen("c-new"))


def test_who_is_back_in_time_plays_on_where_he_was() -> None:  # R8.3, F-50: a blip is not leaving
    harness = in_play()
    mover = harness.mover()
    harness.disconnect(f"c-{mover}")
    harness.pass_ms(1_000).connect(mover, "c-new")
    duel = harness.duel(mover)
    answer = harness.send("c-new", "guess", tournament="t1", duel=duel.duel, turn=1, word=duel.secret)
    assert answer["type"] == "guess-scored"
    assert harness.tournament().require_seat(mover).lives == 3


def test_leaving_the_final_ends_the_tournament_at_once_and_settles_both() -> None:  # R8.2, D3, D6
    harness = Harness()
    harness.store(running((3, 1, 0, 0, 0, 0, 0, 0)))
    harness.send("c-p1", "leave", tournament="t1")
    harness.deliver_stream()
    assert kinds(harness.seen("p2")) == [
        *("duel-ended", "player-left", "round-closed", "tournament-ended"),
        *("rated", "rated"),
    ]
    assert harness.seen("p2", "tournament-ended")[0]["standings"][:2] == [
        {"player": "p2", "place": 1},
        {"player": "p1", "place": 2},
    ]
    assert {frame["player"]: frame["change"] for frame in harness.seen("p2", "rated")} == {"p1": 18, "p2": 25}
    assert [frame["change"] for frame in harness.seen("p1", "rated")] == [18]


# --- The end (F-53) ---


def test_whoever_turns_away_from_the_standings_is_not_shown_them_again() -> None:
    scene = MOMENTS["over"]()
    ACTIONS["leave"](scene)
    scene.harness.connect(scene.player, "c-new")
    assert kinds(scene.harness.seen("c-new")) == ["welcome"]


def test_the_end_is_shown_by_name_as_long_as_it_is_kept() -> None:
    scene = MOMENTS["over"]()
    scene.harness.pass_ms(STANDINGS_SHOWN_MS + 1).connect(scene.player, "c-new", tournament="t1")
    assert kinds(scene.harness.seen("c-new")) == ["welcome", "snapshot"]
    assert scene.harness.seen("c-new")[0]["tournament"] == "t1"


def test_whose_absence_outlasted_the_tournament_is_shown_its_end() -> None:
    harness = in_play()
    seq = harness.tournament().seq
    harness.disconnect("c-p8")
    harness.pass_ms(60_000).tick()
    for number in range(1, 7):
        harness.send(f"c-p{number}", "leave", tournament="t1")
    assert harness.tournament().phase is Phase.OVER
    harness.deliver_stream()
    harness.connect("p8", "c-new", tournament="t1", seq=seq)
    frames = harness.seen("c-new")
    (ended,) = harness.seen("c-new", "tournament-ended")
    assert ended["standings"][-1] == {"player": "p8", "place": 8}
    assert [frame["change"] for frame in harness.seen("c-new", "rated") if frame["player"] == "p8"] == [-25]
    assert read([{"type": "synced", "tournament": "t1", "seq": seq}, *frames]) == {"t1": harness.tournament().seq}


def test_a_rating_settled_at_the_moment_of_a_return_is_not_missed() -> None:  # R3.5, R6.3
    def build() -> Harness:
        harness = Harness()
        harness.store(running((2, 1, 3, 0, 0, 0, 0, 0)))
        harness.guess("p1", harness.duel("p1").secret)  # p2 is out, and settled as the round ends at once
        harness.open("p3", "c-new")
        return harness

    for harness in interruptions(
        build, lambda harness: harness.deliver_stream(), lambda harness: harness.connect("p3", "c-new")
    ):
        told = [frame for frame in harness.seen("c-new", "rated") if frame["player"] == "p2"]
        told += [one for frame in harness.seen("c-new", "snapshot") for one in frame["rated"] if one["player"] == "p2"]
        assert {frame["change"] for frame in told} == {11}


# --- Which tournament (F-55, D12) ---


def test_who_plays_elsewhere_and_names_a_finished_tournament_is_answered_by_the_running_one() -> None:  # F-55
    harness = Harness()
    harness.store(running((1, 1, 0, 0, 0, 0, 0, 0)))
    harness.guess("p1", harness.duel("p1").secret)
    old = harness.tournament()
    for player in EVERYBODY:
        harness.send(f"c-{player}", "queue", language="xx")
    (running_one,) = {record.tournament.id for record in harness.fakes.stored.records.values()} - {"t1"}
    assert harness.tournament(running_one).phase is Phase.INTRO
    harness.connect("p1", "c-new", tournament="t1", seq=old.seq - 1)
    welcome, snapshot = harness.seen("c-new")
    assert (welcome["tournament"], snapshot["tournament"]) == (running_one, running_one)
    assert harness.tournament("t1") == old


def test_who_names_a_tournament_of_others_is_shown_nothing_of_it() -> None:
    harness = in_play()
    harness.connect("p9", tournament="t1", seq=1)
    assert kinds(harness.seen("p9")) == ["welcome"]
    assert "tournament" not in harness.seen("p9")[0]


def test_who_comes_back_at_the_instant_of_a_merge_is_in_the_lobby_that_goes_on() -> None:  # D9, D11
    def build() -> Harness:
        harness = Harness()
        for name, players in (("t1", ("p1", "p2", "p3")), ("t2", ("p4", "p5"))):
            lobby = lobby_of(*map(entrant, players))
            for player in players:
                harness.connect(player, connection_of(player))
                harness.set_seat(player, name)
            harness.fakes.stored.records[name] = Record(replace(lobby, id=name), version=1)
        harness.open("p4", "c-new")
        return harness.clear_frames()

    merged = 0
    for harness in interruptions(
        build,
        lambda harness: harness.connect("p4", "c-new"),
        lambda harness: harness.send("c1", "ping", tournament="t1"),
    ):
        where = harness.fakes.stored.players["p4"].seat
        assert where is not None
        seat = harness.tournament(where).require_seat("p4")
        assert (seat.connection, seat.away) == ("c-new", None)
        session = Session()
        for frame in harness.seen("c-new"):
            session.receive(frame, harness.now)
        assert session.seat == where
        assert harness.seen("c-new", "unqueued") == []
        merged += where == "t1"
    assert merged > 1


# --- Connections (E) ---


def test_a_frame_that_overtakes_hello_is_told_to_say_hello_first_and_then_works() -> None:  # E-40
    harness = Harness()
    harness.open("p1", "c-p1")
    assert harness.send("c-p1", "queue", language="xx", re="q1")["code"] == "retry"
    assert harness.fakes.stored.players == {}
    harness.connect("p1")
    assert harness.send("c-p1", "queue", language="xx", re="q1")["type"] == "lobby"


def test_a_frame_delivered_though_its_post_failed_is_a_repeat_after_the_return() -> None:  # E-41
    harness = in_play()
    mover = harness.mover()
    player = harness.duel(mover).opponent(mover)
    harness.lose_connection(f"c-{player}")
    seq = harness.tournament().seq
    harness.guess(mover)  # for the gateway the player is gone...
    assert harness.tournament().require_seat(player).away is not None
    got = [frame for frame in harness.seen(mover) if frame["type"] in {"guess-scored", "turn-started"}]
    harness.fakes.connections.gone.clear()  # ... and in truth the frames have arrived and he is there
    assert harness.send(f"c-{player}", "ping", tournament="t1")["code"] == "retry"
    harness.clear_frames().connect(player, tournament="t1", seq=seq)
    assert kinds(harness.seen(player)) == ["welcome", "guess-scored", "turn-started", "player-away", "player-back"]
    assert [frame["seq"] for frame in harness.seen(player)[1:3]] == [frame["seq"] for frame in got]
    assert harness.tournament().require_seat(player).away is None


def test_a_lobby_waits_through_silence_but_not_for_a_dead_connection() -> None:  # E-46
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
def test_the_cut_at_two_hours_costs_no_life(moment: str) -> None:  # E-46
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


def test_a_seat_stays_its_players_however_many_watch_or_ask_for_it() -> None:  # F-52, N-110
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


def test_the_tick_of_an_older_round_with_the_same_two_does_nothing() -> None:  # C-26
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
    """Four whole rows: his client pings in its own turns alone, and he never guesses."""
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
    rings = 0
    while not harness.tick()["over"]:
        harness.pass_ms(1_000)
        rings += 1
        assert rings < 200
    assert harness.tournament().phase is Phase.OVER
    assert [seat.place for seat in harness.tournament().seats].count(1) == 1
    assert harness.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
