"""Random tournaments keep the invariants (``tests/support/invariants.py``), and a recount agrees at the end."""

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.builders import PLAYERS, START, empty_lobby, running
from tests.support.invariants import check_composition, check_state, score
from tests.support.play import Play
from tests.support.random_tournament import play_at_random
from tests.support.words import small_lexicon
from wordle_tournament.core.events import PlayerEliminated, TournamentEnded
from wordle_tournament.core.rules import PROFILES
from wordle_tournament.core.step import advance
from wordle_tournament.core.tournament import Phase, Tournament, evolve

seeds = st.integers(0, 2**32)


@settings(max_examples=40)
@given(seeds)
def test_every_step_keeps_the_invariants(seed: int) -> None:
    play = play_at_random(seed, is_checked=True)
    assert play.tournament.phase is Phase.OVER


@settings(max_examples=60)
@given(seeds)
def test_the_events_alone_tell_the_whole_tournament(seed: int) -> None:
    play = play_at_random(seed)
    board = score(play.events)  # counts lives, places, changes and the bounds of D4 again
    started = empty_lobby(seed=play.tournament.seed, rules=play.tournament.rules)
    folded = reduce(evolve, play.events, started)
    assert replace(folded, now=play.tournament.now) == play.tournament
    if board.is_over:  # not a lobby that all players left
        assert {seat.player: seat.place for seat in play.tournament.seats} == board.places
        assert {seat.player: seat.change for seat in play.tournament.seats} == board.changes


@pytest.mark.parametrize("block", range(4))
def test_the_bounds_of_an_eliminated_player_hold(block: int) -> None:  # D4, leavers of the same round included
    told = leavers = 0
    for seed in range(block * 40, block * 40 + 40):
        play = play_at_random(seed)
        score(play.events)  # checks each bound against the final change
        told += len(play.happened(PlayerEliminated))
        leavers += any(seat.has_left for seat in play.tournament.seats)
    assert told > 50
    assert leavers > 10


@settings(max_examples=20)
@given(seeds)
def test_a_seed_and_the_commands_are_all_there_is(seed: int) -> None:  # D16
    assert play_at_random(seed).events == play_at_random(seed).events


@st.composite
def mid_rounds(draw: st.DrawFn) -> Tournament:
    """Any round: lives, running turns, deadlines that may coincide, players away since any time."""
    lives = draw(st.lists(st.integers(1, 3), min_size=2, max_size=8))
    standing = PLAYERS[: len(lives)]
    some = st.sampled_from((1, 10_000, 30_000))
    ids = range(1, len(lives) // 2 + 1)
    return running(
        [*lives, *[0] * (8 - len(lives))],
        turns={index: draw(st.sampled_from((1, 2, 11, 12))) for index in ids},
        deadlines={index: draw(some) for index in ids},
        away=draw(st.dictionaries(st.sampled_from(standing), st.sampled_from((-59_999, -50_000, -30_000, 0)))),
        rules=PROFILES[draw(st.sampled_from(sorted(PROFILES)))],
        phase=draw(st.sampled_from((Phase.INTRO, Phase.PLAYING))),
    )


moments = st.lists(
    st.integers(0, 200_000) | st.sampled_from((1, 10_000, 30_000, 60_000, 90_000)), min_size=2, max_size=2
)


@settings(max_examples=150)
@given(mid_rounds(), moments)
def test_it_does_not_matter_when_the_timer_fires(tournament: Tournament, times: list[int]) -> None:
    middle, end = sorted(START + time for time in times)
    check_composition(tournament, middle, end, small_lexicon())


@settings(max_examples=100)
@given(mid_rounds())
def test_left_alone_every_tournament_ends(tournament: Tournament) -> None:  # no client is heard again
    play = Play(tournament)
    play.at(3_600_000).tick()
    check_state(play.tournament)
    assert play.tournament.phase is Phase.OVER
    assert len(play.happened(TournamentEnded)) == 1
    again = advance(play.tournament, START + 7_200_000, small_lexicon())
    assert again.events == ()
