"""Several players, or several frames of one player, that queue at one instant (R1.1, D9, D12)."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest

from tests.app.harness import Harness, seated
from tests.app.interleaving import interruptions
from tests.app.queueing import assert_bound_once, connected, queued, seats_of
from tests.support.faults import FaultyTournaments
from wordle_tournament.core.tournament import Phase

# --- At one instant ---


def test_a_double_tap_takes_one_seat_whatever_comes_between() -> None:
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


def test_of_two_for_the_last_seat_one_gets_it_and_the_other_is_seated_elsewhere() -> None:
    def build() -> Harness:
        harness = seated(7)
        harness.connect("p8")
        harness.connect("p9")
        return harness

    for harness in interruptions(build, lambda harness: queued(harness, "p8"), lambda harness: queued(harness, "p9")):
        assert_bound_once(harness, *(f"p{number}" for number in range(1, 10)))
        assert sorted(len(seats) for seats in seats_of(harness).values()) == [1, 8]


def test_giving_up_at_the_instant_of_forming_is_either_in_time_or_too_late() -> None:
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
        """``p1`` has given up their seat in t1, where one is left; t2 has room as well."""
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
        harness.ports = replace(harness.ports, tournaments=FaultyTournaments(harness.observed, conflicts=conflicts))
        answer = harness.send("c-p1", "queue", language="xx")
        assert answer.get("code", answer["type"]) == expected
        assert answer.get("definite", True) is True
        assert (harness.fakes.stored.players["p1"].seat is None) is (expected == "retry")
        assert harness.fakes.clock.back_offs == list(range(conflicts))
