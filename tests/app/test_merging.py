"""Two lobbies that become one (D9), with all their seats, and every player sees it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.app.frame_checks import check, kinds
from tests.app.harness import Harness
from tests.app.merging import Rating, apart, lobbies, ping, seat
from wordle_tournament.app.ports import Timer
from wordle_tournament.core.seat import Away
from wordle_tournament.core.tournament import Phase

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


def test_another_language_is_another_lobby() -> None:
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


def test_a_full_lobby_waits_for_a_player_who_is_away() -> None:  # D11
    harness = apart([1000] * 6, [1000] * 2)
    away(harness, "b", "p8")
    ping(harness)
    assert harness.tournament("a").phase is Phase.LOBBY
    harness.connect("p8", "c-again")
    assert harness.tournament("a").phase is Phase.INTRO
    assert "tournament-started" in kinds(harness.seen("p1"))
    assert kinds(harness.seen("c-again")) == ["welcome", "snapshot"]


def test_what_is_due_in_either_comes_first() -> None:
    """No timer ticked: p4's time was up long ago, so they are not taken along."""
    harness = apart([1000, 1000], [1000, 1000])
    away(harness, "b", "p4")
    harness.pass_ms(20_000)
    ping(harness)
    assert lobbies(harness) == {"a": ["p1", "p2", "p3"]}
    shown = [one["player"] for frame in harness.seen("p1", "lobby") for one in frame["seats"]]
    assert "p4" not in shown


def test_the_old_lobbys_timer_has_nothing_left_to_do() -> None:
    harness = apart([1000, 1000], [1000, 1000])
    away(harness, "b", "p4")
    ping(harness)
    assert harness.tick("b", 0) == {"over": True}
