"""Parties and merges in a lobby (R9.2, D9, D11): a party goes out whole, a lobby comes in whole or not at all."""

import pytest

from tests.support.builders import PLAYERS, entrant, lobby_of, running
from tests.support.play import Play, code, kinds
from wordle_tournament.core.commands import Absorb, Command, Dissolve, RefusalCode, Withdraw
from wordle_tournament.core.events import LobbyChanged, Reason
from wordle_tournament.core.matchmaking import are_mergeable
from wordle_tournament.core.seat import Seat
from wordle_tournament.core.tournament import Phase


def seats(*ratings: int, first: int = 1, party: str | None = None) -> tuple[Seat, ...]:
    return tuple(Seat(f"p{number}", f"P{number}", rating, party) for number, rating in enumerate(ratings, first))


def test_a_party_is_withdrawn_whole_and_each_member_is_notified() -> None:
    play = Play(lobby_of(entrant("p1"), entrant("p2", party="y"), entrant("p3", party="y")))
    play.do(Withdraw("y"))
    (change,) = [event for event in play.happened(LobbyChanged) if event.freed]
    assert [(one.player, one.reason, one.connection, one.party) for one in change.freed] == [
        ("p2", Reason.PARTY, "c2", "y"),
        ("p3", Reason.PARTY, "c3", "y"),
    ]
    assert [seat.player for seat in play.tournament.seats] == ["p1"]


def test_a_party_that_does_not_sit_here_cannot_be_withdrawn() -> None:
    step = Play(lobby_of(entrant("p1"))).do(Withdraw("y"))
    assert (code(step), step.events) == (RefusalCode.NOT_SEATED, ())


def test_the_last_unit_out_closes_the_lobby() -> None:
    play = Play(lobby_of(entrant("p1", party="y"), entrant("p2", party="y")))
    play.do(Withdraw("y"))
    assert play.tournament.phase is Phase.OVER


@pytest.mark.parametrize("command", [Withdraw("y"), Absorb("t2", seats(1000, first=9)), Dissolve("t2")])
@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
def test_once_it_has_started_it_is_too_late(command: Command, phase: Phase) -> None:
    step = Play(running(phase=phase)).do(command)
    assert code(step) is RefusalCode.LOBBY_CLOSED


def test_a_lobby_comes_in_whole_and_says_which_it_replaces() -> None:  # D9
    play = Play(lobby_of(entrant("p1"), entrant("p2")))
    play.do(Absorb("t2", seats(1000, 1000, first=5)))
    assert [seat.player for seat in play.tournament.seats] == ["p1", "p2", "p5", "p6"]
    assert play.happened(LobbyChanged)[-1].replaces == "t2"


def test_the_eighth_seat_of_a_merge_starts_the_tournament() -> None:  # R1.1
    step = Play(lobby_of(*map(entrant, PLAYERS[:5]))).do(Absorb("t2", seats(1000, 1000, 1000, first=6)))
    assert kinds(step) == ["lobby", "tournament-started", "round-opened"]


@pytest.mark.parametrize("coming", [seats(1000, 1000, 1000, 1000, first=6), seats(1401, first=6), seats(1000, first=5)])
def test_what_does_not_fit_does_not_come_in(coming: tuple[Seat, ...]) -> None:  # D9: nine, too far, twice
    play = Play(lobby_of(*map(entrant, PLAYERS[:5])))
    step = play.do(Absorb("t2", coming))
    assert (code(step), step.events) == (RefusalCode.LOBBY_CLOSED, ())


def test_a_merged_lobby_is_over_and_knows_where_it_went() -> None:
    play = Play(lobby_of(entrant("p1")))
    play.do(Dissolve("t2"))
    assert (play.tournament.phase, play.tournament.seats, play.tournament.into) == (Phase.OVER, (), "t2")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (seats(1000), seats(1400, first=2), True),
        (seats(1000), seats(1401, first=2), False),
        (seats(-600), seats(-200, first=2), True),
        (seats(0, 2), seats(398, 400, first=3), True),
        (seats(0, 1), seats(400, 401, first=3), False),  # half a point too far
        (seats(700, 1300, party="y"), seats(1300, first=3), True),  # as one unit of 1000
        (seats(700, 1300), seats(1300, first=3), False),  # as two single players: 700 is too far
        (seats(800, 1200), seats(1200, first=3), True),  # a single player may be merged where they could have joined
        (seats(800, 1200), seats(1200, 1200, first=3, party="y"), True),  # so may a party
        (seats(800, 1200), seats(1200, 1200, first=3), False),  # two do not
        (seats(*[1000] * 4), seats(*[1000] * 4, first=5), True),
        (seats(*[1000] * 4), seats(*[1000] * 5, first=5), False),
    ],
)
def test_which_lobbies_may_be_one(one: tuple[Seat, ...], other: tuple[Seat, ...], *, expected: bool) -> None:  # D9
    assert are_mergeable(one, other) is expected
    assert are_mergeable(other, one) is expected
