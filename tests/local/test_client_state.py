"""The order of a tournament's frames, and the state behind a screen: the client's half of the protocol."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from infra.local.client_state import ClientState, Frame
from tests.local.frame_builders import PLAYERS, T, event, lobby, round_opened, scored, snapshot, started, turn

OPENING = [
    lobby(8, *PLAYERS),
    started(9),
    round_opened(10),
    turn(11, "d0", 1, "p1"),
    scored(12, "d0", 1, "p1", "crane", "G----"),
    turn(13, "d0", 2, "p2"),
]


def taken(*frames: Frame) -> ClientState:
    state = ClientState(T)
    for frame in frames:
        state.take(frame)
    return state


def test_events_in_order_are_shown_at_once() -> None:
    state = ClientState(T)
    assert [state.take(frame) for frame in OPENING] == [[frame] for frame in OPENING]


def test_a_repeated_event_is_dropped() -> None:
    state = taken(*OPENING)
    assert [state.take(frame) for frame in OPENING[1:]] == [[]] * 5
    assert len(state.boards["d0"].rows) == 1


def test_an_early_event_waits_for_the_one_before_it() -> None:
    state = taken(*OPENING[:2])
    assert state.take(OPENING[3]) == []
    assert state.has_gap
    assert state.take(OPENING[2]) == OPENING[2:4]
    assert not state.has_gap


@given(st.permutations(OPENING[1:]), st.lists(st.sampled_from(OPENING[1:])))
def test_any_order_and_any_repeats_show_the_same(order: list[Frame], repeats: list[Frame]) -> None:
    state = taken(OPENING[0])
    shown = [event for frame in [*order, *repeats] for event in state.take(frame)]
    assert shown == OPENING[1:]
    assert state == taken(*OPENING)


def test_without_a_beginning_nothing_is_shown_until_a_snapshot_comes() -> None:
    for first, second in permutations(OPENING[1:3]):
        state = ClientState(T)
        assert (state.take(first), state.take(second)) == ([], [])
        assert state.has_gap
        assert [frame["seq"] for frame in state.take(snapshot(9))] == [9, 10]
        assert not state.has_gap


def test_an_older_snapshot_changes_nothing() -> None:
    state = taken(*OPENING)
    assert state.take(snapshot(10)) == []
    assert state.seq == 13


def test_the_board_follows_turns_marks_and_the_end() -> None:
    state = taken(*OPENING)
    board = state.board_of("p2")
    assert board is not None
    assert (state.phase, board.turn, board.to_move, len(board.rows)) == ("playing", 2, "p2", 1)
    end = event("duel-ended", 14, duel="d0", outcome="solved", winner="p2", lives={"p1": 2, "p2": 3})
    state.take(end | {"secret": "crown"})
    assert (board.deadline, board.winner, board.secret, state.players["p1"].lives) == (None, "p2", "crown", 2)


def test_the_next_deadline_is_the_intros_end_and_then_the_earliest_turns() -> None:
    state = taken(*OPENING[:3])
    assert state.next_deadline() == OPENING[2]["starts_at"]
    later, sooner = turn(11, "d0", 1, "p1", seconds=9), turn(12, "d1", 1, "p3", seconds=4)
    state.take(later)
    state.take(sooner)
    assert state.next_deadline() == sooner["deadline"]
    state.take(scored(13, "d1", 1, "p3", "crane", "-----"))
    assert state.next_deadline() == later["deadline"]


def test_a_rating_change_needs_no_turn_of_its_own() -> None:
    state = taken(*OPENING[:2])
    frame = {"type": "rated", "at": 1, "tournament": T, "player": "p3", "place": 8, "before": 1000, "change": -25}
    assert state.take(frame) == [frame]
    assert set(state.rated) == {"p3"}
