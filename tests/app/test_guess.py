"""A guess: one effect, one answer, to the sender alone; refusals change nothing (R4, D10)."""

from dataclasses import replace

import pytest

from tests.app.frame_checks import check, kinds
from tests.app.guesses import others_of
from tests.app.harness import Frame, Harness, in_play, seated
from tests.app.interleaving import Interrupted, interruptions
from wordle_tournament.app.receipts import RECEIPTS
from wordle_tournament.core.events import Outcome
from wordle_tournament.core.tournament import Phase

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


def test_the_same_guess_again_has_one_effect_and_the_same_answer() -> None:
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


def test_two_deliveries_at_one_instant_use_one_turn() -> None:
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
def test_a_refusal_goes_to_the_sender_alone_and_moves_nothing(case: str) -> None:  # R4.5
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


def test_a_player_without_a_seat_is_refused_whatever_they_guess() -> None:
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


def test_three_unknown_words_and_then_a_valid_one_in_the_same_turn() -> None:
    harness = in_play()
    mover = harness.mover()
    seq, deadline = harness.tournament().seq, harness.duel(mover).deadline
    for _ in range(3):
        assert harness.guess(mover, "z" * harness.duel(mover).length)["code"] == "word-unknown"
    assert harness.duel(mover).deadline == deadline
    assert harness.guess(mover)["seq"] == seq + 1


# --- The budget ---


def test_a_guess_costs_one_read_one_conditional_write_the_posts_and_one_small_write() -> None:
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
