"""Lives and places (R3, D2, D6): what a duel costs, eliminations, shared places, and the end."""

import pytest

from tests.support.builders import PLAYERS, START, entrant, lobby_of, running
from tests.support.play import Play, kinds
from wordle_tournament.core.events import (
    DuelEnded,
    Lives,
    Outcome,
    Placed,
    PlayerEliminated,
    RoundClosed,
    RoundOpened,
    TournamentEnded,
    TurnSkipped,
)
from wordle_tournament.core.tournament import Phase


def draw(play: Play, player: str) -> None:
    """End the player's duel unsolved; ``running`` has put it into turn 12."""
    duel = play.duel(player)
    play.fail(duel.mover(duel.turn))


def places(play: Play) -> dict[str, int | None]:
    return {seat.player: seat.place for seat in play.tournament.seats}


def test_the_winner_keeps_all_lives_and_the_loser_loses_one() -> None:  # R3.1
    play = Play(running())
    for player in ("p1", "p3", "p5", "p7"):
        play.solve(player)
    (closed,) = play.happened(RoundClosed)
    assert closed == RoundClosed(5, tuple(Lives(f"p{n}", 3 if n % 2 else 2) for n in range(1, 9)), ())


def test_a_draw_costs_both_a_life() -> None:  # R3.1
    play = Play(running((3, 1, 2, 2, 0, 0, 0, 0), turns={1: 12}))
    draw(play, "p1")
    assert play.happened(DuelEnded)[0].lives == (Lives("p1", 2), Lives("p2", 0))


def test_at_no_lives_a_player_is_out() -> None:  # R3.2
    play = Play(running((3, 1, 2, 2, 0, 0, 0, 0)))
    play.solve("p1")
    assert not play.seat("p2").is_in
    assert play.seat("p2").out_in == 5
    play.solve("p3")
    (opened,) = play.happened(RoundOpened)
    assert {player for duel in opened.duels for player in duel.players} | {opened.bye} == {"p1", "p3", "p4"}


def test_the_place_is_fixed_when_the_round_ends() -> None:  # R3.3, D4
    play = Play(running((3, 1, 2, 2, 0, 0, 0, 0)))
    play.solve("p1")
    assert play.seat("p2").place is None
    play.solve("p3")
    assert (play.seat("p2").place, play.seat("p2").change) == (4, 4)


def test_players_eliminated_in_one_round_share_a_place() -> None:  # R3.3, D2
    play = Play(running((3, 1, 3, 1, 3, 3, 3, 3)))
    for player in ("p1", "p3", "p5", "p7"):
        play.solve(player)
    (closed,) = play.happened(RoundClosed)
    assert closed.out == (Placed("p2", 7, -21), Placed("p4", 7, -21))


def test_the_next_place_is_counted_from_those_above() -> None:  # D2: after two sevenths comes a sixth
    play = Play(running((3, 1, 3, 1, 3, 1, 3, 1), turns={1: 12}))
    draw(play, "p1")
    for player in ("p3", "p5", "p7"):
        play.solve(player)
    assert {play.seat(player).place for player in ("p2", "p4", "p6", "p8")} == {5}
    six = Play(running((3, 3, 3, 3, 1, 1, 0, 0)))
    for player in ("p1", "p3", "p5"):
        six.solve(player)
    assert six.seat("p6").place == 6


def test_two_finalists_who_eliminate_each_other_are_both_first() -> None:  # R3.4, D2
    play = Play(running((1, 1, 0, 0, 0, 0, 0, 0), turns={1: 12}))
    draw(play, "p1")
    assert places(play) == {"p1": 1, "p2": 1} | {f"p{n}": n for n in range(3, 9)}
    (ended,) = play.happened(TournamentEnded)
    assert ended.winner is None
    assert [(placed.player, placed.place) for placed in ended.standings] == [
        ("p1", 1),
        ("p2", 1),
        *((f"p{n}", n) for n in range(3, 9)),
    ]
    assert [placed.change for placed in ended.standings[:2]] == [21, 21]
    assert play.tournament.phase is Phase.OVER


def test_a_round_that_knocks_out_everybody_is_not_replayed() -> None:  # R3.4
    play = Play(running((1,) * 4 + (0,) * 4, turns={1: 12, 2: 12}))
    draw(play, "p1")
    assert play.happened(RoundClosed) == []
    draw(play, "p3")
    assert [places(play)[player] for player in PLAYERS] == [1, 1, 1, 1, 5, 6, 7, 8]
    assert play.happened(RoundOpened) == []
    assert play.tournament.phase is Phase.OVER


def test_a_lost_life_to_spare_is_not_a_lost_final() -> None:
    play = Play(running((3, 1, 0, 0, 0, 0, 0, 0)))
    play.fail("p1")
    play.solve("p2")
    assert (play.seat("p1").lives, play.seat("p2").lives) == (2, 1)
    assert (play.tournament.phase, play.tournament.round) == (Phase.INTRO, 6)
    assert play.happened(TournamentEnded) == []


def test_the_last_player_in_wins_and_is_placed_at_once() -> None:  # R3.2, R6.3
    play = Play(running((2, 1, 0, 0, 0, 0, 0, 0)))
    step = play.solve("p1")
    assert kinds(step) == ["guess-scored", "duel-ended", "player-eliminated", "round-closed", "tournament-ended"]
    (closed,) = play.happened(RoundClosed)
    assert closed.out == (Placed("p2", 2, 18),)
    (ended,) = play.happened(TournamentEnded)
    assert ended.winner == ended.standings[0] == Placed("p1", 1, 25)
    assert (play.seat("p1").place, play.seat("p1").change) == (1, 25)


def test_the_player_with_the_bye_wins_when_the_last_duel_eliminates_both() -> None:  # R2.2, D6
    play = Play(running((1, 1, 2, 0, 0, 0, 0, 0), turns={1: 12}))
    draw(play, "p1")
    assert [places(play)[player] for player in ("p1", "p2", "p3")] == [2, 2, 1]
    assert play.tournament.phase is Phase.OVER


def test_a_bye_costs_nothing_and_has_no_clock() -> None:  # R2.2
    play = Play(running((2, 2, 1, 0, 0, 0, 0, 0)))
    play.solve("p1")
    assert play.seat("p3").lives == 1
    (opened,) = play.happened(RoundOpened)
    assert len(opened.duels) == 1
    assert opened.bye in {"p1", "p2"}, "never the same twice running (R2.3)"


def test_the_round_ends_with_its_last_duel() -> None:  # R1.4
    play = Play(running())
    for player in ("p7", "p1", "p5"):
        play.solve(player)
        assert play.happened(RoundClosed) == []
    play.at(4_000).solve("p3")
    assert len(play.happened(RoundClosed)) == 1
    (opened,) = play.happened(RoundOpened)
    assert (opened.round, opened.starts_at) == (6, START + 10_000)  # R1.3: six seconds


def test_all_idle_through_three_rounds_share_the_first_place_and_no_rating_changes() -> None:
    play = Play(lobby_of(*map(entrant, PLAYERS[:7])))
    play.take_seats(entrant("p8"))
    for second in range(10, 3 * (6 + 360) + 10, 10):  # all clients ping, and no player guesses
        for player in PLAYERS:
            play.at(second * 1_000 - 1).ping(player)
    play.at(3 * 366_000).tick()
    assert play.tournament.phase is Phase.OVER
    assert len(play.happened(TurnSkipped)) == 3 * 4 * 12
    assert {ended.outcome for ended in play.happened(DuelEnded)} == {Outcome.DRAW}
    assert [closed.round for closed in play.happened(RoundClosed)] == [1, 2, 3]
    (ended,) = play.happened(TournamentEnded)
    assert ended.standings == tuple(Placed(player, 1, 0) for player in PLAYERS)
    assert {(event.guaranteed, event.possible) for event in play.happened(PlayerEliminated)[-2:]} == {(0, 0)}


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_no_player_with_lives_is_shown_as_out(lives: int) -> None:
    play = Play(running((3, lives, 3, 3, 0, 0, 0, 0)))
    play.solve("p1")
    assert [event.player for event in play.happened(PlayerEliminated)] == (["p2"] if lives == 1 else [])
