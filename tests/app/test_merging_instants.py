"""Commands that arrive at the instant of a merge, and merges whose function fails (D9)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.app.frame_checks import check_numbers, kinds
from tests.app.harness import Harness
from tests.app.interleaving import interruptions
from tests.app.merging import answer, apart, lobbies, ping, seat
from tests.app.party_harness import code, unqueued
from tests.support.builders import lobby_of
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.record import Record
from wordle_tournament.core.tournament import Phase

# --- What is said at the instant of a merge ---


def merging() -> Harness:
    return apart([1000, 1000, 1000], [1000, 1000])


def both_ways(one: Callable[[Harness], object], build: Callable[[], Harness] = merging) -> list[Harness]:
    """All ways in which the action and a merge can come together."""
    return [*interruptions(build, ping, one), *interruptions(build, one, ping)]


@pytest.mark.parametrize("action", ["unqueue", "leave"])
def test_a_player_who_cancels_is_out_wherever_their_lobby_went(action: str) -> None:
    def cancel(harness: Harness) -> None:
        fields: dict[str, Any] = {"tournament": "b"} if action == "leave" else {}
        harness.answers("c-p4", action, re="u", **fields)

    for harness in both_ways(cancel):
        assert answer(harness, "p4", "u") == "unqueued"
        ping(harness, "p2")
        assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p5"]}
        check_numbers(harness.seen("p5"))


def test_a_disconnect_finds_the_seat() -> None:  # D11
    for harness in both_ways(lambda harness: harness.disconnect("c-p4")):
        assert seat(harness, "p4").away is not None
        assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p4", "p5"]}


def test_a_hello_finds_the_seat_and_sees_the_lobby() -> None:  # D11
    for harness in both_ways(lambda harness: harness.connect("p4", "c-new", tournament="b", seq=2)):
        assert (seat(harness, "p4").connection, seat(harness, "p4").away) == ("c-new", None)
        newest = harness.seen("c-new", "lobby")[-1] if harness.seen("c-new", "lobby") else None
        # A player who sent hello before the merge, and knew their lobby as it was, sees the merged one by the merge.
        assert newest is not None
        assert (newest["tournament"], newest["seq"]) == ("a", harness.tournament("a").seq)


def test_a_ping_or_a_sync_of_the_old_lobby_leads_to_the_new_one() -> None:
    for action, last in (("ping", "pong"), ("sync", "synced")):

        def ask(harness: Harness, action: str = action) -> None:
            harness.answers("c-p4", action, re="s", tournament="b", seq=harness.tournament("a").seq)

        for harness in both_ways(ask):
            assert answer(harness, "p4", "s") == last
            # A frame of the old lobby may still come after that: clients drop it.
            assert harness.tournament("a").seq in [
                one["seq"] for one in harness.seen("p4", "lobby") if one["tournament"] == "a"
            ]
            check_numbers(harness.seen("p4"))


def test_a_player_who_missed_the_merge_sees_it_by_their_next_ping() -> None:
    harness = merging()
    ping(harness)
    harness.clear_frames()
    pong = harness.send("c-p4", "ping", tournament="b", seq=2)
    assert "seq" not in pong  # of the lobby that was named there is nothing more to say
    assert kinds(harness.seen("p4")) == ["lobby", "pong"]
    assert harness.seen("p4", "lobby")[0]["tournament"] == "a"
    harness.clear_frames()
    synced = harness.send("c-p4", "sync", tournament="b", seq=harness.tournament("a").seq)  # by chance the same number
    assert (kinds(harness.seen("p4")), synced["tournament"]) == (["lobby", "synced"], "a")


def test_a_player_who_queues_at_that_instant_sits_in_the_one_lobby() -> None:
    def build() -> Harness:
        harness = merging()
        harness.connect("p6")
        return harness

    for harness in both_ways(lambda harness: harness.answers("c-p6", "queue", re="q", language="xx"), build):
        assert answer(harness, "p6", "q") == "lobby"
        assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p4", "p5", "p6"]}


def test_a_repeated_queue_is_answered_by_the_merged_lobby() -> None:
    harness = Harness()
    for number in (1, 2):
        harness.connect(f"p{number}")
        harness.set_rating(f"p{number}", 1000 + 400 * (number - 1))
    harness.answers("c-p1", "queue", re="q1", language="xx")
    propose = harness.fakes.tournaments.propose
    harness.fakes.tournaments.propose = lambda *_, **__: []  # type: ignore[method-assign]  # the index lags behind
    harness.answers("c-p2", "queue", re="q2", language="xx")
    assert len(lobbies(harness)) == 2
    harness.fakes.tournaments.propose = propose  # type: ignore[method-assign]
    ping(harness)
    for number in (1, 2):
        again = harness.send(f"c-p{number}", "queue", re=f"q{number}", language="xx")
        assert again["type"] == "lobby"
        assert [one["player"] for one in again["seats"]] == ["p1", "p2"]
        check_numbers(harness.seen(f"p{number}"))


def test_a_party_that_changes_at_that_instant_is_withdrawn_and_whole() -> None:
    def build() -> Harness:
        harness = apart([1000, 1000, 1000])
        for number in range(4, 7):
            harness.connect(f"p{number}")
        harness.send("c-p4", "party-create")
        harness.send("c-p5", "party-join", code=code(harness, "p4"))
        propose = harness.fakes.tournaments.propose
        harness.fakes.tournaments.propose = lambda *_, **__: []  # type: ignore[method-assign]
        harness.send("c-p4", "party-start", language="xx")
        harness.fakes.tournaments.propose = propose  # type: ignore[method-assign]
        return harness.clear_frames()

    def join(harness: Harness) -> None:
        harness.answers("c-p6", "party-join", re="j", code=code(harness, "p4"))

    for harness in both_ways(join, build):
        assert answer(harness, "p6", "j") == "party"
        assert lobbies(harness) == {"a": ["p1", "p2", "p3"]}
        assert unqueued(harness, "p4", "p5") == {"p4": ["party"], "p5": ["party"]}
        assert [one["player"] for one in harness.seen("p4", "party")[-1]["members"]] == ["p4", "p5", "p6"]


def test_two_merges_at_one_instant_are_one() -> None:
    for harness in both_ways(lambda harness: ping(harness, "p4")):
        assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p4", "p5"]}
        for number in range(1, 6):
            assert [frame.get("replaces") for frame in harness.seen(f"p{number}", "lobby")] == ["b"]


def test_three_lobbies_at_one_instant_are_one() -> None:
    for harness in both_ways(lambda harness: ping(harness, "p3"), lambda: apart([1000, 1000], [1000], [1000])):
        assert [len(players) for players in lobbies(harness).values()] == [4]
        for number in range(1, 5):
            check_numbers(harness.seen(f"p{number}"))


# --- Faults ---


def test_whoever_dies_right_after_a_merge_leaves_its_news_to_the_relay() -> None:
    harness = merging()
    harness.ports = replace(harness.ports, tournaments=FaultyTournaments(harness.observed, crashes=1))
    with pytest.raises(Crash):
        ping(harness)
    assert harness.seen("p4", "lobby") == []
    harness.deliver_stream()
    for number in range(1, 6):
        assert [frame.get("replaces") for frame in harness.seen(f"p{number}", "lobby")] == ["b"]


def test_the_relay_has_nothing_to_add_to_a_merge_that_was_told() -> None:
    harness = merging()
    ping(harness)
    seen = {f"p{number}": harness.seen(f"p{number}") for number in range(1, 6)}
    harness.commits.append((harness.record("b"), ()))  # the closed lobby's own record on the stream
    harness.deliver_stream()
    assert {who: harness.seen(who) for who in seen} == seen


def test_a_merge_that_keeps_losing_its_races_fails_nobody() -> None:
    harness = merging()
    harness.ports = replace(harness.ports, tournaments=FaultyTournaments(harness.observed, conflicts=1_000))
    assert harness.send("c-p1", "ping")["type"] == "pong"
    assert len(lobbies(harness)) == 2


def test_a_dead_connection_in_the_merged_lobby_is_noticed() -> None:  # D11
    harness = merging()
    harness.lose_connection("c-p5")
    ping(harness)
    assert seat(harness, "p5").away is not None


def test_a_chain_of_merges_leads_on() -> None:
    harness = apart([1000])
    harness.fakes.stored.records["y"] = Record(replace(lobby_of(), id="y", phase=Phase.OVER, into="a"), 3)
    harness.fakes.stored.records["z"] = Record(replace(lobby_of(), id="z", phase=Phase.OVER, into="y"), 3)
    assert harness.send("c-p1", "leave", tournament="z")["type"] == "unqueued"
