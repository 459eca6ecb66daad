"""Looking for a lobby and giving it up: never nine, nobody in two lobbies, never two where one would do (D9, D12)."""

import pytest

from tests.app.frame_checks import check, kinds
from tests.app.harness import in_play, seated
from tests.app.queueing import connected, queued, seats_of
from wordle_tournament.core.tournament import Phase

# --- One after the other ---


def test_the_first_player_opens_a_lobby_and_is_answered_by_it() -> None:
    harness = connected(1000)
    lobby = harness.send("c-p1", "queue", language="xx", re="q1")
    assert lobby["type"] == "lobby"
    assert (lobby["re"], lobby["seq"], lobby["language"], lobby["size"]) == ("q1", 1, "xx", 8)
    assert [(seat["player"], seat["rating"]) for seat in lobby["seats"]] == [("p1", 1000)]
    assert lobby["range"] == [800, 1200]


def test_everybody_seated_sees_every_change_and_the_answer_is_the_askers_alone() -> None:
    harness = seated(2)
    assert kinds(harness.seen("p1")) == ["welcome", "lobby", "lobby"]
    assert "re" in harness.seen("p2")[-1]
    assert "re" not in harness.seen("p1")[-1]
    assert [seat["player"] for seat in harness.seen("p1")[-1]["seats"]] == ["p1", "p2"]


def test_the_eighth_player_starts_the_tournament() -> None:  # R1.1, R1.3
    harness = seated(8)
    assert kinds(harness.seen("p8")) == ["welcome", "lobby", "tournament-started", "round-opened"]
    assert harness.tournament().phase is Phase.INTRO
    opened = harness.seen("p1", "round-opened")[0]
    assert opened["starts_at"] == harness.now + 6_000
    for number in range(1, 9):
        check(harness.seen(f"p{number}"))


def test_a_ninth_player_opens_another_lobby() -> None:
    harness = seated(9)
    assert seats_of(harness) == {"t1": [f"p{number}" for number in range(1, 9)], "t2": ["p9"]}


@pytest.mark.parametrize(("rating", "is_merged"), [(1200, False), (1201, True), (800, False), (799, True)])
def test_200_points_from_the_lobbys_mean_is_within_reach_and_more_is_not(
    rating: int, *, is_merged: bool
) -> None:  # R7.1
    harness = connected(1000, rating)
    queued(harness, "p1")
    queued(harness, "p2")
    # Who finds no lobby within reach opens one; both are within 200 of the mean of the two, so they are merged (D9).
    assert any(frame.get("replaces") for frame in harness.seen("p1", "lobby")) == is_merged


@pytest.mark.parametrize(("rating", "lobbies"), [(1400, 1), (1401, 2), (600, 1), (599, 2)])
def test_lobbies_are_merged_if_each_is_within_200_of_the_merged_mean(rating: int, lobbies: int) -> None:  # D9
    harness = connected(1000, rating)
    queued(harness, "p1")
    queued(harness, "p2")
    assert sorted(len(seats) for seats in seats_of(harness).values() if seats) == {1: [2], 2: [1, 1]}[lobbies]


def test_the_lobbys_rating_is_the_mean_of_those_seated() -> None:  # D9
    harness = connected(1000, 1200, 1402)
    for player in ("p1", "p2"):
        queued(harness, player)
    assert harness.seen("p1", "lobby")[-1]["range"] == [900, 1300]
    queued(harness, "p3")
    assert seats_of(harness) == {"t1": ["p1", "p2"], "t2": ["p3"]}


def test_an_unknown_language_is_refused_and_nothing_is_opened() -> None:
    harness = connected(1000)
    answer = harness.send("c-p1", "queue", language="qq")
    assert (answer["type"], answer["code"], answer["definite"]) == ("error", "language-unknown", True)
    assert harness.fakes.stored.records == {}
    assert harness.fakes.stored.players["p1"].seat is None


def test_a_player_who_has_a_seat_cannot_take_another() -> None:
    harness = seated(1)
    before = harness.record()
    assert harness.send("c-p1", "queue", language="xx")["code"] == "already-seated"
    assert harness.record() == before


def test_a_player_who_has_lives_in_a_running_tournament_cannot_queue() -> None:  # D12
    harness = in_play()
    assert harness.send("c-p1", "queue", language="xx")["code"] == "already-seated"


def test_a_player_who_was_knocked_out_may_queue_while_the_old_tournament_goes_on() -> None:  # D12
    harness = in_play()
    harness.send("c-p1", "leave", tournament="t1")
    assert harness.send("c-p1", "queue", language="xx")["tournament"] == "t2"
    assert harness.tournament("t1").phase is Phase.PLAYING


def test_a_finished_tournament_binds_nobody() -> None:  # D12
    harness = in_play()
    for number in range(1, 8):
        harness.send(f"c-p{number}", "leave", tournament="t1")
    assert harness.tournament("t1").phase is Phase.OVER
    assert harness.send("c-p8", "queue", language="xx")["tournament"] == "t2"


def test_a_claim_of_a_tournament_that_has_expired_binds_nobody() -> None:  # D17
    harness = connected(1000)
    harness.set_seat("p1", "long-gone")
    assert harness.send("c-p1", "queue", language="xx")["type"] == "lobby"


def test_a_dead_connection_cannot_take_a_seat() -> None:
    harness = connected(1000)
    harness.connect("p1", "c-new")
    assert harness.send("c-p1", "queue", language="xx")["code"] == "retry"
    assert harness.fakes.stored.records == {}


def test_the_same_tap_again_is_answered_the_same_and_takes_no_second_seat() -> None:
    harness = connected(1000)
    first = harness.send("c-p1", "queue", language="xx", re="q1")
    before = harness.record()
    assert harness.send("c-p1", "queue", language="xx", re="q1") == first
    assert harness.record() == before


def test_giving_up_the_seat_is_answered_and_the_others_see_it() -> None:  # R8.1
    harness = seated(3).clear_frames()
    answer = harness.send("c-p2", "unqueue", re="u1")
    assert answer == {"type": "unqueued", "at": harness.now, "re": "u1", "reason": "asked", "tournament": "t1"}
    assert kinds(harness.seen("p2")) == ["unqueued"]
    assert [seat["player"] for seat in harness.seen("p1")[-1]["seats"]] == ["p1", "p3"]
    assert harness.send("c-p2", "unqueue", re="u1") == answer


def test_a_player_who_gave_up_a_seat_may_take_it_again() -> None:
    harness = seated(3)
    harness.send("c-p2", "unqueue")
    lobby = harness.send("c-p2", "queue", language="xx")
    assert lobby["tournament"] == "t1"
    assert [seat["player"] for seat in lobby["seats"]] == ["p1", "p3", "p2"]


def test_a_lobby_that_everybody_left_is_closed_for_good() -> None:
    harness = seated(1)
    harness.send("c-p1", "unqueue")
    assert harness.tournament().phase is Phase.OVER
    assert harness.send("c-p1", "queue", language="xx")["tournament"] == "t2"


def test_without_a_seat_there_is_nothing_to_give_up() -> None:
    harness = connected(1000)
    assert harness.send("c-p1", "unqueue")["code"] == "not-seated"


def test_after_the_start_a_seat_cannot_be_given_up() -> None:  # R8.1
    harness = seated(8)
    assert harness.send("c-p1", "unqueue")["code"] == "already-seated"
    assert harness.tournament().require_seat("p1").is_in
