"""Merged lobbies, and parties whose seats are freed (D9, D11, R9.2)."""

from dataclasses import replace

import pytest

from tests.support.builders import PLAYERS, START, entrant, lobby_of, running
from tests.support.play import Play, code, kinds
from wordle_tournament.core.commands import Absorb, RefusalCode, Withdraw
from wordle_tournament.core.events import LobbyChanged, Reason
from wordle_tournament.core.matchmaking import are_mergeable
from wordle_tournament.core.seat import Away, Seat
from wordle_tournament.core.tournament import Phase


def seats(*rated: tuple[str, int] | tuple[str, int, str]) -> tuple[Seat, ...]:
    return lobby_of(*(entrant(*one) for one in rated)).seats


def test_two_lobbies_merge_when_all_are_within_two_hundred_of_the_merged_mean() -> None:  # D9
    assert are_mergeable(seats(("p1", 1000)), seats(("p2", 1400)))  # the mean is 1200
    assert not are_mergeable(seats(("p1", 1000)), seats(("p2", 1401)))
    # The newcomers pull the mean out of range of a player who sat there before.
    assert not are_mergeable(
        seats(("p1", 1000)), seats(("p2", 1250), ("p3", 1250), ("p4", 1250), ("p5", 1250), ("p6", 1250))
    )


def test_a_party_counts_by_its_mean_when_lobbies_merge() -> None:  # D9
    friends = seats(("p1", 600, "friends"), ("p2", 1400, "friends"))
    others = seats(("p3", 1000), ("p4", 1000))
    assert are_mergeable(friends, others)
    assert not are_mergeable(seats(("p1", 600), ("p2", 1400)), others)


def test_a_unit_that_waits_alone_may_move_to_where_it_could_sit_down() -> None:  # D9, as when it took its seats
    wide = seats(("p1", 900), ("p2", 1100), ("p3", 1300))
    assert are_mergeable(seats(("p4", 900)), wide)  # 200 from their mean of 1100; p3 is 250 from the merged one
    assert are_mergeable(wide, seats(("p4", 900)))
    assert not are_mergeable(seats(("p4", 899)), wide)
    assert not are_mergeable(seats(("p4", 900), ("p5", 900)), wide)
    assert are_mergeable(seats(("p4", 900, "friends"), ("p5", 900, "friends")), wide)


@pytest.mark.parametrize(("own", "others", "expected"), [(4, 4, True), (1, 7, True), (5, 4, False), (1, 8, False)])
def test_two_lobbies_merge_when_the_seats_suffice(own: int, others: int, expected: bool) -> None:  # noqa: FBT001
    names = [f"p{number}" for number in range(1, own + others + 1)]
    one, other = seats(*((name, 1000) for name in names[:own])), seats(*((name, 1000) for name in names[own:]))
    assert are_mergeable(one, other) is expected


def test_everybody_of_the_other_lobby_is_seated_behind_ones_own() -> None:
    play = Play(lobby_of(entrant("p3"), entrant("p1")))
    play.do(Absorb("t2", seats(("p2", 1050), ("p4", 950))))
    assert [seat.player for seat in play.tournament.seats] == ["p3", "p1", "p2", "p4"]
    (changed,) = play.happened(LobbyChanged)
    assert changed.replaces == "t2"
    assert [seat.rating for seat in play.tournament.seats] == [1000, 1000, 1050, 950], "as they were copied (D1)"


def test_a_merger_that_fills_the_lobby_starts_it() -> None:  # R1.1
    play = Play(lobby_of(*map(entrant, PLAYERS[:5])))
    step = play.do(Absorb("t2", seats(*((player, 1000) for player in PLAYERS[5:]))))
    assert kinds(step) == ["lobby", "tournament-started", "round-opened"]


def test_an_absence_goes_on_in_the_merged_lobby_and_holds_up_its_start() -> None:  # D11
    gone = replace(seats(("p6", 1000))[0], away=Away(START - 4_000, START + 6_000), connection=None)
    play = Play(lobby_of(*map(entrant, PLAYERS[:5])))
    step = play.do(Absorb("t2", (gone, *seats(("p7", 1000), ("p8", 1000)))))
    assert (kinds(step), play.tournament.phase) == (["lobby"], Phase.LOBBY)
    play.at(6_000).tick()
    assert [seat.player for seat in play.tournament.seats] == ["p1", "p2", "p3", "p4", "p5", "p7", "p8"]


@pytest.mark.parametrize(
    "others",
    [
        (("p1", 1000),),  # no player sits twice
        (("p6", 1500),),
        tuple((f"p{number}", 1000) for number in range(3, 10)),
    ],
)
def test_a_merger_that_may_not_be_changes_nothing(others: tuple[tuple[str, int], ...]) -> None:
    play = Play(lobby_of(entrant("p1"), entrant("p2")))
    step = play.do(Absorb("t2", seats(*others)))
    assert (code(step), step.events) == (RefusalCode.LOBBY_CLOSED, ())


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
def test_what_has_started_is_no_lobby_any_more(phase: Phase) -> None:
    play = Play(running(phase=phase))
    assert code(play.do(Absorb("t2", seats(("p9", 1000))))) == RefusalCode.LOBBY_CLOSED
    assert code(play.do(Withdraw("friends"))) == RefusalCode.LOBBY_CLOSED
    assert play.events == []


def test_a_party_withdraws_whole() -> None:  # D11
    play = Play(lobby_of(entrant("p1", party="a"), entrant("p2"), entrant("p3", party="a"), entrant("p4", party="b")))
    play.do(Withdraw("a"))
    assert [seat.player for seat in play.tournament.seats] == ["p2", "p4"]
    (changed,) = play.happened(LobbyChanged)
    assert [(one.player, one.reason) for one in changed.freed] == [("p1", Reason.PARTY), ("p3", Reason.PARTY)]
    assert code(play.do(Withdraw("a"))) == RefusalCode.NOT_SEATED


def test_the_last_party_to_withdraw_closes_the_lobby() -> None:
    play = Play(lobby_of(entrant("p1", party="a"), entrant("p2", party="a")))
    play.do(Withdraw("a"))
    assert (play.tournament.phase, play.tournament.is_open) == (Phase.OVER, False)
