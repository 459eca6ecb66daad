"""Two things about one party at one instant: every way in which one can come between the calls of the other."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.app.frame_checks import check
from tests.app.harness import Harness
from tests.app.interleaving import TOUCHED, interruptions
from tests.app.party_harness import (
    answer_kind,
    code,
    members,
    party_of,
    playing,
    queued_party,
    record,
    seats_of,
    unqueued,
)
from tests.support.ports import FakeClock
from wordle_tournament.app.party.membership import JOINS_A_MINUTE

Action = Callable[[Harness], object]


def send(connection: str, action: str, **fields: Any) -> Action:
    """Returns an action that sends a frame whose id is its action; a test finds the answer by that ``re``."""

    def run(harness: Harness) -> None:
        filled: dict[str, Any] = {name: code(harness) if value == "?" else value for name, value in fields.items()}
        harness.answers(connection, action, re=action, **filled)

    return run


def answers(harness: Harness, who: str, action: str) -> list[str]:
    """What somebody's frame was answered by."""
    return [answer_kind(frame) for frame in harness.seen(who) if frame.get("re") == action]


def assert_whole(harness: Harness) -> None:
    """No player is held twice, is in two parties, or sits apart from their party."""
    held = [player for players in seats_of(harness).values() for player in players]
    assert len(held) == len(set(held))
    everybody = [member.player for one in harness.fakes.stored.parties.values() for member in one.party.members]
    assert len(everybody) == len(set(everybody))
    for one in harness.fakes.stored.records.values():
        for seat in one.tournament.seats:
            if seat.party is not None and one.tournament.holds(seat.player):
                kept = harness.fakes.stored.parties[seat.party].party
                together = {other.player for other in one.tournament.seats if other.party == seat.party}
                assert together == {member.player for member in kept.members}
    for who in harness.owners:
        check(harness.seen(who))


def test_of_a_double_tap_on_an_invitation_one_counts() -> None:
    for second in ("party-join", "again"):

        def other(harness: Harness, re: str = second) -> None:
            harness.answers("c-p3", "party-join", re=re, code=code(harness))

        for harness in interruptions(lambda: party_of(2, more=1), send("c-p3", "party-join", code="?"), other):
            assert members(harness) == ["p1", "p2", "p3"]
            assert answers(harness, "p3", "party-join") == ["party"] * (2 if second == "party-join" else 1)
            assert answers(harness, "p3", "again") == ([] if second == "party-join" else ["party"])


def test_of_two_for_the_last_place_one_comes_in() -> None:
    outcomes = set()
    for harness in interruptions(
        lambda: party_of(7, more=2), send("c-p8", "party-join", code="?"), send("c-p9", "party-join", code="?")
    ):
        assert len(members(harness)) == 8
        outcome = *answers(harness, "p8", "party-join"), *answers(harness, "p9", "party-join")
        assert sorted(outcome) == ["party", "party-full"]
        outcomes.add(outcome)
        assert_whole(harness)
    assert len(outcomes) == 2


def test_when_leader_and_next_leave_together_the_third_leads() -> None:  # D13
    for one, other in (("c-p1", "c-p2"), ("c-p2", "c-p1")):
        for harness in interruptions(lambda: party_of(4), send(one, "party-leave"), send(other, "party-leave")):
            assert (members(harness, "p3"), record(harness, "p3").party.leader) == (["p3", "p4"], "p3")
            for who in ("p1", "p2"):
                assert answers(harness, who, "party-leave") == ["party-left"]


def test_when_the_last_two_leave_together_the_party_is_no_more() -> None:
    for harness in interruptions(lambda: party_of(2, more=1), send("c-p1", "party-leave"), send("c-p2", "party-leave")):
        assert members(harness) == []
        assert answer_kind(harness.send("c-p3", "party-join", code=code(harness))) == "party-unknown"


def test_a_player_who_leaves_while_being_removed_is_out_once() -> None:
    for harness in interruptions(
        lambda: party_of(3), send("c-p2", "party-leave"), send("c-p1", "party-kick", player="p2")
    ):
        assert members(harness) == ["p1", "p3"]
        assert len(harness.seen("p2", "party-left")) == 1
        assert len(answers(harness, "p2", "party-leave")) == len(answers(harness, "p1", "party-kick")) == 1
        assert_whole(harness)


def test_the_code_is_renewed_at_the_instant_of_a_join() -> None:
    for harness in interruptions(
        lambda: party_of(1, more=1), send("c-p2", "party-join", code="?"), send("c-p1", "party-renew")
    ):
        (answer,) = answers(harness, "p2", "party-join")
        assert (answer, members(harness)) in (("party", ["p1", "p2"]), ("party-unknown", ["p1"]))
        assert answers(harness, "p1", "party-renew") == ["party"]


def test_a_player_who_creates_a_party_and_returns_to_their_old_one_at_one_instant_is_in_one() -> None:
    def build() -> Harness:
        harness = party_of(2)
        harness.send("c-p2", "party-leave")
        return harness.clear_frames()

    def back(harness: Harness) -> None:
        harness.answers("c-p2", "party-join", re="party-join", code=code(harness))

    for one, other in ((send("c-p2", "party-create"), back), (back, send("c-p2", "party-create"))):
        outcomes = set()
        for harness in interruptions(build, one, other):
            assert_whole(harness)
            outcomes.add((*answers(harness, "p2", "party-create"), *answers(harness, "p2", "party-join")))
        assert outcomes <= {("party", "already-in-party"), ("already-in-party", "party")}


# --- Start against join ---


@pytest.mark.parametrize("waiting", [0, 5])
def test_a_friend_at_the_instant_of_the_start_is_in_or_too_late(waiting: int) -> None:
    """With five others waiting the party's three seats fill the lobby: then the player is too late."""

    def build() -> Harness:
        harness = party_of(3, more=1 + waiting)
        for number in range(5, 5 + waiting):
            harness.send(f"c-p{number}", "queue", language="xx")
        return harness.clear_frames()

    start, join = send("c-p1", "party-start", language="xx"), send("c-p4", "party-join", code="?")
    outcomes = set()
    for one, other in ((start, join), (join, start)):
        for harness in interruptions(build, one, other):
            assert_whole(harness)
            (answer,) = answers(harness, "p4", "party-join")
            assert answers(harness, "p1", "party-start") == ["party"]
            seated = "p1" in [who for players in seats_of(harness).values() for who in players]
            assert ("p4" in members(harness)) == (answer == "party")
            if answer == "party" and not seated:
                assert unqueued(harness, "p1", "p2", "p3") == {who: ["party"] for who in ("p1", "p2", "p3")}
            outcomes.add((answer, seated, bool(playing(harness, "p1"))))
    if (
        waiting
    ):  # started before they came, or withdrawn for them at the last instant; or they were first: four find five
        assert outcomes <= {("party-busy", True, True), ("party", False, False), ("party", True, False)}
        assert ("party-busy", True, True) in outcomes
    else:
        assert outcomes == {("party", False, False), ("party", True, False)}


def test_a_lobby_that_starts_at_the_instant_of_a_join_is_too_late_for_it() -> None:
    """The party waits with four others; the eighth player and the friend come together."""

    def build() -> Harness:
        harness = queued_party(3, more=6)
        for number in range(5, 9):
            harness.send(f"c-p{number}", "queue", language="xx")
        return harness.clear_frames()

    join, eighth = send("c-p4", "party-join", code="?"), send("c-p9", "queue", language="xx")
    outcomes = set()
    for one, other in ((join, eighth), (eighth, join)):
        for harness in interruptions(build, one, other):
            assert_whole(harness)
            (answer,) = answers(harness, "p4", "party-join")
            assert ("p4" in members(harness)) == (answer == "party")
            outcomes.add((answer, bool(playing(harness, "p1")) if harness.seen("p1", "party") else False))
    assert outcomes == {("party", False), ("party-busy", True)}


def test_a_member_who_queues_alone_at_the_instant_of_the_start_sits_once() -> None:  # R9.2
    start, alone = send("c-p1", "party-start", language="xx"), send("c-p3", "queue", language="xx")
    outcomes = set()
    for one, other in ((start, alone), (alone, start)):
        for harness in interruptions(lambda: party_of(3), one, other):
            assert_whole(harness)
            outcomes.add((*answers(harness, "p1", "party-start"), *answers(harness, "p3", "queue")))
    assert outcomes == {("party", "already-seated"), ("party-busy", "lobby")}


def test_a_start_while_a_member_falls_away_leaves_nobody_behind() -> None:  # R9.2, D11
    start = send("c-p1", "party-start", language="xx")

    def fall(harness: Harness) -> None:
        harness.disconnect("c-p3")

    for one, other in ((start, fall), (fall, start)):
        for harness in interruptions(lambda: party_of(3), one, other):
            assert_whole(harness)
            (answer,) = answers(harness, "p1", "party-start")
            for players in harness.fakes.stored.records.values():
                seat = players.tournament.seat("p3")
                assert seat is None or seat.away is not None
            # In between the player is neither live nor yet away: the client sends it once more.
            assert answer in {"party", "party-busy", "retry"}


def test_two_starts_at_one_instant_are_one() -> None:
    for second in ("party-start", "again"):

        def other(harness: Harness, re: str = second) -> None:
            harness.answers("c-p1", "party-start", re=re, language="xx")

        for harness in interruptions(lambda: party_of(3), send("c-p1", "party-start", language="xx"), other):
            assert list(seats_of(harness).values()) == [["p1", "p2", "p3"]]
            found = [*answers(harness, "p1", "party-start"), *answers(harness, "p1", "again")]
            assert sorted(found) == (["party"] * 2 if second == "party-start" else ["party", "party-busy"])


def test_hello_and_disconnect_at_one_instant_end_with_who_is_there() -> None:  # D11
    def back(harness: Harness) -> None:
        harness.connect("p2", "c-new")

    def fall(harness: Harness) -> None:
        harness.disconnect("c-p2")

    for one, other in ((back, fall), (fall, back)):
        for harness in interruptions(lambda: party_of(2), one, other):
            member = record(harness).party.member("p2")
            assert member is not None
            assert (member.connection, member.away) == ("c-new", None)
            assert [one["player"] for one in harness.seen("c-new", "party")[-1]["members"]] == ["p1", "p2"]


class Ticking(FakeClock):
    """A clock of which no two looks see the same."""

    def now(self) -> int:
        self.time += 1
        return self.time


def test_screens_end_with_the_party_as_it_is_whichever_frame_comes_last() -> None:
    def build() -> Harness:
        harness = party_of(2, more=1)
        harness.fakes.clock = Ticking(harness.now)
        harness.ports = replace(harness.ports, clock=harness.fakes.clock)
        return harness

    lead, join = send("c-p1", "party-lead", player="p2"), send("c-p3", "party-join", code="?")
    for one, other in ((lead, join), (join, lead)):
        for harness in interruptions(build, one, other, (*TOUCHED, "clock")):
            for who in ("p1", "p2", "p3"):
                newest = max(harness.seen(who, "party"), key=lambda frame: frame["at"])
                assert [member["player"] for member in newest["members"]] == ["p1", "p2", "p3"]
                assert newest["leader"] == "p2"


def test_the_limit_counts_a_command_once_however_often_it_lost_its_race() -> None:
    for harness in interruptions(lambda: party_of(2, more=1), send("c-p3", "party-join", code="?"), partial(_renew)):
        tries = harness.fakes.stored.tries.values()
        assert list(tries) == [1] or max(tries) <= JOINS_A_MINUTE


def _renew(harness: Harness) -> None:
    harness.answers("c-p1", "party-lead", re="party-lead", player="p2")
