"""What follows a commit: posts to connections that are gone, and timers."""

from dataclasses import replace
from typing import Any

from tests.app.frame_checks import kinds
from tests.app.harness import EVERYBODY, Harness, in_play, seated
from wordle_tournament.app.ports import Timer
from wordle_tournament.app.timers import whole_seconds
from wordle_tournament.core.tournament import Phase

# --- Screens that are gone ---


def test_of_eight_players_one_loses_their_connection_and_is_away_and_seven_receive() -> None:
    harness = in_play()
    mover = harness.mover()
    gone = next(player for player in EVERYBODY if player != mover)
    harness.lose_connection(f"c-{gone}")
    assert harness.guess(mover)["type"] == "guess-scored"
    assert harness.seen(gone) == []
    for player in EVERYBODY:
        if player != gone:
            assert kinds(harness.seen(player)) == ["guess-scored", "turn-started", "player-away"]
    seat = harness.tournament().require_seat(gone)
    assert (seat.connection, seat.away and seat.away.until) == (None, harness.now + 60_000)
    assert harness.fakes.stored.players[gone].connection is None
    assert harness.fakes.stored.players[mover].connection == f"c-{mover}"


def test_a_dead_connections_record_is_removed_only_if_it_still_names_it() -> None:
    harness = in_play()
    harness.lose_connection("c-p1")
    harness.set_seat("p1", None)  # the takeover has got no further than the player's own record
    players = harness.fakes.stored.players
    players["p1"] = replace(players["p1"], connection="c-new")
    mover = next(player for player in (harness.mover(0), harness.mover(1)) if player != "p1")
    harness.guess(mover)
    assert players["p1"].connection == "c-new"


def test_several_gone_at_once_are_each_away_once() -> None:
    harness = in_play()
    mover = harness.mover()
    gone = [player for player in EVERYBODY if player != mover][:5]
    for player in gone:
        harness.lose_connection(f"c-{player}")
    harness.guess(mover)
    away = [frame["player"] for frame in harness.seen(mover, "player-away")]
    assert sorted(away) == sorted(gone)


def test_all_screens_gone_and_the_tournament_plays_itself_to_its_end() -> None:
    harness = in_play()
    for player in EVERYBODY:
        harness.lose_connection(f"c-{player}")
    while (due := harness.tick())["over"] is False:
        assert due["wait_until"]
        harness.pass_ms(1000)
    assert harness.tournament().phase is Phase.OVER


def test_a_dead_connection_is_dropped_wherever_its_player_sits() -> None:  # D11, D12
    """A player watches an old tournament and has a seat in a lobby: the lobby must learn of the loss as well."""
    harness = in_play()
    start = harness.tournament().require_seat("p1")
    assert start.is_in
    lone = next(player for player in EVERYBODY if harness.mover(0) != player)
    for number in range(3):  # knock the player out, so that they go on watching
        _lose(harness, lone)
        if number < 2:
            harness.pass_ms(6_000).tick()
    assert harness.tournament().require_seat(lone).lives == 0
    assert harness.send(f"c-{lone}", "queue", language="xx")["tournament"] == "t2"
    harness.lose_connection(f"c-{lone}")
    harness.pass_ms(6_000).tick()  # something happens in the old tournament
    assert harness.tournament("t2").require_seat(lone).away is not None


def _lose(harness: Harness, loser: str) -> None:
    """The loser's opponent solves their duel; all other duels are drawn out, so that the round ends."""
    duel = harness.duel(loser)
    winner = duel.opponent(loser)
    if duel.mover(duel.turn) == loser:
        harness.guess(loser)
    harness.guess(winner, duel.secret)
    number = harness.tournament().round
    while harness.tournament().round == number and harness.tournament().is_running:
        running = [one for one in harness.tournament().duels if not one.is_over]
        harness.guess(running[0].mover(running[0].turn), running[0].secret)


# --- Alarms ---


def test_the_timer_of_a_round_is_named_after_it_and_started_once() -> None:
    harness = seated(8)
    assert harness.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
    harness.pass_ms(6_000).tick()
    for index in range(4):
        harness.guess(harness.mover(index), harness.duel(harness.mover(index)).secret)
    assert harness.tournament().round == 2
    assert list(harness.fakes.timers.started) == ["t1-r1", "t1-r2"]


def test_an_absence_in_a_lobby_has_a_timer_of_its_own_that_frees_the_seat() -> None:  # D11
    harness = seated(3)
    harness.disconnect("c-p2")
    until = harness.now + 10_000
    assert harness.fakes.timers.started == {f"t1-l{until}": Timer("lobby", "t1", until=until)}
    assert harness.tick() == {"over": False, "wait_until": whole_seconds(until)}
    harness.pass_ms(10_000)
    assert harness.tick() == {"over": True}
    assert [seat.player for seat in harness.tournament().seats] == ["p1", "p3"]
    assert [seat["player"] for seat in harness.seen("p1")[-1]["seats"]] == ["p1", "p3"]


def test_posts_come_before_the_timer() -> None:
    """Players wait for the posts; a timer has seconds, and the relay starts one that was not started."""
    harness = seated(7)
    harness.connect("p8")
    order: list[str] = []

    class Noting:
        def __init__(self, inner: object, name: str) -> None:
            self._inner, self._name = inner, name

        def __getattr__(self, name: str) -> Any:
            order.append(f"{self._name}.{name}")
            return getattr(self._inner, name)

    harness.ports = replace(
        harness.ports,
        timers=Noting(harness.fakes.timers, "timers"),
        connections=Noting(harness.fakes.connections, "connections"),
    )
    harness.send("c-p8", "queue", language="xx")
    assert order == ["connections.post", "timers.start"]


def test_a_round_that_closes_early_starts_the_next_rounds_timer_and_the_old_one_ends() -> None:
    harness = in_play()
    for index in range(4):
        harness.guess(harness.mover(index), harness.duel(harness.mover(index)).secret)
    before = harness.record()
    assert harness.tick(round_number=1) == {"over": True}
    assert harness.tick(round_number=2) == {"over": False, "wait_until": whole_seconds(harness.now + 6_000)}
    assert harness.record() == before


def test_early_late_repeated_and_stray_ticks_do_no_harm() -> None:
    harness = in_play()
    before = harness.record()
    for _ in range(3):
        assert harness.tick()["over"] is False
    assert harness.record() == before
    assert harness.tick("t-unknown", 1) == {"over": True}
    harness.pass_ms(30_000)
    harness.tick()
    after = harness.record()
    harness.tick()
    assert harness.record() == after
    assert [(duel.turn, duel.deadline) for duel in after.tournament.duels] == [(2, harness.now + 30_000)] * 4


def test_a_very_late_tick_applies_every_instant_at_its_own_time() -> None:
    harness = in_play()
    harness.pass_ms(45_000)
    harness.tick()
    assert [(duel.turn, duel.deadline) for duel in harness.tournament().duels] == [(2, harness.now + 15_000)] * 4


def test_a_wait_never_rings_early() -> None:
    assert whole_seconds(1_800_000_000_000) == "2027-01-15T08:00:00Z"
    assert whole_seconds(1_800_000_000_001) == "2027-01-15T08:00:01Z"
    assert whole_seconds(1_799_999_999_999) == "2027-01-15T08:00:00Z"
