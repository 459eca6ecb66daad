"""What follows a commit: posts that fail, alarms, and the relay that does what a committer did not (design.md)."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.app.frame_checks import kinds, read
from tests.app.harness import Frame, Harness, in_play, seated
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.outbox import GRACE_MS, relay
from wordle_tournament.app.ports import Rated, Timer
from wordle_tournament.app.timers import whole_seconds
from wordle_tournament.app.tournament.ratings import rate
from wordle_tournament.core.tournament import Phase

EVERYBODY = tuple(f"p{number}" for number in range(1, 9))


def crash_after_commit(harness: Harness, action: Any) -> None:
    """Do the action on a function that dies right after its commit."""
    calm = harness.ports
    harness.ports = replace(calm, tournaments=FaultyTournaments(harness.journal, crashes=1))
    with pytest.raises(Crash):
        action()
    harness.ports = calm


# --- Screens that are gone ---


def test_one_gone_of_eight_the_other_seven_receive_and_he_is_away() -> None:  # case 37
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
    assert harness.fakes.stored.players[mover].connection == f"c-{mover}"  # case 38


def test_a_dead_connections_record_is_removed_only_if_it_still_names_it() -> None:  # case 38
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


def test_all_screens_gone_and_the_tournament_plays_itself_to_its_end() -> None:  # case 76
    harness = in_play()
    for player in EVERYBODY:
        harness.lose_connection(f"c-{player}")
    while (due := harness.tick())["over"] is False:
        assert due["wait_until"]
        harness.pass_ms(1000)
    assert harness.tournament().phase is Phase.OVER


def test_a_dead_connection_is_dropped_wherever_its_player_sits() -> None:  # D11, D12
    """He watches his old tournament and has a seat in a lobby: the lobby must hear of the loss as well."""
    harness = in_play()
    start = harness.tournament().require_seat("p1")
    assert start.is_in
    lone = next(player for player in EVERYBODY if harness.mover(0) != player)
    for number in range(3):  # knock him out, so that he goes on watching
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


def test_a_rounds_alarm_is_named_after_it_and_started_once() -> None:  # case 94
    harness = seated(8)
    assert harness.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
    harness.pass_ms(6_000).tick()
    for index in range(4):
        harness.guess(harness.mover(index), harness.duel(harness.mover(index)).secret)
    assert harness.tournament().round == 2
    assert list(harness.fakes.timers.started) == ["t1-r1", "t1-r2"]


def test_a_lobby_absence_has_an_alarm_of_its_own_that_frees_the_seat() -> None:  # D11
    harness = seated(3)
    harness.disconnect("c-p2")
    until = harness.now + 10_000
    assert harness.fakes.timers.started == {f"t1-l{until}": Timer("lobby", "t1", until=until)}
    assert harness.tick() == {"over": False, "wait_until": whole_seconds(until)}
    harness.pass_ms(10_000)
    assert harness.tick() == {"over": True}
    assert [seat.player for seat in harness.tournament().seats] == ["p1", "p3"]
    assert [seat["player"] for seat in harness.seen("p1")[-1]["seats"]] == ["p1", "p3"]


def test_the_alarm_is_started_before_anything_is_posted() -> None:
    """A round without a screen is seen again; a round without an alarm is not."""
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
    assert order == ["timers.start", "connections.post"]


def test_a_round_that_closes_early_starts_the_next_rounds_alarm_and_the_old_one_ends() -> None:  # case 26
    harness = in_play()
    for index in range(4):
        harness.guess(harness.mover(index), harness.duel(harness.mover(index)).secret)
    before = harness.record()
    assert harness.tick(round_number=1) == {"over": True}
    assert harness.tick(round_number=2) == {"over": False, "wait_until": whole_seconds(harness.now + 6_000)}
    assert harness.record() == before


def test_early_late_repeated_and_stray_ticks_do_no_harm() -> None:  # cases 19, 26, 49
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


def test_a_very_late_tick_applies_every_instant_at_its_own_time() -> None:  # cases 20, 28
    harness = in_play()
    harness.pass_ms(45_000)
    harness.tick()
    assert [(duel.turn, duel.deadline) for duel in harness.tournament().duels] == [(2, harness.now + 15_000)] * 4


def test_a_wait_never_rings_early() -> None:
    assert whole_seconds(1_800_000_000_000) == "2027-01-15T08:00:00Z"
    assert whole_seconds(1_800_000_000_001) == "2027-01-15T08:00:01Z"
    assert whole_seconds(1_799_999_999_999) == "2027-01-15T08:00:00Z"


# --- The relay ---


def test_the_relay_posts_what_a_crashed_committer_did_not() -> None:
    harness = in_play()
    start = len(harness.journal.images)
    last = harness.tournament().seq
    mover = harness.mover()
    crash_after_commit(harness, lambda: harness.guess(mover, re="g1"))
    assert [harness.seen(player) for player in EVERYBODY] == [[]] * 8
    harness.deliver_stream(start=start)
    for player in EVERYBODY:
        assert [frame["seq"] for frame in harness.seen(player)] == [last + 1, last + 2]
    assert harness.seen(mover)[0]["re"] == "g1"
    assert [text for text, _ in harness.fakes.log.warnings] == ["relayed"]


def test_the_relay_starts_the_alarm_of_a_round_that_a_crashed_committer_opened() -> None:
    harness = seated(7)
    harness.connect("p8")
    start = len(harness.journal.images)
    crash_after_commit(harness, lambda: harness.send("c-p8", "queue", language="xx"))
    assert harness.fakes.timers.started == {}
    harness.deliver_stream(start=start)
    assert harness.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
    assert kinds(harness.seen("p1"))[-3:] == ["lobby", "tournament-started", "round-opened"]


def test_nothing_is_done_twice_that_the_committer_noted() -> None:
    harness = in_play()
    harness.guess(harness.mover())
    shown = {player: harness.seen(player) for player in EVERYBODY}
    harness.deliver_stream()
    harness.deliver_stream()
    assert {player: harness.seen(player) for player in EVERYBODY} == shown
    assert harness.fakes.log.warnings == []


def test_only_the_missing_version_of_a_batch_is_performed() -> None:
    harness = in_play()
    start = len(harness.journal.images)
    harness.guess(harness.mover(0))
    crash_after_commit(harness, lambda: harness.guess(harness.mover(1)))
    harness.guess(harness.mover(2))
    records = [record for record, _ in harness.journal.images[start:]]
    relay(harness.ports, records, harness.now)
    relay(harness.ports, records, harness.now)
    for player in EVERYBODY:
        seqs = [frame["seq"] for frame in harness.seen(player)]
        assert sorted(seqs) == list(range(records[0].tournament.seq - 1, records[-1].tournament.seq + 1))


def test_a_committer_is_given_a_moment_before_the_relay_steps_in() -> None:
    harness = in_play()
    start = len(harness.journal.images)
    crash_after_commit(harness, lambda: harness.guess(harness.mover()))
    before = harness.now
    harness.deliver_stream(start=start)
    assert harness.now - before == GRACE_MS


def test_the_relay_does_not_wait_for_what_is_old() -> None:
    harness = in_play()
    start = len(harness.journal.images)
    crash_after_commit(harness, lambda: harness.guess(harness.mover()))
    harness.pass_ms(5_000)
    before = harness.now
    harness.deliver_stream(start=start)
    assert harness.now == before


def test_a_batch_of_one_tournament_again_and_out_of_turn_with_others_leaves_every_screen_whole() -> None:
    chance = random.Random(7)  # noqa: S311 - a test's
    for _ in range(5):
        harness = in_play()
        start = len(harness.journal.images)
        for index in (0, 1, 2, 3) * 2:
            guess = partial(harness.guess, harness.mover(index))
            if chance.random() < 0.5:
                crash_after_commit(harness, guess)
            else:
                guess()
        records = [record for record, _ in harness.journal.images[start:]]
        batches = _cut(records, chance)
        for batch in [*batches, *chance.sample(batches, len(batches))]:
            relay(harness.ports, batch, harness.now)
        for player in EVERYBODY:
            known: Frame = {"type": "synced", "tournament": "t1", "seq": records[0].tournament.seq - 2}
            assert read([known, *harness.seen(player)]) == {"t1": harness.tournament().seq}


def _cut(records: Sequence[Any], chance: random.Random) -> list[list[Any]]:
    batches: list[list[Any]] = [[]]
    for record in records:
        if batches[-1] and chance.random() < 0.4:
            batches.append([])
        batches[-1].append(record)
    return batches


def test_the_relay_finds_out_who_is_gone_too() -> None:
    harness = in_play()
    start = len(harness.journal.images)
    mover = harness.mover()
    gone = next(player for player in EVERYBODY if player != mover)
    crash_after_commit(harness, lambda: harness.guess(mover))
    harness.lose_connection(f"c-{gone}")
    harness.deliver_stream(start=start)
    assert harness.tournament().require_seat(gone).away is not None


# --- The rating ---


def finished() -> Harness:
    """Seven have left, one after the other; the last one in has won. Nothing is rated yet."""
    harness = in_play()
    for player in EVERYBODY[:-1]:
        harness.send(f"c-{player}", "leave", tournament="t1")
    return harness.clear_frames()


def test_every_place_is_rated_once_and_told_to_its_player_and_to_all_who_watch() -> None:  # R6.3, R6.5
    harness = finished()
    harness.deliver_stream()
    changes = {frame["player"]: frame["change"] for frame in harness.seen("p8", "rated")}
    assert changes == dict(zip(EVERYBODY, (-25, -18, -11, -4, 4, 11, 18, 25), strict=True))
    for player in EVERYBODY[:-1]:
        assert kinds(harness.seen(player)) == ["rated"] * len(harness.seen(player))
        (own,) = [frame for frame in harness.seen(player) if frame["player"] == player]
        assert (own["before"], own["change"], own["after"]) == (1000, changes[player], 1000 + changes[player])
        assert "seq" not in own
    assert {player: harness.fakes.stored.players[player].rating for player in EVERYBODY} == {
        player: 1000 + change for player, change in changes.items()
    }


def test_a_settlement_delivered_twice_is_one_entry_and_one_change() -> None:  # case 98
    harness = finished()
    harness.deliver_stream()
    ledger = dict(harness.fakes.stored.ledger)
    harness.deliver_stream()
    assert harness.fakes.stored.ledger == ledger
    assert harness.fakes.stored.players["p8"].rating == 1025
    assert len(harness.seen("p8", "rated")) == 16  # told again, the same
    assert harness.seen("p8", "rated")[:8] == harness.seen("p8", "rated")[8:]


def test_the_change_is_added_to_the_rating_of_the_moment() -> None:  # D1, case 86
    harness = finished()
    harness.set_rating("p8", 1310)
    harness.deliver_stream()
    assert harness.fakes.stored.ledger["t1", "p8"] == Rated("t1", "p8", 1, before=1310, change=25)
    assert harness.fakes.stored.players["p8"].rating == 1335


def test_the_own_change_is_told_wherever_the_player_is_now() -> None:
    harness = finished()
    harness.connect("p1", "c-elsewhere")
    harness.deliver_stream()
    assert [frame["player"] for frame in harness.seen("c-elsewhere", "rated")] == ["p1"]


def test_a_gone_screen_does_not_stop_the_rating() -> None:
    harness = finished()
    harness.lose_connection("c-p8")
    harness.deliver_stream()
    assert len(harness.fakes.stored.ledger) == 8


def test_a_version_that_does_not_place_the_player_is_refused_loudly() -> None:
    harness = in_play()
    with pytest.raises(ValueError, match="not placed"):
        rate(harness.ports, harness.record(), ["p1"])
    assert harness.fakes.stored.ledger == {}
