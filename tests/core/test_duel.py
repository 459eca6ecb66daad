"""A duel's course (R4, D10): one board, alternating turns, 12 rows, 30 seconds each; and how guesses are refused."""

from dataclasses import replace

import pytest

from tests.support.builders import START, connection_of, running
from tests.support.play import Play, code, kinds
from tests.support.words import digraph_lexicon
from wordle_tournament.core.commands import Guess, RefusalCode
from wordle_tournament.core.events import DuelEnded, GuessScored, Lives, Outcome, TurnSkipped, TurnStarted
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.tournament import Phase

A, B, C = Mark.ABSENT, Mark.PRESENT, Mark.CORRECT
TWO_DUELS = (3, 3, 3, 3, 0, 0, 0, 0)  # p1-p2 on "baba" and p3-p4 on "babab"; p1 and p3 have the odd turns


def two_duels(**changes: int) -> Play:
    """Two duels side by side; ``turn`` is that of the first."""
    return Play(running(TWO_DUELS, turns={1: changes.get("turn", 1)}))


def state_of(play: Play) -> object:
    """Everything that a refusal must not change; ``is_heard`` (D15) is left out, because it may change."""
    tournament = play.tournament
    return replace(tournament, now=0, duels=tuple(replace(duel, is_heard=False) for duel in tournament.duels))


def test_the_turns_alternate_on_one_board() -> None:  # R4.1
    play = two_duels()
    for turn in range(1, 12):
        mover, other = ("p1", "p2") if turn % 2 else ("p2", "p1")
        step = play.at(turn * 1_000).fail(mover)
        assert step.events == (
            GuessScored("5.1", turn, mover, "babe", tuple("babe"), (C, C, C, A)),
            TurnStarted("5.1", turn + 1, other, START + turn * 1_000 + 30_000),
        )
        assert step.answer == 0
    assert [row.player for row in play.duel("p1").rows] == ["p1", "p2"] * 5 + ["p1"]
    assert play.duel("p3").turn == 1, "the other duel plays on its own"


def test_a_turn_lasts_thirty_seconds_from_its_own_beginning() -> None:  # R4.2
    play = two_duels()
    assert play.at(12_345).fail("p1").events[1] == TurnStarted("5.1", 2, "p2", START + 42_345)
    play.at(42_344).ping("p2")
    assert play.duel("p2").turn == 2
    play.at(42_345).ping("p2")
    assert play.duel("p2").turn == 3


def test_when_time_runs_out_the_turn_is_used_and_passes() -> None:  # R4.3
    play = two_duels()
    step = play.at(30_000).ping("p2")
    assert step.events[:2] == (TurnSkipped("5.1", 1, "p1"), TurnStarted("5.1", 2, "p2", START + 60_000))
    assert play.seat("p1").lives == 3


def test_a_skip_is_timed_by_its_deadline_and_not_by_its_timer() -> None:
    play = two_duels()
    step = play.at(31_777).ping("p2")
    assert TurnStarted("5.1", 2, "p2", START + 60_000) in step.events


def test_the_first_to_solve_wins_and_the_other_loses_a_life() -> None:  # R4.4, R3.1
    play = two_duels(turn=2)
    step = play.at(5_000).solve("p2")
    assert step.events == (
        GuessScored("5.1", 2, "p2", "baba", tuple("baba"), (C,) * 4),
        DuelEnded("5.1", Outcome.SOLVED, "p2", "baba", "BABA", (Lives("p1", 2), Lives("p2", 3))),
    )
    assert (play.seat("p1").lives, play.seat("p2").lives) == (2, 3)


@pytest.mark.parametrize("turn", [1, 2, 6, 11, 12])
def test_the_word_can_be_solved_in_every_turn(turn: int) -> None:  # R4.2: up to 12 rows
    play = two_duels(turn=turn)
    winner, loser = ("p1", "p2") if turn % 2 else ("p2", "p1")
    play.solve(winner)
    assert (play.duel(winner).outcome, play.duel(winner).winner) == (Outcome.SOLVED, winner)
    assert (play.seat(winner).lives, play.seat(loser).lives) == (3, 2)


def test_twelve_unsolved_turns_are_a_draw_that_costs_both_a_life() -> None:  # R4.4, R3.1
    play = two_duels()
    for turn in range(1, 13):
        play.fail("p1" if turn % 2 else "p2")
    (ended,) = play.happened(DuelEnded)
    assert ended == DuelEnded("5.1", Outcome.DRAW, None, "baba", "BABA", (Lives("p1", 2), Lives("p2", 2)))
    assert len(play.duel("p1").rows) == 12
    assert play.duel("p1").deadline is None


def test_twelve_skips_are_a_draw_too() -> None:
    play = two_duels()
    for turn in range(1, 13):
        play.at(turn * 30_000 - 1)
        for player in ("p1", "p2", "p3", "p4"):
            play.ping(player)
    play.at(360_000).tick()
    assert len(play.happened(TurnSkipped)) == 24
    assert [ended.outcome for ended in play.happened(DuelEnded)] == [Outcome.DRAW] * 2
    assert (play.tournament.phase, play.tournament.round) == (Phase.INTRO, 6)


def test_skips_do_not_by_themselves_lose_the_duel() -> None:  # R4.3: unlimited
    play = Play(running((3, 3, 0, 0, 0, 0, 0, 0)))
    for nth in range(1, 7):  # p1 is there but guesses nothing, p2 answers each time and solves the last
        play.at(nth * 30_000 - 1).ping("p1")
        play.at(nth * 30_000)
        assert [isinstance(row, TurnSkipped) for row in play.duel("p1").rows] == [True, False] * (nth - 1)
        play.guess("p2", "baba" if nth == 6 else "bebe", turn=2 * nth)
    assert [skip.player for skip in play.happened(TurnSkipped)] == ["p1"] * 6
    assert (play.seat("p1").lives, play.seat("p2").lives) == (2, 3)


# The edge of a deadline (D10)


def test_a_guess_received_before_the_deadline_counts() -> None:
    play = two_duels()
    play.at(29_999).solve("p1")
    assert play.duel("p1").winner == "p1"


def test_a_guess_received_at_the_deadline_is_too_late() -> None:
    play = two_duels()
    step = play.at(30_000).solve("p1")
    assert code(step) == RefusalCode.TURN_OVER
    assert play.duel("p1").turn == 2
    assert "guess-scored" not in kinds(step)


def test_a_guess_received_in_time_does_not_count_once_the_turn_was_skipped() -> None:  # time never runs back
    play = two_duels()
    play.at(30_000).tick()
    assert code(play.at(29_995).guess("p1", "baba", turn=1)) == RefusalCode.TURN_OVER
    assert not play.duel("p1").is_over
    assert play.tournament.now == START + 30_000


def test_a_guess_decided_late_still_counts_while_its_turn_runs() -> None:  # its turn began before another's command
    play = two_duels()
    play.at(9_000).fail("p3")
    step = play.at(8_000).fail("p1")
    assert step.events[1] == TurnStarted("5.1", 2, "p2", START + 39_000), "at the latest time seen, not before it"


def test_a_guess_at_the_last_deadline_of_the_duel_meets_a_finished_duel() -> None:
    play = two_duels(turn=12)
    assert code(play.at(30_000).guess("p2", "baba", duel="5.1", turn=12)) == RefusalCode.DUEL_OVER
    assert play.duel("p1").outcome is Outcome.DRAW


def test_an_unknown_word_just_before_the_deadline_moves_nothing() -> None:
    play = two_duels()
    assert code(play.at(29_990).guess("p1", "zzzz")) == RefusalCode.WORD_UNKNOWN
    assert play.duel("p1").deadline == START + 30_000
    play.at(30_000).tick()
    assert play.duel("p1").rows == (TurnSkipped("5.1", 1, "p1"),)


def test_unknown_words_may_be_tried_without_limit_and_cost_nothing() -> None:
    play = two_duels()
    before, seq = state_of(play), play.tournament.seq
    for second in range(20):
        assert code(play.at(second * 1_000).guess("p1", "zzzz")) == RefusalCode.WORD_UNKNOWN
    assert (state_of(play), play.tournament.seq) == (before, seq)
    assert code(play.fail("p1")) is None


def test_a_repeated_word_is_allowed() -> None:  # D10
    play = two_duels()
    words = [play.guess(player, "bebe") for player in ("p1", "p2", "p1")]
    assert [code(step) for step in words] == [None] * 3


# Refusals


REFUSALS = [
    # player, word, duel, turn (None: the player's own), the turn that runs in the duel of p1 and p2, refusal
    ("p2", "baba", None, None, 1, RefusalCode.NOT_YOUR_TURN),  # the opponent's turn
    ("p1", "baba", None, None, 12, RefusalCode.NOT_YOUR_TURN),
    ("p1", "baba", None, 3, 1, RefusalCode.NOT_YOUR_TURN),  # a turn that has not begun
    ("p2", "baba", None, 2, 1, RefusalCode.NOT_YOUR_TURN),
    ("p1", "baba", None, 99, 1, RefusalCode.NOT_YOUR_TURN),
    ("p1", "baba", None, 1, 3, RefusalCode.TURN_OVER),  # a turn that is used
    ("p2", "baba", None, 2, 3, RefusalCode.TURN_OVER),
    ("p1", "baba", None, 0, 1, RefusalCode.TURN_OVER),
    ("p1", "baba", None, -1, 1, RefusalCode.TURN_OVER),
    ("p1", "babab", "5.2", 1, 1, RefusalCode.NOT_PLAYING),  # a duel of other players
    ("p1", "baba", "5.3", 1, 1, RefusalCode.NOT_PLAYING),  # there is no such duel
    ("p1", "baba", "6.1", 1, 1, RefusalCode.NOT_PLAYING),  # not yet
    ("p1", "baba", "0.1", 1, 1, RefusalCode.NOT_PLAYING),
    ("p1", "baba", "", 1, 1, RefusalCode.NOT_PLAYING),
    ("p1", "baba", "5", 1, 1, RefusalCode.NOT_PLAYING),
    ("p1", "baba", "٤.١", 1, 1, RefusalCode.NOT_PLAYING),
    ("p1", "baba", "9" * 5_000 + ".1", 1, 1, RefusalCode.NOT_PLAYING),
    ("p1", "baba", "4.1", 1, 1, RefusalCode.DUEL_OVER),  # of a past round
    ("p1", "baba", "1.4", 12, 1, RefusalCode.DUEL_OVER),
    ("p8", "baba", "5.1", 1, 1, RefusalCode.NOT_PLAYING),  # an eliminated player
    ("p8", "baba", "4.1", 1, 1, RefusalCode.DUEL_OVER),
    ("p1", "bab", None, None, 1, RefusalCode.WRONG_LENGTH),
    ("p1", "babab", None, None, 1, RefusalCode.WRONG_LENGTH),
    ("p1", "", None, None, 1, RefusalCode.WRONG_LENGTH),
    ("p1", "zzzz", None, None, 1, RefusalCode.WORD_UNKNOWN),
    ("p1", "bab1", None, None, 1, RefusalCode.LETTER_UNKNOWN),
    ("p1", "b b ", None, None, 1, RefusalCode.LETTER_UNKNOWN),
    ("p1", "бaba", None, None, 1, RefusalCode.LETTER_UNKNOWN),
    # Whose turn it is matters before what the word is.
    ("p2", "zzzz", None, None, 1, RefusalCode.NOT_YOUR_TURN),
]


@pytest.mark.parametrize(("player", "word", "duel", "turn", "runs", "expected"), REFUSALS)
def test_a_refused_guess_changes_nothing_and_uses_no_seq(
    player: str, word: str, duel: str | None, turn: int | None, runs: int, expected: RefusalCode
) -> None:
    play = two_duels(turn=runs)
    before, seq = state_of(play), play.tournament.seq
    step = play.at(1_000).guess(player, word, duel=duel, turn=turn)
    assert code(step) == expected
    assert step.answer is None
    assert set(kinds(step)) <= {"player-heard"}
    assert (state_of(play), play.tournament.seq) == (before, seq)


def test_a_finished_duel_takes_no_more_guesses() -> None:
    play = two_duels()
    play.solve("p1")
    for player in ("p1", "p2"):
        for turn in (1, 2, 3):
            assert code(play.guess(player, "baba", turn=turn)) == RefusalCode.DUEL_OVER


def test_the_same_guess_twice_uses_one_turn() -> None:  # ; ``id`` and answer are kept by the use case
    play = two_duels()
    play.guess("p1", "bebe", turn=1)
    assert code(play.guess("p1", "bebe", turn=1)) == RefusalCode.TURN_OVER
    assert play.duel("p1").turn == 2


def test_of_two_guesses_for_one_turn_the_movers_counts() -> None:
    play = two_duels(turn=5)
    assert code(play.guess("p2", "bebe", turn=5)) == RefusalCode.NOT_YOUR_TURN
    assert code(play.guess("p1", "bebe", turn=5)) is None
    assert play.duel("p1").turn == 6


def test_no_guess_counts_in_a_lobby_nor_from_a_player_without_a_seat() -> None:
    play = two_duels()
    assert code(play.do(Guess("p9", "c9", "5.1", 1, "baba"))) == RefusalCode.NOT_SEATED


@pytest.mark.parametrize("player", ["p1", "p2"])
@pytest.mark.parametrize("turn", [-1, 0, 1, 2])
def test_no_guess_counts_during_the_intro(player: str, turn: int) -> None:  # R1.3
    play = Play(running(TWO_DUELS, phase=Phase.INTRO))
    before = state_of(play)
    assert code(play.guess(player, "baba", turn=turn)) is not None
    assert (state_of(play), play.events) == (before, [])


@pytest.mark.parametrize(("player", "expected"), [("p1", "not-your-turn"), ("p2", "not-your-turn")])
def test_the_first_turn_of_the_intro_has_not_begun(player: str, expected: str) -> None:
    assert code(Play(running(TWO_DUELS, phase=Phase.INTRO)).guess(player, "baba", turn=1)) == expected


def test_a_guess_from_another_connection_is_to_say_hello_first() -> None:  # D11
    play = two_duels()
    step = play.do(Guess("p1", "old", "5.1", 1, "baba"))
    assert (code(step), step.events) == (RefusalCode.RETRY, ())


def test_a_player_with_the_bye_is_in_no_duel() -> None:
    play = Play(running((3, 3, 3, 0, 0, 0, 0, 0)))
    assert play.tournament.bye == "p3"
    assert code(play.do(Guess("p3", connection_of("p3"), "5.1", 1, "baba"))) == RefusalCode.NOT_PLAYING


# Words (R4.5, R5): typed text is folded before it is judged


def test_a_guess_is_read_as_the_alphabet_reads_it() -> None:
    play = two_duels()
    (scored, *_) = play.guess("p1", "BÁBÉ").events
    assert scored == GuessScored("5.1", 1, "p1", "babe", tuple("babe"), (C, C, C, A))


def test_tiles_are_counted_and_not_code_points() -> None:
    play = Play(running(TWO_DUELS), digraph_lexicon())
    # Four tiles, six code points.
    duels = tuple(replace(duel, secret="chacha", length=4) for duel in play.tournament.duels)  # noqa: S106
    play.tournament = replace(play.tournament, duels=duels)
    assert code(play.guess("p1", "dada")) is None
    (scored, *_) = play.guess("p2", "CHADA").events
    assert scored == GuessScored("5.1", 2, "p2", "chada", ("ch", "a", "d", "a"), (C, C, A, C))
    assert code(play.guess("p1", "chachaf")) == RefusalCode.WRONG_LENGTH
    play.guess("p1", "chacha")
    assert play.duel("p1").winner == "p1"
