"""What falls due at one instant, and the time a tournament has seen (D10, D6).

The order: turn expiries, then absences (earlier drop first, then seat number), then the round's end. These tests build
states in which several things fall due at the very same millisecond, ``T``.
"""

from dataclasses import replace

import pytest

from tests.support.builders import PLAYERS, START, entrant, lobby_of, running
from tests.support.play import Play, code, kinds
from wordle_tournament.core.commands import RefusalCode
from wordle_tournament.core.events import (
    DuelEnded,
    Outcome,
    PlayerAway,
    PlayerEliminated,
    PlayerLeft,
    RoundClosed,
    RoundOpened,
    TournamentEnded,
    TurnSkipped,
    TurnStarted,
)
from wordle_tournament.core.seat import Away
from wordle_tournament.core.step import next_due
from wordle_tournament.core.tournament import Phase, Tournament

T = 30_000  # a running turn's deadline; an absence since -30 s ends then too
DROPPED = T - 60_000


def at_t(tournament: Tournament) -> Play:
    """Everything that is due at T, applied by one timer."""
    play = Play(tournament)
    play.at(T).tick()
    return play


def test_a_turn_expires_before_its_player_is_gone() -> None:
    play = at_t(running((3, 3, 3, 3, 0, 0, 0, 0), turns={1: 11}, deadlines={2: T + 1}, away={"p1": DROPPED}))
    assert [event.kind for event in play.events] == ["turn-skipped", "turn-started", "duel-ended", "player-left"]
    assert play.happened(DuelEnded)[0].outcome is Outcome.FORFEIT
    assert play.duel("p1").rows[-1] == TurnSkipped("5.1", 11, "p1")


def test_the_twelfth_row_makes_a_draw_before_its_player_is_gone() -> None:
    play = at_t(running((3, 3, 3, 3, 0, 0, 0, 0), turns={1: 12}, deadlines={2: T + 1}, away={"p2": DROPPED}))
    assert play.happened(DuelEnded)[0].outcome is Outcome.DRAW
    assert play.seat("p1").lives == 2, "the draw costs him a life; a moment earlier he would have won"
    assert (play.seat("p2").place, play.seat("p2").has_left) == (4, True)


def test_a_player_who_loses_the_last_life_as_their_absence_ends_was_eliminated() -> None:  # and shares the place
    play = at_t(running((1, 1, 3, 3, 0, 0, 0, 0), turns={1: 12}, deadlines={2: T + 1}, away={"p2": DROPPED}))
    assert play.happened(PlayerLeft) == []
    assert [event.player for event in play.happened(PlayerEliminated)] == ["p1", "p2"]
    play.at(T).solve("p3")
    assert (play.seat("p1").place, play.seat("p2").place) == (3, 3)


def test_an_absence_that_ends_with_the_round_belongs_to_it() -> None:  # absences before the round's end
    play = at_t(running((3, 3, 3, 0, 0, 0, 0, 0), turns={1: 12}, away={"p3": DROPPED}))
    assert (play.tournament.bye, play.tournament.round) == (None, 6)
    assert PlayerLeft("p3", 3, 11) in play.events
    (closed,) = play.happened(RoundClosed)
    assert [(placed.player, placed.place) for placed in closed.out] == [("p3", 3)]
    (opened,) = play.happened(RoundOpened)
    assert [set(duel.players) for duel in opened.duels] == [{"p1", "p2"}]


def test_a_leaver_of_the_rounds_last_instant_stands_below_its_knocked_out() -> None:  # D3
    play = at_t(running((1, 3, 3, 3, 3, 0, 0, 0), turns={1: 12, 2: 12}, away={"p5": DROPPED}))
    assert (play.seat("p1").place, play.seat("p5").place) == (4, 5)


def test_of_two_absences_the_earlier_drop_ends_first() -> None:
    tournament = running((3, 3, 3, 3, 3, 3, 0, 0), deadlines=dict.fromkeys((1, 2, 3), T + 1))
    for player, since in (("p1", DROPPED + 5_000), ("p5", DROPPED)):  # as after a change of the rules' times
        away = Away(START + since, START + T)
        seats = (replace(one, away=away, connection=None) if one.player == player else one for one in tournament.seats)
        tournament = replace(tournament, seats=tuple(seats))
    play = at_t(tournament)
    assert [(left.player, left.place) for left in play.happened(PlayerLeft)] == [("p5", 6), ("p1", 5)]


def test_of_two_drops_of_one_instant_the_lower_seat_goes_first() -> None:
    away = {"p6": DROPPED, "p2": DROPPED}
    play = at_t(running((3, 3, 3, 3, 3, 3, 0, 0), deadlines=dict.fromkeys((1, 2, 3), T + 1), away=away))
    assert [(left.player, left.place) for left in play.happened(PlayerLeft)] == [("p2", 6), ("p6", 5)]


def test_of_two_finalists_gone_at_one_instant_the_second_has_won() -> None:  # D6: over at once
    play = at_t(running((3, 1, 0, 0, 0, 0, 0, 0), deadlines={1: T + 1}, away={"p1": DROPPED, "p2": DROPPED}))
    assert [left.player for left in play.happened(PlayerLeft)] == ["p1"]
    (ended,) = play.happened(TournamentEnded)
    assert ended.winner is not None
    assert (ended.winner.player, play.seat("p1").place) == ("p2", 2)


def test_all_eight_gone_at_one_instant_leave_a_winner() -> None:
    play = at_t(running(deadlines=dict.fromkeys(range(1, 5), T + 1), away=dict.fromkeys(PLAYERS, DROPPED)))
    assert [play.seat(player).place for player in PLAYERS] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_the_only_player_left_has_won_before_their_absence_ends() -> None:  # D6, D4
    play = at_t(running((1, 1, 3, 0, 0, 0, 0, 0), turns={1: 12}, away={"p3": DROPPED}))
    (ended,) = play.happened(TournamentEnded)
    assert ended.winner is not None
    assert ended.winner.player == "p3"
    assert [play.seat(player).place for player in ("p1", "p2", "p3")] == [2, 2, 1]
    assert play.happened(PlayerLeft) == []
    eliminated = play.happened(PlayerEliminated)
    assert [event.player for event in eliminated] == ["p1", "p2"]
    for event in eliminated:
        assert event.guaranteed == play.seat(event.player).change == event.possible


def test_duels_that_draw_at_one_instant_end_one_round() -> None:
    play = at_t(running((1,) * 8, turns=dict.fromkeys(range(1, 5), 12)))
    assert len(play.happened(DuelEnded)) == 4
    assert [play.seat(player).place for player in PLAYERS] == [1] * 8
    assert [len(play.happened(kind)) for kind in (RoundClosed, TournamentEnded, RoundOpened)] == [1, 1, 0]


def test_silence_and_the_rounds_end_at_one_instant() -> None:  # D15: away from the turn's end, into the next round
    play = at_t(running((3, 3, 0, 0, 0, 0, 0, 0), turns={1: 12}))
    assert play.seat("p2").away == Away(START + T, START + T + 60_000)
    kinds_of = [event.kind for event in play.events]
    assert kinds_of.index("player-away") < kinds_of.index("round-closed")
    assert play.tournament.phase is Phase.INTRO


def test_a_turn_that_follows_at_once_is_not_expired_by_the_same_instant() -> None:
    play = at_t(running((3, 3, 0, 0, 0, 0, 0, 0)))
    assert play.duel("p1").turn == 2
    assert play.happened(TurnStarted)[-1].deadline == START + T + 30_000


def test_silent_clients_of_a_whole_duel_are_gone_one_after_the_other() -> None:
    # At 90 s both the next turn and the absence of p1 end: the skip comes first, then p1 has left, and p2 has won.
    play = Play(running((3, 3, 0, 0, 0, 0, 0, 0)))
    play.at(90_000).tick()
    assert [event.kind for event in play.events if event.kind != "turn-started"] == [
        *("turn-skipped", "player-away", "turn-skipped", "player-away", "turn-skipped"),
        *("duel-ended", "player-left", "round-closed", "tournament-ended"),
    ]


def test_the_end_of_the_intro_and_of_an_absence_at_one_instant() -> None:  # not decided by D10: either order is a win
    play = Play(running((3, 3, 3, 3, 0, 0, 0, 0), phase=Phase.INTRO, away={"p1": 6_000 - 60_000}))
    play.at(6_000).tick()
    assert (play.duel("p1").winner, play.duel("p3").turn, play.duel("p2").deadline) == ("p2", 1, None)


@pytest.mark.parametrize(("at", "expected"), [(T - 1, None), (T, RefusalCode.NOT_SEATED)])
def test_a_return_at_the_very_end_is_judged_like_a_guess(at: int, expected: RefusalCode | None) -> None:
    play = Play(lobby_of(entrant("p1"), entrant("p2")))
    play.at(T - 10_000).drop("p1")
    assert code(play.at(at).attach("p1", "c9")) == expected


# The time a tournament has seen


def test_time_never_runs_back() -> None:
    play = Play(running())
    play.at(20_000).tick()
    play.at(5_000).tick()
    assert play.tournament.now == START + 20_000
    step = play.at(5_000).drop("p1")
    assert step.events == (PlayerAway("p1", Away(START + 20_000, START + 80_000), is_gone=True),)


def test_every_instant_is_applied_at_its_own_time() -> None:
    late = Play(running())
    late.at(10 * 60_000).tick()
    early = Play(running())
    while (due := next_due(early.tournament)) is not None and due <= START + 10 * 60_000:
        early.at(due - START).tick()
    early.at(10 * 60_000).tick()
    assert early.tournament == late.tournament
    assert early.events == late.events


def test_a_timer_that_fires_early_twice_or_for_nothing_does_nothing() -> None:
    play = Play(running())
    for _ in range(3):
        assert play.at(T - 1).tick().events == ()
    assert "turn-skipped" in kinds(play.at(T).tick())
    for _ in range(3):
        assert play.at(T).tick().events == ()


def test_every_command_applies_first_what_is_due() -> None:
    play = Play(running((3, 3, 0, 0, 0, 0, 0, 0)))
    step = play.at(T).drop("p2")
    assert kinds(step)[0] == "turn-skipped"
    assert step.events[-1] == PlayerAway("p2", Away(START + T, START + T + 60_000), is_gone=True)


def test_a_refused_command_has_applied_what_is_due_all_the_same() -> None:
    play = Play(running((3, 3, 0, 0, 0, 0, 0, 0)))
    step = play.at(T).guess("p1", "baba")
    assert (code(step), kinds(step)[0]) == (RefusalCode.TURN_OVER, "turn-skipped")
    assert step.before.seq < step.after.seq
