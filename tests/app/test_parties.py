"""Parties (R9, D11, D13): invited, gathered, led, started as a whole, and back on their screen after the game."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.app.friends import (
    code,
    gathered,
    members,
    player,
    playing,
    record,
    screen,
    seats_of,
    shown,
    started,
    tick_party,
    told,
    unqueued,
)
from tests.app.screens import check, kinds
from tests.app.stage import Stage
from wordle_tournament.app.ports import Timer
from wordle_tournament.runtime.system import SystemChance

FOUR = [f"p{number}" for number in range(1, 5)]
EIGHT = [f"p{number}" for number in range(1, 9)]


# --- Gathering: R9.1 ---


def test_who_founds_a_party_leads_it_and_gets_its_invitation() -> None:
    stage = Stage()
    stage.greet("p1")
    party = stage.say("c-p1", "party-create", re="a")
    assert (party["re"], party["leader"], party["state"]) == ("a", "p1", "gathering")
    nickname = player(stage, "p1").nickname
    assert party["members"] == [
        {"player": "p1", "nickname": nickname, "rating": 1000, "online": True, "playing": False}
    ]
    assert party["link"] == f"https://play.example/#party={party['code']}"
    check(stage.seen("p1"))


def test_an_invitation_has_80_random_bits_or_more() -> None:  # M-107
    assert len(bytes.fromhex(SystemChance().new_id())) * 8 >= 80


def test_friends_come_in_by_the_code_and_everybody_sees_it() -> None:
    stage = gathered(2, more=1)
    answer = stage.say("c-p3", "party-join", code=code(stage), re="j")
    assert (answer["type"], answer["re"]) == ("party", "j")
    for who in ("p1", "p2", "p3"):
        assert shown(stage, who) == (["p1", "p2", "p3"], "gathering")
        check(stage.seen(who))
    assert "re" not in stage.seen("p1")[-1]


def test_wrong_renewed_left_and_expired_codes_answer_alike() -> None:  # M-107
    stage = gathered(1, more=4)
    renewed = code(stage)
    stage.say("c-p1", "party-renew")
    for number in (2, 3):
        stage.say(f"c-p{number}", "party-create")
    left, expired = code(stage, "p2"), code(stage, "p3")
    stage.say("c-p2", "party-leave")
    del stage.fakes.world.parties[record(stage, "p3").party.id]
    answers = [stage.say("c-p4", "party-join", code=wrong, re="j") for wrong in ("wrong", renewed, left, expired)]
    assert answers == [answers[0]] * 4
    assert told(answers[0]) == "party-unknown"
    assert told(stage.say("c-p4", "party-join", code=code(stage))) == "party"  # the new one


def test_tries_are_limited_and_a_wrong_code_costs_as_much_as_a_right_one() -> None:  # M-107
    stage = gathered(1, more=2)
    for _ in range(10):
        assert told(stage.say("c-p2", "party-join", code="wrong")) == "party-unknown"
    assert told(stage.say("c-p2", "party-join", code=code(stage))) == "too-many-requests"
    assert told(stage.say("c-p3", "party-join", code=code(stage))) == "party"  # somebody else
    stage.pass_ms(60_000)
    assert told(stage.say("c-p2", "party-join", code=code(stage))) == "party"


def test_a_repeated_frame_is_no_new_try() -> None:
    stage = gathered(1, more=1)
    answers = [stage.say("c-p2", "party-join", code=code(stage), re="j") for _ in range(20)]
    assert {told(answer) for answer in answers} == {"party"}


def test_a_party_has_eight_members_at_most() -> None:  # G-65
    stage = gathered(8, more=1)
    assert told(stage.say("c-p9", "party-join", code=code(stage))) == "party-full"
    assert members(stage) == EIGHT


def test_nobody_is_in_two_parties() -> None:
    stage = gathered(2, more=1)
    stage.say("c-p3", "party-create")
    assert told(stage.say("c-p2", "party-create")) == "already-in-party"
    assert told(stage.say("c-p2", "party-join", code=code(stage, "p3"))) == "already-in-party"
    assert told(stage.say("c-p2", "party-join", code=code(stage))) == "party"  # his own: as it is
    assert members(stage) == ["p1", "p2"]


def test_who_left_a_party_may_found_or_join_another_or_come_back() -> None:
    stage = gathered(2, more=1)
    stage.say("c-p3", "party-create")
    stage.say("c-p2", "party-leave")
    assert told(stage.say("c-p2", "party-join", code=code(stage, "p3"))) == "party"
    stage.say("c-p2", "party-leave")
    assert told(stage.say("c-p2", "party-join", code=code(stage))) == "party"
    assert (members(stage), members(stage, "p3")) == (["p1", "p2"], ["p3"])


# --- Leading: R9.1, D13 ---


def test_when_the_leader_leaves_the_longest_standing_member_leads() -> None:  # D13
    stage = gathered(4)
    stage.say("c-p1", "party-lead", player="p3")
    stage.say("c-p2", "party-leave")
    answer = stage.say("c-p3", "party-leave", re="l")
    assert (answer["type"], answer["reason"], answer["re"]) == ("party-left", "asked", "l")
    assert screen(stage, "p1")["leader"] == "p1"
    assert shown(stage, "p4") == (["p1", "p4"], "gathering")


def test_the_last_one_out_closes_the_party() -> None:  # G-64
    stage = gathered(2, more=1)
    invitation = code(stage)
    stage.say("c-p1", "party-leave")
    stage.say("c-p2", "party-leave")
    assert told(stage.say("c-p3", "party-join", code=invitation)) == "party-unknown"
    assert told(stage.say("c-p1", "party-join", code=invitation)) == "party-unknown"


def test_the_leader_removes_a_member_who_is_told() -> None:  # D13, M-104: by id
    stage = gathered(3)
    answer = stage.say("c-p1", "party-kick", player="p2", re="k")
    assert [member["player"] for member in answer["members"]] == ["p1", "p3"]
    assert [(frame["type"], frame["reason"]) for frame in stage.seen("p2")] == [("party-left", "kicked")]
    assert told(stage.say("c-p2", "party-leave")) == "not-in-party"


@pytest.mark.parametrize(
    ("action", "fields"),
    [("party-kick", {"player": "p3"}), ("party-lead", {"player": "p2"}), ("party-renew", {}), ("party-start", {})],
)
def test_what_is_the_leaders_is_refused_to_others(action: str, fields: dict[str, Any]) -> None:
    stage = gathered(3, more=1)
    before = record(stage)
    fields = fields | ({"language": "xx"} if action == "party-start" else {})
    assert told(stage.say("c-p2", action, **fields)) == "not-leader"
    assert told(stage.say("c-p4", action, **fields)) == "not-in-party"
    assert record(stage) == before


@pytest.mark.parametrize("action", ["party-kick", "party-lead"])
def test_a_stranger_cannot_be_removed_or_made_leader(action: str) -> None:
    stage = gathered(2, more=1)
    assert told(stage.say("c-p1", action, player="p3")) == "not-in-party"


def test_the_lead_is_handed_over() -> None:  # D13
    stage = gathered(3)
    assert stage.say("c-p1", "party-lead", player="p3")["leader"] == "p3"
    assert told(stage.say("c-p1", "party-renew")) == "not-leader"
    assert told(stage.say("c-p3", "party-renew")) == "party"


def test_a_new_nickname_is_seen_by_the_party_at_once() -> None:  # R10.1
    stage = gathered(2)
    stage.say("c-p1", "rename", nickname="Anna")
    assert screen(stage, "p2")["members"][0]["nickname"] == "Anna"


# --- Starting: R9.1, R9.2, D9 ---


def test_the_whole_party_lands_in_one_lobby() -> None:  # R9.2
    stage = gathered(3)
    answer = stage.say("c-p1", "party-start", language="xx", re="s")
    assert (answer["type"], answer["re"], answer["state"]) == ("party", "s", "queued")
    for who in ("p1", "p2", "p3"):
        lobby = stage.seen(who, "lobby")[-1]
        assert [(seat["player"], seat["party"]) for seat in lobby["seats"]] == [
            (one, record(stage).party.id) for one in ("p1", "p2", "p3")
        ]
        assert shown(stage, who) == (["p1", "p2", "p3"], "queued")
        check(stage.seen(who))


def test_a_full_party_starts_at_once() -> None:  # R9.2
    stage = gathered(8)
    stage.say("c-p1", "party-start", language="xx")
    assert "tournament-started" in kinds(stage.seen("p8"))
    assert shown(stage, "p8") == (EIGHT, "playing")
    assert playing(stage, "p8") == EIGHT


def test_singles_and_other_parties_fill_the_free_seats() -> None:  # R9.2
    stage = started(3, more=5)
    stage.say("c-p4", "party-create")
    stage.say("c-p5", "party-join", code=code(stage, "p4"))
    stage.say("c-p4", "party-start", language="xx")
    for number in (6, 7, 8):
        stage.say(f"c-p{number}", "queue", language="xx")
    assert seats_of(stage) == {stage.seen("p1", "lobby")[-1]["tournament"]: EIGHT}
    assert playing(stage, "p5") == ["p4", "p5"]


def test_parties_of_five_and_of_four_are_not_split() -> None:  # G-61
    stage = started(5, more=8)
    stage.say("c-p6", "party-create")
    for number in (7, 8, 9):
        stage.say(f"c-p{number}", "party-join", code=code(stage, "p6"))
    stage.say("c-p6", "party-start", language="xx")
    assert sorted(seats_of(stage).values()) == [["p1", "p2", "p3", "p4", "p5"], ["p6", "p7", "p8", "p9"]]
    for number in (10, 11, 12, 13):
        stage.say(f"c-p{number}", "queue", language="xx")
    assert sorted(seats_of(stage).values()) == [
        ["p1", "p2", "p3", "p4", "p5", "p10", "p11", "p12"],
        ["p6", "p7", "p8", "p9", "p13"],
    ]


@pytest.mark.parametrize(("rating", "lobbies"), [(1400, 1), (1401, 2)])
def test_a_party_is_judged_by_its_mean(rating: int, lobbies: int) -> None:  # D9
    """A single of 1000 and a party of two with the mean 1200, or half a point more."""
    stage = gathered(2, more=1)
    for who, own in (("p1", rating), ("p2", 1000), ("p3", 1000)):
        stage.rate(who, own)
    stage.say("c-p3", "queue", language="xx")
    stage.fakes.tournaments.propose = lambda *_, **__: []  # type: ignore[method-assign]  # nothing to merge by
    stage.say("c-p1", "party-start", language="xx")
    assert len(seats_of(stage)) == lobbies


def test_an_unknown_language_is_refused() -> None:
    stage = gathered(2)
    assert told(stage.say("c-p1", "party-start", language="qq")) == "language-unknown"
    assert seats_of(stage) == {}


def test_nobody_is_left_behind_who_is_away() -> None:  # R9.2
    stage = gathered(3)
    stage.hang_up("c-p3")
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party-busy"
    stage.greet("p3", "c-again")
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party"


def test_a_party_that_waits_cannot_start_again() -> None:
    stage = started(3)
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party-busy"


def test_a_member_may_wait_alone_and_then_the_party_does_not_start() -> None:
    stage = gathered(3)
    assert told(stage.say("c-p3", "queue", language="xx")) == "lobby"
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party-busy"
    assert told(stage.say("c-p3", "unqueue")) == "unqueued"
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party"
    assert told(stage.say("c-p3", "queue", language="xx")) == "already-seated"


# --- Changes while waiting: D11 ---


CHANGES: dict[str, tuple[Callable[[Stage], object], list[str]]] = {
    "a friend joins": (lambda stage: stage.say("c-p5", "party-join", code=code(stage)), [*FOUR, "p5"]),
    "a member leaves": (lambda stage: stage.say("c-p2", "party-leave"), ["p1", "p3", "p4"]),
    "the leader leaves": (lambda stage: stage.say("c-p1", "party-leave"), ["p2", "p3", "p4"]),
    "a member is removed": (lambda stage: stage.say("c-p1", "party-kick", player="p4"), ["p1", "p2", "p3"]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_members_first_withdraws_the_party_and_all_are_told(change: str) -> None:  # G-62
    stage = started(4, more=2)
    stage.say("c-p6", "queue", language="xx")
    stage.forget()
    deed, after = CHANGES[change]
    deed(stage)
    assert list(seats_of(stage).values()) == [["p6"]]
    assert [seat["player"] for seat in stage.seen("p6", "lobby")[-1]["seats"]] == ["p6"]
    assert unqueued(stage, *FOUR) == {who: ["party"] for who in FOUR}
    for who in after:
        assert shown(stage, who) == (after, "gathering")


def test_what_changes_no_member_leaves_the_party_where_it_waits() -> None:
    stage = started(3)
    before = stage.record(stage.fakes.world.players["p1"].seat or "")
    stage.say("c-p1", "party-lead", player="p2")
    stage.say("c-p2", "party-renew")
    assert stage.record(before.tournament.id) == before
    assert shown(stage, "p3") == (["p1", "p2", "p3"], "queued")


def test_who_gives_up_his_seat_takes_his_party_out() -> None:  # D11
    for action in ("unqueue", "leave"):
        stage = started(3)
        fields: dict[str, Any] = {"tournament": player(stage, "p2").seat} if action == "leave" else {}
        assert told(stage.say("c-p2", action, **fields)) == "unqueued"
        assert unqueued(stage, "p1", "p2", "p3") == {"p1": ["party"], "p2": ["asked"], "p3": ["party"]}
        assert seats_of(stage) == {}
        assert shown(stage, "p1") == (["p1", "p2", "p3"], "gathering")


def test_who_loses_his_seat_takes_his_party_out_and_stays_a_member() -> None:  # D11
    stage = started(3)
    lobby = player(stage, "p3").seat or ""
    stage.hang_up("c-p3")
    assert screen(stage, "p1")["members"][2]["online"] is False
    stage.pass_ms(9_999).tick(lobby)
    assert len(seats_of(stage)) == 1
    stage.pass_ms(1).tick(lobby)
    assert seats_of(stage) == {}
    assert unqueued(stage, "p1", "p2") == {"p1": ["party"], "p2": ["party"]}
    stage.greet("p3", "c-again")
    assert shown(stage, "c-again") == (["p1", "p2", "p3"], "gathering")


# --- Blips and absences: R9, D11 ---


def test_a_short_blip_removes_nobody() -> None:
    stage = gathered(3)
    stage.hang_up("c-p1")
    assert [member["online"] for member in screen(stage, "p2")["members"]] == [False, True, True]
    stage.pass_ms(59_999)
    tick_party(stage, "p2")
    stage.greet("p1", "c-again")
    assert [member["online"] for member in screen(stage, "p2")["members"]] == [True, True, True]
    stage.pass_ms(120_000)
    tick_party(stage, "p2")
    assert (members(stage), record(stage).party.leader) == (["p1", "p2", "p3"], "p1")


def test_who_is_not_back_after_a_minute_is_out_and_the_lead_is_handed_over() -> None:  # D13
    stage = gathered(3)
    stage.hang_up("c-p1")
    until = stage.now + 60_000
    party = record(stage).party.id
    assert stage.fakes.timers.started[f"{party}-p{until}"] == Timer("party", party, until=until)
    assert tick_party(stage) == {"over": False, "wait_until": "2027-01-15T08:00:10Z"}  # it looks every ten seconds
    stage.pass_ms(60_000)
    assert tick_party(stage) == {"over": True}
    assert shown(stage, "p2") == (["p2", "p3"], "gathering")
    assert screen(stage, "p3")["leader"] == "p2"


def test_a_lost_alarm_is_made_up_for_by_whatever_is_said_next() -> None:
    stage = gathered(3)
    stage.hang_up("c-p1")
    stage.pass_ms(60_000)
    assert told(stage.say("c-p2", "party-renew")) == "party"  # he leads by now
    assert members(stage, "p2") == ["p2", "p3"]


def test_who_comes_back_too_late_is_told_that_he_is_out() -> None:
    stage = gathered(2)
    stage.hang_up("c-p2")
    stage.pass_ms(60_000)
    stage.greet("p2", "c-late")  # no alarm rang
    assert kinds(stage.seen("c-late")) == ["welcome", "party-left"]
    assert stage.seen("c-late", "party-left")[0]["reason"] == "lost"
    assert members(stage) == ["p1"]
    stage.greet("p2", "c-later")
    assert kinds(stage.seen("c-later")) == ["welcome"]
    assert "party" not in stage.seen("c-later")[0]


def test_a_connection_that_died_without_a_word_is_noticed_when_the_party_is_shown() -> None:
    stage = gathered(3)
    stage.vanish("c-p3")
    stage.say("c-p1", "party-renew")
    assert [member["online"] for member in screen(stage, "p2")["members"]] == [True, True, False]
    party = record(stage).party
    assert f"{party.id}-p{stage.now + 60_000}" in stage.fakes.timers.started
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party-busy"


def test_a_late_goodbye_of_an_old_connection_changes_nothing() -> None:  # E-43
    stage = gathered(2)
    stage.greet("p2", "c-new")
    before = record(stage)
    stage.hang_up("c-p2")
    assert record(stage) == before


def test_every_hello_shows_the_party_screen() -> None:
    stage = gathered(2)
    for connection in ("c-new", "c-new"):  # twice on the same one, too
        stage.forget().greet("p2", connection)
        welcome, party = stage.seen(connection)
        assert welcome["party"] == record(stage).party.id
        assert [member["player"] for member in party["members"]] == ["p1", "p2"]


# --- The game, and after it: R9.3, D12 ---


def play_out(stage: Stage, *losers: str) -> None:
    """These leave the game, in order; the streams flow."""
    start = len(stage.journal.images)
    for loser in losers:
        stage.say(f"c-{loser}", "leave", tournament=player(stage, loser).seat)
    stage.flow(start=start)


def test_the_screen_says_who_still_plays_and_nobody_comes_in_meanwhile() -> None:  # R9.3, G-62
    stage = started(3, more=6)
    for number in range(4, 9):
        stage.say(f"c-p{number}", "queue", language="xx")
    assert playing(stage, "p1") == ["p1", "p2", "p3"]
    play_out(stage, "p2")
    assert (playing(stage, "p2"), shown(stage, "p2")[1]) == (["p1", "p3"], "playing")
    assert told(stage.say("c-p9", "party-join", code=code(stage))) == "party-busy"
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party-busy"


def test_after_the_game_all_are_back_on_the_party_screen_and_may_start_again() -> None:  # R9.3
    stage = started(8)
    play_out(stage, *EIGHT[:7])
    for who in EIGHT:
        assert (playing(stage, who), shown(stage, who)) == ([], (EIGHT, "gathering"))
    stage.say("c-p1", "party-start", language="xx")
    assert len(stage.seen("p8", "tournament-started")) == 1
    assert shown(stage, "p8") == (EIGHT, "playing")


def test_a_knocked_out_member_who_plays_elsewhere_counts_as_playing_there() -> None:  # R9.3, D12
    stage = started(2, more=13)
    for number in range(3, 9):
        stage.say(f"c-p{number}", "queue", language="xx")
    play_out(stage, "p2")
    for name in ("p2", *(f"p{number}" for number in range(9, 16))):
        stage.say(f"c-{name}", "queue", language="xx")
    assert playing(stage, "p1") == ["p1", "p2"]
    play_out(stage, "p1")
    assert (playing(stage, "p1"), shown(stage, "p1")[1]) == (["p2"], "gathering")
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party-busy"
    play_out(stage, "p2")
    assert playing(stage, "p1") == []
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party"


def test_who_leaves_the_party_plays_on_and_holds_nobody_up() -> None:  # R9.3
    stage = started(8)
    for who in ("p2", "p3"):
        stage.say(f"c-{who}", "party-leave")
    others = [who for who in EIGHT if who not in {"p2", "p3"}]
    play_out(stage, *others)
    game = stage.tournament(player(stage, "p2").seat or "")
    assert (game.is_running, game.holds("p2"), game.holds("p3")) == (True, True, True)
    assert shown(stage, "p1") == (others, "gathering")
    assert told(stage.say("c-p1", "party-start", language="xx")) == "party"


def test_games_of_parties_are_rated_like_any_other() -> None:  # R7.2
    stage = started(8)
    play_out(stage, *EIGHT[:7])
    changes = {who: player(stage, who).rating - 1000 for who in EIGHT}
    assert changes == dict(zip(EIGHT, (-25, -18, -11, -4, 4, 11, 18, 25), strict=True))
    assert {one["player"]: one["rating"] - 1000 for one in screen(stage, "p1")["members"]} == changes


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
    stage = gathered(3, more=2)
    fields = {name: code(stage) if value == "?" else value for name, value in fields.items()}
    first = stage.say(connection, action, re="r", **fields)
    assert first["type"] in {"party", "party-left"}
    parties, records = dict(stage.fakes.world.parties), dict(stage.fakes.world.records)
    assert stage.say(connection, action, re="r", **fields) == first
    assert (stage.fakes.world.parties, stage.fakes.world.records) == (parties, records)


def test_a_frame_of_the_old_party_that_comes_again_does_nothing_to_the_new_one() -> None:
    stage = gathered(2, more=1)
    first = stage.say("c-p2", "party-leave", re="l")
    stage.say("c-p2", "party-create")
    assert stage.say("c-p2", "party-leave", re="l") == first
    assert members(stage, "p2") == ["p2"]


def test_a_party_remembers_few_of_the_many_who_come_and_go() -> None:
    stage = gathered(1, more=60)
    for number in range(2, 62):
        stage.say(f"c-p{number}", "party-join", code=code(stage))
        stage.say(f"c-p{number}", "party-leave")
    assert len(record(stage).receipts) <= 8 + 16


def test_a_party_frame_is_nothing_for_a_strangers_eyes() -> None:
    stage = started(2, more=1)
    stage.say("c-p3", "queue", language="xx")
    assert code(stage) not in json.dumps(stage.seen("p3"))
