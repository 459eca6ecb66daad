"""Leaving after the start (R8.2, D3, D5, D6): an automatic defeat at any moment, final at once."""

import pytest

from tests.support.builders import PLAYERS, START, connection_of, running
from tests.support.elo import change_of
from tests.support.play import Play, code, kinds
from wordle_tournament.core.commands import Leave, RefusalCode
from wordle_tournament.core.events import (
    DuelEnded,
    Lives,
    Outcome,
    Placed,
    PlayerLeft,
    RoundClosed,
    RoundOpened,
    TournamentEnded,
    WatchEnded,
)
from wordle_tournament.core.tournament import Phase

FOUR = (3, 3, 3, 3, 0, 0, 0, 0)
FIVE = (3, 3, 3, 3, 3, 0, 0, 0)


def places(play: Play, *players: str) -> list[int | None]:
    return [play.seat(player).place for player in players]


# The moments


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
@pytest.mark.parametrize(("leaver", "opponent"), [("p1", "p2"), ("p2", "p1")])
def test_a_leaver_loses_the_duel_and_is_out(phase: Phase, leaver: str, opponent: str) -> None:  # R8.2, D5
    play = Play(running(FOUR, phase=phase))
    step = play.leave(leaver)
    lives = tuple(Lives(player, 0 if player == leaver else 3) for player in ("p1", "p2"))
    assert step.events == (
        DuelEnded("5.1", Outcome.FORFEIT, opponent, "baba", "BABA", (lives[0], lives[1])),
        PlayerLeft(leaver, 4, 4),
        WatchEnded(leaver),
    )
    assert step.answer == 1
    assert (play.seat(opponent).lives, play.seat(leaver).lives) == (3, 0)
    assert (play.seat(leaver).has_left, play.seat(leaver).place) == (True, 4)


def test_the_other_duels_of_the_intro_still_begin() -> None:  # D5
    play = Play(running(FOUR, phase=Phase.INTRO))
    play.leave("p1")
    step = play.at(6_000).tick()
    assert kinds(step) == ["turn-started"]
    assert (play.duel("p3").turn, play.duel("p2").turn) == (1, 0)


def test_a_round_whose_only_duel_was_left_in_the_intro_is_over() -> None:  # R1.4, D5
    play = Play(running((3, 3, 3, 0, 0, 0, 0, 0), phase=Phase.INTRO))
    play.at(2_000).leave("p1")
    (opened,) = play.happened(RoundOpened)
    assert [set(duel.players) for duel in opened.duels] == [{"p2", "p3"}]
    assert (opened.bye, opened.starts_at) == (None, START + 8_000)


def test_leaving_in_the_intro_never_makes_a_second_bye() -> None:
    play = Play(running((3,) * 7 + (0,), phase=Phase.INTRO))
    play.leave("p3")
    assert play.tournament.bye == "p7"
    play.at(6_000).tick()
    assert [duel.turn for duel in play.tournament.duels] == [1, 0, 1]
    assert play.duel("p4").winner == "p4"


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
def test_leaving_while_on_a_bye_counts_for_the_round(phase: Phase) -> None:  # D5
    play = Play(running(FIVE, phase=phase))
    assert play.tournament.bye == "p5"
    assert kinds(play.leave("p5")) == ["player-left", "watch-ended"]
    assert play.seat("p5").place == 5
    assert play.happened(RoundClosed) == []


@pytest.mark.parametrize("leaver", ["p1", "p2"])
def test_leaving_after_ones_duel_counts_for_the_round(leaver: str) -> None:  # D5
    play = Play(running(FOUR))
    play.solve("p1")
    ended = play.duel("p1")
    assert kinds(play.leave(leaver)) == ["player-left", "watch-ended"]
    assert play.duel("p1") == ended, "a duel that is over stays as it is"
    assert play.seat(leaver).place == 4


def test_leaving_in_the_opponents_turn_ends_the_turn_too() -> None:
    play = Play(running(FOUR))
    play.leave("p2")
    assert play.duel("p1").deadline is None
    assert code(play.guess("p1", "baba")) == RefusalCode.DUEL_OVER


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
def test_the_last_but_one_to_leave_ends_the_tournament_at_once(phase: Phase) -> None:  # D6
    play = Play(running((1, 3, 0, 0, 0, 0, 0, 0), phase=phase))
    play.leave("p2")
    assert play.tournament.phase is Phase.OVER
    (ended,) = play.happened(TournamentEnded)
    assert ended.winner == Placed("p1", 1, 25)
    assert play.seat("p2").place == 2


def test_when_all_leave_the_last_one_in_has_won() -> None:  # D6
    play = Play(running(phase=Phase.INTRO, round_number=1))
    for player in PLAYERS:
        play.leave(player)
    assert [play.seat(player).place for player in PLAYERS] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert len(play.happened(TournamentEnded)) == 1
    assert play.happened(RoundOpened) == []
    assert play.happened(PlayerLeft)[-1].player == "p7", "p8 had won before leaving"


def test_an_eliminated_player_who_leaves_only_stops_watching() -> None:  # D5
    play = Play(running((3, 1, 3, 3, 0, 0, 0, 0)))
    play.solve("p1")
    step = play.leave("p2")
    assert step.events == (WatchEnded("p2"),)
    assert step.answer == 0
    assert (play.seat("p2").has_left, play.seat("p2").is_watching) == (False, False)
    play.solve("p3")
    assert play.seat("p2").place == 4, "not below others for going"


def test_a_player_who_left_cannot_leave_again() -> None:
    play = Play(running(FOUR))
    play.leave("p1")
    assert play.leave("p1").events == (WatchEnded("p1"),)
    assert len(play.happened(PlayerLeft)) == 1


def test_after_the_end_leaving_is_only_turning_away() -> None:
    play = Play(running((2, 1, 0, 0, 0, 0, 0, 0)))
    play.solve("p1")
    assert play.leave("p1").events == (WatchEnded("p1"),)
    assert play.seat("p1").place == 1


def test_only_the_live_connection_can_leave() -> None:  # D11
    play = Play(running(FOUR))
    assert code(play.do(Leave("p1", "old"))) == RefusalCode.RETRY
    assert code(play.do(Leave("p9", connection_of("p9")))) == RefusalCode.NOT_SEATED
    assert play.events == []


# The places


def test_a_leaver_stands_below_all_others_of_the_round() -> None:  # R8.2, D3
    play = Play(running((3, 3, 3, 1, 3, 1, 3, 3)))
    play.leave("p1")
    for player in ("p3", "p5", "p7"):
        play.solve(player)
    assert places(play, "p1", "p4", "p6") == [8, 6, 6]


def test_a_leaver_is_placed_below_players_eliminated_earlier() -> None:  # D3
    play = Play(running((3, 1, 3, 3, 0, 0, 0, 0)))
    play.solve("p1")
    play.leave("p3")
    assert places(play, "p1", "p4", "p3", "p2") == [None, None, 4, 3]


def test_the_earlier_leaver_is_lower() -> None:  # D3
    play = Play(running(FIVE))
    play.leave("p4")
    play.leave("p1")
    play.leave("p5")
    assert places(play, "p4", "p1", "p5") == [5, 4, 3]


def test_a_leavers_place_counts_from_the_players_who_began_the_round() -> (
    None
):  # D3: leavers of earlier rounds are placed already
    play = Play(running((3,) * 7 + (0,)))
    play.leave("p1")
    for player in ("p3", "p5"):
        play.solve(player)
    assert play.tournament.round == 6
    play.leave("p2")
    assert places(play, "p1", "p2") == [7, 6]


def test_all_others_out_and_leavers_share_no_place() -> None:  # R3.4, D3
    play = Play(running((1, 1, 3, 3, 0, 0, 0, 0), turns={1: 12}))
    play.leave("p3")
    play.leave("p4")
    play.fail("p2")
    assert places(play, "p1", "p2", "p4", "p3") == [1, 1, 3, 4]
    (ended,) = play.happened(TournamentEnded)
    assert [placed.place for placed in ended.standings] == [1, 1, 3, 4, 5, 6, 7, 8]


def test_a_leavers_rating_change_is_final_at_once() -> None:  # D3, R6.3
    ratings = (1013, 990, 1150, 874, 1200, 1001, 999, 1050)
    play = Play(running((3, 1, 3, 1, 3, 3, 3, 3), ratings=ratings))
    play.solve("p1")
    play.leave("p5")
    (left,) = play.happened(PlayerLeft)
    rated = dict(zip(PLAYERS, ratings, strict=True))
    assert left.change == change_of("p5", dict.fromkeys(PLAYERS, 1) | {"p5": 8}, rated)
    play.leave("p8")
    later = play.happened(PlayerLeft)[-1]
    assert later.change == change_of("p8", dict.fromkeys(PLAYERS, 1) | {"p5": 8, "p8": 7}, rated)
    play.solve("p3")
    closed = play.happened(RoundClosed)[-1]
    assert [(placed.player, placed.place) for placed in closed.out] == [("p2", 5), ("p4", 5), ("p8", 7), ("p5", 8)]
    assert {placed.player: placed.change for placed in closed.out}["p5"] == left.change


def test_leaving_avoids_no_loss() -> None:
    play = Play(running(phase=Phase.INTRO, round_number=1))
    play.leave("p1")
    assert play.happened(PlayerLeft) == [PlayerLeft("p1", 8, -25)]


def test_the_opponents_leaving_costs_nothing() -> None:
    play = Play(running((1, 1, 3, 3, 0, 0, 0, 0)))
    play.leave("p2")
    assert play.duel("p1").winner == "p1"
    play.solve("p3")
    assert (play.seat("p1").lives, play.seat("p1").place) == (1, None)
