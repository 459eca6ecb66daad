"""Members of a party who are away, the party's game, and the party after it (R9, D11, D12, D13)."""

from tests.app.frame_checks import kinds
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
    shown_party,
    tick_party,
)
from wordle_tournament.app.ports import Timer

EIGHT = [f"p{number}" for number in range(1, 9)]


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


def test_a_player_who_is_not_back_after_a_minute_is_out_and_the_lead_is_handed_over() -> None:  # D13
    harness = party_of(3)
    harness.disconnect("c-p1")
    until = harness.now + 60_000
    party = record(harness).party.id
    assert harness.fakes.timers.started[f"{party}-p{until}"] == Timer("party", party, until=until)
    assert tick_party(harness) == {"over": False, "wait_until": "2027-01-15T08:00:10Z"}  # it looks every ten seconds
    harness.pass_ms(60_000)
    assert tick_party(harness) == {"over": True}
    assert shown_party(harness, "p2") == (["p2", "p3"], "gathering")
    assert party_frame(harness, "p3")["leader"] == "p2"


def test_a_lost_timer_is_made_up_for_by_the_next_frame() -> None:
    harness = party_of(3)
    harness.disconnect("c-p1")
    harness.pass_ms(60_000)
    assert answer_kind(harness.send("c-p2", "party-renew")) == "party"  # they lead by now
    assert members(harness, "p2") == ["p2", "p3"]


def test_a_player_who_comes_back_too_late_is_told_that_they_are_out() -> None:
    harness = party_of(2)
    harness.disconnect("c-p2")
    harness.pass_ms(60_000)
    harness.connect("p2", "c-late")  # no timer ticked
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


def test_a_late_disconnect_of_an_old_connection_changes_nothing() -> None:
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
    start = len(harness.commits)
    for loser in losers:
        harness.send(f"c-{loser}", "leave", tournament=player(harness, loser).seat)
    harness.deliver_stream(start=start)


def test_the_screen_says_who_still_plays_and_nobody_comes_in_meanwhile() -> None:  # R9.3
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


def test_a_player_who_leaves_the_party_plays_on_and_holds_nobody_up() -> None:  # R9.3
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
