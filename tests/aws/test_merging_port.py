"""A lobby that is merged into another, many players read at once, and the rate limiter (D9)."""

from dataclasses import replace
from functools import partial

import pytest

from tests.aws.conftest import Subject
from tests.aws.races import all_at_once
from tests.aws.records import claims_of, connect, lobby
from tests.support.builders import START
from wordle_tournament.app.ports import Conflict
from wordle_tournament.app.preconditions import (
    Absorbed,
    Precondition,
    SeatClaim,
    SeatMove,
)
from wordle_tournament.core.tournament import Phase

# One record, one version


# A lobby moves whole: D9


def two_lobbies(subject: Subject) -> list[Precondition]:
    """``t1`` and ``t2``, where ``p1`` sits; what must hold for ``t2`` to go into ``t1``."""
    connect(subject, "p1")
    subject.tournaments.save(lobby("t1", ratings=(1000, 1000)))
    subject.tournaments.save(lobby("t2"), preconditions=[SeatClaim("p1", "c1", None)])
    gone = lobby("t2", version=2)
    closed = replace(gone.tournament, phase=Phase.OVER, seats=(), into="t1")
    return [Absorbed(replace(gone, tournament=closed)), SeatMove("p1", "t2")]


def test_a_lobby_goes_into_another_with_everybody_in_it(subject: Subject) -> None:
    preconditions = two_lobbies(subject)
    subject.tournaments.save(lobby("t1", version=2, ratings=(1000,) * 3), preconditions=preconditions)
    gone = subject.tournaments.load("t2")
    assert gone is not None
    assert (gone.version, gone.tournament.into) == (2, "t1")
    assert claims_of(subject, "p1")[0] == "t1"


@pytest.mark.parametrize("overtaken", ["t1", "t2", "p1"])
def test_a_merge_that_is_overtaken_moves_nothing(subject: Subject, overtaken: str) -> None:
    preconditions = two_lobbies(subject)
    if overtaken == "p1":
        subject.tournaments.save(lobby("t3"), preconditions=[SeatClaim("p1", "c1", "t2")])
    else:
        subject.tournaments.save(lobby(overtaken, version=2, ratings=(900,)))
    before = [subject.tournaments.load(name) for name in ("t1", "t2")], claims_of(subject, "p1")
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby("t1", version=2, ratings=(1000,) * 3), preconditions=preconditions)
    assert ([subject.tournaments.load(name) for name in ("t1", "t2")], claims_of(subject, "p1")) == before


def test_a_merged_lobby_is_not_proposed_any_more(subject: Subject) -> None:
    subject.tournaments.save(lobby("t1", version=2, ratings=(1000,) * 3), preconditions=two_lobbies(subject))
    assert subject.tournaments.propose("xx", 1000, 1) == ["t1"]


# Many players at once


def test_many_players_are_read_at_once_and_strangers_left_out(subject: Subject) -> None:
    connect(subject, *(f"p{number}" for number in range(1, 9)))
    found = subject.players.load_all([*(f"p{number}" for number in range(1, 9)), "nobody"])
    assert sorted(found) == [f"p{number}" for number in range(1, 9)]
    assert found["p3"] == subject.players.load("p3")
    assert subject.players.load_all([]) == {}


# Limits


def test_so_many_tries_a_minute_are_allowed(subject: Subject) -> None:
    minute = START - START % 60_000
    assert [subject.rate_limiter.allow("join-p1", 3, minute + tick) for tick in (0, 1, 59_999, 59_999)] == [
        True
    ] * 3 + [False]
    assert subject.rate_limiter.allow("join-p2", 3, minute)
    assert subject.rate_limiter.allow("join-p1", 3, minute + 60_000)


def test_tries_at_one_instant_are_all_counted(subject: Subject) -> None:
    outcomes = all_at_once([partial(subject.rate_limiter.allow, "join-p1", 5, START) for _ in range(20)])
    assert sorted(map(bool, outcomes)) == [False] * 15 + [True] * 5


# In the table
