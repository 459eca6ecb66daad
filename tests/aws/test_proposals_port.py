"""Which lobbies the store proposes to a unit of players: fullest first, then nearest (D9)."""

from collections.abc import Iterable

import pytest

from tests.aws.conftest import Subject
from tests.aws.records import lobby


def given_lobbies(subject: Subject, lobbies: Iterable[tuple[str, tuple[int, ...]]]) -> None:
    for name, ratings in lobbies:
        subject.tournaments.save(lobby(name, ratings=ratings))


def test_the_fullest_lobby_is_proposed_first_then_the_nearest(subject: Subject) -> None:
    given_lobbies(
        subject,
        [("one-far", (1150,)), ("one-near", (990,)), ("three", (1190,) * 3), ("two", (900, 900)), ("one-at", (1000,))],
    )
    assert subject.tournaments.propose("xx", 1000, 1) == ["three", "two", "one-at", "one-near", "one-far"]


@pytest.mark.parametrize(
    ("ratings", "is_in_reach"),
    [
        ((1200,), True),
        ((800,), True),
        ((1201,), False),
        ((799,), False),
        ((1200, 1200, 1201), False),  # 1200 1/3
        ((1199, 1200, 1200), True),  # 1199 2/3
        ((800, 800, 799, 800, 800, 800, 800), False),  # 799 6/7
        ((800, 800, 801, 800, 800, 800, 800), True),  # 800 1/7
    ],
)
def test_reach_is_200_exactly(subject: Subject, ratings: tuple[int, ...], is_in_reach: bool) -> None:  # noqa: FBT001
    given_lobbies(subject, [("t1", ratings)])
    assert list(subject.tournaments.propose("xx", 1000, 1)) == ["t1"] * is_in_reach


def test_lobbies_of_other_languages_and_with_too_few_seats_are_not_proposed(subject: Subject) -> None:
    subject.tournaments.save(lobby("other", language="yy"))
    given_lobbies(subject, [("six", (1000,) * 6), ("five", (1000,) * 5), ("eight", (1000,) * 8)])
    assert subject.tournaments.propose("xx", 1000, 1) == ["six", "five"]
    assert subject.tournaments.propose("xx", 1000, 2) == ["six", "five"]
    assert subject.tournaments.propose("xx", 1000, 3) == ["five"]
    assert subject.tournaments.propose("xx", 1000, 4) == []


def test_a_lobby_is_proposed_as_it_is_now(subject: Subject) -> None:
    subject.tournaments.save(lobby(ratings=(1000,)))
    subject.tournaments.save(lobby(version=2, ratings=(1000, 1300)))
    assert subject.tournaments.propose("xx", 1350, 1) == ["t1"]
    assert subject.tournaments.propose("xx", 900, 1) == []
    subject.tournaments.save(lobby(version=3, ratings=(1000,) * 8))
    assert subject.tournaments.propose("xx", 1000, 1) == []


def test_of_many_lobbies_the_nearest_of_both_sides_are_proposed(subject: Subject) -> None:
    given_lobbies(subject, [(f"t{rating}", (rating,)) for rating in range(900, 1100)])
    best = subject.tournaments.propose("xx", 1000, 1)[:5]
    assert best == ["t1000", "t1001", "t999", "t1002", "t998"]


# What has been performed
