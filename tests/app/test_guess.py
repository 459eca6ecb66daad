"""A guess: one effect, one answer, to the sender alone; refusals change nothing (R4, D10, protocol.md)."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests.app.frame_checks import check, kinds, read
from tests.app.harness import Frame, Harness, in_play, seated
from tests.app.interleaving import Interrupted, interruptions
from tests.support.faults import Crash, FaultyTournaments
from wordle_tournament.app.receipts import RECEIPTS
from wordle_tournament.core.events import Outcome
from wordle_tournament.core.tournament import Phase

IN_PLAY = in_play().tournament().seq


def others_of(player: str) -> list[str]:
    return [f"p{number}" for number in range(1, 9) if f"p{number}" != player]


def failing(harness: Harness, **faults: int) -> FaultyTournaments:
    """Let the harness's writes fail."""
    faulty = FaultyTournaments(harness.journal, **faults)
    harness.ports = replace(harness.ports, tournaments=faulty)
    return faulty


def followed(harness: Harness, player: str) -> int:
    """How far a player's screen gets who had seen everything when play began."""
    known: Frame = {"type": "synced", "tournament": "t1", "seq": IN_PLAY}
    return read([known, *harness.seen(player)])["t1"]


# --- Accepted ---


def test_the_answer_goes_with_re_to_the_sender_and_without_to_everybody_else() -> None:
    harness = in_play()
    mover = harness.mover()
    answer = harness.guess(mover, re="g1")
    assert (answer["type"], answer["re"], answer["player"], answer["turn"]) == ("guess-scored", "g1", mover, 1)
    assert kinds(harness.seen(mover)) == ["guess-scored", "turn-started"]
    for player in others_of(mover):
        scored, started = harness.seen(player)
        assert scored == {key: value for key, value in answer.items() if key != "re"}
        assert (started["type"], started["turn"], started["deadline"]) == ("turn-started", 2, harness.now + 30_000)


def test_the_solving_guess_ends_the_duel_for_everybody_at_once() -> None:  # R4.4, R3.1, D14
    harness = in_play()
    mover = harness.mover()
    duel = harness.duel(mover)
    harness.guess(mover, duel.secret)
    for player in ("p1", "p8"):
        scored, ended = harness.seen(player)
        assert set(scored["marks"]) == {"correct"}
        assert (ended["type"], ended["outcome"], ended["winner"], ended["secret"]) == (
            "duel-ended",
            Outcome.SOLVED,
            mover,
            duel.secret,
        )
        assert ended["lives"] == {mover: 3, duel.opponent(mover): 2}


def test_the_same_guess_again_has_one_effect_and_the_same_answer() -> None:  # case 29
    harness = in_play()
    mover = harness.mover()
    fields: Frame = {"tournament": "t1", "duel": harness.duel(mover).duel, "turn": 1, "word": harness.wrong_word(mover)}
    first = harness.send(f"c-{mover}", "guess", re="g1", **fields)
    after = harness.record()
    harness.clear_frames().pass_ms(50)
    again = harness.send(f"c-{mover}", "guess", re="g1", **fields)
    assert again | {"at": 0} == first | {"at": 0}
    assert harness.record() == after
    assert [harness.seen(player) for player in others_of(mover)] == [[]] * 7


def test_two_deliveries_at_one_instant_use_one_turn() -> None:  # case 29
    def tap(harness: Harness) -> None:
        duel = harness.tournament().duels[0]
        text = f'{{"action":"guess","id":"g1","tournament":"t1","duel":"{duel.duel}","turn":1,"word":"{WRONG}"}}'
        harness.transmit(f"c-{duel.mover(1)}", "guess", text)

    harness = in_play()
    mover = harness.mover()
    WRONG = harness.wrong_word(mover)  # noqa: N806 - the word that all of them send
    for harness in interruptions(in_play, tap, tap):
        duel = harness.tournament().duels[0]
        assert (len(duel.rows), duel.turn) == (1, 2)
        answers = [frame for frame in harness.seen(duel.mover(1)) if frame.get("re") == "g1"]
        assert kinds(answers) == ["guess-scored", "guess-scored"]
        assert answers[0] | {"at": 0} == answers[1] | {"at": 0}


def test_a_repeated_guess_is_answered_the_same_even_from_a_new_connection() -> None:
    harness = in_play()
    mover = harness.mover()
    first = harness.guess(mover, re="g1")
    turn: Frame = {"tournament": "t1", "duel": first["duel"], "turn": 1, "word": first["word"]}
    harness.connect(mover, "c-new")
    again = harness.send("c-new", "guess", re="g1", **turn)
    assert again | {"at": 0} == first | {"at": 0}


def test_another_players_same_id_is_another_command() -> None:
    harness = in_play()
    one, other = harness.mover(0), harness.mover(1)
    assert harness.guess(one, re="same")["player"] == one
    assert harness.guess(other, re="same")["player"] == other


def test_the_last_eight_accepted_commands_are_remembered() -> None:
    harness = in_play()
    duel = harness.tournament().duels[0]
    sent: list[Frame] = []
    for number in range(10):
        mover = harness.mover()
        answer = harness.guess(mover, re=f"g{number}")
        sent.append(answer)
    mine = [frame for frame in sent if frame["player"] == duel.mover(1)]
    assert len(mine) <= RECEIPTS
    before = harness.record()
    for frame in mine:
        fields: Frame = {key: frame[key] for key in ("tournament", "duel", "turn", "word")}
        again = harness.send(f"c-{frame['player']}", "guess", re=frame["re"], **fields)
        assert again | {"at": 0} == frame | {"at": 0}
    assert harness.record() == before


# --- Refused ---


def refusals(harness: Harness) -> dict[str, tuple[str, Frame]]:
    """By code: who says what that is refused so."""
    mover = harness.mover()
    duel = harness.duel(mover)
    opponent = duel.opponent(mover)
    right: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}
    elsewhere = harness.tournament().duels[1].duel
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
    harness = in_play()
    who, fields = refusals(harness)[case]
    before = harness.tournament()
    answer = harness.send(f"c-{who}", "guess", re="g1", **fields)
    assert (answer["type"], answer["code"], answer["definite"]) == ("error", case.split(maxsplit=1)[0], True)
    after = harness.tournament()
    assert after.seq == before.seq
    assert [replace(duel, is_heard=False) for duel in after.duels] == list(before.duels)
    assert after.seats == before.seats
    assert [harness.seen(player) for player in others_of(who)] == [[]] * 7


def test_a_guess_for_a_turn_that_is_over_is_refused() -> None:
    harness = in_play()
    mover = harness.mover()
    harness.guess(mover)
    harness.guess(harness.mover())
    assert harness.guess(mover, turn=1)["code"] == "turn-over"


def test_a_guess_for_a_duel_that_is_over_is_refused() -> None:
    harness = in_play()
    mover = harness.mover()
    duel = harness.duel(mover)
    harness.guess(mover, duel.secret)
    before = harness.record()
    for player in duel.players:
        fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 2, "word": duel.secret}
        assert harness.send(f"c-{player}", "guess", **fields)["code"] == "duel-over"
    assert harness.record() == before


def test_a_guess_in_the_intro_is_refused() -> None:  # R1.3
    harness = seated(8)
    duel = harness.tournament().duels[0]
    fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}
    assert harness.send(f"c-{duel.first}", "guess", **fields)["code"] == "not-your-turn"


def test_a_stranger_is_not_seated_whatever_he_guesses() -> None:  # case 110
    harness = in_play()
    harness.connect("p9")
    before = harness.record()
    duel = harness.tournament().duels[0]
    fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": 1, "word": duel.secret}
    assert harness.send("c-p9", "guess", **fields)["code"] == "not-seated"
    assert harness.record() == before


def test_a_refused_guess_is_judged_anew_under_the_same_id() -> None:
    harness = in_play()
    mover = harness.mover()
    opponent = harness.duel(mover).opponent(mover)
    assert harness.guess(opponent, re="g1", turn=2)["code"] == "not-your-turn"
    harness.guess(mover)
    assert harness.guess(opponent, re="g1")["type"] == "guess-scored"


def test_three_unknown_words_and_then_a_valid_one_in_the_same_turn() -> None:  # case 32
    harness = in_play()
    mover = harness.mover()
    seq, deadline = harness.tournament().seq, harness.duel(mover).deadline
    for _ in range(3):
        assert harness.guess(mover, "z" * harness.duel(mover).length)["code"] == "word-unknown"
    assert harness.duel(mover).deadline == deadline
    assert harness.guess(mover)["seq"] == seq + 1


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


def test_a_guess_and_the_alarm_at_one_instant_are_one_row() -> None:  # cases 19, 23
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

    def ring(harness: Harness) -> None:
        harness.tick(round_number=1)

    outcomes = set()
    for one, other in ((guess, ring), (ring, guess)):
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


def test_a_lost_race_decides_anew_on_what_is_there_now() -> None:  # case 91
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


def test_after_a_crash_between_commit_and_effects_the_same_guess_is_answered_with_one_effect() -> None:  # case 34
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


def test_wherever_the_function_dies_the_repeated_guess_and_the_relay_make_it_whole() -> None:  # case 34
    for at in range(100):
        harness = in_play()
        start = len(harness.journal.images)
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


# --- The budget ---


def test_a_guess_costs_one_read_one_conditional_write_the_posts_and_one_small_write() -> None:  # design.md
    harness = in_play()
    mover = harness.mover()
    interrupted = Interrupted(99, lambda: None)
    harness.ports = interrupted.around(harness.ports)
    harness.guess(mover)
    assert interrupted.calls == ["load", "save", "post", "mark_delivered"]


def test_a_refused_guess_costs_one_read_and_its_answer() -> None:
    harness = in_play()
    mover = harness.mover()
    harness.guess(mover, "z" * harness.duel(mover).length)  # the first one heard in a turn is noted (D15)
    interrupted = Interrupted(99, lambda: None)
    harness.ports = interrupted.around(harness.ports)
    harness.guess(mover, "z" * harness.duel(mover).length)
    assert interrupted.calls == ["load", "post"]


def test_all_frames_of_a_round_of_guesses_are_the_protocols() -> None:
    harness = seated(8)
    harness.pass_ms(6_000).tick()
    while harness.tournament().round == 1:
        for index in range(4):
            if harness.tournament().round == 1 and not harness.tournament().duels[index].is_over:
                harness.pass_ms(700).guess(harness.mover(index))
    assert harness.tournament().phase is Phase.INTRO
    for number in range(1, 9):
        check(harness.seen(f"p{number}"))
        assert kinds(harness.seen(f"p{number}")).count("duel-ended") == 4
