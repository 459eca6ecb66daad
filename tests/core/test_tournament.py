"""Questions to a tournament's state: which players it holds (D12), whether it is open (D9), names of duels."""

import pytest

from tests.support.builders import PLAYERS, empty_lobby, entrant, lobby_of, running
from tests.support.play import Play
from wordle_tournament.core.tournament import Phase, duel_name, round_of


def test_a_lobby_holds_the_players_seated_in_it() -> None:  # D12
    play = Play(lobby_of(entrant("p1"), entrant("p2")))
    assert [play.tournament.holds(player) for player in ("p1", "p2", "p3")] == [True, True, False]
    play.leave("p1")
    assert not play.tournament.holds("p1")
    play.leave("p2")
    assert not play.tournament.holds("p2")


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
def test_a_running_tournament_holds_the_players_with_lives(phase: Phase) -> None:  # D12: an eliminated player is free
    play = Play(running((3, 1, 3, 3, 0, 0, 0, 0), phase=phase))
    assert [play.tournament.holds(player) for player in PLAYERS] == [True] * 4 + [False] * 4
    play.at(6_000).tick()
    play.solve("p1")
    assert not play.tournament.holds("p2"), "at once, not only when the round ends"
    play.leave("p3")
    assert not play.tournament.holds("p3")


def test_a_tournament_that_is_over_holds_no_player() -> None:
    play = Play(running((2, 1, 0, 0, 0, 0, 0, 0)))
    play.solve("p1")
    assert not any(play.tournament.holds(player) for player in PLAYERS)


def test_an_absent_player_is_held() -> None:
    play = Play(running((2, 1, 0, 0, 0, 0, 0, 0)))
    play.drop("p1")
    assert play.tournament.holds("p1")


def test_a_lobby_is_open_while_it_has_a_free_seat() -> None:
    assert empty_lobby().is_open
    play = Play(lobby_of(*map(entrant, PLAYERS[:7])))
    assert play.tournament.is_open
    play.drop("p1")
    play.take_seats(entrant("p8"))
    assert (play.tournament.is_open, play.tournament.phase) == (False, Phase.LOBBY)


@pytest.mark.parametrize(("name", "number"), [("1.1", 1), ("12.4", 12), ("0.1", 0), ("", 0), ("1", 0), ("1.", 0)])
def test_a_duels_name_tells_its_round(name: str, number: int) -> None:
    assert round_of(name) == number
    if number:
        assert duel_name(number, int(name.partition(".")[2])) == name


@pytest.mark.parametrize("name", ["-1.1", "1.x", "x.1", "١.١", "²." + "1", "99999999.1", " 1.1", "1 .1"])
def test_what_is_no_duels_name_tells_no_round(name: str) -> None:
    assert round_of(name) == 0
