"""A guess against the clock, against other commands, and with functions that fail (R3, R4, D2)."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests.app.frame_checks import kinds
from tests.app.guesses import failing, followed, others_of
from tests.app.harness import Frame, Harness, in_play
from tests.app.interleaving import Interrupted, interruptions
from tests.support.faults import Crash
from wordle_tournament.core.events import Outcome

# --- In time ---


def test_a_guess_is_timed_by_the_moment_the_gateway_received_it() -> None:  # D10
    harness = in_play()
    mover = harness.mover()
    deadline = harness.duel(mover).deadline or 0
    duel = harness.duel(mover)
    harness.pass_ms(deadline - harness.now + 500)
    fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": harness.wrong_word(mover)}
    assert harness.send(f"c-{mover}", "guess", at=deadline - 1, **fields)["type"] == "guess-scored"
    late = in_play()
    assert late.send(f"c-{mover}", "guess", at=deadline, **fields)["code"] == "turn-over"
    assert late.duel(mover).turn == 2


def test_a_guess_and_the_timer_at_one_instant_are_one_row() -> None:
    def build() -> Harness:
        harness = in_play()
        return harness.pass_ms((harness.tournament().duels[0].deadline or 0) - harness.now)

    def guess(harness: Harness) -> None:
        duel = harness.tournament().duels[0]
        harness.answers(
            f"c-{duel.mover(1)}",
            "guess",
            re="g1",
            at=harness.now - 5,
            tournament="t1",
            duel=duel.duel,
            turn=1,
            word=duel.secret,
        )

    def tick(harness: Harness) -> None:
        harness.tick(round_number=1)

    outcomes = set()
    for one, other in ((guess, tick), (tick, guess)):
        for harness in interruptions(build, one, other):
            duel = harness.tournament().duels[0]
            (answer,) = [frame for frame in harness.seen(duel.mover(1)) if frame.get("re") == "g1"]
            outcomes.add((answer.get("code", "scored"), type(duel.rows[0]).__name__))
            assert [row.turn for row in duel.rows] == [1]
    assert outcomes == {("scored", "GuessScored"), ("turn-over", "TurnSkipped")}


def test_any_guess_applies_what_is_due_everywhere_first() -> None:
    harness = in_play()
    harness.pass_ms(30_001)
    mover = harness.mover()
    harness.guess(mover, turn=1)
    assert [duel.turn for duel in harness.tournament().duels] == [2] * 4
    assert kinds(harness.seen("p1")).count("turn-skipped") == 4


# --- Lost races and crashes ---


def test_a_lost_race_decides_anew_on_what_is_there_now() -> None:
    harness = in_play()
    one, other = harness.mover(0), harness.mover(1)
    faulty = failing(harness, conflicts=1)
    assert harness.guess(one)["type"] == "guess-scored"
    assert faulty.attempts == 2
    assert harness.fakes.clock.back_offs == [0]
    failing(harness, conflicts=7)
    assert harness.guess(other)["type"] == "guess-scored"
    for player in ("p1", "p8"):
        assert followed(harness, player) == harness.tournament().seq


def test_a_race_lost_every_time_is_answered_by_retry_and_nothing_has_happened() -> None:
    harness = in_play()
    mover = harness.mover()
    before = harness.record()
    failing(harness, conflicts=8)
    answer = harness.guess(mover, re="g1")
    assert (answer["code"], answer["definite"]) == ("retry", True)
    assert harness.record() == before
    assert harness.guess(mover, re="g1")["type"] == "guess-scored"


def test_an_old_decision_is_never_applied_again() -> None:
    """The opponent's view: while a guess was losing its race, the turn was skipped."""
    harness = in_play()
    mover = harness.mover()
    deadline = harness.duel(mover).deadline or 0
    duel = harness.duel(mover).duel

    def skip(calm: Any = harness.ports) -> None:
        troubled, harness.ports = harness.ports, calm
        harness.pass_ms(deadline - harness.now).tick()
        harness.ports = troubled

    harness.ports = Interrupted(1, skip).around(harness.ports)  # between the read and the write
    fields: Frame = {"tournament": "t1", "duel": duel, "turn": 1, "word": harness.wrong_word(mover)}
    assert harness.send(f"c-{mover}", "guess", at=deadline - 1, **fields)["code"] == "turn-over"
    assert [type(row).__name__ for row in harness.duel(mover).rows] == ["TurnSkipped"]


def test_after_a_crash_between_commit_and_effects_the_same_guess_is_answered_with_one_effect() -> None:
    harness = in_play()
    mover = harness.mover()
    calm = harness.ports
    duel = harness.duel(mover).duel
    fields: Frame = {"tournament": "t1", "duel": duel, "turn": 1, "word": harness.wrong_word(mover)}
    failing(harness, crashes=1)
    with pytest.raises(Crash):
        harness.send(f"c-{mover}", "guess", re="g1", **fields)
    harness.ports = calm
    after = harness.record()
    assert harness.seen(mover) == []
    assert harness.send(f"c-{mover}", "guess", re="g1", **fields)["type"] == "guess-scored"
    assert harness.record() == after
    assert (harness.duel(mover).turn, len(harness.duel(mover).rows)) == (2, 1)


def test_wherever_the_function_dies_the_repeated_guess_and_the_relay_make_it_whole() -> None:
    for at in range(100):
        harness = in_play()
        start = len(harness.commits)
        mover = harness.mover()
        duel = harness.duel(mover)
        calm = harness.ports
        fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}

        def die() -> None:
            raise Crash

        interrupted = Interrupted(at, die)
        harness.ports = interrupted.around(calm)
        with suppress(Crash):
            harness.send(f"c-{mover}", "guess", re="g1", **fields)
        harness.ports = calm
        before = len(harness.seen(mover))
        harness.transmit(f"c-{mover}", "guess", _text(fields))
        answers = [frame for frame in harness.seen(mover)[before:] if frame.get("re") == "g1"]
        assert kinds(answers) == ["guess-scored"]
        harness.deliver_stream(start=start)
        ended = harness.tournament().duels[0]
        assert (ended.outcome, ended.winner, len(ended.rows)) == (Outcome.SOLVED, mover, 1)
        assert harness.tournament().require_seat(ended.opponent(mover)).lives == 2
        for number in range(1, 9):
            assert followed(harness, f"p{number}") == harness.tournament().seq
        if not interrupted.is_done:
            break
    else:
        raise AssertionError("it never came to an end")
    assert at >= 3


def _text(fields: Frame) -> str:
    return (
        f'{{"action":"guess","id":"g1","tournament":"t1","duel":"{fields["duel"]}",'
        f'"turn":{fields["turn"]},"word":"{fields["word"]}"}}'
    )


def test_a_race_lost_for_a_dead_connection_does_not_make_a_committed_guess_look_undone() -> None:
    """The guess is committed and answered; only then is somebody's absence found out, and that write keeps losing."""
    harness = in_play()
    mover = harness.mover()
    harness.lose_connection(f"c-{others_of(mover)[0]}")
    faulty = failing(harness)

    class LosesAfterTheFirst:
        def __getattr__(self, name: str) -> Any:
            return getattr(faulty, name)

        def save(self, *args: Any) -> None:
            faulty.save(*args)
            faulty.conflicts = 100

    harness.ports = replace(harness.ports, tournaments=LosesAfterTheFirst())
    assert harness.guess(mover)["type"] == "guess-scored"
    assert harness.tournament().require_seat(others_of(mover)[0]).away is None
