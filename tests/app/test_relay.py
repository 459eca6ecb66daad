"""The outbox relay, which delivers what a committer did not, and the rating function (R6.3, R8.2)."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.app.frame_checks import kinds, read
from tests.app.harness import EVERYBODY, Frame, Harness, in_play, seated
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.outbox import GRACE_MS, relay
from wordle_tournament.app.ports import Rated, Timer
from wordle_tournament.app.tournament.ratings import rate


def crash_after_commit(harness: Harness, action: Any) -> None:
    """Do the action on a function that dies right after its commit."""
    calm = harness.ports
    harness.ports = replace(calm, tournaments=FaultyTournaments(harness.observed, crashes=1))
    with pytest.raises(Crash):
        action()
    harness.ports = calm


# --- The relay ---


def test_the_relay_posts_what_a_crashed_committer_did_not() -> None:
    harness = in_play()
    start = len(harness.commits)
    last = harness.tournament().seq
    mover = harness.mover()
    crash_after_commit(harness, lambda: harness.guess(mover, re="g1"))
    assert [harness.seen(player) for player in EVERYBODY] == [[]] * 8
    harness.deliver_stream(start=start)
    for player in EVERYBODY:
        assert [frame["seq"] for frame in harness.seen(player)] == [last + 1, last + 2]
    assert harness.seen(mover)[0]["re"] == "g1"
    assert [text for text, _ in harness.fakes.log.warnings] == ["relayed"]


def test_the_relay_starts_the_timer_of_a_round_that_a_crashed_committer_opened() -> None:
    harness = seated(7)
    harness.connect("p8")
    start = len(harness.commits)
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
    start = len(harness.commits)
    harness.guess(harness.mover(0))
    crash_after_commit(harness, lambda: harness.guess(harness.mover(1)))
    harness.guess(harness.mover(2))
    records = [record for record, _ in harness.commits[start:]]
    relay(harness.ports, records, harness.now)
    relay(harness.ports, records, harness.now)
    for player in EVERYBODY:
        seqs = [frame["seq"] for frame in harness.seen(player)]
        assert sorted(seqs) == list(range(records[0].tournament.seq - 1, records[-1].tournament.seq + 1))


def test_a_committer_is_given_a_moment_before_the_relay_steps_in() -> None:
    harness = in_play()
    start = len(harness.commits)
    crash_after_commit(harness, lambda: harness.guess(harness.mover()))
    before = harness.now
    harness.deliver_stream(start=start)
    assert harness.now - before == GRACE_MS


def test_the_relay_does_not_wait_for_what_is_old() -> None:
    harness = in_play()
    start = len(harness.commits)
    crash_after_commit(harness, lambda: harness.guess(harness.mover()))
    harness.pass_ms(5_000)
    before = harness.now
    harness.deliver_stream(start=start)
    assert harness.now == before


def test_a_batch_of_one_tournament_again_and_out_of_turn_with_others_leaves_every_screen_whole() -> None:
    chance = random.Random(7)  # noqa: S311 - a test's
    for _ in range(5):
        harness = in_play()
        start = len(harness.commits)
        for index in (0, 1, 2, 3) * 2:
            guess = partial(harness.guess, harness.mover(index))
            if chance.random() < 0.5:
                crash_after_commit(harness, guess)
            else:
                guess()
        records = [record for record, _ in harness.commits[start:]]
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
    start = len(harness.commits)
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


def test_a_placement_delivered_twice_is_one_entry_and_one_rating_change() -> None:
    harness = finished()
    harness.deliver_stream()
    ledger = dict(harness.fakes.stored.ledger)
    harness.deliver_stream()
    assert harness.fakes.stored.ledger == ledger
    assert harness.fakes.stored.players["p8"].rating == 1025
    assert len(harness.seen("p8", "rated")) == 16  # told again, the same
    assert harness.seen("p8", "rated")[:8] == harness.seen("p8", "rated")[8:]


def test_the_change_is_added_to_the_rating_of_the_moment() -> None:  # D1
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
