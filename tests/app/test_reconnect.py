"""A player who comes back: what they have missed, and what became of their seat (R8.3, D5, D11)."""

from tests.app.frame_checks import kinds
from tests.app.harness import in_play, seated
from wordle_tournament.app.record import RECENT_EVENTS
from wordle_tournament.core.tournament import Phase


def test_a_player_who_comes_back_gets_exactly_the_events_that_were_missed() -> None:  # R8.3
    harness = in_play()
    last = harness.tournament().seq
    mover = harness.mover()
    harness.disconnect(f"c-{mover}")
    harness.pass_ms(1000)
    index = next(index for index in range(4) if mover not in harness.tournament().duels[index].players)
    harness.guess(harness.mover(index))
    harness.connect(mover, "c-new", tournament="t1", seq=last)
    welcome, *missed = harness.seen("c-new")
    assert welcome["tournament"] == "t1"
    assert kinds(missed) == ["player-away", "guess-scored", "turn-started", "player-back"]
    assert [frame["seq"] for frame in missed] == list(range(last + 1, harness.tournament().seq + 1))
    assert all("re" not in frame for frame in missed)


def test_a_player_who_missed_nothing_gets_nothing_but_welcome() -> None:
    harness = in_play()
    harness.connect("p1", "c-new", tournament="t1", seq=harness.tournament().seq)
    assert kinds(harness.seen("c-new")) == ["welcome"]


def test_a_player_who_missed_more_than_is_kept_gets_a_snapshot() -> None:
    harness = in_play()
    last = harness.tournament().seq
    harness.disconnect("c-p1")
    while harness.tournament().seq <= last + RECENT_EVENTS:
        index = next(index for index in range(4) if "p1" not in harness.tournament().duels[index].players)
        duel = harness.tournament().duels[index]
        if duel.is_over or harness.tournament().round > 1:
            raise AssertionError("the round ended before the recent events ran over")
        for at, one in enumerate(harness.tournament().duels):
            if "p1" not in one.players and not one.is_over:
                harness.guess(harness.mover(at))
    harness.connect("p1", "c-new", tournament="t1", seq=last)
    assert kinds(harness.seen("c-new")) == ["welcome", "snapshot"]
    assert harness.seen("c-new")[1]["seq"] == harness.tournament().seq


def test_a_number_from_the_future_or_of_another_tournament_is_answered_by_a_snapshot() -> None:
    for fields in ({"tournament": "t1", "seq": 10_000}, {"tournament": "t7", "seq": 1}, {"seq": 1}):
        harness = in_play()
        harness.connect("p1", "c-new", **fields)
        assert kinds(harness.seen("c-new")) == ["welcome", "snapshot"], fields


def test_a_player_who_comes_back_to_a_lobby_is_shown_the_lobby() -> None:  # D11
    harness = seated(3)
    harness.disconnect("c-p2")
    harness.pass_ms(9_000).clear_frames()
    harness.connect("p2", "c-new")
    welcome, lobby = harness.seen("c-new")
    assert (welcome["tournament"], lobby["type"]) == ("t1", "lobby")
    assert [seat["player"] for seat in lobby["seats"]] == ["p1", "p2", "p3"]
    assert not any("away" in seat for seat in lobby["seats"])
    assert lobby["seq"] == harness.tournament().seq


def test_a_player_who_comes_back_to_a_lobby_too_late_is_told_that_the_seat_is_lost() -> None:  # D11
    harness = seated(3)
    harness.disconnect("c-p2")
    harness.pass_ms(10_001).clear_frames()
    harness.connect("p2", "c-new")
    assert kinds(harness.seen("c-new")) == ["welcome", "unqueued"]
    assert harness.seen("c-new")[1] == {
        "type": "unqueued",
        "at": harness.now,
        "reason": "lost",
        "tournament": "t1",
    }
    assert [seat["player"] for seat in harness.seen("p1", "lobby")[-1]["seats"]] == ["p1", "p3"]


def test_the_last_one_missing_comes_back_and_the_tournament_starts() -> None:  # D11, R1.1
    harness = seated(7)
    harness.disconnect("c-p3")
    harness.connect("p8")
    harness.send("c-p8", "queue", language="xx")
    assert harness.tournament().phase is Phase.LOBBY
    harness.connect("p3", "c-new")
    assert harness.tournament().phase is Phase.INTRO
    assert kinds(harness.seen("c-new")) == ["welcome", "snapshot"]
    assert kinds(harness.seen("p1"))[-2:] == ["tournament-started", "round-opened"]


def test_everybody_sees_one_away_and_one_back() -> None:
    harness = in_play()
    harness.disconnect("c-p1")
    harness.pass_ms(20_000).connect("p1", "c-new")
    harness.tick()
    for player in ("p2", "p5", "p8"):
        assert len(harness.seen(player, "player-away")) == 1
        assert len(harness.seen(player, "player-back")) == 1


def test_a_second_absence_has_its_own_full_time_to_come_back() -> None:  # R8.3
    harness = in_play()
    harness.disconnect("c-p1")
    harness.pass_ms(20_000).connect("p1", "c-two")
    harness.pass_ms(30_000).disconnect("c-two")
    harness.pass_ms(10_000).tick()
    assert harness.tournament().require_seat("p1").has_left is False
    harness.pass_ms(49_999).tick()
    assert harness.tournament().require_seat("p1").has_left is False
    harness.pass_ms(1).tick()
    assert harness.tournament().require_seat("p1").has_left is True


def test_a_player_who_comes_back_after_the_limit_has_left_and_is_told_so() -> None:  # R8.3
    harness = in_play()
    last = harness.tournament().seq
    harness.disconnect("c-p1")
    harness.pass_ms(60_000).connect("p1", "c-new", tournament="t1", seq=last)
    left = harness.seen("c-new", "player-left")
    assert [(frame["player"], frame["place"]) for frame in left] == [("p1", 8)]


def test_a_player_who_comes_back_after_the_end_finds_the_standings_and_the_own_rating_change() -> None:
    for fields in ({"tournament": "t1"}, {"tournament": "t1", "seq": None}):
        harness = in_play()
        last = harness.tournament().seq
        for number in range(1, 8):
            harness.send(f"c-p{number}", "leave", tournament="t1")
        harness.disconnect("c-p8")
        harness.deliver_stream()
        harness.connect("p8", "c-new", **({**fields, "seq": last} if "seq" in fields else fields))
        frames = harness.seen("c-new")
        assert frames[0]["player"]["rating"] == 1025
        if "seq" in fields:
            assert "tournament-ended" in kinds(frames)
            rated = harness.seen("c-new", "rated")
        else:
            (snapshot,) = harness.seen("c-new", "snapshot")
            assert snapshot["standings"][0] == {"player": "p8", "place": 1}
            rated = snapshot["rated"]
        own = [(one["place"], one["before"], one["change"], one["after"]) for one in rated if one["player"] == "p8"]
        assert own == [(1, 1000, 25, 1025)]


def test_a_finished_tournament_that_is_not_asked_for_is_mentioned_for_ten_minutes() -> None:  # a page that is reloaded
    for minutes, expected in ((9, ["welcome", "snapshot"]), (11, ["welcome"])):
        harness = in_play()
        for number in range(1, 8):
            harness.send(f"c-p{number}", "leave", tournament="t1")
        harness.pass_ms(minutes * 60_000).connect("p8", "c-new")
        assert kinds(harness.seen("c-new")) == expected
        assert ("tournament" in harness.seen("c-new")[0]) == (minutes == 9)


def test_a_player_who_is_bound_to_a_newer_tournament_is_answered_with_that_one() -> None:
    harness = in_play()
    harness.send("c-p1", "leave", tournament="t1")
    harness.send("c-p1", "queue", language="xx")
    harness.connect("p1", "c-new", tournament="t1", seq=harness.tournament().seq)
    welcome, lobby = harness.seen("c-new")
    assert (welcome["tournament"], lobby["tournament"]) == ("t2", "t2")


def test_a_player_who_has_left_is_not_drawn_in_again() -> None:  # D5
    harness = in_play()
    harness.send("c-p1", "leave", tournament="t1")
    harness.connect("p1", "c-new")
    assert kinds(harness.seen("c-new")) == ["welcome"]
    harness.clear_frames().guess(harness.mover(1))
    assert harness.seen("c-new") == []
