"""Pings, and syncs by the number of the last event seen (D15); how much of a tournament is kept."""

import json

import pytest

from tests.app.frame_checks import check, kinds, read
from tests.app.harness import Frame, in_play, seated
from wordle_tournament.app.record import RECENT_EVENTS
from wordle_tournament.core.tournament import Phase

# --- Ping ---


def test_a_ping_is_answered_by_pong_with_the_tournaments_number() -> None:
    harness = in_play()
    assert harness.send("c-p1", "ping", re="i1") == {"type": "pong", "at": harness.now, "re": "i1"}
    pong = harness.send("c-p1", "ping", tournament="t1", seq=3, re="i2")
    assert pong == {"type": "pong", "at": harness.now, "re": "i2", "seq": harness.tournament().seq}
    assert [harness.seen(f"p{number}") for number in range(2, 9)] == [[]] * 7


def test_a_ping_after_a_silent_deadline_makes_it_happen() -> None:
    harness = in_play()
    before = harness.tournament().seq
    harness.pass_ms(30_000)
    pong = harness.send("c-p1", "ping", tournament="t1", seq=before)
    assert pong["seq"] == harness.tournament().seq > before
    assert kinds(harness.seen("p1")).count("turn-skipped") == 4
    assert kinds(harness.seen("p1"))[-1] == "pong"


def test_a_ping_from_the_intro_begins_the_duels() -> None:
    harness = seated(8)
    harness.pass_ms(6_000)
    harness.send("c-p1", "ping", tournament="t1")
    assert harness.tournament().phase is Phase.PLAYING
    assert len(harness.seen("p5", "turn-started")) == 4


def test_a_ping_of_a_tournament_one_has_no_seat_in_is_refused() -> None:
    harness = in_play()
    harness.connect("p9")
    assert harness.send("c-p9", "ping", tournament="t1")["code"] == "not-seated"
    assert harness.send("c-p9", "ping", tournament="t77")["code"] == "not-seated"


def test_a_whole_turn_of_silence_is_taken_for_a_lost_connection_and_any_frame_brings_back() -> None:  # D15
    harness = in_play()
    silent = harness.mover()
    pinging = [harness.mover(index) for index in range(1, 4)]
    for player in pinging:
        harness.pass_ms(100).send(f"c-{player}", "ping", tournament="t1")
    harness.pass_ms(30_000).tick()
    assert [frame["player"] for frame in harness.seen("p1", "player-away")] == [silent]
    harness.send(f"c-{silent}", "ping", tournament="t1")
    assert [frame["player"] for frame in harness.seen("p1", "player-back")] == [silent]


def test_a_ping_without_news_writes_nothing() -> None:
    harness = in_play()
    mover = harness.mover()
    harness.send(f"c-{mover}", "ping", tournament="t1")
    before = harness.record()
    harness.send(f"c-{mover}", "ping", tournament="t1")
    harness.send(f"c-{harness.duel(mover).opponent(mover)}", "ping", tournament="t1")
    assert harness.record() == before


# --- Sync ---


def test_sync_tells_the_missed_events_in_order_and_then_synced() -> None:
    harness = in_play()
    last = harness.tournament().seq
    for index in range(4):
        harness.guess(harness.mover(index))
    harness.clear_frames()
    answer = harness.send("c-p1", "sync", tournament="t1", seq=last, re="s1")
    frames = harness.seen("p1")
    assert answer == {
        "type": "synced",
        "at": harness.now,
        "re": "s1",
        "tournament": "t1",
        "seq": harness.tournament().seq,
    }
    assert kinds(frames) == ["guess-scored", "turn-started"] * 4 + ["synced"]
    assert [frame["seq"] for frame in frames[:-1]] == list(range(last + 1, last + 9))


def test_sync_repeats_what_the_screen_had_been_shown() -> None:
    harness = in_play()
    last = harness.tournament().seq
    harness.guess(harness.mover())
    shown = [frame for frame in harness.seen("p1") if "re" not in frame]
    harness.clear_frames()
    harness.send("c-p1", "sync", tournament="t1", seq=last)
    assert [frame | {"re": ""} for frame in harness.seen("p1")[:-1]][-len(shown) :] == [
        frame | {"re": ""} for frame in shown
    ]


def test_sync_of_a_player_who_has_missed_nothing_is_synced_alone() -> None:
    harness = in_play()
    harness.send("c-p1", "sync", tournament="t1", seq=harness.tournament().seq)
    assert kinds(harness.seen("p1")) == ["synced"]


@pytest.mark.parametrize("seq", [0, 10_000])
def test_sync_from_too_far_back_or_ahead_is_one_snapshot(seq: int) -> None:
    harness = in_play()
    answer = harness.send("c-p1", "sync", tournament="t1", seq=seq, re="s1")
    assert kinds(harness.seen("p1")) == ["snapshot"]
    assert (answer["seq"], answer["phase"], len(answer["players"])) == (harness.tournament().seq, "playing", 8)
    check(harness.seen("p1"))


def test_sync_applies_what_is_due_first() -> None:
    harness = in_play()
    last = harness.tournament().seq
    harness.pass_ms(30_000)
    answer = harness.send("c-p1", "sync", tournament="t1", seq=last)
    assert answer["seq"] == harness.tournament().seq > last
    assert read([{"type": "synced", "tournament": "t1", "seq": last}, *harness.seen("p1")]) == {"t1": answer["seq"]}


def test_sync_in_a_lobby_is_the_lobby_and_synced() -> None:
    harness = seated(3).clear_frames()
    answer = harness.send("c-p1", "sync", tournament="t1", seq=1)
    assert kinds(harness.seen("p1")) == ["lobby", "synced"]
    assert answer["seq"] == harness.seen("p1")[0]["seq"] == 3


def test_sync_after_the_end_tells_the_standings_and_all_ratings() -> None:
    harness = in_play()
    for number in range(1, 8):
        harness.send(f"c-p{number}", "leave", tournament="t1")
    harness.deliver_stream()
    answer = harness.send("c-p8", "sync", tournament="t1", seq=0)
    assert (answer["phase"], len(answer["standings"]), len(answer["rated"])) == ("over", 8, 8)
    assert sum(frame["change"] for frame in answer["rated"]) == 0


def test_sync_without_a_seat_in_the_tournament_is_refused_and_shows_nothing() -> None:
    harness = in_play()
    harness.connect("p9")
    assert harness.send("c-p9", "sync", tournament="t1", seq=0)["code"] == "not-seated"
    assert kinds(harness.seen("p9")) == ["welcome", "error"]


def test_no_snapshot_at_any_time_holds_a_running_duels_secret() -> None:  # D14
    harness = in_play()
    mover = harness.mover()
    harness.guess(mover, harness.duel(mover).secret)
    harness.guess(harness.mover(1))
    snapshot = harness.send("c-p1", "sync", tournament="t1", seq=0)
    over, *running = harness.tournament().duels
    assert [duel.get("secret") for duel in snapshot["duels"]] == [over.secret, None, None, None]
    text = json.dumps(snapshot)
    assert not [duel.secret for duel in running if f'"{duel.secret}"' in text]


# --- The size of what is kept ---


def test_a_lobby_that_many_come_to_and_leave_stays_small() -> None:
    """One item has at most 400 kB, and every write is billed by its size."""
    harness = seated(2)
    for number in range(3, 203):
        harness.connect(f"p{number}")
        harness.send(f"c-p{number}", "queue", language="xx")
        harness.send(f"c-p{number}", "unqueue")
    record = harness.record()
    assert len(record.receipts) <= 32
    assert len(record.recent_events) <= 2


def test_the_record_of_a_running_tournament_keeps_the_last_events_only() -> None:
    harness = in_play()
    for _ in range(9):
        for index in range(4):
            harness.guess(harness.mover(index))
            assert len(harness.record().recent_events) <= RECENT_EVENTS
    assert len(harness.record().recent_events) == RECENT_EVENTS
    assert harness.record().recent_events[-1].seq == harness.tournament().seq


def test_a_frame_of_another_action_on_a_route_is_a_bad_frame() -> None:
    harness = in_play()
    before = harness.record()
    fields: Frame = {"action": "leave", "id": "x", "tournament": "t1"}
    harness.transmit("c-p1", "ping", json.dumps(fields))
    (answer,) = harness.seen("p1")
    assert (answer["code"], answer["re"]) == ("bad-frame", "x")
    assert harness.record() == before
