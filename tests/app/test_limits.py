"""Limits on what one player may ask for: a script is refused and closed, a player who plays meets none (D20)."""

from typing import Any

import pytest

from tests.app.harness import Frame, Harness, in_play, seated
from wordle_tournament.app.limits import wait_until
from wordle_tournament.app.ports import Timer

MINUTE = 60_000
HOUR = 60 * MINUTE
START = 1_800_000_000_000


def party_of(number: int) -> Harness:
    harness = Harness()
    for index in range(1, number + 1):
        harness.connect(f"p{index}")
    code = harness.send("c-p1", "party-create")["code"]
    for index in range(2, number + 1):
        harness.send(f"c-p{index}", "party-join", code=code)
    return harness.pass_ms(10_000).clear_frames()


def repeat(harness: Harness, times: int, gap: int, *actions: tuple[str, Frame]) -> list[Frame]:
    """Say the actions in turn, ``gap`` ms apart, and return the last answer to each."""
    answers = []
    for number in range(times):
        action, fields = actions[number % len(actions)]
        answers.append(harness.answers("c-p1", action, **fields)[-1])
        harness.pass_ms(gap)
    return answers


SCRIPTS: dict[str, Any] = {
    "150 renames in 9 s": (lambda: party_of(8), 150, 60, [("rename", {"nickname": "Berta"})]),
    "100 renewals in 5 s": (lambda: party_of(8), 100, 50, [("party-renew", {})]),
    "60 times queue and unqueue": (lambda: seated(7), 60, 80, [("unqueue", {}), ("queue", {"language": "xx"})]),
    "300 pings": (in_play, 300, 30, [("ping", {"tournament": "t1"})]),
    "100 syncs of everything": (in_play, 100, 50, [("sync", {"tournament": "t1", "seq": 0})]),
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_refused_at_the_thirtieth_frame_in_ten_seconds_at_the_latest_and_then_closed(script: str) -> None:
    made, times, gap, actions = SCRIPTS[script]
    harness = made().clear_frames()
    answers = repeat(harness, times, gap, *actions)
    refused = [number for number, one in enumerate(answers, 1) if one.get("code") == "too-many-requests"]
    assert refused[0] <= 30
    first = answers[refused[0] - 1]
    assert 0 < first["retry_after"] <= 20_000
    assert first["definite"] is True
    assert "c-p1" in harness.fakes.connections.closed
    seconds = -(-times * gap // 1000) + 10
    assert len(harness.seen("p2")) <= 2 * seconds


def test_after_the_wait_the_same_frame_is_served() -> None:
    harness = party_of(2)
    answers = repeat(harness, 10, 10, ("rename", {"nickname": "Berta"}))
    harness.pass_ms(answers[-1]["retry_after"])
    assert harness.send("c-p1", "rename", nickname="Clara")["type"] == "renamed"


def test_a_refused_frame_changes_nothing() -> None:
    harness = party_of(2)
    repeat(harness, 6, 10, ("rename", {"nickname": "Berta"}))
    assert harness.send("c-p1", "rename", nickname="Clara")["code"] == "too-many-requests"
    assert harness.fakes.stored.players["p1"].nickname == "Berta"


def test_a_player_who_plays_fast_meets_no_limit() -> None:
    """A guess, a ping and a sync in every second; or a connection that is made anew every three seconds."""
    harness = in_play()
    fast: list[tuple[str, dict[str, Any]]] = [("ping", {}), ("sync", {"seq": harness.tournament().seq})]
    for _ in range(25):
        for action, fields in fast:
            answers = harness.answers("c-p1", action, tournament="t1", **fields)
            assert answers[-1]["type"] in {"pong", "synced", "snapshot"}
        harness.pass_ms(1_000)
    for number in range(10):
        harness.connect("p1", f"c-p1-{number}")
        assert harness.seen(f"c-p1-{number}", "welcome")
        harness.pass_ms(3_000)


def test_one_players_script_costs_no_other_player_anything() -> None:
    harness = in_play()
    repeat(harness, 40, 10, ("ping", {"tournament": "t1"}))
    assert harness.send("c-p2", "ping", tournament="t1")["type"] == "pong"


# --- Farming ---


def begin_and_leave(harness: Harness) -> None:
    """A party of eight starts a tournament, and all but p8 leave it in the intro."""
    assert harness.answers("c-p1", "party-start", language="xx")[-1]["type"] == "party"
    tournament = harness.fakes.stored.players["p1"].seat
    for player in range(1, 8):
        harness.send(f"c-p{player}", "leave", tournament=tournament)
    harness.pass_ms(61_000)


def test_a_party_that_leaves_three_tournaments_waits_five_minutes() -> None:
    harness = party_of(8)
    for _ in range(3):
        begin_and_leave(harness)
    refused = harness.send("c-p1", "party-start", language="xx")
    assert refused["code"] == "too-many-requests"
    assert refused["retry_after"] == 5 * MINUTE - 61_000
    alone = harness.send("c-p2", "queue", language="xx")
    assert (alone["code"], alone["retry_after"]) == ("too-many-requests", 5 * MINUTE - 61_000)
    harness.pass_ms(5 * MINUTE - 61_000)
    begin_and_leave(harness)
    assert harness.send("c-p1", "party-start", language="xx")["retry_after"] == 10 * MINUTE - 61_000


def test_leaving_a_lobby_or_being_knocked_out_costs_no_wait() -> None:
    harness = seated(3)
    for _ in range(5):
        harness.send("c-p1", "unqueue")
        harness.pass_ms(5_000)
        assert harness.send("c-p1", "queue", language="xx")["type"] == "lobby"
        harness.pass_ms(5_000)
    assert harness.fakes.stored.played == set()


def test_the_relay_notes_a_start_and_a_leaving_once() -> None:
    harness = seated(8)
    harness.send("c-p1", "leave", tournament="t1")
    noted = set(harness.fakes.stored.played)
    assert len(noted) == 9
    harness.fakes.stored.delivered.clear()
    harness.deliver_stream()
    assert harness.fakes.stored.played == noted


@pytest.mark.parametrize(
    ("left", "waits"),
    [
        ([], 0),
        ([0, 1], 0),
        ([0, 9, 11], 0),
        ([0, 5, 9], 9 + 5),
        ([0, 1, 2, 7], 7 + 10),
        ([0, 1, 2, 7, 17], 7 + 10),
        ([0, 1, 2, 7, 8, 9, 10, 11], 11 + 60),
        ([2, 0, 1], 2 + 5),
    ],
)
def test_the_wait_after_leaving_doubles_up_to_an_hour(left: list[int], waits: int) -> None:
    """Minutes."""
    until = wait_until([], [START + minute * MINUTE for minute in left], START + 20 * MINUTE)
    assert until == (START + waits * MINUTE if waits else 0)


def test_a_player_begins_at_most_twenty_tournaments_an_hour() -> None:
    begun = [START + number * MINUTE for number in range(20)]
    assert wait_until(begun[:19], [], START + 30 * MINUTE) == 0
    assert wait_until(begun, [], START + 30 * MINUTE) == START + HOUR
    assert wait_until(begun, [], START + HOUR) == 0


def test_a_timer_and_a_relay_are_counted_by_nobody() -> None:
    harness = in_play()
    for _ in range(50):
        harness.tick_timer(Timer("round", "t1", 1))
    assert not [subject for subject, _ in harness.fakes.stored.tries if "ping" in subject]
