"""A party by itself (R9, D13): its members, its leader and its absences, in any order of events."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.builders import START
from wordle_tournament.core import party as rules
from wordle_tournament.core.party import ABSENCE_MS, PARTY_SIZE, Member, Party, PartyRefusal
from wordle_tournament.core.seat import Away


def member(number: int) -> Member:
    return Member(f"p{number}", f"c{number}")


def party_of(size: int) -> Party:
    """``p1`` leads; the others came in order."""
    return Party("y1", "code", "p1", START, tuple(map(member, range(1, size + 1))))


def then(outcome: Party | PartyRefusal) -> Party:
    assert isinstance(outcome, Party), outcome
    return outcome


def names(party: Party) -> list[str]:
    return [one.player for one in party.members]


def test_a_new_party_is_its_founders() -> None:
    assert rules.found_party("y1", "code", member(1), START) == party_of(1)


def test_a_new_member_is_last_and_a_repeated_join_changes_nothing() -> None:
    party = then(rules.join(party_of(2), member(3)))
    assert names(party) == ["p1", "p2", "p3"]
    assert rules.join(party, Member("p2", "another")) == party


def test_there_are_eight_members_at_most() -> None:  # R9.1
    assert rules.join(party_of(PARTY_SIZE), member(9)) is PartyRefusal.FULL
    assert rules.join(party_of(PARTY_SIZE), member(8)) == party_of(PARTY_SIZE)


def test_an_empty_party_is_nowhere_to_go() -> None:
    empty = then(rules.leave(party_of(1), "p1"))
    assert names(empty) == []
    assert rules.join(empty, member(1)) is PartyRefusal.UNKNOWN


@pytest.mark.parametrize(("goes", "leads"), [("p1", "p2"), ("p2", "p1"), ("p3", "p1")])
def test_the_member_of_longest_standing_leads_when_the_leader_goes(goes: str, leads: str) -> None:  # D13
    party = then(rules.leave(party_of(3), goes))
    assert (party.leader, goes in names(party)) == (leads, False)


def test_after_a_leader_the_longest_standing_member_leads() -> None:  # D13
    party = then(rules.hand_over(party_of(3), "p1", "p3"))
    assert then(rules.leave(party, "p3")).leader == "p1"


@pytest.mark.parametrize(
    "action", [lambda party, who: rules.kick(party, who, "p2", "another"),
             lambda party, who: rules.hand_over(party, who, "p2"),
             lambda party, who: rules.renew(party, who, "new"), rules.check_start],
)  # fmt: skip
def test_only_the_leader_decides(action: Any) -> None:
    party = party_of(3)
    assert isinstance(action(party, "p1"), Party)
    assert action(party, "p3") is PartyRefusal.NOT_LEADER
    assert action(party, "p9") is PartyRefusal.NOT_IN_PARTY


def test_only_members_decide_and_are_decided_about() -> None:
    assert rules.kick(party_of(2), "p1", "p9", "another") is PartyRefusal.NOT_IN_PARTY
    assert rules.hand_over(party_of(2), "p1", "p9") is PartyRefusal.NOT_IN_PARTY
    assert rules.leave(party_of(2), "p9") is PartyRefusal.NOT_IN_PARTY


def test_a_new_code_takes_the_place_of_the_old_one() -> None:
    assert rules.renew(party_of(2), "p1", "new") == replace(party_of(2), code="new")


def test_a_party_with_a_member_away_does_not_start() -> None:  # R9.2
    party = rules.drop(party_of(2), "p2", "c2")
    assert rules.check_start(party, "p1") is PartyRefusal.BUSY
    assert rules.check_start(rules.attach(party, "p2", "c7"), "p1") == rules.attach(party, "p2", "c7")


def test_a_lost_connection_is_an_absence_of_a_minute() -> None:
    party = rules.drop(party_of(2), "p2", "c2")
    assert party.member("p2") == Member("p2", None, Away(START, START + ABSENCE_MS))
    assert rules.next_due(party) == START + 60_000
    assert names(rules.advance(party, START + 59_999)) == ["p1", "p2"]
    assert names(rules.advance(party, START + 60_000)) == ["p1"]


def test_a_disconnect_of_an_old_connection_does_nothing() -> None:
    party = rules.attach(party_of(2), "p2", "c-new")
    assert rules.drop(party, "p2", "c2") == party
    assert rules.drop(party, "p9", "c9") == party
    assert rules.next_due(party) is None


def test_the_member_who_dropped_first_is_out_first_and_the_lead_passes_on_twice() -> None:  # D13
    party = rules.drop(party_of(3), "p2", "c2")
    party = rules.drop(rules.advance(party, START + 1_000), "p1", "c1")
    at = rules.advance(party, START + 60_500)
    assert (names(at), at.leader) == (["p1", "p3"], "p1")
    after = rules.advance(party, START + 61_000)
    assert (names(after), after.leader) == (["p3"], "p3")


def test_time_never_runs_back() -> None:  # D10
    party = rules.advance(party_of(2), START + 5_000)
    assert rules.advance(party, START).now == START + 5_000


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["join", "leave", "kick", "hand_over", "drop", "attach", "wait"]),
        st.integers(1, 12),
        st.integers(1, 12),
    ),
    max_size=60,
)


@given(ACTIONS)
def test_always_one_member_leads_and_no_player_is_in_twice(actions: list[tuple[str, int, int]]) -> None:
    party = party_of(1)
    for action, one, other in actions:
        match action:
            case "join":
                outcome: Party | PartyRefusal = rules.join(party, member(one))
            case "leave":
                outcome = rules.leave(party, f"p{one}")
            case "kick":
                outcome = rules.kick(party, f"p{one}", f"p{other}", "another")
            case "hand_over":
                outcome = rules.hand_over(party, f"p{one}", f"p{other}")
            case "drop":
                outcome = rules.drop(party, f"p{one}", f"c{one}")
            case "attach":
                outcome = rules.attach(party, f"p{one}", f"c{one}")
            case _:
                outcome = rules.advance(party, party.now + one * 10_000)
        party = outcome if isinstance(outcome, Party) else party
        players = names(party)
        assert len(set(players)) == len(players) <= PARTY_SIZE
        assert not players or party.leader in players


@given(ACTIONS, st.integers(0, 200_000), st.integers(0, 200_000))
def test_it_does_not_matter_how_often_the_timer_fires(
    actions: list[tuple[str, int, int]], first: int, second: int
) -> None:
    party = party_of(PARTY_SIZE)
    for action, one, other in actions:
        if action == "drop":
            party = rules.drop(rules.advance(party, party.now + other * 3_000), f"p{one}", f"c{one}")
    early, late = sorted((party.now + first, party.now + second))
    assert rules.advance(rules.advance(party, early), late) == rules.advance(party, late)
