"""Two lobbies that become one (D9): whole, told to all, and whatever is said meanwhile reaches the seat."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.app.friends import code, seats_of, told, unqueued
from tests.app.interleaving import interruptions
from tests.app.screens import check, check_numbers, kinds
from tests.app.stage import Stage
from tests.support.builders import entrant, lobby_of
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.ports import Timer
from wordle_tournament.app.record import Record
from wordle_tournament.core.seat import Away, Seat
from wordle_tournament.core.tournament import Phase

Rating = int | tuple[int, str]


def apart(*lobbies: Sequence[Rating]) -> Stage:
    """Lobbies ``a``, ``b``... of players of these ratings (and parties), which nobody has brought together yet."""
    stage = Stage()
    number = 0
    for name, ratings in zip("abcdefgh", lobbies, strict=False):
        entrants = []
        for rating in ratings:
            number += 1
            own, party = rating if isinstance(rating, tuple) else (rating, None)
            entrants.append(entrant(f"p{number}", own, party))
        stage.put(replace(lobby_of(*entrants), id=name, seq=len(entrants)))
    return stage


def lobbies(stage: Stage) -> dict[str, list[str]]:
    return {name: sorted(players, key=lambda one: int(one[1:])) for name, players in seats_of(stage).items()}


def seat(stage: Stage, player: str) -> Seat:
    (found,) = (
        one
        for record in stage.fakes.world.records.values()
        for one in record.tournament.seats
        if one.player == player and record.tournament.holds(player)
    )
    return found


def answer(stage: Stage, who: str, re: str) -> str:
    (found,) = (told(frame) for frame in stage.seen(who) if frame.get("re") == re)
    return found


def ping(stage: Stage, player: str = "p1") -> None:
    stage.answers(f"c-{player}", "ping", re=f"ping-{player}")


# --- One after the other ---


def test_a_ping_brings_two_lobbies_together_and_everybody_is_told_once() -> None:
    stage = apart([1000, 1000, 1000], [1000, 1000])
    ping(stage, "p4")
    assert lobbies(stage) == {"a": ["p1", "p2", "p3", "p4", "p5"]}
    for who in ("p1", "p4"):
        (lobby,) = stage.seen(who, "lobby")
        assert (lobby["tournament"], lobby["replaces"]) == ("a", "b")
        assert [one["player"] for one in lobby["seats"]] == ["p1", "p2", "p3", "p4", "p5"]
        assert lobby["seq"] == stage.tournament("a").seq
        check(stage.seen(who))
    assert {stage.fakes.world.players[f"p{number}"].seat for number in range(1, 6)} == {"a"}
    assert stage.tournament("b").phase is Phase.OVER


@pytest.mark.parametrize("named", [True, False])
def test_any_ping_from_a_lobby_will_do(named: bool) -> None:  # noqa: FBT001
    stage = apart([1000], [1000])
    pong = stage.say("c-p2", "ping", tournament="b", seq=1) if named else stage.say("c-p2", "ping")
    assert lobbies(stage) == {"a": ["p1", "p2"]}
    assert pong["type"] == "pong"


def test_a_join_brings_together_what_it_makes_possible() -> None:  # D9
    """1401 is too far from 1166 2/3; the fifth lifts that mean to 1212 1/2."""
    stage = apart([1000, 1200, 1300], [1401])
    ping(stage)
    assert len(lobbies(stage)) == 2
    stage.greet("p5")
    stage.rate("p5", 1350)
    stage.say("c-p5", "queue", language="xx")
    assert lobbies(stage) == {"a": ["p1", "p2", "p3", "p4", "p5"]}


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
        stage = apart(first, second)
        ping(stage)
        assert len(lobbies(stage)) == (1 if are_merged else 2)


def test_the_smaller_lobby_moves_into_the_larger() -> None:
    stage = apart([1000], [1000, 1000])
    ping(stage)
    assert list(lobbies(stage)) == ["b"]


def test_one_ping_brings_together_all_that_fit() -> None:
    stage = apart([1000], [1000], [1000], [1000] * 4, [1000] * 2)
    ping(stage)
    assert sorted(len(players) for players in lobbies(stage).values()) == [1, 8]
    assert len({frame["replaces"] for frame in stage.seen("p4", "lobby")}) == 3


def test_a_merged_lobby_that_is_full_starts() -> None:  # R1.1
    stage = apart([1000] * 5, [1000] * 3)
    ping(stage, "p7")
    assert stage.tournament("a").phase is Phase.INTRO
    for who in ("p1", "p8"):
        assert [kind for kind in kinds(stage.seen(who)) if kind != "pong"] == [
            "lobby",
            "tournament-started",
            "round-opened",
        ]
        check(stage.seen(who))
    assert stage.fakes.timers.started["a-r1"] == Timer("round", "a", 1)


def test_another_language_is_another_world() -> None:
    stage = apart([1000], [1000])
    other = stage.record("b")
    stage.fakes.world.records["b"] = replace(other, tournament=replace(other.tournament, language="en"))
    ping(stage)
    assert len(lobbies(stage)) == 2


# --- Absences ---


def away(stage: Stage, lobby: str, player: str) -> None:
    """The player's connection was lost three seconds ago."""
    record = stage.record(lobby)
    absence = Away(stage.now - 3_000, stage.now + 7_000)
    seats = tuple(
        replace(one, away=absence, connection=None) if one.player == player else one for one in record.tournament.seats
    )
    stage.fakes.world.records[lobby] = replace(record, tournament=replace(record.tournament, seats=seats))


def test_an_absence_goes_on_in_the_merged_lobby_as_it_was() -> None:  # D11
    stage = apart([1000, 1000], [1000, 1000])
    away(stage, "b", "p4")
    ping(stage)
    assert seat(stage, "p4").away == Away(stage.now - 3_000, stage.now + 7_000)
    assert stage.fakes.timers.started[f"a-l{stage.now + 7_000}"] == Timer("lobby", "a", until=stage.now + 7_000)
    stage.pass_ms(7_000).tick("a")
    assert lobbies(stage) == {"a": ["p1", "p2", "p3"]}


def test_eight_of_whom_one_is_away_wait_for_him() -> None:  # D11
    stage = apart([1000] * 6, [1000] * 2)
    away(stage, "b", "p8")
    ping(stage)
    assert stage.tournament("a").phase is Phase.LOBBY
    stage.greet("p8", "c-again")
    assert stage.tournament("a").phase is Phase.INTRO
    assert "tournament-started" in kinds(stage.seen("p1"))
    assert kinds(stage.seen("c-again")) == ["welcome", "snapshot"]


def test_what_is_due_in_either_comes_first() -> None:
    """Nobody rang: p4's time was up long ago, so he is not taken along."""
    stage = apart([1000, 1000], [1000, 1000])
    away(stage, "b", "p4")
    stage.pass_ms(20_000)
    ping(stage)
    assert lobbies(stage) == {"a": ["p1", "p2", "p3"]}
    shown = [one["player"] for frame in stage.seen("p1", "lobby") for one in frame["seats"]]
    assert "p4" not in shown


def test_the_old_lobbys_alarm_has_nothing_left_to_ring_for() -> None:
    stage = apart([1000, 1000], [1000, 1000])
    away(stage, "b", "p4")
    ping(stage)
    assert stage.tick("b", 0) == {"over": True}


# --- What is said at the instant of a merge ---


def merging() -> Stage:
    return apart([1000, 1000, 1000], [1000, 1000])


def both_ways(one: Callable[[Stage], object], build: Callable[[], Stage] = merging) -> list[Stage]:
    """All ways in which the deed and a merge can come together."""
    return [*interruptions(build, ping, one), *interruptions(build, one, ping)]


@pytest.mark.parametrize("action", ["unqueue", "leave"])
def test_who_cancels_is_out_wherever_his_lobby_went(action: str) -> None:  # G-59
    def cancel(stage: Stage) -> None:
        fields: dict[str, Any] = {"tournament": "b"} if action == "leave" else {}
        stage.answers("c-p4", action, re="u", **fields)

    for stage in both_ways(cancel):
        assert answer(stage, "p4", "u") == "unqueued"
        ping(stage, "p2")
        assert lobbies(stage) == {"a": ["p1", "p2", "p3", "p5"]}
        check_numbers(stage.seen("p5"))


def test_a_goodbye_finds_the_seat() -> None:  # D11
    for stage in both_ways(lambda stage: stage.hang_up("c-p4")):
        assert seat(stage, "p4").away is not None
        assert lobbies(stage) == {"a": ["p1", "p2", "p3", "p4", "p5"]}


def test_a_hello_finds_the_seat_and_sees_the_lobby() -> None:  # D11
    for stage in both_ways(lambda stage: stage.greet("p4", "c-new", tournament="b", seq=2)):
        assert (seat(stage, "p4").connection, seat(stage, "p4").away) == ("c-new", None)
        newest = stage.seen("c-new", "lobby")[-1] if stage.seen("c-new", "lobby") else None
        # Who said hello before the merge, and knew his lobby as it was, sees the merged one by the merge.
        assert newest is not None
        assert (newest["tournament"], newest["seq"]) == ("a", stage.tournament("a").seq)


def test_a_ping_or_a_sync_of_the_old_lobby_leads_to_the_new_one() -> None:
    for action, last in (("ping", "pong"), ("sync", "synced")):

        def ask(stage: Stage, action: str = action) -> None:
            stage.answers("c-p4", action, re="s", tournament="b", seq=stage.tournament("a").seq)

        for stage in both_ways(ask):
            assert answer(stage, "p4", "s") == last
            # A frame of the old lobby may still come after that: clients drop it.
            assert stage.tournament("a").seq in [
                one["seq"] for one in stage.seen("p4", "lobby") if one["tournament"] == "a"
            ]
            check_numbers(stage.seen("p4"))


def test_who_missed_the_merge_is_shown_it_by_his_next_ping() -> None:
    stage = merging()
    ping(stage)
    stage.forget()
    pong = stage.say("c-p4", "ping", tournament="b", seq=2)
    assert "seq" not in pong  # of the lobby that was named there is nothing more to say
    assert kinds(stage.seen("p4")) == ["lobby", "pong"]
    assert stage.seen("p4", "lobby")[0]["tournament"] == "a"
    stage.forget()
    synced = stage.say("c-p4", "sync", tournament="b", seq=stage.tournament("a").seq)  # by chance the same number
    assert (kinds(stage.seen("p4")), synced["tournament"]) == (["lobby", "synced"], "a")


def test_who_queues_at_that_instant_sits_in_the_one_lobby() -> None:
    def build() -> Stage:
        stage = merging()
        stage.greet("p6")
        return stage

    for stage in both_ways(lambda stage: stage.answers("c-p6", "queue", re="q", language="xx"), build):
        assert answer(stage, "p6", "q") == "lobby"
        assert lobbies(stage) == {"a": ["p1", "p2", "p3", "p4", "p5", "p6"]}


def test_a_repeated_queue_is_answered_by_the_merged_lobby() -> None:  # D-35
    stage = Stage()
    for number in (1, 2):
        stage.greet(f"p{number}")
        stage.rate(f"p{number}", 1000 + 400 * (number - 1))
    stage.answers("c-p1", "queue", re="q1", language="xx")
    propose = stage.fakes.tournaments.propose
    stage.fakes.tournaments.propose = lambda *_, **__: []  # type: ignore[method-assign]  # the index lags behind
    stage.answers("c-p2", "queue", re="q2", language="xx")
    assert len(lobbies(stage)) == 2
    stage.fakes.tournaments.propose = propose  # type: ignore[method-assign]
    ping(stage)
    for number in (1, 2):
        again = stage.say(f"c-p{number}", "queue", re=f"q{number}", language="xx")
        assert again["type"] == "lobby"
        assert [one["player"] for one in again["seats"]] == ["p1", "p2"]
        check_numbers(stage.seen(f"p{number}"))


def test_a_party_that_changes_at_that_instant_is_withdrawn_and_whole() -> None:  # G-62
    def build() -> Stage:
        stage = apart([1000, 1000, 1000])
        for number in range(4, 7):
            stage.greet(f"p{number}")
        stage.say("c-p4", "party-create")
        stage.say("c-p5", "party-join", code=code(stage, "p4"))
        propose = stage.fakes.tournaments.propose
        stage.fakes.tournaments.propose = lambda *_, **__: []  # type: ignore[method-assign]
        stage.say("c-p4", "party-start", language="xx")
        stage.fakes.tournaments.propose = propose  # type: ignore[method-assign]
        return stage.forget()

    def join(stage: Stage) -> None:
        stage.answers("c-p6", "party-join", re="j", code=code(stage, "p4"))

    for stage in both_ways(join, build):
        assert answer(stage, "p6", "j") == "party"
        assert lobbies(stage) == {"a": ["p1", "p2", "p3"]}
        assert unqueued(stage, "p4", "p5") == {"p4": ["party"], "p5": ["party"]}
        assert [one["player"] for one in stage.seen("p4", "party")[-1]["members"]] == ["p4", "p5", "p6"]


def test_two_merges_at_one_instant_are_one() -> None:
    for stage in both_ways(lambda stage: ping(stage, "p4")):
        assert lobbies(stage) == {"a": ["p1", "p2", "p3", "p4", "p5"]}
        for number in range(1, 6):
            assert [frame.get("replaces") for frame in stage.seen(f"p{number}", "lobby")] == ["b"]


def test_three_lobbies_at_one_instant_are_one() -> None:
    for stage in both_ways(lambda stage: ping(stage, "p3"), lambda: apart([1000, 1000], [1000], [1000])):
        assert [len(players) for players in lobbies(stage).values()] == [4]
        for number in range(1, 5):
            check_numbers(stage.seen(f"p{number}"))


# --- Faults ---


def test_whoever_dies_right_after_a_merge_leaves_its_news_to_the_relay() -> None:
    stage = merging()
    stage.ports = replace(stage.ports, tournaments=FaultyTournaments(stage.journal, crashes=1))
    with pytest.raises(Crash):
        ping(stage)
    assert stage.seen("p4", "lobby") == []
    stage.flow()
    for number in range(1, 6):
        assert [frame.get("replaces") for frame in stage.seen(f"p{number}", "lobby")] == ["b"]


def test_the_relay_has_nothing_to_add_to_a_merge_that_was_told() -> None:
    stage = merging()
    ping(stage)
    seen = {f"p{number}": stage.seen(f"p{number}") for number in range(1, 6)}
    stage.journal.images.append((stage.record("b"), ()))  # the closed lobby's own record on the stream
    stage.flow()
    assert {who: stage.seen(who) for who in seen} == seen


def test_a_merge_that_keeps_losing_its_races_fails_nobody() -> None:
    stage = merging()
    stage.ports = replace(stage.ports, tournaments=FaultyTournaments(stage.journal, conflicts=1_000))
    assert stage.say("c-p1", "ping")["type"] == "pong"
    assert len(lobbies(stage)) == 2


def test_a_dead_connection_in_the_merged_lobby_is_noticed() -> None:  # D11
    stage = merging()
    stage.vanish("c-p5")
    ping(stage)
    assert seat(stage, "p5").away is not None


def test_a_chain_of_merges_leads_on() -> None:
    stage = apart([1000])
    stage.fakes.world.records["y"] = Record(replace(lobby_of(), id="y", phase=Phase.OVER, into="a"), 3)
    stage.fakes.world.records["z"] = Record(replace(lobby_of(), id="z", phase=Phase.OVER, into="y"), 3)
    assert stage.say("c-p1", "leave", tournament="z")["type"] == "unqueued"
