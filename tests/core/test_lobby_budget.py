"""The absences of a seat in a lobby share one budget of 10 seconds (D18), and when a timer must look again (D21)."""

from dataclasses import replace

from tests.support.builders import START, connection_of, entrant, lobby_of
from tests.support.play import Play, kinds
from wordle_tournament.core.events import Freed, LobbyChanged, Reason
from wordle_tournament.core.seat import Away
from wordle_tournament.core.step import next_look
from wordle_tournament.core.tournament import Phase

EIGHT = tuple(f"p{number}" for number in range(1, 9))


def lobby(*players: str) -> Play:
    return Play(lobby_of(*(entrant(player) for player in players)))


def absence(play: Play, player: str, *, drop: int, back: int) -> None:
    """Lose the player's connection at ``drop`` and bring them back at ``back``, in ms."""
    play.at(drop).drop(player)
    play.at(back).attach(player, f"new-{back}")


def test_a_second_absence_has_what_the_first_one_left() -> None:
    play = lobby("p1", "p2")
    absence(play, "p1", drop=0, back=4_000)
    play.at(20_000).drop("p1")
    assert play.seat("p1").away == Away(START + 20_000, START + 26_000)


def test_a_seat_is_freed_when_the_rest_of_its_budget_is_over() -> None:
    play = lobby("p1", "p2")
    absence(play, "p1", drop=0, back=4_000)
    play.at(20_000).drop("p1")
    play.at(25_999).tick()
    assert play.tournament.seat("p1") is not None
    play.at(26_000).tick()
    assert play.tournament.seat("p1") is None


def test_a_seat_whose_budget_is_used_up_is_freed_at_the_next_drop() -> None:
    play = lobby("p1", "p2")
    absence(play, "p1", drop=0, back=9_999)
    absence(play, "p1", drop=20_000, back=20_000)
    play.tournament = replace(
        play.tournament, seats=tuple(replace(seat, absent_ms=10_000) for seat in play.tournament.seats)
    )
    step = play.at(30_000).drop("p1")
    assert [event.freed for event in step.events if isinstance(event, LobbyChanged)] == [
        (Freed("p1", Reason.LOST, None),)
    ]
    assert [seat.player for seat in play.tournament.seats] == ["p2"]


def test_a_drop_that_comes_twice_is_one_absence() -> None:
    play = lobby("p1", "p2")
    play.drop("p1")
    away = play.seat("p1").away
    play.at(3_000).drop("p1", connection_of("p1"))
    assert play.seat("p1").away == away


def test_every_seat_has_a_budget_of_its_own_and_a_new_seat_a_new_one() -> None:
    play = lobby("p1", "p2")
    absence(play, "p1", drop=0, back=9_000)
    play.at(10_000).drop("p2")
    assert play.seat("p2").away == Away(START + 10_000, START + 20_000)
    play.at(11_000).leave("p1")
    play.at(12_000).take_seats(entrant("p1"))
    play.at(13_000).drop("p1")
    assert play.seat("p1").away == Away(START + 13_000, START + 23_000)


def test_two_who_come_and_go_in_turn_hold_a_full_lobby_for_twenty_seconds_at_most() -> None:
    play = lobby(*EIGHT[:6])
    play.take_seats(entrant("p7"))
    play.drop("p7")
    play.take_seats(entrant("p8"))
    assert play.tournament.phase is Phase.LOBBY
    pair, now = ["p7", "p8"], 0
    while play.tournament.phase is Phase.LOBBY and len(play.tournament.seats) == 8:
        now += 1_000
        play.at(now).drop(pair[1])
        play.attach(pair[0], f"{pair[0]}-{now}")
        pair.reverse()
        assert now <= 20_000
    assert now >= 10_000


def test_the_game_itself_gives_each_absence_its_full_time() -> None:
    play = lobby(*EIGHT[:7])
    absence(play, "p1", drop=0, back=9_000)
    play.at(10_000).take_seats(entrant("p8"))
    assert play.tournament.phase is Phase.INTRO
    assert kinds(play.drop("p1")) == ["player-away"]
    assert play.seat("p1").away == Away(START + 10_000, START + 70_000)


def test_a_timer_looks_again_before_anybody_can_have_used_up_their_budget() -> None:
    play = lobby("p1", "p2", "p3")
    assert next_look(play.tournament, START) is None
    absence(play, "p1", drop=0, back=9_000)
    play.at(10_000).drop("p2")
    assert next_look(play.tournament, START + 10_000) == START + 11_000  # if p1 drops now, one second is left to them
    play.at(10_500).drop("p1")
    assert play.seat("p1").away == Away(START + 10_500, START + 11_500)


def test_a_timer_looks_at_the_deadline_if_nobody_has_been_away_before() -> None:
    play = lobby("p1", "p2")
    play.drop("p1")
    assert next_look(play.tournament, START + 3_000) == START + 10_000
