"""Parties (R9, D11, D13): invited, party_of, led, started as a whole, and back on their screen after the game."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.app.frame_checks import check, kinds
from tests.app.harness import Harness
from tests.app.party_harness import (
    answer_kind,
    code,
    members,
    party_frame,
    party_of,
    player,
    playing,
    queued_party,
    record,
    seats_of,
    shown_party,
    tick_party,
    unqueued,
)
from wordle_tournament.app.ports import Timer
from wordle_tournament.runtime.system import SystemChance

FOUR = [f"p{number}" for number in range(1, 5)]
EIGHT = [f"p{number}" for number in range(1, 9)]


# --- Gathering: R9.1 ---


def test_who_founds_a_party_leads_it_and_gets_its_invitation() -> None:
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


def test_an_invitation_has_80_random_bits_or_more() -> None:  # M-107
    assert len(bytes.fromhex(SystemChance().new_id())) * 8 >= 80


def test_friends_come_in_by_the_code_and_everybody_sees_it() -> None:
    harness = party_of(2, more=1)
    answer = harness.send("c-p3", "party-join", code=code(harness), re="j")
    assert (answer["type"], answer["re"]) == ("party", "j")
    for who in ("p1", "p2", "p3"):
        assert shown_party(harness, who) == (["p1", "p2", "p3"], "gathering")
        check(harness.seen(who))
    assert "re" not in harness.seen("p1")[-1]


def test_wrong_renewed_left_and_expired_codes_answer_alike() -> None:  # M-107
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


def test_tries_are_limited_and_a_wrong_code_costs_as_much_as_a_right_one() -> None:  # M-107
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


def test_a_party_has_eight_members_at_most() -> None:  # G-65
    harness = party_of(8, more=1)
    assert answer_kind(harness.send("c-p9", "party-join", code=code(harness))) == "party-full"
    assert members(harness) == EIGHT


def test_nobody_is_in_two_parties() -> None:
    harness = party_of(2, more=1)
    harness.send("c-p3", "party-create")
    assert answer_kind(harness.send("c-p2", "party-create")) == "already-in-party"
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness, "p3"))) == "already-in-party"
    assert answer_kind(harness.send("c-p2", "party-join", code=code(harness))) == "party"  # his own: as it is
    assert members(harness) == ["p1", "p2"]


def test_who_left_a_party_may_found_or_join_another_or_come_back() -> None:
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


def test_the_last_one_out_closes_the_party() -> None:  # G-64
    harness = party_of(2, more=1)
    invitation = code(harness)
    harness.send("c-p1", "party-leave")
    harness.send("c-p2", "party-leave")
    assert answer_kind(harness.send("c-p3", "party-join", code=invitation)) == "party-unknown"
    assert answer_kind(harness.send("c-p1", "party-join", code=invitation)) == "party-unknown"


def test_the_leader_removes_a_member_who_is_told() -> None:  # D13, M-104: by id
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


def test_parties_of_five_and_of_four_are_not_split() -> None:  # G-61
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


def test_nobody_is_left_behind_who_is_away() -> None:  # R9.2
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
def test_a_change_of_members_first_withdraws_the_party_and_all_are_told(change: str) -> None:  # G-62
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


def test_who_gives_up_his_seat_takes_his_party_out() -> None:  # D11
    for action in ("unqueue", "leave"):
        harness = queued_party(3)
        fields: dict[str, Any] = {"tournament": player(harness, "p2").seat} if action == "leave" else {}
        assert answer_kind(harness.send("c-p2", action, **fields)) == "unqueued"
        assert unqueued(harness, "p1", "p2", "p3") == {"p1": ["party"], "p2": ["asked"], "p3": ["party"]}
        assert seats_of(harness) == {}
        assert shown_party(harness, "p1") == (["p1", "p2", "p3"], "gathering")


def test_who_loses_his_seat_takes_his_party_out_and_stays_a_member() -> None:  # D11
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


# --- Blips and absences: R9, D11 ---


def test_a_short_blip_removes_nobody() -> None:
    harness = party_of(3)
    harness.disconnect("c-p1")
    assert [member["online"] for member in party_frame(harness, "p2")["members"]] == [False, True, True]
    harness.pass_ms(59_999)
    tick_party(harness, "p2")
    harness.connect("p1", "c-again")
    assert [member["online"] for member in party_frame(harness, "p2")["members"]] == [True, True, True]
    harness.pass_ms(120_000)
    tick_party(harness, "p2")
    assert (members(harness), record(harness).party.leader) == (["p1", "p2", "p3"], "p1")


def test_who_is_not_back_after_a_minute_is_out_and_the_lead_is_handed_over() -> None:  # D13
    harness = party_of(3)
    harness.disconnect("c-p1")
    until = harness.now + 60_000
    party = record(harness).party.id
    assert harness.fakes.timers.started[f"{party}-p{until}"] == Timer("party", party, until=until)
    assert tick_party(harness) == {"over": False, "wait_until": "2027-01-15T08:01:00Z"}
    harness.pass_ms(60_000)
    assert tick_party(harness) == {"over": True}
    assert shown_party(harness, "p2") == (["p2", "p3"], "gathering")
    assert party_frame(harness, "p3")["leader"] == "p2"


def test_a_lost_alarm_is_made_up_for_by_whatever_is_said_next() -> None:
    harness = party_of(3)
    harness.disconnect("c-p1")
    harness.pass_ms(60_000)
    assert answer_kind(harness.send("c-p2", "party-renew")) == "party"  # he leads by now
    assert members(harness, "p2") == ["p2", "p3"]


def test_who_comes_back_too_late_is_told_that_he_is_out() -> None:
    harness = party_of(2)
    harness.disconnect("c-p2")
    harness.pass_ms(60_000)
    harness.connect("p2", "c-late")  # no alarm rang
    assert kinds(harness.seen("c-late")) == ["welcome", "party-left"]
    assert harness.seen("c-late", "party-left")[0]["reason"] == "lost"
    assert members(harness) == ["p1"]
    harness.connect("p2", "c-later")
    assert kinds(harness.seen("c-later")) == ["welcome"]
    assert "party" not in harness.seen("c-later")[0]


def test_a_connection_that_died_without_a_word_is_noticed_when_the_party_is_shown() -> None:
    harness = party_of(3)
    harness.lose_connection("c-p3")
    harness.send("c-p1", "party-renew")
    assert [member["online"] for member in party_frame(harness, "p2")["members"]] == [True, True, False]
    party = record(harness).party
    assert f"{party.id}-p{harness.now + 60_000}" in harness.fakes.timers.started
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party-busy"


def test_a_late_goodbye_of_an_old_connection_changes_nothing() -> None:  # E-43
    harness = party_of(2)
    harness.connect("p2", "c-new")
    before = record(harness)
    harness.disconnect("c-p2")
    assert record(harness) == before


def test_every_hello_shows_the_party_screen() -> None:
    harness = party_of(2)
    for connection in ("c-new", "c-new"):  # twice on the same one, too
        harness.clear_frames().connect("p2", connection)
        welcome, party = harness.seen(connection)
        assert welcome["party"] == record(harness).party.id
        assert [member["player"] for member in party["members"]] == ["p1", "p2"]


# --- The game, and after it: R9.3, D12 ---


def play_out(harness: Harness, *losers: str) -> None:
    """These leave the game, in order; the streams flow."""
    start = len(harness.journal.images)
    for loser in losers:
        harness.send(f"c-{loser}", "leave", tournament=player(harness, loser).seat)
    harness.deliver_stream(start=start)


def test_the_screen_says_who_still_plays_and_nobody_comes_in_meanwhile() -> None:  # R9.3, G-62
    harness = queued_party(3, more=6)
    for number in range(4, 9):
        harness.send(f"c-p{number}", "queue", language="xx")
    assert playing(harness, "p1") == ["p1", "p2", "p3"]
    play_out(harness, "p2")
    assert (playing(harness, "p2"), shown_party(harness, "p2")[1]) == (["p1", "p3"], "playing")
    assert answer_kind(harness.send("c-p9", "party-join", code=code(harness))) == "party-busy"
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party-busy"


def test_after_the_game_all_are_back_on_the_party_screen_and_may_start_again() -> None:  # R9.3
    harness = queued_party(8)
    play_out(harness, *EIGHT[:7])
    for who in EIGHT:
        assert (playing(harness, who), shown_party(harness, who)) == ([], (EIGHT, "gathering"))
    harness.send("c-p1", "party-start", language="xx")
    assert len(harness.seen("p8", "tournament-started")) == 1
    assert shown_party(harness, "p8") == (EIGHT, "playing")


def test_a_knocked_out_member_who_plays_elsewhere_counts_as_playing_there() -> None:  # R9.3, D12
    harness = queued_party(2, more=13)
    for number in range(3, 9):
        harness.send(f"c-p{number}", "queue", language="xx")
    play_out(harness, "p2")
    for name in ("p2", *(f"p{number}" for number in range(9, 16))):
        harness.send(f"c-{name}", "queue", language="xx")
    assert playing(harness, "p1") == ["p1", "p2"]
    play_out(harness, "p1")
    assert (playing(harness, "p1"), shown_party(harness, "p1")[1]) == (["p2"], "gathering")
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party-busy"
    play_out(harness, "p2")
    assert playing(harness, "p1") == []
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party"


def test_who_leaves_the_party_plays_on_and_holds_nobody_up() -> None:  # R9.3
    harness = queued_party(8)
    for who in ("p2", "p3"):
        harness.send(f"c-{who}", "party-leave")
    others = [who for who in EIGHT if who not in {"p2", "p3"}]
    play_out(harness, *others)
    game = harness.tournament(player(harness, "p2").seat or "")
    assert (game.is_running, game.holds("p2"), game.holds("p3")) == (True, True, True)
    assert shown_party(harness, "p1") == (others, "gathering")
    assert answer_kind(harness.send("c-p1", "party-start", language="xx")) == "party"


def test_games_of_parties_are_rated_like_any_other() -> None:  # R7.2
    harness = queued_party(8)
    play_out(harness, *EIGHT[:7])
    changes = {who: player(harness, who).rating - 1000 for who in EIGHT}
    assert changes == dict(zip(EIGHT, (-25, -18, -11, -4, 4, 11, 18, 25), strict=True))
    assert {one["player"]: one["rating"] - 1000 for one in party_frame(harness, "p1")["members"]} == changes


# --- The same frame again: D-35 ---


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
def test_a_repeated_frame_has_one_effect_and_the_same_answer(what: str) -> None:  # D-35
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
