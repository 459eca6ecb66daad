"""Two lobbies that become one (D9): whole, told to all, and whatever is said meanwhile reaches the seat."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.app.frame_checks import check, check_numbers, kinds
from tests.app.harness import Harness
from tests.app.interleaving import interruptions
from tests.app.party_harness import answer_kind, code, seats_of, unqueued
from tests.support.builders import entrant, lobby_of
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.ports import Timer
from wordle_tournament.app.record import Record
from wordle_tournament.core.seat import Away, Seat
from wordle_tournament.core.tournament import Phase

Rating = int | tuple[int, str]


def apart(*lobbies: Sequence[Rating]) -> Harness:
    """Lobbies ``a``, ``b``... of players of these ratings (and parties), which nobody has brought together yet."""
    harness = Harness()
    number = 0
    for name, ratings in zip("abcdefgh", lobbies, strict=False):
        entrants = []
        for rating in ratings:
            number += 1
            own, party = rating if isinstance(rating, tuple) else (rating, None)
            entrants.append(entrant(f"p{number}", own, party))
        harness.store(replace(lobby_of(*entrants), id=name, seq=len(entrants)))
    return harness


def lobbies(harness: Harness) -> dict[str, list[str]]:
    return {name: sorted(players, key=lambda one: int(one[1:])) for name, players in seats_of(harness).items()}


def seat(harness: Harness, player: str) -> Seat:
    (found,) = (
        one
        for record in harness.fakes.stored.records.values()
        for one in record.tournament.seats
        if one.player == player and record.tournament.holds(player)
    )
    return found


def answer(harness: Harness, who: str, re: str) -> str:
    (found,) = (answer_kind(frame) for frame in harness.seen(who) if frame.get("re") == re)
    return found


def ping(harness: Harness, player: str = "p1") -> None:
    harness.answers(f"c-{player}", "ping", re=f"ping-{player}")


# --- One after the other ---


def test_a_ping_brings_two_lobbies_together_and_everybody_is_told_once() -> None:
    harness = apart([1000, 1000, 1000], [1000, 1000])
    ping(harness, "p4")
    assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p4", "p5"]}
    for who in ("p1", "p4"):
        (lobby,) = harness.seen(who, "lobby")
        assert (lobby["tournament"], lobby["replaces"]) == ("a", "b")
        assert [one["player"] for one in lobby["seats"]] == ["p1", "p2", "p3", "p4", "p5"]
        assert lobby["seq"] == harness.tournament("a").seq
        check(harness.seen(who))
    assert {harness.fakes.stored.players[f"p{number}"].seat for number in range(1, 6)} == {"a"}
    assert harness.tournament("b").phase is Phase.OVER


@pytest.mark.parametrize("named", [True, False])
def test_any_ping_from_a_lobby_will_do(named: bool) -> None:  # noqa: FBT001
    harness = apart([1000], [1000])
    pong = harness.send("c-p2", "ping", tournament="b", seq=1) if named else harness.send("c-p2", "ping")
    assert lobbies(harness) == {"a": ["p1", "p2"]}
    assert pong["type"] == "pong"


def test_a_join_brings_together_what_it_makes_possible() -> None:  # D9
    """1401 is too far from 1166 2/3; the fifth lifts that mean to 1212 1/2."""
    harness = apart([1000, 1200, 1300], [1401])
    ping(harness)
    assert len(lobbies(harness)) == 2
    harness.connect("p5")
    harness.set_rating("p5", 1350)
    harness.send("c-p5", "queue", language="xx")
    assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p4", "p5"]}


@pytest.mark.parametrize(
    ("one", "other", "are_merged"),
    [
        ([1000], [1400], True),  # each 200 from 1200
        ([1000], [1401], False),
        ([1000, 1000, 1000], [1266], True),  # 66.5 and 199.5 from 1066.5
        ([1000, 1000, 1000], [1267], False),  # 200.25 away
        ([-100], [300], True),
        ([-300], [101], False),
        ([(700, "x"), (1300, "x")], [1300], True),  # a party counts by its mean: 100 and 200 from 1100
        ([(700, "x"), (1300, "x")], [1301], False),
        ([(800, "x"), (1200, "x"), (1000, "x")], [1300], False),  # 1075: the single is 225 away, and 300 from the party
        ([1000] * 5, [1000] * 3, True),
        ([1000] * 5, [1000] * 4, False),  # nine
        ([(1000, "x")] * 5, [(1000, "y")] * 4, False),  # never split
        ([800, 1200], [1200], True),  # a unit alone sits down where it could have: 200 from 1000
        ([800, 1200], [1201], False),
        ([800, 1200], [1200, 1201], False),  # two are no unit, and 800 would be too far from 1100.25
    ],
)
def test_what_fits_is_merged_and_nothing_else(
    one: Sequence[Rating],
    other: Sequence[Rating],
    are_merged: bool,  # noqa: FBT001
) -> None:  # D9
    for first, second in ((one, other), (other, one)):
        harness = apart(first, second)
        ping(harness)
        assert len(lobbies(harness)) == (1 if are_merged else 2)


def test_the_smaller_lobby_moves_into_the_larger() -> None:
    harness = apart([1000], [1000, 1000])
    ping(harness)
    assert list(lobbies(harness)) == ["b"]


def test_one_ping_brings_together_all_that_fit() -> None:
    harness = apart([1000], [1000], [1000], [1000] * 4, [1000] * 2)
    ping(harness)
    assert sorted(len(players) for players in lobbies(harness).values()) == [1, 8]
    assert len({frame["replaces"] for frame in harness.seen("p4", "lobby")}) == 3


def test_a_merged_lobby_that_is_full_starts() -> None:  # R1.1
    harness = apart([1000] * 5, [1000] * 3)
    ping(harness, "p7")
    assert harness.tournament("a").phase is Phase.INTRO
    for who in ("p1", "p8"):
        assert [kind for kind in kinds(harness.seen(who)) if kind != "pong"] == [
            "lobby",
            "tournament-started",
            "round-opened",
        ]
        check(harness.seen(who))
    assert harness.fakes.timers.started["a-r1"] == Timer("round", "a", 1)


def test_another_language_is_another_world() -> None:
    harness = apart([1000], [1000])
    other = harness.record("b")
    harness.fakes.stored.records["b"] = replace(other, tournament=replace(other.tournament, language="en"))
    ping(harness)
    assert len(lobbies(harness)) == 2


# --- Absences ---


def away(harness: Harness, lobby: str, player: str) -> None:
    """The player's connection was lost three seconds ago."""
    record = harness.record(lobby)
    absence = Away(harness.now - 3_000, harness.now + 7_000)
    seats = tuple(
        replace(one, away=absence, connection=None) if one.player == player else one for one in record.tournament.seats
    )
    harness.fakes.stored.records[lobby] = replace(record, tournament=replace(record.tournament, seats=seats))


def test_an_absence_goes_on_in_the_merged_lobby_as_it_was() -> None:  # D11
    harness = apart([1000, 1000], [1000, 1000])
    away(harness, "b", "p4")
    ping(harness)
    assert seat(harness, "p4").away == Away(harness.now - 3_000, harness.now + 7_000)
    assert harness.fakes.timers.started[f"a-l{harness.now + 7_000}"] == Timer("lobby", "a", until=harness.now + 7_000)
    harness.pass_ms(7_000).tick("a")
    assert lobbies(harness) == {"a": ["p1", "p2", "p3"]}


def test_eight_of_whom_one_is_away_wait_for_him() -> None:  # D11
    harness = apart([1000] * 6, [1000] * 2)
    away(harness, "b", "p8")
    ping(harness)
    assert harness.tournament("a").phase is Phase.LOBBY
    harness.connect("p8", "c-again")
    assert harness.tournament("a").phase is Phase.INTRO
    assert "tournament-started" in kinds(harness.seen("p1"))
    assert kinds(harness.seen("c-again")) == ["welcome", "snapshot"]


def test_what_is_due_in_either_comes_first() -> None:
    """Nobody rang: p4's time was up long ago, so he is not taken along."""
    harness = apart([1000, 1000], [1000, 1000])
    away(harness, "b", "p4")
    harness.pass_ms(20_000)
    ping(harness)
    assert lobbies(harness) == {"a": ["p1", "p2", "p3"]}
    shown = [one["player"] for frame in harness.seen("p1", "lobby") for one in frame["seats"]]
    assert "p4" not in shown


def test_the_old_lobbys_alarm_has_nothing_left_to_ring_for() -> None:
    harness = apart([1000, 1000], [1000, 1000])
    away(harness, "b", "p4")
    ping(harness)
    assert harness.tick("b", 0) == {"over": True}


# --- What is said at the instant of a merge ---


def merging() -> Harness:
    return apart([1000, 1000, 1000], [1000, 1000])


def both_ways(one: Callable[[Harness], object], build: Callable[[], Harness] = merging) -> list[Harness]:
    """All ways in which the action and a merge can come together."""
    return [*interruptions(build, ping, one), *interruptions(build, one, ping)]


@pytest.mark.parametrize("action", ["unqueue", "leave"])
def test_who_cancels_is_out_wherever_his_lobby_went(action: str) -> None:  # G-59
    def cancel(harness: Harness) -> None:
        fields: dict[str, Any] = {"tournament": "b"} if action == "leave" else {}
        harness.answers("c-p4", action, re="u", **fields)

    for harness in both_ways(cancel):
        assert answer(harness, "p4", "u") == "unqueued"
        ping(harness, "p2")
        assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p5"]}
        check_numbers(harness.seen("p5"))


def test_a_goodbye_finds_the_seat() -> None:  # D11
    for harness in both_ways(lambda harness: harness.disconnect("c-p4")):
        assert seat(harness, "p4").away is not None
        assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p4", "p5"]}


def test_a_hello_finds_the_seat_and_sees_the_lobby() -> None:  # D11
    for harness in both_ways(lambda harness: harness.connect("p4", "c-new", tournament="b", seq=2)):
        assert (seat(harness, "p4").connection, seat(harness, "p4").away) == ("c-new", None)
        newest = harness.seen("c-new", "lobby")[-1] if harness.seen("c-new", "lobby") else None
        # Who said hello before the merge, and knew his lobby as it was, sees the merged one by the merge.
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


def test_who_missed_the_merge_is_shown_it_by_his_next_ping() -> None:
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


def test_who_queues_at_that_instant_sits_in_the_one_lobby() -> None:
    def build() -> Harness:
        harness = merging()
        harness.connect("p6")
        return harness

    for harness in both_ways(lambda harness: harness.answers("c-p6", "queue", re="q", language="xx"), build):
        assert answer(harness, "p6", "q") == "lobby"
        assert lobbies(harness) == {"a": ["p1", "p2", "p3", "p4", "p5", "p6"]}


def test_a_repeated_queue_is_answered_by_the_merged_lobby() -> None:  # D-35
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


def test_a_party_that_changes_at_that_instant_is_withdrawn_and_whole() -> None:  # G-62
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
    harness.ports = replace(harness.ports, tournaments=FaultyTournaments(harness.journal, crashes=1))
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
    harness.journal.images.append((harness.record("b"), ()))  # the closed lobby's own record on the stream
    harness.deliver_stream()
    assert {who: harness.seen(who) for who in seen} == seen


def test_a_merge_that_keeps_losing_its_races_fails_nobody() -> None:
    harness = merging()
    harness.ports = replace(harness.ports, tournaments=FaultyTournaments(harness.journal, conflicts=1_000))
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
