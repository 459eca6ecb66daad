"""Parties before a start: creating, joining, leading, and repeated frames (R9.1, D13)."""

import json
from typing import Any

import pytest

from tests.app.frame_checks import check
from tests.app.harness import Harness
from tests.app.party_harness import (
    answer_kind,
    code,
    members,
    party_frame,
    party_of,
    player,
    queued_party,
    record,
    shown_party,
)
from wordle_tournament.runtime.system import SystemChance

EIGHT = [f"p{number}" for number in range(1, 9)]


# --- Gathering: R9.1 ---


def test_a_player_who_creates_a_party_leads_it_and_gets_its_invitation() -> None:
    harness = Harness()
    harness.connect("p1")
    party = harness.send("c-p1", "party-create", re="a")
    assert (party["re"], party["leader"], party["state"]) == ("a", "p1", "gathering")
    nickname = player(harness, "p1").nickname
    assert party["members"] == [
        {"player": "p1", "nickname": nickname, "rating": 1000, "online": True, "playing": False}
    ]
    assert party["link"] == f"https://play.example/#party={party['code']}"
    check(harness.seen("p1"))


def test_an_invitation_has_80_random_bits_or_more() -> None:
    assert len(bytes.fromhex(SystemChance().new_id())) * 8 >= 80


def test_friends_come_in_by_the_code_and_everybody_sees_it() -> None:
    harness = party_of(2, more=1)
    answer = harness.send("c-p3", "party-join", code=code(harness), re="j")
    assert (answer["type"], answer["re"]) == ("party", "j")
    for who in ("p1", "p2", "p3"):
        assert shown_party(harness, who) == (["p1", "p2", "p3"], "gathering")
        check(harness.seen(who))
    assert "re" not in harness.seen("p1")[-1]


def test_wrong_renewed_left_and_expired_codes_answer_alike() -> None:
    harness = party_of(1, more=4)
    renewed = code(harness)
    harness.send("c-p1", "party-renew")
    for number in (2, 3):
        harness.send(f"c-p{number}", "party-create")
    left, expired = code(harness, "p2"), code(harness, "p3")
    harness.send("c-p2", "party-leave")
    del harness.fakes.stored.parties[record(harness, "p3").party.id]
    answers = [harness.send("c-p4", "party-join", code=wrong, re="j") for wrong in ("wrong", renewed, left, expired)]
    assert answers == [answers[0]] * 4
    assert answer_kind(answers[0]) == "party-unknown"
    assert answer_kind(harness.send("c-p4", "party-join", code=code(harness))) == "party"  # the new one


def test_tries_are_limited_and_a_wrong_code_costs_as_much_as_a_right_one() -> None:
    harness = party_of(1, more=2)
    for _ in range(10):
        assert answer_kind(harness.send("c-p2", "party-join", code="wrong")) == "party-unknown"
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness))) == "too-many-requests"
    assert answer_kind(harness.send("c-p3", "party-join", code=code(harness))) == "party"  # somebody else
    harness.pass_ms(60_000)
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness))) == "party"


def test_a_repeated_frame_is_no_new_try() -> None:
    harness = party_of(1, more=1)
    answers = [harness.send("c-p2", "party-join", code=code(harness), re="j") for _ in range(20)]
    assert {answer_kind(answer) for answer in answers} == {"party"}


def test_a_party_has_eight_members_at_most() -> None:
    harness = party_of(8, more=1)
    assert answer_kind(harness.send("c-p9", "party-join", code=code(harness))) == "party-full"
    assert members(harness) == EIGHT


def test_nobody_is_in_two_parties() -> None:
    harness = party_of(2, more=1)
    harness.send("c-p3", "party-create")
    assert answer_kind(harness.send("c-p2", "party-create")) == "already-in-party"
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness, "p3"))) == "already-in-party"
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness))) == "party"  # their own: as it is
    assert members(harness) == ["p1", "p2"]


def test_a_player_who_left_a_party_may_create_or_join_another_or_come_back() -> None:
    harness = party_of(2, more=1)
    harness.send("c-p3", "party-create")
    harness.send("c-p2", "party-leave")
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness, "p3"))) == "party"
    harness.send("c-p2", "party-leave")
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness))) == "party"
    assert (members(harness), members(harness, "p3")) == (["p1", "p2"], ["p3"])


# --- Leading: R9.1, D13 ---


def test_when_the_leader_leaves_the_longest_standing_member_leads() -> None:  # D13
    harness = party_of(4)
    harness.send("c-p1", "party-lead", player="p3")
    harness.send("c-p2", "party-leave")
    answer = harness.send("c-p3", "party-leave", re="l")
    assert (answer["type"], answer["reason"], answer["re"]) == ("party-left", "asked", "l")
    assert party_frame(harness, "p1")["leader"] == "p1"
    assert shown_party(harness, "p4") == (["p1", "p4"], "gathering")


def test_the_last_one_out_closes_the_party() -> None:
    harness = party_of(2, more=1)
    invitation = code(harness)
    harness.send("c-p1", "party-leave")
    harness.send("c-p2", "party-leave")
    assert answer_kind(harness.send("c-p3", "party-join", code=invitation)) == "party-unknown"
    assert answer_kind(harness.send("c-p1", "party-join", code=invitation)) == "party-unknown"


def test_the_leader_removes_a_member_who_is_told() -> None:  # D13: by id
    harness = party_of(3)
    answer = harness.send("c-p1", "party-kick", player="p2", re="k")
    assert [member["player"] for member in answer["members"]] == ["p1", "p3"]
    assert [(frame["type"], frame["reason"]) for frame in harness.seen("p2")] == [("party-left", "kicked")]
    assert answer_kind(harness.send("c-p2", "party-leave")) == "not-in-party"


@pytest.mark.parametrize(
    ("action", "fields"),
    [("party-kick", {"player": "p3"}), ("party-lead", {"player": "p2"}), ("party-renew", {}), ("party-start", {})],
)
def test_what_is_the_leaders_is_refused_to_others(action: str, fields: dict[str, Any]) -> None:
    harness = party_of(3, more=1)
    before = record(harness)
    fields = fields | ({"language": "xx"} if action == "party-start" else {})
    assert answer_kind(harness.send("c-p2", action, **fields)) == "not-leader"
    assert answer_kind(harness.send("c-p4", action, **fields)) == "not-in-party"
    assert record(harness) == before


@pytest.mark.parametrize("action", ["party-kick", "party-lead"])
def test_a_stranger_cannot_be_removed_or_made_leader(action: str) -> None:
    harness = party_of(2, more=1)
    assert answer_kind(harness.send("c-p1", action, player="p3")) == "not-in-party"


def test_the_lead_is_handed_over() -> None:  # D13
    harness = party_of(3)
    assert harness.send("c-p1", "party-lead", player="p3")["leader"] == "p3"
    assert answer_kind(harness.send("c-p1", "party-renew")) == "not-leader"
    assert answer_kind(harness.send("c-p3", "party-renew")) == "party"


def test_a_new_nickname_is_seen_by_the_party_at_once() -> None:  # R10.1
    harness = party_of(2)
    harness.send("c-p1", "rename", nickname="Anna")
    assert party_frame(harness, "p2")["members"][0]["nickname"] == "Anna"


# --- The same frame again ---


REPEATED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "create": ("c-p5", "party-create", {}),
    "join": ("c-p4", "party-join", {"code": "?"}),
    "leave": ("c-p2", "party-leave", {}),
    "kick": ("c-p1", "party-kick", {"player": "p2"}),
    "lead": ("c-p1", "party-lead", {"player": "p2"}),
    "renew": ("c-p1", "party-renew", {}),
    "start": ("c-p1", "party-start", {"language": "xx"}),
}


@pytest.mark.parametrize("what", REPEATED)
def test_a_repeated_frame_has_one_effect_and_the_same_answer(what: str) -> None:
    connection, action, fields = REPEATED[what]
    harness = party_of(3, more=2)
    fields = {name: code(harness) if value == "?" else value for name, value in fields.items()}
    first = harness.send(connection, action, re="r", **fields)
    assert first["type"] in {"party", "party-left"}
    parties, records = dict(harness.fakes.stored.parties), dict(harness.fakes.stored.records)
    assert harness.send(connection, action, re="r", **fields) == first
    assert (harness.fakes.stored.parties, harness.fakes.stored.records) == (parties, records)


def test_a_frame_of_the_old_party_that_comes_again_does_nothing_to_the_new_one() -> None:
    harness = party_of(2, more=1)
    first = harness.send("c-p2", "party-leave", re="l")
    harness.send("c-p2", "party-create")
    assert harness.send("c-p2", "party-leave", re="l") == first
    assert members(harness, "p2") == ["p2"]


def test_a_party_remembers_few_of_the_many_who_come_and_go() -> None:
    harness = party_of(1, more=60)
    for number in range(2, 62):
        harness.send(f"c-p{number}", "party-join", code=code(harness))
        harness.send(f"c-p{number}", "party-leave")
    assert len(record(harness).receipts) <= 8 + 16


def test_a_party_frame_is_nothing_for_a_strangers_eyes() -> None:
    harness = queued_party(2, more=1)
    harness.send("c-p3", "queue", language="xx")
    assert code(harness) not in json.dumps(harness.seen("p3"))
