"""Marks (R4.1, D10): exact places first, then each left-over letter of the secret serves once, from the left."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_tournament.core.marks import Mark, mark

LETTERS = {Mark.CORRECT: "G", Mark.PRESENT: "Y", Mark.ABSENT: "-"}


def marks(secret: str, guess: str) -> str:
    return "".join(LETTERS[one] for one in mark(tuple(secret), tuple(guess)))


@pytest.mark.parametrize(
    ("secret", "guess", "expected"),
    [
        ("crane", "crane", "GGGGG"),
        ("crane", "moist", "-----"),
        # A solved letter leaves an earlier copy what is left over: here one more L.
        ("skill", "label", "Y---G"),
        # Never more marks than the secret has letters.
        ("those", "geese", "---GG"),
        ("dread", "added", "YY-YG"),
        # A letter in its place is spent; it does not serve a second time.
        ("award", "adore", "GY-G-"),
        ("abbey", "babbl", "YYG--"),
        # Every misplaced copy is marked as long as the secret has one.
        ("essay", "sease", "YYYY-"),
        ("terse", "steer", "YYYYY"),
        # The left-over letter serves the leftmost copy, the rest get nothing.
        ("abcd", "xaaa", "-Y--"),
        ("xxax", "aaxa", "Y-Y-"),
        # A place counts before anything to its left.
        ("xxxa", "aaaa", "---G"),
    ],
)
def test_repeated_letters_are_marked_as_in_wordle(secret: str, guess: str, expected: str) -> None:
    assert marks(secret, guess) == expected


def test_a_tile_of_several_code_points_is_one_letter() -> None:
    # R5: o with its turned comma is one tile, and not the letter o.
    assert mark(("oʻ", "z"), ("o", "z")) == (Mark.ABSENT, Mark.CORRECT)
    assert mark(("oʻ", "o"), ("o", "oʻ")) == (Mark.PRESENT, Mark.PRESENT)


def test_a_guess_of_another_length_cannot_be_marked() -> None:
    with pytest.raises(ValueError, match="argument"):
        mark("abcd", "abc")


words = st.integers(4, 6).flatmap(lambda size: st.tuples(*[st.text("abc", min_size=size, max_size=size)] * 2))


@given(words)
def test_marks_say_no_more_than_the_secret_holds(pair: tuple[str, str]) -> None:
    secret, guess = pair
    found = mark(secret, guess)
    for at, one in enumerate(found):
        assert (one is Mark.CORRECT) == (secret[at] == guess[at])
    for letter, held in Counter(guess).items():
        # As many copies are marked as both words have; the misplaced among them from the left.
        own = [one for tile, one in zip(guess, found, strict=True) if tile == letter and one is not Mark.CORRECT]
        shared = min(held, secret.count(letter))
        correct = sum(a == b == letter for a, b in zip(secret, guess, strict=True))
        assert own == [Mark.PRESENT] * (shared - correct) + [Mark.ABSENT] * (len(own) - shared + correct)
