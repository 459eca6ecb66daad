"""A member who is removed from a party cannot come back into it, and what they know invites nobody any more (D19)."""

from tests.app.harness import Harness


def party_of(number: int) -> tuple[Harness, str]:
    """Return a party of so many, led by ``p1``, and its code."""
    harness = Harness()
    for index in range(1, number + 1):
        harness.connect(f"p{index}")
    code = harness.send("c-p1", "party-create")["code"]
    for index in range(2, number + 1):
        harness.send(f"c-p{index}", "party-join", code=code)
    return harness.clear_frames(), code


def test_a_removed_member_is_refused_from_the_first_time_on_with_the_old_code_and_the_new_one() -> None:
    harness, code = party_of(3)
    renewed = harness.send("c-p1", "party-kick", player="p2")["code"]
    assert renewed != code
    for tried in (code, renewed) * 4:
        answer = harness.send("c-p2", "party-join", code=tried)
        assert (answer["type"], answer["code"]) == ("error", "party-unknown")
    (record,) = harness.fakes.stored.parties.values()
    assert [member.player for member in record.party.members] == ["p1", "p3"]


def test_every_member_who_stays_sees_the_new_code() -> None:
    harness, code = party_of(4)
    harness.send("c-p1", "party-kick", player="p2")
    codes = {harness.seen(player, "party")[-1]["code"] for player in ("p1", "p3", "p4")}
    assert len(codes) == 1
    assert codes != {code}
    assert code not in harness.seen("p3", "party")[-1]["link"]


def test_others_come_in_with_the_new_code_only() -> None:
    harness, code = party_of(2)
    renewed = harness.send("c-p1", "party-kick", player="p2")["code"]
    harness.connect("p3")
    assert harness.send("c-p3", "party-join", code=code)["code"] == "party-unknown"
    assert harness.send("c-p3", "party-join", code=renewed)["type"] == "party"


def test_a_member_who_left_by_themselves_may_come_back() -> None:
    harness, code = party_of(2)
    harness.send("c-p2", "party-leave")
    assert harness.send("c-p2", "party-join", code=code)["type"] == "party"


def test_a_removed_player_may_join_another_party() -> None:
    harness, _ = party_of(2)
    harness.send("c-p1", "party-kick", player="p2")
    assert harness.send("c-p2", "party-create")["type"] == "party"
