"""The start of a party, and what happens to a waiting party when it changes (R9.1, R9.2, D9, D11)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.app.frame_checks import check, kinds
from tests.app.harness import Harness
from tests.app.party_harness import (
    answer_kind,
    code,
    party_frame,
    party_of,
    player,
    playing,
    queued_party,
    record,
    seats_of,
    shown_party,
    unqueued,
)

FOUR = [f"p{number}" for number in range(1, 5)]
EIGHT = [f"p{number}" for number in range(1, 9)]


# --- Starting: R9.1, R9.2, D9 ---


def test_the_whole_party_lands_in_one_lobby() -> None:  # R9.2
    harness = party_of(3)
    answer = harness.send("c-p1", "party-start", language="xx", re="s")
    assert (answer["type"], answer["re"], answer["state"]) == ("party", "s", "queued")
    for who in ("p1", "p2", "p3"):
        lobby = harness.seen(who, "lobby")[-1]
        assert [(seat["player"], seat["party"]) for seat in lobby["seats"]] == [
            (one, record(harness).party.id) for one in ("p1", "p2", "p3")
        ]
        assert shown_party(harness, who) == (["p1", "p2", "p3"], "queued")
        check(harness.seen(who))


def test_a_full_party_starts_at_once() -> None:  # R9.2
    harness = party_of(8)
    harness.send("c-p1", "party-start", language="xx")
    assert "tournament-started" in kinds(harness.seen("p8"))
    assert shown_party(harness, "p8") == (EIGHT, "playing")
    assert playing(harness, "p8") == EIGHT


def test_singles_and_other_parties_fill_the_free_seats() -> None:  # R9.2
    harness = queued_party(3, more=5)
    harness.send("c-p4", "party-create")
    harness.send("c-p5", "party-join", code=code(harness, "p4"))
    harness.send("c-p4", "party-start", language="xx")
    for number in (6, 7, 8):
        harness.send(f"c-p{number}", "queue", language="xx")
    assert seats_of(harness) == {harness.seen("p1", "lobby")[-1]["tournament"]: EIGHT}
    assert playing(harness, "p5") == ["p4", "p5"]


def test_parties_of_five_and_of_four_are_not_split() -> None:
    harness = queued_party(5, more=8)
    harness.send("c-p6", "party-create")
    for number in (7, 8, 9):
        harness.send(f"c-p{number}", "party-join", code=code(harness, "p6"))
    harness.send("c-p6", "party-start", language="xx")
    assert sorted(seats_of(harness).values()) == [["p1", "p2", "p3", "p4", "p5"], ["p6", "p7", "p8", "p9"]]
    for number in (10, 11, 12, 13):
        harness.send(f"c-p{number}", "queue", language="xx")
    assert sorted(seats_of(harness).values()) == [
        ["p1", "p2", "p3", "p4", "p5", "p10", "p11", "p12"],
        ["p6", "p7", "p8", "p9", "p13"],
    ]


@pytest.mark.parametrize(("rating", "lobbies"), [(1400, 1), (1401, 2)])
def test_a_party_is_judged_by_its_mean(rating: int, lobbies: int) -> None:  # D9
    """A single of 1000 and a party of two with the mean 1200, or half a point more."""
    harness = party_of(2, more=1)
    for who, own in (("p1", rating), ("p2", 1000), ("p3", 1000)):
        harness.set_rating(who, own)
    harness.send("c-p3", "queue", language="xx")
    harness.fakes.tournaments.propose = lambda *_, **__: []  # type: ignore[method-assign]  # nothing to merge by
    harness.send("c-p1", "party-start", language="xx")
    assert len(seats_of(harness)) == lobbies


def test_an_unknown_language_is_refused() -> None:
    harness = party_of(2)
    assert answer_kind(harness.send("c-p1", "party-start", language="qq")) == "language-unknown"
    assert seats_of(harness) == {}


def test_no_member_who_is_away_is_left_behind() -> None:  # R9.2
    harness = party_of(3)
    harness.disconnect("c-p3")
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party-busy"
    harness.connect("p3", "c-again")
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party"


def test_a_party_that_waits_cannot_start_again() -> None:
    harness = queued_party(3)
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party-busy"


def test_a_member_may_wait_alone_and_then_the_party_does_not_start() -> None:
    harness = party_of(3)
    assert answer_kind(harness.send("c-p3", "queue", language="xx")) == "lobby"
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party-busy"
    assert answer_kind(harness.send("c-p3", "unqueue")) == "unqueued"
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party"
    assert answer_kind(harness.send("c-p3", "queue", language="xx")) == "already-seated"


# --- Changes while waiting: D11 ---


CHANGES: dict[str, tuple[Callable[[Harness], object], list[str]]] = {
    "a friend joins": (lambda harness: harness.send("c-p5", "party-join", code=code(harness)), [*FOUR, "p5"]),
    "a member leaves": (lambda harness: harness.send("c-p2", "party-leave"), ["p1", "p3", "p4"]),
    "the leader leaves": (lambda harness: harness.send("c-p1", "party-leave"), ["p2", "p3", "p4"]),
    "a member is removed": (lambda harness: harness.send("c-p1", "party-kick", player="p4"), ["p1", "p2", "p3"]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_members_first_withdraws_the_party_and_all_are_told(change: str) -> None:
    harness = queued_party(4, more=2)
    harness.send("c-p6", "queue", language="xx")
    harness.clear_frames()
    action, after = CHANGES[change]
    action(harness)
    assert list(seats_of(harness).values()) == [["p6"]]
    assert [seat["player"] for seat in harness.seen("p6", "lobby")[-1]["seats"]] == ["p6"]
    assert unqueued(harness, *FOUR) == {who: ["party"] for who in FOUR}
    for who in after:
        assert shown_party(harness, who) == (after, "gathering")


def test_what_changes_no_member_leaves_the_party_where_it_waits() -> None:
    harness = queued_party(3)
    before = harness.record(harness.fakes.stored.players["p1"].seat or "")
    harness.send("c-p1", "party-lead", player="p2")
    harness.send("c-p2", "party-renew")
    assert harness.record(before.tournament.id) == before
    assert shown_party(harness, "p3") == (["p1", "p2", "p3"], "queued")


def test_a_player_who_gives_up_their_seat_takes_their_party_out() -> None:  # D11
    for action in ("unqueue", "leave"):
        harness = queued_party(3)
        fields: dict[str, Any] = {"tournament": player(harness, "p2").seat} if action == "leave" else {}
        assert answer_kind(harness.send("c-p2", action, **fields)) == "unqueued"
        assert unqueued(harness, "p1", "p2", "p3") == {"p1": ["party"], "p2": ["asked"], "p3": ["party"]}
        assert seats_of(harness) == {}
        assert shown_party(harness, "p1") == (["p1", "p2", "p3"], "gathering")


def test_a_player_who_loses_their_seat_takes_their_party_out_and_stays_a_member() -> None:  # D11
    harness = queued_party(3)
    lobby = player(harness, "p3").seat or ""
    harness.disconnect("c-p3")
    assert party_frame(harness, "p1")["members"][2]["online"] is False
    harness.pass_ms(9_999).tick(lobby)
    assert len(seats_of(harness)) == 1
    harness.pass_ms(1).tick(lobby)
    assert seats_of(harness) == {}
    assert unqueued(harness, "p1", "p2") == {"p1": ["party"], "p2": ["party"]}
    harness.connect("p3", "c-again")
    assert shown_party(harness, "c-again") == (["p1", "p2", "p3"], "gathering")
