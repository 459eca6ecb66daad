"""Looking for a lobby and giving it up: never nine, nobody in two lobbies, never two where one would do (D9, D12)."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from tests.app.frame_checks import check, kinds
from tests.app.harness import Harness, in_play, seated
from tests.app.interleaving import interruptions
from tests.support.faults import FaultyTournaments
from wordle_tournament.core import rules as game
from wordle_tournament.core.tournament import Phase


def queued(harness: Harness, player: str) -> None:
    harness.answers(f"c-{player}", "queue", language="xx", re=f"queue-{player}")


def connected(*ratings: int) -> Harness:
    """``p1``.. have said hello; nobody has a seat."""
    harness = Harness()
    for number, rating in enumerate(ratings, start=1):
        harness.connect(f"p{number}")
        harness.set_rating(f"p{number}", rating)
    return harness


def seats_of(harness: Harness) -> dict[str, list[str]]:
    """Who is bound where, by tournament."""
    tournaments = [record.tournament for record in harness.fakes.stored.records.values()]
    return {one.id: [seat.player for seat in one.seats if one.holds(seat.player)] for one in tournaments if one.seats}


def assert_bound_once(harness: Harness, *players: str) -> None:
    bound = sorted(player for players in seats_of(harness).values() for player in players)
    assert bound == sorted(players)
    assert all(len(seats) <= game.SEATS for seats in seats_of(harness).values())


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


def test_who_has_a_seat_cannot_take_another() -> None:
    harness = seated(1)
    before = harness.record()
    assert harness.send("c-p1", "queue", language="xx")["code"] == "already-seated"
    assert harness.record() == before


def test_who_has_lives_in_a_running_tournament_cannot_queue() -> None:  # D12
    harness = in_play()
    assert harness.send("c-p1", "queue", language="xx")["code"] == "already-seated"


def test_who_was_knocked_out_may_queue_while_the_old_tournament_goes_on() -> None:  # D12
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


def test_the_same_tap_again_is_answered_the_same_and_takes_no_second_seat() -> None:  # case 56
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


def test_who_gave_up_a_seat_may_take_it_again() -> None:
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


def test_after_the_start_a_seat_cannot_be_given_up() -> None:  # case 59, R8.1
    harness = seated(8)
    assert harness.send("c-p1", "unqueue")["code"] == "already-seated"
    assert harness.tournament().require_seat("p1").is_in


# --- At one instant ---


def test_a_double_tap_takes_one_seat_whatever_comes_between() -> None:  # case 56
    for first, second in (("q1", "q1"), ("q1", "q2")):

        def one(harness: Harness, re: str = first) -> None:
            harness.transmit("c-p1", "queue", f'{{"action":"queue","id":"{re}","language":"xx"}}')

        def other(harness: Harness, re: str = second) -> None:
            harness.transmit("c-p1", "queue", f'{{"action":"queue","id":"{re}","language":"xx"}}')

        for harness in interruptions(lambda: connected(1000), one, other):
            assert_bound_once(harness, "p1")
            assert [len(seats) for seats in seats_of(harness).values()] == [1]
            answers = [frame for frame in harness.seen("p1") if "re" in frame][1:]
            assert {frame["re"] for frame in answers} == {first, second}
            codes = sorted(str(frame.get("code", frame["type"])) for frame in answers)
            assert codes == (["lobby", "lobby"] if first == second else ["already-seated", "lobby"])


@pytest.mark.parametrize("ratings", [(1000, 1000), (1000, 1200), (1199, 1201), (1000, 820), (999, 801)])
def test_two_openers_of_one_instant_end_in_one_lobby(ratings: Sequence[int]) -> None:  # D9, neighbouring bands too
    for harness in interruptions(
        lambda: connected(*ratings), lambda harness: queued(harness, "p1"), lambda harness: queued(harness, "p2")
    ):
        assert_bound_once(harness, "p1", "p2")
        assert len(seats_of(harness)) == 1
        for player in ("p1", "p2"):
            assert harness.seen(player, "lobby")


def test_two_openers_out_of_reach_open_two_lobbies() -> None:
    for harness in interruptions(
        lambda: connected(1000, 1401), lambda harness: queued(harness, "p1"), lambda harness: queued(harness, "p2")
    ):
        assert sorted(seats_of(harness).values()) == [["p1"], ["p2"]]


def test_of_two_for_the_last_seat_one_gets_it_and_the_other_is_seated_elsewhere() -> None:  # case 58
    def build() -> Harness:
        harness = seated(7)
        harness.connect("p8")
        harness.connect("p9")
        return harness

    for harness in interruptions(build, lambda harness: queued(harness, "p8"), lambda harness: queued(harness, "p9")):
        assert_bound_once(harness, *(f"p{number}" for number in range(1, 10)))
        assert sorted(len(seats) for seats in seats_of(harness).values()) == [1, 8]


def test_giving_up_at_the_instant_of_forming_is_either_in_time_or_too_late() -> None:  # case 59
    def build() -> Harness:
        harness = seated(7)
        harness.connect("p8")
        return harness

    def cancel(harness: Harness) -> None:
        harness.answers("c-p1", "unqueue", re="u1")

    outcomes = set()
    for one, other in (
        (lambda harness: queued(harness, "p8"), cancel),
        (cancel, lambda harness: queued(harness, "p8")),
    ):
        for harness in interruptions(build, one, other):
            answer = next(frame for frame in harness.seen("p1") if frame.get("re") == "u1")
            is_in = harness.tournament().seat("p1") is not None
            outcomes.add((answer.get("code", answer["type"]), is_in, harness.tournament().phase))
            assert_bound_once(harness, *(f"p{number}" for number in range(1 if is_in else 2, 9)))
    assert outcomes == {("unqueued", False, Phase.LOBBY), ("already-seated", True, Phase.INTRO)}


def test_a_seat_taken_again_at_the_instant_of_another_tap_is_the_only_one() -> None:  # D12: the claim that was read
    def build() -> Harness:
        """``p1`` has given up his seat in t1, where one is left; t2 has room as well."""
        harness = seated(8 - 1)
        harness.connect("p8")
        harness.send("c-p1", "unqueue")
        queued(harness, "p8")
        harness.connect("p9")
        harness.set_rating("p9", 1350)
        queued(harness, "p9")
        harness.set_rating("p1", 1180)
        return harness

    def one(harness: Harness) -> None:
        harness.answers("c-p1", "queue", language="xx", re="q1")

    def other(harness: Harness) -> None:
        harness.answers("c-p1", "queue", language="xx", re="q2")

    for harness in interruptions(build, one, other):
        assert_bound_once(harness, *(f"p{number}" for number in range(1, 10)))


def test_a_connection_lost_while_queueing_does_not_hold_a_seat_as_present() -> None:
    for harness in interruptions(
        lambda: connected(1000), lambda harness: queued(harness, "p1"), lambda harness: harness.disconnect("c-p1")
    ):
        for record in harness.fakes.stored.records.values():
            seat = record.tournament.seat("p1")
            assert seat is None or seat.away is not None


def test_a_second_device_while_queueing_leaves_the_seat_with_the_live_one() -> None:  # D11
    def build() -> Harness:
        harness = connected(1000)
        harness.open("p1", "c-new")
        return harness

    for harness in interruptions(
        build, lambda harness: queued(harness, "p1"), lambda harness: harness.connect("p1", "c-new")
    ):
        for record in harness.fakes.stored.records.values():
            seat = record.tournament.seat("p1")
            assert seat is None or seat.connection == "c-new"


def test_twenty_at_once_fill_lobbies_of_eight_and_nobody_is_in_two() -> None:  # R1.1, D9
    players = [f"p{number}" for number in range(1, 21)]
    for _ in range(5):
        harness = connected(*(1000,) * 20)
        run_at_once([partial(retried, harness, player) for player in players])
        assert_bound_once(harness, *players)
        assert sorted(len(seats) for seats in seats_of(harness).values()) == [4, 8, 8]


def retried(harness: Harness, player: str) -> None:
    """Queue as a client does: a ``retry`` is tried again under the same id."""
    for _ in range(10):
        harness.transmit(f"c-{player}", "queue", '{"action":"queue","id":"q","language":"xx"}')
        if harness.seen(player)[-1].get("code") != "retry":
            return
    raise AssertionError("always retry")


def run_at_once(actions: Sequence[Callable[[], object]]) -> None:
    """Do all actions in threads that start together; raise what any of them raised."""
    gate = threading.Barrier(len(actions))
    raised: list[BaseException] = []

    def run(action: Callable[[], object]) -> None:
        gate.wait()
        try:
            action()
        except BaseException as error:  # noqa: BLE001 - handed to the test
            raised.append(error)

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


# --- Lost races ---


def test_a_lost_race_decides_anew_and_a_lasting_one_answers_retry_with_nothing_changed() -> None:
    for conflicts, expected in ((1, "lobby"), (15, "lobby"), (16, "retry")):
        harness = connected(1000)
        harness.ports = replace(harness.ports, tournaments=FaultyTournaments(harness.journal, conflicts=conflicts))
        answer = harness.send("c-p1", "queue", language="xx")
        assert answer.get("code", answer["type"]) == expected
        assert answer.get("definite", True) is True
        assert (harness.fakes.stored.players["p1"].seat is None) is (expected == "retry")
        assert harness.fakes.clock.back_offs == list(range(conflicts))
