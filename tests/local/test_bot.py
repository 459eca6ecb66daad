"""A bot guesses from the marks alone, at a pace that leaves the turn time."""

import random
from pathlib import Path

import pytest

from infra.local.bot import PACE, Vocabulary, choose, mark, read_vocabulary
from infra.local.client_state import Frame
from wordle_tournament.core.marks import mark as judged

WORDS = Path(__file__).resolve().parents[2] / "wordlists"


def seeded(seed: object) -> random.Random:
    return random.Random(str(seed))  # noqa: S311  (a bot's taste, not a secret)


def row(secret: str, guess: str) -> Frame:
    return {"tiles": list(guess), "marks": list(mark(tuple(secret), tuple(guess)))}


@pytest.mark.parametrize("length", [4, 5, 6])
def test_the_bots_marks_are_the_games(length: int) -> None:  # D10
    chance = seeded(length)
    words = read_vocabulary(WORDS, "en", length).guesses
    for _ in range(500):
        secret, guess = chance.choice(words), chance.choice(words)
        assert mark(secret, guess) == tuple(str(m) for m in judged(secret, guess))


@pytest.mark.parametrize("length", [4, 5, 6])
def test_every_guess_fits_the_whole_board(length: int) -> None:
    chance = seeded(length)
    vocabulary = read_vocabulary(WORDS, "en", length)
    for _ in range(20):
        secret = "".join(chance.choice(vocabulary.secrets))
        rows: list[Frame] = []
        for _turn in range(12):
            guess = "".join(choose(vocabulary, rows, chance))
            assert [row(guess, "".join(r["tiles"]))["marks"] for r in rows] == [r["marks"] for r in rows]
            rows.append(row(secret, guess))


def test_twelve_rows_solve_nearly_every_secret() -> None:
    chance = seeded(5)
    vocabulary = read_vocabulary(WORDS, "en", 5)
    solved = 0
    for _ in range(100):
        secret = "".join(chance.choice(vocabulary.secrets))
        rows: list[Frame] = []
        while len(rows) < 12 and not (rows and "".join(rows[-1]["tiles"]) == secret):
            rows.append(row(secret, "".join(choose(vocabulary, rows, chance))))
        solved += "".join(rows[-1]["tiles"]) == secret
    assert solved >= 95


def test_a_skipped_row_tells_nothing() -> None:
    vocabulary = Vocabulary([tuple("crane")], [tuple("crane")])
    skipped = {"turn": 1, "player": "p1", "skipped": True}
    assert choose(vocabulary, [skipped], seeded(1)) == tuple("crane")


def test_a_secret_outside_the_well_known_words_is_looked_for_among_all() -> None:
    vocabulary = Vocabulary([tuple("crane")], [tuple("crane"), tuple("xylem")])
    assert choose(vocabulary, [row("xylem", "crane")], seeded(1)) == tuple("xylem")


def test_a_board_that_fits_nothing_gets_a_word_not_tried_yet() -> None:
    vocabulary = Vocabulary([tuple("crane")], [tuple("crane"), tuple("xylem")])
    wrong = {"tiles": list("crane"), "marks": ["correct"] * 4 + ["absent"]}
    assert choose(vocabulary, [wrong], seeded(1)) == tuple("xylem")


def test_the_same_seed_plays_the_same() -> None:
    vocabulary = read_vocabulary(WORDS, "en", 5)
    assert choose(vocabulary, [], seeded("7/0")) == choose(vocabulary, [], seeded("7/0"))


def test_a_letter_of_several_code_points_is_one_tile(tmp_path: Path) -> None:
    folder = tmp_path / "uz"
    folder.mkdir()
    (folder / "alphabet.json").write_text('{"tiles": ["b", "o", "oʻ", "l"]}', "utf-8")
    (folder / "4.secrets.txt").write_text("boʻlb\tBoʻlb\n", "utf-8")
    (folder / "4.guesses.txt").write_text("boʻlb\tBoʻlb\nbolo\n", "utf-8")
    assert read_vocabulary(tmp_path, "uz", 4).secrets == [("b", "oʻ", "l", "b")]


def test_the_pace_leaves_most_of_a_turn() -> None:
    soonest, latest, _likely = PACE
    assert 0 < soonest < latest < 0.5
