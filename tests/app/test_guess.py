"""A guess: one effect, one answer, to the sender alone; refusals change nothing (R4, D10, protocol.md)."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests.app.interleaving import Interrupted, interruptions
from tests.app.screens import check, kinds, read
from tests.app.stage import Frame, Stage, in_play, seated
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.receipts import RECEIPTS
from wordle_tournament.core.events import Outcome
from wordle_tournament.core.tournament import Phase

IN_PLAY = in_play().tournament().seq


def others_of(player: str) -> list[str]:
    return [f"p{number}" for number in range(1, 9) if f"p{number}" != player]


def failing(stage: Stage, **faults: int) -> FaultyTournaments:
    """Let the stage's writes fail."""
    faulty = FaultyTournaments(stage.journal, **faults)
    stage.ports = replace(stage.ports, tournaments=faulty)
    return faulty


def followed(stage: Stage, player: str) -> int:
    """How far a player's screen gets who had seen everything when play began."""
    known: Frame = {"type": "synced", "tournament": "t1", "seq": IN_PLAY}
    return read([known, *stage.seen(player)])["t1"]


# --- Accepted ---


def test_the_answer_goes_with_re_to_the_sender_and_without_to_everybody_else() -> None:
    stage = in_play()
    mover = stage.mover()
    answer = stage.guess(mover, re="g1")
    assert (answer["type"], answer["re"], answer["player"], answer["turn"]) == ("guess-scored", "g1", mover, 1)
    assert kinds(stage.seen(mover)) == ["guess-scored", "turn-started"]
    for player in others_of(mover):
        scored, started = stage.seen(player)
        assert scored == {key: value for key, value in answer.items() if key != "re"}
        assert (started["type"], started["turn"], started["deadline"]) == ("turn-started", 2, stage.now + 30_000)


def test_the_solving_guess_ends_the_duel_for_everybody_at_once() -> None:  # R4.4, R3.1, D14
    stage = in_play()
    mover = stage.mover()
    duel = stage.duel(mover)
    stage.guess(mover, duel.secret)
    for player in ("p1", "p8"):
        scored, ended = stage.seen(player)
        assert set(scored["marks"]) == {"correct"}
        assert (ended["type"], ended["outcome"], ended["winner"], ended["secret"]) == (
            "duel-ended",
            Outcome.SOLVED,
            mover,
            duel.secret,
        )
        assert ended["lives"] == {mover: 3, duel.opponent(mover): 2}


def test_the_same_guess_again_has_one_effect_and_the_same_answer() -> None:  # case 29
    stage = in_play()
    mover = stage.mover()
    fields: Frame = {"tournament": "t1", "duel": stage.duel(mover).duel, "turn": 1, "word": stage.wrong(mover)}
    first = stage.say(f"c-{mover}", "guess", re="g1", **fields)
    after = stage.record()
    stage.forget().pass_ms(50)
    again = stage.say(f"c-{mover}", "guess", re="g1", **fields)
    assert again | {"at": 0} == first | {"at": 0}
    assert stage.record() == after
    assert [stage.seen(player) for player in others_of(mover)] == [[]] * 7


def test_two_deliveries_at_one_instant_use_one_turn() -> None:  # case 29
    def tap(stage: Stage) -> None:
        duel = stage.tournament().duels[0]
        text = f'{{"action":"guess","id":"g1","tournament":"t1","duel":"{duel.duel}","turn":1,"word":"{WRONG}"}}'
        stage.transmit(f"c-{duel.mover(1)}", "guess", text)

    stage = in_play()
    mover = stage.mover()
    WRONG = stage.wrong(mover)  # noqa: N806 - the word that all of them send
    for stage in interruptions(in_play, tap, tap):
        duel = stage.tournament().duels[0]
        assert (len(duel.rows), duel.turn) == (1, 2)
        answers = [frame for frame in stage.seen(duel.mover(1)) if frame.get("re") == "g1"]
        assert kinds(answers) == ["guess-scored", "guess-scored"]
        assert answers[0] | {"at": 0} == answers[1] | {"at": 0}


def test_a_repeated_guess_is_answered_the_same_even_from_a_new_connection() -> None:
    stage = in_play()
    mover = stage.mover()
    first = stage.guess(mover, re="g1")
    turn: Frame = {"tournament": "t1", "duel": first["duel"], "turn": 1, "word": first["word"]}
    stage.greet(mover, "c-new")
    again = stage.say("c-new", "guess", re="g1", **turn)
    assert again | {"at": 0} == first | {"at": 0}


def test_another_players_same_id_is_another_command() -> None:
    stage = in_play()
    one, other = stage.mover(0), stage.mover(1)
    assert stage.guess(one, re="same")["player"] == one
    assert stage.guess(other, re="same")["player"] == other


def test_the_last_eight_accepted_commands_are_remembered() -> None:
    stage = in_play()
    duel = stage.tournament().duels[0]
    sent: list[Frame] = []
    for number in range(10):
        mover = stage.mover()
        answer = stage.guess(mover, re=f"g{number}")
        sent.append(answer)
    mine = [frame for frame in sent if frame["player"] == duel.mover(1)]
    assert len(mine) <= RECEIPTS
    before = stage.record()
    for frame in mine:
        fields: Frame = {key: frame[key] for key in ("tournament", "duel", "turn", "word")}
        again = stage.say(f"c-{frame['player']}", "guess", re=frame["re"], **fields)
        assert again | {"at": 0} == frame | {"at": 0}
    assert stage.record() == before


# --- Refused ---


def refusals(stage: Stage) -> dict[str, tuple[str, Frame]]:
    """By code: who says what that is refused so."""
    mover = stage.mover()
    duel = stage.duel(mover)
    opponent = duel.opponent(mover)
    right: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}
    elsewhere = stage.tournament().duels[1].duel
    return {
        "not-your-turn": (opponent, right),
        "not-your-turn (a turn to come)": (mover, right | {"turn": 2}),
        "not-playing": (mover, right | {"duel": elsewhere}),
        "not-playing (no such duel)": (mover, right | {"duel": "9.9"}),
        "not-seated": (mover, right | {"tournament": "t9"}),
        "wrong-length": (mover, right | {"word": "ba" * 4}),
        "wrong-length (nothing)": (mover, right | {"word": ""}),
        "letter-unknown": (mover, right | {"word": "ba!a"}),
        "word-unknown": (mover, right | {"word": "z" * duel.length}),
    }


@pytest.mark.parametrize("case", list(refusals(in_play())))
def test_a_refusal_goes_to_the_sender_alone_and_moves_nothing(case: str) -> None:  # R4.5, cases 22, 31, 32
    stage = in_play()
    who, fields = refusals(stage)[case]
    before = stage.tournament()
    answer = stage.say(f"c-{who}", "guess", re="g1", **fields)
    assert (answer["type"], answer["code"], answer["definite"]) == ("error", case.split(maxsplit=1)[0], True)
    after = stage.tournament()
    assert after.seq == before.seq
    assert [replace(duel, is_heard=False) for duel in after.duels] == list(before.duels)
    assert after.seats == before.seats
    assert [stage.seen(player) for player in others_of(who)] == [[]] * 7


def test_a_guess_for_a_turn_that_is_over_is_refused() -> None:
    stage = in_play()
    mover = stage.mover()
    stage.guess(mover)
    stage.guess(stage.mover())
    assert stage.guess(mover, turn=1)["code"] == "turn-over"


def test_a_guess_for_a_duel_that_is_over_is_refused() -> None:
    stage = in_play()
    mover = stage.mover()
    duel = stage.duel(mover)
    stage.guess(mover, duel.secret)
    before = stage.record()
    for player in duel.players:
        fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 2, "word": duel.secret}
        assert stage.say(f"c-{player}", "guess", **fields)["code"] == "duel-over"
    assert stage.record() == before


def test_a_guess_in_the_intro_is_refused() -> None:  # R1.3
    stage = seated(8)
    duel = stage.tournament().duels[0]
    fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}
    assert stage.say(f"c-{duel.first}", "guess", **fields)["code"] == "not-your-turn"


def test_a_stranger_is_not_seated_whatever_he_guesses() -> None:  # case 110
    stage = in_play()
    stage.greet("p9")
    before = stage.record()
    duel = stage.tournament().duels[0]
    fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}
    assert stage.say("c-p9", "guess", **fields)["code"] == "not-seated"
    assert stage.record() == before


def test_a_refused_guess_is_judged_anew_under_the_same_id() -> None:
    stage = in_play()
    mover = stage.mover()
    opponent = stage.duel(mover).opponent(mover)
    assert stage.guess(opponent, re="g1", turn=2)["code"] == "not-your-turn"
    stage.guess(mover)
    assert stage.guess(opponent, re="g1")["type"] == "guess-scored"


def test_three_unknown_words_and_then_a_valid_one_in_the_same_turn() -> None:  # case 32
    stage = in_play()
    mover = stage.mover()
    seq, deadline = stage.tournament().seq, stage.duel(mover).deadline
    for _ in range(3):
        assert stage.guess(mover, "z" * stage.duel(mover).length)["code"] == "word-unknown"
    assert stage.duel(mover).deadline == deadline
    assert stage.guess(mover)["seq"] == seq + 1


# --- In time ---


def test_a_guess_is_timed_by_the_moment_the_gateway_received_it() -> None:  # D10
    stage = in_play()
    mover = stage.mover()
    deadline = stage.duel(mover).deadline or 0
    duel = stage.duel(mover)
    stage.pass_ms(deadline - stage.now + 500)
    fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": stage.wrong(mover)}
    assert stage.say(f"c-{mover}", "guess", at=deadline - 1, **fields)["type"] == "guess-scored"
    late = in_play()
    assert late.say(f"c-{mover}", "guess", at=deadline, **fields)["code"] == "turn-over"
    assert late.duel(mover).turn == 2


def test_a_guess_and_the_alarm_at_one_instant_are_one_row() -> None:  # cases 19, 23
    def build() -> Stage:
        stage = in_play()
        return stage.pass_ms((stage.tournament().duels[0].deadline or 0) - stage.now)

    def guess(stage: Stage) -> None:
        duel = stage.tournament().duels[0]
        stage.answers(
            f"c-{duel.mover(1)}",
            "guess",
            re="g1",
            at=stage.now - 5,
            tournament="t1",
            duel=duel.duel,
            turn=1,
            word=duel.secret,
        )

    def ring(stage: Stage) -> None:
        stage.tick(round_number=1)

    outcomes = set()
    for one, other in ((guess, ring), (ring, guess)):
        for stage in interruptions(build, one, other):
            duel = stage.tournament().duels[0]
            (answer,) = [frame for frame in stage.seen(duel.mover(1)) if frame.get("re") == "g1"]
            outcomes.add((answer.get("code", "scored"), type(duel.rows[0]).__name__))
            assert [row.turn for row in duel.rows] == [1]
    assert outcomes == {("scored", "GuessScored"), ("turn-over", "TurnSkipped")}


def test_any_guess_applies_what_is_due_everywhere_first() -> None:
    stage = in_play()
    stage.pass_ms(30_001)
    mover = stage.mover()
    stage.guess(mover, turn=1)
    assert [duel.turn for duel in stage.tournament().duels] == [2] * 4
    assert kinds(stage.seen("p1")).count("turn-skipped") == 4


# --- Lost races and crashes ---


def test_a_lost_race_decides_anew_on_what_is_there_now() -> None:  # case 91
    stage = in_play()
    one, other = stage.mover(0), stage.mover(1)
    faulty = failing(stage, conflicts=1)
    assert stage.guess(one)["type"] == "guess-scored"
    assert faulty.attempts == 2
    assert stage.fakes.clock.back_offs == [0]
    failing(stage, conflicts=7)
    assert stage.guess(other)["type"] == "guess-scored"
    for player in ("p1", "p8"):
        assert followed(stage, player) == stage.tournament().seq


def test_a_race_lost_every_time_is_answered_by_retry_and_nothing_has_happened() -> None:
    stage = in_play()
    mover = stage.mover()
    before = stage.record()
    failing(stage, conflicts=8)
    answer = stage.guess(mover, re="g1")
    assert (answer["code"], answer["definite"]) == ("retry", True)
    assert stage.record() == before
    assert stage.guess(mover, re="g1")["type"] == "guess-scored"


def test_an_old_decision_is_never_applied_again() -> None:
    """The opponent's view: while a guess was losing its race, the turn was skipped."""
    stage = in_play()
    mover = stage.mover()
    deadline = stage.duel(mover).deadline or 0
    duel = stage.duel(mover).duel

    def skip(calm: Any = stage.ports) -> None:
        troubled, stage.ports = stage.ports, calm
        stage.pass_ms(deadline - stage.now).tick()
        stage.ports = troubled

    stage.ports = Interrupted(1, skip).around(stage.ports)  # between the read and the write
    fields: Frame = {"tournament": "t1", "duel": duel, "turn": 1, "word": stage.wrong(mover)}
    assert stage.say(f"c-{mover}", "guess", at=deadline - 1, **fields)["code"] == "turn-over"
    assert [type(row).__name__ for row in stage.duel(mover).rows] == ["TurnSkipped"]


def test_after_a_crash_between_commit_and_effects_the_same_guess_is_answered_with_one_effect() -> None:  # case 34
    stage = in_play()
    mover = stage.mover()
    calm = stage.ports
    duel = stage.duel(mover).duel
    fields: Frame = {"tournament": "t1", "duel": duel, "turn": 1, "word": stage.wrong(mover)}
    failing(stage, crashes=1)
    with pytest.raises(Crash):
        stage.say(f"c-{mover}", "guess", re="g1", **fields)
    stage.ports = calm
    after = stage.record()
    assert stage.seen(mover) == []
    assert stage.say(f"c-{mover}", "guess", re="g1", **fields)["type"] == "guess-scored"
    assert stage.record() == after
    assert (stage.duel(mover).turn, len(stage.duel(mover).rows)) == (2, 1)


def test_wherever_the_function_dies_the_repeated_guess_and_the_relay_make_it_whole() -> None:  # case 34
    for at in range(100):
        stage = in_play()
        start = len(stage.journal.images)
        mover = stage.mover()
        duel = stage.duel(mover)
        calm = stage.ports
        fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}

        def die() -> None:
            raise Crash

        interrupted = Interrupted(at, die)
        stage.ports = interrupted.around(calm)
        with suppress(Crash):
            stage.say(f"c-{mover}", "guess", re="g1", **fields)
        stage.ports = calm
        before = len(stage.seen(mover))
        stage.transmit(f"c-{mover}", "guess", _text(fields))
        answers = [frame for frame in stage.seen(mover)[before:] if frame.get("re") == "g1"]
        assert kinds(answers) == ["guess-scored"]
        stage.flow(start=start)
        ended = stage.tournament().duels[0]
        assert (ended.outcome, ended.winner, len(ended.rows)) == (Outcome.SOLVED, mover, 1)
        assert stage.tournament().require_seat(ended.opponent(mover)).lives == 2
        for number in range(1, 9):
            assert followed(stage, f"p{number}") == stage.tournament().seq
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
    stage = in_play()
    mover = stage.mover()
    stage.vanish(f"c-{others_of(mover)[0]}")
    faulty = failing(stage)

    class LosesAfterTheFirst:
        def __getattr__(self, name: str) -> Any:
            return getattr(faulty, name)

        def save(self, *args: Any) -> None:
            faulty.save(*args)
            faulty.conflicts = 100

    stage.ports = replace(stage.ports, tournaments=LosesAfterTheFirst())
    assert stage.guess(mover)["type"] == "guess-scored"
    assert stage.tournament().require_seat(others_of(mover)[0]).away is None


# --- The budget ---


def test_a_guess_costs_one_read_one_conditional_write_the_posts_and_one_small_write() -> None:  # design.md
    stage = in_play()
    mover = stage.mover()
    interrupted = Interrupted(99, lambda: None)
    stage.ports = interrupted.around(stage.ports)
    stage.guess(mover)
    assert interrupted.calls == ["load", "save", "post", "mark_delivered"]


def test_a_refused_guess_costs_one_read_and_its_answer() -> None:
    stage = in_play()
    mover = stage.mover()
    stage.guess(mover, "z" * stage.duel(mover).length)  # the first one heard in a turn is noted (D15)
    interrupted = Interrupted(99, lambda: None)
    stage.ports = interrupted.around(stage.ports)
    stage.guess(mover, "z" * stage.duel(mover).length)
    assert interrupted.calls == ["load", "post"]


def test_all_frames_of_a_round_of_guesses_are_the_protocols() -> None:
    stage = seated(8)
    stage.pass_ms(6_000).tick()
    while stage.tournament().round == 1:
        for index in range(4):
            if stage.tournament().round == 1 and not stage.tournament().duels[index].is_over:
                stage.pass_ms(700).guess(stage.mover(index))
    assert stage.tournament().phase is Phase.INTRO
    for number in range(1, 9):
        check(stage.seen(f"p{number}"))
        assert kinds(stage.seen(f"p{number}")).count("duel-ended") == 4
