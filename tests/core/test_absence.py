"""Lost connections in a running tournament (R8.3, D11, D15): away, back in time, or left."""

import pytest

from tests.support.builders import START, running
from tests.support.play import Play, code, kinds
from wordle_tournament.core.commands import RefusalCode
from wordle_tournament.core.events import (
    ConnectionChanged,
    DuelEnded,
    PlayerAway,
    PlayerBack,
    PlayerEliminated,
    PlayerHeard,
    PlayerLeft,
    TurnSkipped,
    WatchEnded,
)
from wordle_tournament.core.seat import Away
from wordle_tournament.core.step import next_due
from wordle_tournament.core.tournament import Phase

FOUR = (3, 3, 3, 3, 0, 0, 0, 0)


def four(phase: Phase = Phase.PLAYING) -> Play:
    """p1-p2 and p3-p4; p1 and p3 have the odd turns."""
    return Play(running(FOUR, phase=phase))


def keep_going(play: Play, until: int, *players: str) -> None:
    """Let the players' clients ping every ten seconds up to a moment; no player guesses."""
    for now in range(play.now + 10_000, until, 10_000):
        play.at(now - 1)
        for player in players:
            play.ping(player)
    play.at(until)


# Away


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
@pytest.mark.parametrize("player", ["p1", "p2"])
def test_a_lost_connection_makes_a_player_away_for_sixty_seconds(phase: Phase, player: str) -> None:  # R8.3
    play = four(phase)
    step = play.at(1_000).drop(player)
    assert step.events == (PlayerAway(player, Away(START + 1_000, START + 61_000), is_gone=True),)
    assert play.seat(player).connection is None
    assert play.seat(player).is_in


def test_an_absent_players_turn_runs_its_full_time_and_is_skipped() -> None:  # R8.3, D11
    play = four()
    play.drop("p1")
    play.at(29_999).tick()
    assert play.duel("p1").turn == 1
    play.at(30_000).ping("p2")
    assert play.duel("p1").rows == (TurnSkipped("5.1", 1, "p1"),)
    play.at(31_000).fail("p2")
    play.at(60_999).ping("p2")
    assert play.duel("p1").turn == 3


def test_a_connection_is_lost_once() -> None:  # $disconnect, and posts that fail
    play = four()
    play.drop("p1", "c1")
    play.at(5_000).drop("p1", "c1")
    assert len(play.happened(PlayerAway)) == 1
    assert play.seat("p1").away == Away(START, START + 60_000)


def test_the_drop_of_another_connection_does_nothing() -> None:
    play = four()
    assert play.drop("p1", "c2").events == ()
    assert code(play.drop("p9", "c9")) == RefusalCode.NOT_SEATED


# Back


@pytest.mark.parametrize("after", [0, 1, 30_000, 59_999])
def test_coming_back_in_time_resumes_the_game(after: int) -> None:  # R8.3, D11
    play = four()
    play.at(1_000).drop("p2")
    keep_going(play, 1_000 + after, "p1")
    step = play.attach("p2", "c9")
    assert PlayerBack("p2", "c9") in step.events
    assert (play.seat("p2").away, play.seat("p2").connection, play.seat("p2").lives) == (None, "c9", 3)
    keep_going(play, 100_000, "p1", "p2", "p3", "p4")
    play.tick()
    assert play.happened(PlayerLeft) == []


@pytest.mark.parametrize("after", [60_000, 60_001, 600_000])
def test_coming_back_too_late_is_coming_back_to_watch(after: int) -> None:  # R8.3: not back within 60 s
    play = four()
    play.drop("p2")
    step = play.at(after).attach("p2", "c9")
    assert "player-back" not in kinds(step)
    assert play.happened(PlayerLeft)[0].player == "p2"
    assert (play.seat("p2").is_in, play.seat("p2").place) == (False, 4)
    assert (play.seat("p2").connection, play.seat("p2").is_watching) == ("c9", True), "who was cut off may watch"


def test_a_player_who_does_not_come_back_has_left() -> None:  # R8.3, R8.2
    play = four()
    play.drop("p2")
    keep_going(play, 60_000, "p1", "p3", "p4")
    step = play.ping("p1")
    at = kinds(step).index("player-left")
    assert kinds(step)[at - 1 : at + 1] == ["duel-ended", "player-left"]
    assert PlayerLeft("p2", 4, 4) in step.events
    assert play.duel("p1").winner == "p1"
    assert play.happened(WatchEnded) == [], "he did not ask to go"


def test_a_second_absence_has_its_own_sixty_seconds() -> None:  # absences do not add up
    play = four()
    play.drop("p2")
    play.at(20_000).attach("p2", "c9")
    play.at(50_000).drop("p2")
    keep_going(play, 109_999, "p1", "p3", "p4")
    play.tick()
    assert play.seat("p2").is_in
    play.at(110_000).tick()
    assert not play.seat("p2").is_in
    assert [away.away.since - START for away in play.happened(PlayerAway) if away.player == "p2"] == [0, 50_000]


def test_a_timer_for_an_absence_that_is_over_does_nothing() -> None:
    play = four()
    play.drop("p2")
    play.at(20_000).attach("p2", "c9")
    keep_going(play, 60_000, "p1", "p2", "p3", "p4")
    assert "player-left" not in kinds(play.tick())
    assert play.seat("p2").is_in


def test_all_players_are_notified_once_of_an_absence_and_once_of_the_return() -> None:
    play = four()
    play.drop("p2")
    keep_going(play, 40_000, "p1", "p3", "p4")
    play.attach("p2", "c9")
    play.attach("p2", "c9")
    play.ping("p2")
    assert (len(play.happened(PlayerAway)), len(play.happened(PlayerBack))) == (1, 1)


def test_a_cut_after_two_hours_is_an_ordinary_return() -> None:
    play = four()
    play.drop("p1")
    play.at(500).attach("p1", "c9")
    play.at(29_000).fail("p1")
    assert play.seat("p1").lives == 3
    assert play.duel("p1").rows[0].player == "p1"


# One live connection (D11)


def test_a_newer_connection_takes_over() -> None:
    play = four()
    step = play.attach("p1", "c9")
    assert step.events[0] == ConnectionChanged("p1", "c9")
    assert code(play.ping("p1", "c1")) == RefusalCode.RETRY
    assert code(play.fail("p1")) is None
    assert play.happened(PlayerBack) == [], "he was never away"


def test_a_late_disconnect_of_an_old_connection_does_nothing() -> None:
    play = four()
    play.drop("p1", "c1")
    play.at(5_000).attach("p1", "c9")
    assert play.at(8_000).drop("p1", "c1").events == ()
    assert play.seat("p1").away is None


def test_a_disconnect_of_a_replaced_connection_does_nothing() -> None:
    play = four()
    play.attach("p1", "c9")
    assert play.at(2_000).drop("p1", "c1").events == ()
    assert (play.seat("p1").away, play.seat("p1").connection) == (None, "c9")


def test_saying_hello_again_on_the_same_connection_changes_nothing() -> None:
    play = four()
    play.at(1_000).ping("p1")
    assert play.attach("p1", "c1").events == ()


def test_a_player_without_a_seat_takes_no_seat_of_another() -> None:
    play = four()
    play.drop("p1")
    assert code(play.attach("p9", "c9")) == RefusalCode.NOT_SEATED
    assert play.seat("p1").away is not None


# Silence, without any sign that the connection is lost (D15)


def test_a_player_who_was_silent_in_a_whole_own_turn_is_away_from_its_end() -> None:
    play = four()
    step = play.at(30_000).ping("p2")
    assert PlayerAway("p1", Away(START + 30_000, START + 90_000), is_gone=False) in step.events
    assert play.seat("p1").connection == "c1", "perhaps it only went through a tunnel"
    assert play.happened(PlayerAway)[0].player == "p1"


@pytest.mark.parametrize("heard_at", [0, 15_000, 29_999])
def test_being_idle_at_a_live_client_is_no_absence(heard_at: int) -> None:
    play = four()
    step = play.at(heard_at).ping("p1")
    assert step.events == (PlayerHeard("p1", "5.1", 1),)
    play.at(30_000).tick()
    assert [away.player for away in play.happened(PlayerAway)] == ["p3"]


def test_a_refused_guess_is_a_sign_of_life() -> None:
    play = four()
    play.at(1_000).guess("p1", "zzzz")
    play.at(30_000).tick()
    assert [away.player for away in play.happened(PlayerAway)] == ["p3"]


def test_a_new_connection_is_a_sign_of_life() -> None:
    play = four()
    play.at(1_000).attach("p1", "c9")
    play.at(30_000).tick()
    assert [away.player for away in play.happened(PlayerAway)] == ["p3"]


def test_a_sign_of_life_in_the_opponents_turn_is_none_in_ones_own() -> None:
    play = four()
    play.at(1_000).fail("p1")
    play.at(2_000).ping("p1")
    play.at(3_000).fail("p2")
    play.at(33_000).ping("p4")
    assert [away.player for away in play.happened(PlayerAway) if away.player in {"p1", "p2"}] == ["p1"]


def test_every_turn_is_listened_to_anew() -> None:
    play = Play(running((3, 3, 0, 0, 0, 0, 0, 0)))
    play.at(1_000).ping("p1")
    play.at(31_000).guess("p2", "bebe", turn=2)
    play.at(61_000).tick()
    assert [away.player for away in play.happened(PlayerAway)] == ["p1"]
    assert play.seat("p1").away == Away(START + 61_000, START + 121_000)


def test_one_sign_of_life_a_turn_is_noted() -> None:
    play = four()
    for now in (1_000, 2_000, 3_000):
        play.at(now).ping("p1")
    assert len(play.happened(PlayerHeard)) == 1


@pytest.mark.parametrize("sign", ["ping", "guess", "attach"])
def test_a_silent_player_who_is_heard_again_is_back(sign: str) -> None:
    play = four()
    play.at(30_000).ping("p2")
    assert play.seat("p1").away is not None
    play.at(40_000)
    step = {
        "ping": lambda: play.ping("p1"),
        "guess": lambda: play.guess("p1", "bebe", turn=2),  # refused: it is p2's turn
        "attach": lambda: play.attach("p1", "c1"),
    }[sign]()
    assert [event for event in step.events if isinstance(event, PlayerBack)] == [PlayerBack("p1", "c1")]
    assert play.seat("p1").away is None


def test_a_silent_players_guess_brings_him_back_and_counts() -> None:
    play = Play(running((3, 3, 0, 0, 0, 0, 0, 0)))
    play.at(30_000).guess("p2", "bebe", turn=2)
    assert play.seat("p1").away is not None
    step = play.at(31_000).solve("p1")
    happened = [kind for kind in kinds(step) if kind != "player-heard"]
    assert happened[:3] == ["player-back", "guess-scored", "duel-ended"]
    assert step.answer is not None
    assert step.events[step.answer].kind == "guess-scored"


def test_a_silent_player_whose_connection_then_drops_gains_no_time() -> None:
    play = four()
    play.at(30_000).ping("p2")
    step = play.at(50_000).drop("p1")
    assert step.events == (ConnectionChanged("p1", None),)
    assert play.seat("p1").away == Away(START + 30_000, START + 90_000)


def test_the_silent_turns_of_an_away_player_start_no_new_absence() -> None:
    play = four()
    play.at(10_000).drop("p1")
    play.at(30_000).ping("p2")
    assert play.seat("p1").away == Away(START + 10_000, START + 70_000)


def test_silence_in_the_last_row_of_a_lost_duel_is_no_absence() -> None:
    play = Play(running((1, 1, 3, 3, 0, 0, 0, 0), turns={1: 12}))
    play.at(30_000).tick()
    assert [event.player for event in play.happened(PlayerEliminated)] == ["p1", "p2"]
    assert [away.player for away in play.happened(PlayerAway)] == ["p3"]


def test_a_silent_player_may_still_leave() -> None:
    play = four()
    play.at(30_000).ping("p2")
    play.at(31_000).leave("p1")
    assert (play.seat("p1").has_left, play.seat("p1").away) == (True, None)


# Players without lives


def test_an_eliminated_player_cannot_be_away() -> None:  # D5
    play = Play(running((3, 1, 3, 3, 0, 0, 0, 0)))
    play.solve("p1")
    assert play.drop("p2").events == (ConnectionChanged("p2", None),)
    assert play.attach("p2", "c9").events == (ConnectionChanged("p2", "c9"),)
    assert play.happened(PlayerAway) == []


def test_an_away_player_who_is_eliminated_has_not_left() -> None:  # D3
    play = Play(running((3, 1, 3, 3, 0, 0, 0, 0)))
    play.drop("p2")
    play.solve("p1")
    play.at(20_000).fail("p3")
    play.at(45_000).fail("p4")
    play.at(61_000).fail("p3")
    assert play.happened(PlayerLeft) == []
    assert (play.seat("p2").has_left, play.seat("p2").away) == (False, None)


def test_the_bye_and_the_stands_between_duels_are_no_shelter() -> None:  # D5
    play = Play(running((3, 3, 3, 0, 0, 0, 0, 0)))
    play.drop("p3")
    play.at(60_000).tick()
    assert play.seat("p3").place == 3


def test_when_all_are_over_nothing_falls_due() -> None:
    play = Play(running((2, 1, 0, 0, 0, 0, 0, 0)))
    play.drop("p2")
    play.at(1_000).solve("p1")
    assert play.tournament.phase is Phase.OVER
    assert next_due(play.tournament) is None
    play.drop("p1")
    assert play.at(10**9).tick().events == ()


def test_a_player_who_returns_after_the_end_is_only_connected() -> None:
    play = Play(running((2, 1, 0, 0, 0, 0, 0, 0)))
    play.drop("p1")
    play.at(1_000).leave("p2")
    assert play.tournament.phase is Phase.OVER
    assert play.seat("p1").place == 1
    play.at(41_000).attach("p1", "c9")
    assert play.seat("p1").connection == "c9"


def test_a_duel_of_two_absent_players_ends_when_the_first_is_gone() -> None:  # the earlier drop leaves first
    play = Play(running(FOUR))
    play.drop("p2")
    play.at(1_000).drop("p1")
    keep_going(play, 60_500, "p3", "p4")
    play.tick()
    assert [left.player for left in play.happened(PlayerLeft)] == ["p2"]
    assert [ended.winner for ended in play.happened(DuelEnded)] == ["p1"]
    play.at(61_000).tick()
    assert [(left.player, left.place) for left in play.happened(PlayerLeft)] == [("p2", 4), ("p1", 3)]
