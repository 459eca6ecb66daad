"""What follows a commit: posts that fail, alarms, and the relay that does what a committer did not (design.md)."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.app.screens import kinds, read
from tests.app.stage import Frame, Stage, in_play, seated
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.outbox import GRACE_MS, relay
from wordle_tournament.app.ports import Rated, Timer
from wordle_tournament.app.timers import whole_seconds
from wordle_tournament.app.tournament.ratings import rate
from wordle_tournament.core.tournament import Phase

EVERYBODY = tuple(f"p{number}" for number in range(1, 9))


def crash_after_commit(stage: Stage, deed: Any) -> None:
    """Do the deed on a function that dies right after its commit."""
    calm = stage.ports
    stage.ports = replace(calm, tournaments=FaultyTournaments(stage.journal, crashes=1))
    with pytest.raises(Crash):
        deed()
    stage.ports = calm


# --- Screens that are gone ---


def test_one_gone_of_eight_the_other_seven_receive_and_he_is_away() -> None:  # case 37
    stage = in_play()
    mover = stage.mover()
    gone = next(player for player in EVERYBODY if player != mover)
    stage.vanish(f"c-{gone}")
    assert stage.guess(mover)["type"] == "guess-scored"
    assert stage.seen(gone) == []
    for player in EVERYBODY:
        if player != gone:
            assert kinds(stage.seen(player)) == ["guess-scored", "turn-started", "player-away"]
    seat = stage.tournament().require_seat(gone)
    assert (seat.connection, seat.away and seat.away.until) == (None, stage.now + 60_000)
    assert stage.fakes.world.players[gone].connection is None
    assert stage.fakes.world.players[mover].connection == f"c-{mover}"  # case 38


def test_a_dead_connections_record_is_removed_only_if_it_still_names_it() -> None:  # case 38
    stage = in_play()
    stage.vanish("c-p1")
    stage.claim("p1", None)  # the takeover has got no further than the player's own record
    players = stage.fakes.world.players
    players["p1"] = replace(players["p1"], connection="c-new")
    mover = next(player for player in (stage.mover(0), stage.mover(1)) if player != "p1")
    stage.guess(mover)
    assert players["p1"].connection == "c-new"


def test_several_gone_at_once_are_each_away_once() -> None:
    stage = in_play()
    mover = stage.mover()
    gone = [player for player in EVERYBODY if player != mover][:5]
    for player in gone:
        stage.vanish(f"c-{player}")
    stage.guess(mover)
    away = [frame["player"] for frame in stage.seen(mover, "player-away")]
    assert sorted(away) == sorted(gone)


def test_all_screens_gone_and_the_tournament_plays_itself_to_its_end() -> None:  # case 76
    stage = in_play()
    for player in EVERYBODY:
        stage.vanish(f"c-{player}")
    while (due := stage.tick())["over"] is False:
        assert due["wait_until"]
        stage.pass_ms(1000)
    assert stage.tournament().phase is Phase.OVER


def test_a_dead_connection_is_dropped_wherever_its_player_sits() -> None:  # D11, D12
    """He watches his old tournament and has a seat in a lobby: the lobby must hear of the loss as well."""
    stage = in_play()
    start = stage.tournament().require_seat("p1")
    assert start.is_in
    lone = next(player for player in EVERYBODY if stage.mover(0) != player)
    for number in range(3):  # knock him out, so that he goes on watching
        _lose(stage, lone)
        if number < 2:
            stage.pass_ms(6_000).tick()
    assert stage.tournament().require_seat(lone).lives == 0
    assert stage.say(f"c-{lone}", "queue", language="xx")["tournament"] == "t2"
    stage.vanish(f"c-{lone}")
    stage.pass_ms(6_000).tick()  # something happens in the old tournament
    assert stage.tournament("t2").require_seat(lone).away is not None


def _lose(stage: Stage, loser: str) -> None:
    """The loser's opponent solves their duel; all other duels are drawn out, so that the round ends."""
    duel = stage.duel(loser)
    winner = duel.opponent(loser)
    if duel.mover(duel.turn) == loser:
        stage.guess(loser)
    stage.guess(winner, duel.secret)
    number = stage.tournament().round
    while stage.tournament().round == number and stage.tournament().is_running:
        running = [one for one in stage.tournament().duels if not one.is_over]
        stage.guess(running[0].mover(running[0].turn), running[0].secret)


# --- Alarms ---


def test_a_rounds_alarm_is_named_after_it_and_started_once() -> None:  # case 94
    stage = seated(8)
    assert stage.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
    stage.pass_ms(6_000).tick()
    for index in range(4):
        stage.guess(stage.mover(index), stage.duel(stage.mover(index)).secret)
    assert stage.tournament().round == 2
    assert list(stage.fakes.timers.started) == ["t1-r1", "t1-r2"]


def test_a_lobby_absence_has_an_alarm_of_its_own_that_frees_the_seat() -> None:  # D11
    stage = seated(3)
    stage.hang_up("c-p2")
    until = stage.now + 10_000
    assert stage.fakes.timers.started == {f"t1-l{until}": Timer("lobby", "t1", until=until)}
    assert stage.tick() == {"over": False, "wait_until": whole_seconds(until)}
    stage.pass_ms(10_000)
    assert stage.tick() == {"over": True}
    assert [seat.player for seat in stage.tournament().seats] == ["p1", "p3"]
    assert [seat["player"] for seat in stage.seen("p1")[-1]["seats"]] == ["p1", "p3"]


def test_posts_come_before_the_timer() -> None:
    """Players wait for the posts; a timer has seconds, and the relay starts one that was not started."""
    stage = seated(7)
    stage.greet("p8")
    order: list[str] = []

    class Noting:
        def __init__(self, inner: object, name: str) -> None:
            self._inner, self._name = inner, name

        def __getattr__(self, name: str) -> Any:
            order.append(f"{self._name}.{name}")
            return getattr(self._inner, name)

    stage.ports = replace(
        stage.ports,
        timers=Noting(stage.fakes.timers, "timers"),
        connections=Noting(stage.fakes.connections, "connections"),
    )
    stage.say("c-p8", "queue", language="xx")
    assert order == ["connections.post", "timers.start"]


def test_a_round_that_closes_early_starts_the_next_rounds_alarm_and_the_old_one_ends() -> None:  # case 26
    stage = in_play()
    for index in range(4):
        stage.guess(stage.mover(index), stage.duel(stage.mover(index)).secret)
    before = stage.record()
    assert stage.tick(round_number=1) == {"over": True}
    assert stage.tick(round_number=2) == {"over": False, "wait_until": whole_seconds(stage.now + 6_000)}
    assert stage.record() == before


def test_early_late_repeated_and_stray_ticks_do_no_harm() -> None:  # cases 19, 26, 49
    stage = in_play()
    before = stage.record()
    for _ in range(3):
        assert stage.tick()["over"] is False
    assert stage.record() == before
    assert stage.tick("t-unknown", 1) == {"over": True}
    stage.pass_ms(30_000)
    stage.tick()
    after = stage.record()
    stage.tick()
    assert stage.record() == after
    assert [(duel.turn, duel.deadline) for duel in after.tournament.duels] == [(2, stage.now + 30_000)] * 4


def test_a_very_late_tick_applies_every_instant_at_its_own_time() -> None:  # cases 20, 28
    stage = in_play()
    stage.pass_ms(45_000)
    stage.tick()
    assert [(duel.turn, duel.deadline) for duel in stage.tournament().duels] == [(2, stage.now + 15_000)] * 4


def test_a_wait_never_rings_early() -> None:
    assert whole_seconds(1_800_000_000_000) == "2027-01-15T08:00:00Z"
    assert whole_seconds(1_800_000_000_001) == "2027-01-15T08:00:01Z"
    assert whole_seconds(1_799_999_999_999) == "2027-01-15T08:00:00Z"


# --- The relay ---


def test_the_relay_posts_what_a_crashed_committer_did_not() -> None:
    stage = in_play()
    start = len(stage.journal.images)
    last = stage.tournament().seq
    mover = stage.mover()
    crash_after_commit(stage, lambda: stage.guess(mover, re="g1"))
    assert [stage.seen(player) for player in EVERYBODY] == [[]] * 8
    stage.flow(start=start)
    for player in EVERYBODY:
        assert [frame["seq"] for frame in stage.seen(player)] == [last + 1, last + 2]
    assert stage.seen(mover)[0]["re"] == "g1"
    assert [text for text, _ in stage.fakes.log.warnings] == ["relayed"]


def test_the_relay_starts_the_alarm_of_a_round_that_a_crashed_committer_opened() -> None:
    stage = seated(7)
    stage.greet("p8")
    start = len(stage.journal.images)
    crash_after_commit(stage, lambda: stage.say("c-p8", "queue", language="xx"))
    assert stage.fakes.timers.started == {}
    stage.flow(start=start)
    assert stage.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
    assert kinds(stage.seen("p1"))[-3:] == ["lobby", "tournament-started", "round-opened"]


def test_nothing_is_done_twice_that_the_committer_noted() -> None:
    stage = in_play()
    stage.guess(stage.mover())
    shown = {player: stage.seen(player) for player in EVERYBODY}
    stage.flow()
    stage.flow()
    assert {player: stage.seen(player) for player in EVERYBODY} == shown
    assert stage.fakes.log.warnings == []


def test_only_the_missing_version_of_a_batch_is_performed() -> None:
    stage = in_play()
    start = len(stage.journal.images)
    stage.guess(stage.mover(0))
    crash_after_commit(stage, lambda: stage.guess(stage.mover(1)))
    stage.guess(stage.mover(2))
    records = [record for record, _ in stage.journal.images[start:]]
    relay(stage.ports, records, stage.now)
    relay(stage.ports, records, stage.now)
    for player in EVERYBODY:
        seqs = [frame["seq"] for frame in stage.seen(player)]
        assert sorted(seqs) == list(range(records[0].tournament.seq - 1, records[-1].tournament.seq + 1))


def test_a_committer_is_given_a_moment_before_the_relay_steps_in() -> None:
    stage = in_play()
    start = len(stage.journal.images)
    crash_after_commit(stage, lambda: stage.guess(stage.mover()))
    before = stage.now
    stage.flow(start=start)
    assert stage.now - before == GRACE_MS


def test_the_relay_does_not_wait_for_what_is_old() -> None:
    stage = in_play()
    start = len(stage.journal.images)
    crash_after_commit(stage, lambda: stage.guess(stage.mover()))
    stage.pass_ms(5_000)
    before = stage.now
    stage.flow(start=start)
    assert stage.now == before


def test_a_batch_of_one_tournament_again_and_out_of_turn_with_others_leaves_every_screen_whole() -> None:
    chance = random.Random(7)  # noqa: S311 - a test's
    for _ in range(5):
        stage = in_play()
        start = len(stage.journal.images)
        for index in (0, 1, 2, 3) * 2:
            guess = partial(stage.guess, stage.mover(index))
            if chance.random() < 0.5:
                crash_after_commit(stage, guess)
            else:
                guess()
        records = [record for record, _ in stage.journal.images[start:]]
        batches = _cut(records, chance)
        for batch in [*batches, *chance.sample(batches, len(batches))]:
            relay(stage.ports, batch, stage.now)
        for player in EVERYBODY:
            known: Frame = {"type": "synced", "tournament": "t1", "seq": records[0].tournament.seq - 2}
            assert read([known, *stage.seen(player)]) == {"t1": stage.tournament().seq}


def _cut(records: Sequence[Any], chance: random.Random) -> list[list[Any]]:
    batches: list[list[Any]] = [[]]
    for record in records:
        if batches[-1] and chance.random() < 0.4:
            batches.append([])
        batches[-1].append(record)
    return batches


def test_the_relay_finds_out_who_is_gone_too() -> None:
    stage = in_play()
    start = len(stage.journal.images)
    mover = stage.mover()
    gone = next(player for player in EVERYBODY if player != mover)
    crash_after_commit(stage, lambda: stage.guess(mover))
    stage.vanish(f"c-{gone}")
    stage.flow(start=start)
    assert stage.tournament().require_seat(gone).away is not None


# --- The rating ---


def finished() -> Stage:
    """Seven have left, one after the other; the last one in has won. Nothing is rated yet."""
    stage = in_play()
    for player in EVERYBODY[:-1]:
        stage.say(f"c-{player}", "leave", tournament="t1")
    return stage.forget()


def test_every_place_is_rated_once_and_told_to_its_player_and_to_all_who_watch() -> None:  # R6.3, R6.5
    stage = finished()
    stage.flow()
    changes = {frame["player"]: frame["change"] for frame in stage.seen("p8", "rated")}
    assert changes == dict(zip(EVERYBODY, (-25, -18, -11, -4, 4, 11, 18, 25), strict=True))
    for player in EVERYBODY[:-1]:
        assert kinds(stage.seen(player)) == ["rated"] * len(stage.seen(player))
        (own,) = [frame for frame in stage.seen(player) if frame["player"] == player]
        assert (own["before"], own["change"], own["after"]) == (1000, changes[player], 1000 + changes[player])
        assert "seq" not in own
    assert {player: stage.fakes.world.players[player].rating for player in EVERYBODY} == {
        player: 1000 + change for player, change in changes.items()
    }


def test_a_settlement_delivered_twice_is_one_entry_and_one_change() -> None:  # case 98
    stage = finished()
    stage.flow()
    ledger = dict(stage.fakes.world.ledger)
    stage.flow()
    assert stage.fakes.world.ledger == ledger
    assert stage.fakes.world.players["p8"].rating == 1025
    assert len(stage.seen("p8", "rated")) == 16  # told again, the same
    assert stage.seen("p8", "rated")[:8] == stage.seen("p8", "rated")[8:]


def test_the_change_is_added_to_the_rating_of_the_moment() -> None:  # D1, case 86
    stage = finished()
    stage.rate("p8", 1310)
    stage.flow()
    assert stage.fakes.world.ledger["t1", "p8"] == Rated("t1", "p8", 1, before=1310, change=25)
    assert stage.fakes.world.players["p8"].rating == 1335


def test_the_own_change_is_told_wherever_the_player_is_now() -> None:
    stage = finished()
    stage.greet("p1", "c-elsewhere")
    stage.flow()
    assert [frame["player"] for frame in stage.seen("c-elsewhere", "rated")] == ["p1"]


def test_a_gone_screen_does_not_stop_the_rating() -> None:
    stage = finished()
    stage.vanish("c-p8")
    stage.flow()
    assert len(stage.fakes.world.ledger) == 8


def test_a_version_that_does_not_place_the_player_is_refused_loudly() -> None:
    stage = in_play()
    with pytest.raises(ValueError, match="not placed"):
        rate(stage.ports, stage.record(), ["p1"])
    assert stage.fakes.world.ledger == {}
