"""A player who leaves a tournament, or stops watching one (R3.4, D3 to D6)."""

from tests.app.frame_checks import check, kinds
from tests.app.harness import Harness, in_play, seated
from tests.app.interleaving import interruptions
from wordle_tournament.core.tournament import Phase

# --- Leave ---


def test_leaving_the_lobby_is_answered_by_unqueued() -> None:  # R8.1
    harness = seated(3).clear_frames()
    answer = harness.send("c-p2", "leave", tournament="t1", re="l1")
    assert answer == {"type": "unqueued", "at": harness.now, "re": "l1", "reason": "asked", "tournament": "t1"}
    assert kinds(harness.seen("p1")) == ["lobby"]
    assert harness.send("c-p2", "leave", tournament="t1", re="l1") == answer
    assert harness.send("c-p2", "leave", tournament="t1", re="l2")["code"] == "not-seated"


def test_leaving_in_the_intro_gives_the_opponent_the_duel() -> None:  # R8.2, D5
    harness = seated(8).clear_frames()
    opponent = harness.duel("p1").opponent("p1")
    answer = harness.send("c-p1", "leave", tournament="t1", re="l1")
    assert (answer["type"], answer["player"], answer["place"]) == ("player-left", "p1", 8)
    (ended,) = harness.seen(opponent, "duel-ended")
    assert (ended["outcome"], ended["winner"], ended["lives"]) == ("forfeit", opponent, {"p1": 0, opponent: 3})


def test_leaving_in_the_own_duel_loses_it_at_once() -> None:  # R8.2
    harness = in_play()
    opponent = harness.duel("p1").opponent("p1")
    harness.send("c-p1", "leave", tournament="t1")
    assert kinds(harness.seen(opponent)) == ["duel-ended", "player-left"]
    assert harness.tournament().require_seat("p1").change == -25
    assert harness.tournament().require_seat(opponent).lives == 3


def test_a_player_who_leaves_sees_all_events_up_to_their_leaving_without_a_gap() -> None:
    harness = in_play()
    harness.send("c-p1", "leave", tournament="t1")
    assert kinds(harness.seen("p1")) == ["duel-ended", "player-left"]
    check([{"type": "synced", "at": 0, "tournament": "t1", "seq": 16}, *harness.seen("p1")])


def test_a_player_who_left_sees_nothing_after_it_but_their_rating() -> None:  # D5, R3.5
    harness = in_play()
    start = len(harness.commits)
    harness.send("c-p1", "leave", tournament="t1")
    harness.clear_frames()
    harness.guess(harness.mover(1))
    harness.deliver_stream(start=start)
    assert kinds(harness.seen("p1")) == ["rated"]


def test_leaving_after_the_own_duel_counts_for_the_round() -> None:  # D5
    harness = in_play()
    mover = harness.mover()
    harness.guess(mover, harness.duel(mover).secret)
    answer = harness.send(f"c-{mover}", "leave", tournament="t1")
    assert (answer["type"], answer["place"]) == ("player-left", 8)


def test_the_first_to_leave_a_round_is_below_the_later_ones() -> None:  # D3
    harness = in_play()
    places = [harness.send(f"c-p{number}", "leave", tournament="t1")["place"] for number in range(1, 8)]
    assert places == [8, 7, 6, 5, 4, 3, 2]
    assert harness.tournament().phase is Phase.OVER
    assert harness.seen("p8", "tournament-ended")[0]["standings"][0] == {"player": "p8", "place": 1}


def test_leaving_again_is_only_the_end_of_watching_and_the_same_leaving_the_same_answer() -> None:  # D5
    harness = in_play()
    first = harness.send("c-p1", "leave", tournament="t1", re="l1")
    assert harness.send("c-p1", "leave", tournament="t1", re="l1") == first
    again = harness.send("c-p1", "leave", tournament="t1", re="l2")
    assert again == {"type": "watch-ended", "at": harness.now, "re": "l2", "reason": "asked", "tournament": "t1"}
    assert harness.send("c-p1", "leave", tournament="t1", re="l2") == again


def knocked_out() -> tuple[Harness, str]:
    """Somebody has lost three duels in a row and watches."""
    harness = in_play()
    for _ in range(3):
        for index in range(len(harness.tournament().duels)):
            duel = harness.tournament().duels[index]
            best = min(duel.players)
            if duel.mover(duel.turn) != best:
                harness.guess(duel.mover(duel.turn))
            harness.guess(best, harness.duel(best).secret)
        harness.pass_ms(harness.tournament().rules.intro_ms).tick()
    out = next(seat.player for seat in harness.tournament().seats if not seat.is_in)
    return harness.clear_frames(), out


def test_a_player_who_is_knocked_out_watches_until_they_leave() -> None:  # R3.5, D5
    harness, out = knocked_out()
    harness.guess(harness.mover())
    assert kinds(harness.seen(out)) == ["guess-scored", "turn-started"]
    before = harness.tournament().seq
    answer = harness.send(f"c-{out}", "leave", tournament="t1")
    assert answer["type"] == "watch-ended"
    assert harness.tournament().seq == before
    harness.clear_frames().guess(harness.mover())
    assert harness.seen(out) == []


def test_a_lost_connection_of_a_watcher_is_nobodys_absence() -> None:
    harness, out = knocked_out()
    harness.disconnect(f"c-{out}")
    assert harness.tournament().require_seat(out).away is None
    assert [harness.seen(f"p{number}", "player-away") for number in range(1, 9)] == [[]] * 8


def test_after_the_end_leaving_is_the_end_of_watching() -> None:
    harness = in_play()
    for number in range(1, 8):
        harness.send(f"c-p{number}", "leave", tournament="t1")
    assert harness.send("c-p8", "leave", tournament="t1")["type"] == "watch-ended"


def test_leaving_what_one_has_no_seat_in_is_refused() -> None:
    harness = in_play()
    harness.connect("p9")
    assert harness.send("c-p9", "leave", tournament="t1")["code"] == "not-seated"
    assert harness.send("c-p9", "leave", tournament="t77")["code"] == "not-seated"


def test_two_leaving_at_one_instant_are_both_out_one_below_the_other() -> None:  # D3
    for harness in interruptions(
        in_play,
        lambda harness: harness.answers("c-p1", "leave", tournament="t1"),
        lambda harness: harness.answers("c-p2", "leave", tournament="t1"),
    ):
        assert sorted(harness.tournament().require_seat(player).place or 0 for player in ("p1", "p2")) == [7, 8]
