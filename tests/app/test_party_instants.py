"""Two things about one party at one instant: every way in which one can come between the calls of the other."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.app.friends import code, gathered, members, playing, record, seats_of, started, told, unqueued
from tests.app.interleaving import TOUCHED, interruptions
from tests.app.screens import check
from tests.app.stage import Stage
from tests.support.ports import FakeClock
from wordle_tournament.app.party.membership import JOINS_A_MINUTE

Deed = Callable[[Stage], object]


def say(connection: str, action: str, **fields: Any) -> Deed:
    """Say a frame; its answer is looked for later, by ``re``: the action."""

    def deed(stage: Stage) -> None:
        told_fields: dict[str, Any] = {name: code(stage) if value == "?" else value for name, value in fields.items()}
        stage.answers(connection, action, re=action, **told_fields)

    return deed


def answers(stage: Stage, who: str, action: str) -> list[str]:
    """What somebody's frame was answered by."""
    return [told(frame) for frame in stage.seen(who) if frame.get("re") == action]


def assert_whole(stage: Stage) -> None:
    """Nobody is held twice, in two parties, or sits apart from his party."""
    held = [player for players in seats_of(stage).values() for player in players]
    assert len(held) == len(set(held))
    everybody = [member.player for one in stage.fakes.world.parties.values() for member in one.party.members]
    assert len(everybody) == len(set(everybody))
    for one in stage.fakes.world.records.values():
        for seat in one.tournament.seats:
            if seat.party is not None and one.tournament.holds(seat.player):
                kept = stage.fakes.world.parties[seat.party].party
                together = {other.player for other in one.tournament.seats if other.party == seat.party}
                assert together == {member.player for member in kept.members}
    for who in stage.owners:
        check(stage.seen(who))


def test_of_a_double_tap_on_an_invitation_one_counts() -> None:  # D-35, G-65
    for second in ("party-join", "again"):

        def other(stage: Stage, re: str = second) -> None:
            stage.answers("c-p3", "party-join", re=re, code=code(stage))

        for stage in interruptions(lambda: gathered(2, more=1), say("c-p3", "party-join", code="?"), other):
            assert members(stage) == ["p1", "p2", "p3"]
            assert answers(stage, "p3", "party-join") == ["party"] * (2 if second == "party-join" else 1)
            assert answers(stage, "p3", "again") == ([] if second == "party-join" else ["party"])


def test_of_two_for_the_last_place_one_comes_in() -> None:  # G-65
    outcomes = set()
    for stage in interruptions(
        lambda: gathered(7, more=2), say("c-p8", "party-join", code="?"), say("c-p9", "party-join", code="?")
    ):
        assert len(members(stage)) == 8
        outcome = *answers(stage, "p8", "party-join"), *answers(stage, "p9", "party-join")
        assert sorted(outcome) == ["party", "party-full"]
        outcomes.add(outcome)
        assert_whole(stage)
    assert len(outcomes) == 2


def test_when_leader_and_next_leave_together_the_third_leads() -> None:  # G-64, D13
    for one, other in (("c-p1", "c-p2"), ("c-p2", "c-p1")):
        for stage in interruptions(lambda: gathered(4), say(one, "party-leave"), say(other, "party-leave")):
            assert (members(stage, "p3"), record(stage, "p3").party.leader) == (["p3", "p4"], "p3")
            for who in ("p1", "p2"):
                assert answers(stage, who, "party-leave") == ["party-left"]


def test_when_the_last_two_leave_together_the_party_is_no_more() -> None:  # G-64
    for stage in interruptions(lambda: gathered(2, more=1), say("c-p1", "party-leave"), say("c-p2", "party-leave")):
        assert members(stage) == []
        assert told(stage.say("c-p3", "party-join", code=code(stage))) == "party-unknown"


def test_who_leaves_while_he_is_removed_is_out_once() -> None:
    for stage in interruptions(lambda: gathered(3), say("c-p2", "party-leave"), say("c-p1", "party-kick", player="p2")):
        assert members(stage) == ["p1", "p3"]
        assert len(stage.seen("p2", "party-left")) == 1
        assert len(answers(stage, "p2", "party-leave")) == len(answers(stage, "p1", "party-kick")) == 1
        assert_whole(stage)


def test_the_code_is_renewed_at_the_instant_of_a_join() -> None:  # M-107
    for stage in interruptions(
        lambda: gathered(1, more=1), say("c-p2", "party-join", code="?"), say("c-p1", "party-renew")
    ):
        (answer,) = answers(stage, "p2", "party-join")
        assert (answer, members(stage)) in (("party", ["p1", "p2"]), ("party-unknown", ["p1"]))
        assert answers(stage, "p1", "party-renew") == ["party"]


def test_who_founds_a_party_and_returns_to_his_old_one_at_one_instant_is_in_one() -> None:
    def build() -> Stage:
        stage = gathered(2)
        stage.say("c-p2", "party-leave")
        return stage.forget()

    def back(stage: Stage) -> None:
        stage.answers("c-p2", "party-join", re="party-join", code=code(stage))

    for one, other in ((say("c-p2", "party-create"), back), (back, say("c-p2", "party-create"))):
        outcomes = set()
        for stage in interruptions(build, one, other):
            assert_whole(stage)
            outcomes.add((*answers(stage, "p2", "party-create"), *answers(stage, "p2", "party-join")))
        assert outcomes <= {("party", "already-in-party"), ("already-in-party", "party")}


# --- Start against join: G-62 ---


@pytest.mark.parametrize("waiting", [0, 5])
def test_a_friend_at_the_instant_of_the_start_is_in_or_too_late(waiting: int) -> None:
    """With five others waiting the party's three seats fill the lobby: then he is too late."""

    def build() -> Stage:
        stage = gathered(3, more=1 + waiting)
        for number in range(5, 5 + waiting):
            stage.say(f"c-p{number}", "queue", language="xx")
        return stage.forget()

    start, join = say("c-p1", "party-start", language="xx"), say("c-p4", "party-join", code="?")
    outcomes = set()
    for one, other in ((start, join), (join, start)):
        for stage in interruptions(build, one, other):
            assert_whole(stage)
            (answer,) = answers(stage, "p4", "party-join")
            assert answers(stage, "p1", "party-start") == ["party"]
            seated = "p1" in [who for players in seats_of(stage).values() for who in players]
            assert ("p4" in members(stage)) == (answer == "party")
            if answer == "party" and not seated:
                assert unqueued(stage, "p1", "p2", "p3") == {who: ["party"] for who in ("p1", "p2", "p3")}
            outcomes.add((answer, seated, bool(playing(stage, "p1"))))
    if waiting:  # started before he came, or withdrawn for him at the last instant; or he was first: four find five
        assert outcomes <= {("party-busy", True, True), ("party", False, False), ("party", True, False)}
        assert ("party-busy", True, True) in outcomes
    else:
        assert outcomes == {("party", False, False), ("party", True, False)}


def test_a_lobby_that_starts_at_the_instant_of_a_join_is_too_late_for_it() -> None:
    """The party waits with four others; the eighth player and the friend come together."""

    def build() -> Stage:
        stage = started(3, more=6)
        for number in range(5, 9):
            stage.say(f"c-p{number}", "queue", language="xx")
        return stage.forget()

    join, eighth = say("c-p4", "party-join", code="?"), say("c-p9", "queue", language="xx")
    outcomes = set()
    for one, other in ((join, eighth), (eighth, join)):
        for stage in interruptions(build, one, other):
            assert_whole(stage)
            (answer,) = answers(stage, "p4", "party-join")
            assert ("p4" in members(stage)) == (answer == "party")
            outcomes.add((answer, bool(playing(stage, "p1")) if stage.seen("p1", "party") else False))
    assert outcomes == {("party", False), ("party-busy", True)}


def test_a_member_who_queues_alone_at_the_instant_of_the_start_sits_once() -> None:  # R9.2
    start, alone = say("c-p1", "party-start", language="xx"), say("c-p3", "queue", language="xx")
    outcomes = set()
    for one, other in ((start, alone), (alone, start)):
        for stage in interruptions(lambda: gathered(3), one, other):
            assert_whole(stage)
            outcomes.add((*answers(stage, "p1", "party-start"), *answers(stage, "p3", "queue")))
    assert outcomes == {("party", "already-seated"), ("party-busy", "lobby")}


def test_a_start_while_a_member_falls_away_leaves_nobody_behind() -> None:  # R9.2, D11
    start = say("c-p1", "party-start", language="xx")

    def fall(stage: Stage) -> None:
        stage.hang_up("c-p3")

    for one, other in ((start, fall), (fall, start)):
        for stage in interruptions(lambda: gathered(3), one, other):
            assert_whole(stage)
            (answer,) = answers(stage, "p1", "party-start")
            for players in stage.fakes.world.records.values():
                seat = players.tournament.seat("p3")
                assert seat is None or seat.away is not None
            # In between he is neither live nor yet away: the client says it once more.
            assert answer in {"party", "party-busy", "retry"}


def test_two_starts_at_one_instant_are_one() -> None:
    for second in ("party-start", "again"):

        def other(stage: Stage, re: str = second) -> None:
            stage.answers("c-p1", "party-start", re=re, language="xx")

        for stage in interruptions(lambda: gathered(3), say("c-p1", "party-start", language="xx"), other):
            assert list(seats_of(stage).values()) == [["p1", "p2", "p3"]]
            found = [*answers(stage, "p1", "party-start"), *answers(stage, "p1", "again")]
            assert sorted(found) == (["party"] * 2 if second == "party-start" else ["party", "party-busy"])


def test_hello_and_goodbye_at_one_instant_end_with_who_is_there() -> None:  # D11, E-43
    def back(stage: Stage) -> None:
        stage.greet("p2", "c-new")

    def fall(stage: Stage) -> None:
        stage.hang_up("c-p2")

    for one, other in ((back, fall), (fall, back)):
        for stage in interruptions(lambda: gathered(2), one, other):
            member = record(stage).party.member("p2")
            assert member is not None
            assert (member.connection, member.away) == ("c-new", None)
            assert [one["player"] for one in stage.seen("c-new", "party")[-1]["members"]] == ["p1", "p2"]


class Ticking(FakeClock):
    """A clock of which no two looks see the same."""

    def now(self) -> int:
        self.time += 1
        return self.time


def test_screens_end_with_the_party_as_it_is_whichever_frame_comes_last() -> None:
    def build() -> Stage:
        stage = gathered(2, more=1)
        stage.fakes.clock = Ticking(stage.now)
        stage.ports = replace(stage.ports, clock=stage.fakes.clock)
        return stage

    lead, join = say("c-p1", "party-lead", player="p2"), say("c-p3", "party-join", code="?")
    for one, other in ((lead, join), (join, lead)):
        for stage in interruptions(build, one, other, (*TOUCHED, "clock")):
            for who in ("p1", "p2", "p3"):
                newest = max(stage.seen(who, "party"), key=lambda frame: frame["at"])
                assert [member["player"] for member in newest["members"]] == ["p1", "p2", "p3"]
                assert newest["leader"] == "p2"


def test_the_limit_counts_a_command_once_however_often_it_lost_its_race() -> None:
    for stage in interruptions(lambda: gathered(2, more=1), say("c-p3", "party-join", code="?"), partial(_renew)):
        tries = stage.fakes.world.tries.values()
        assert list(tries) == [1] or max(tries) <= JOINS_A_MINUTE


def _renew(stage: Stage) -> None:
    stage.answers("c-p1", "party-lead", re="party-lead", player="p2")
