"""The order of a tournament's frames, and the state behind a screen: the client's half of the protocol."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from infra.local.table import Frame, Table
from tests.local.spoken import PLAYERS, T, event, lobby, round_opened, scored, snapshot, started, turn

OPENING = [
    lobby(8, *PLAYERS),
    started(9),
    round_opened(10),
    turn(11, "d0", 1, "p1"),
    scored(12, "d0", 1, "p1", "crane", "G----"),
    turn(13, "d0", 2, "p2"),
]


def taken(*frames: Frame) -> Table:
    table = Table(T)
    for frame in frames:
        table.take(frame)
    return table


def test_events_in_order_are_shown_at_once() -> None:
    table = Table(T)
    assert [table.take(frame) for frame in OPENING] == [[frame] for frame in OPENING]


def test_a_repeated_event_is_dropped() -> None:
    table = taken(*OPENING)
    assert [table.take(frame) for frame in OPENING[1:]] == [[]] * 5
    assert len(table.boards["d0"].rows) == 1


def test_an_early_event_waits_for_the_one_before_it() -> None:
    table = taken(*OPENING[:2])
    assert table.take(OPENING[3]) == []
    assert table.has_gap
    assert table.take(OPENING[2]) == OPENING[2:4]
    assert not table.has_gap


@given(st.permutations(OPENING[1:]), st.lists(st.sampled_from(OPENING[1:])))
def test_any_order_and_any_repeats_show_the_same(order: list[Frame], repeats: list[Frame]) -> None:
    table = taken(OPENING[0])
    shown = [event for frame in [*order, *repeats] for event in table.take(frame)]
    assert shown == OPENING[1:]
    assert table == taken(*OPENING)


def test_without_a_beginning_nothing_is_shown_until_a_snapshot_comes() -> None:
    for first, second in permutations(OPENING[1:3]):
        table = Table(T)
        assert (table.take(first), table.take(second)) == ([], [])
        assert table.has_gap
        assert [frame["seq"] for frame in table.take(snapshot(9))] == [9, 10]
        assert not table.has_gap


def test_an_older_snapshot_changes_nothing() -> None:
    table = taken(*OPENING)
    assert table.take(snapshot(10)) == []
    assert table.seq == 13


def test_the_board_follows_turns_marks_and_the_end() -> None:
    table = taken(*OPENING)
    board = table.board_of("p2")
    assert board is not None
    assert (table.phase, board.turn, board.to_move, len(board.rows)) == ("playing", 2, "p2", 1)
    end = event("duel-ended", 14, duel="d0", outcome="solved", winner="p2", lives={"p1": 2, "p2": 3})
    table.take(end | {"secret": "crown"})
    assert (board.deadline, board.winner, board.secret, table.players["p1"].lives) == (None, "p2", "crown", 2)


def test_the_next_deadline_is_the_intros_end_and_then_the_earliest_turns() -> None:
    table = taken(*OPENING[:3])
    assert table.next_deadline() == OPENING[2]["starts_at"]
    later, sooner = turn(11, "d0", 1, "p1", seconds=9), turn(12, "d1", 1, "p3", seconds=4)
    table.take(later)
    table.take(sooner)
    assert table.next_deadline() == sooner["deadline"]
    table.take(scored(13, "d1", 1, "p3", "crane", "-----"))
    assert table.next_deadline() == later["deadline"]


def test_a_rating_change_needs_no_turn_of_its_own() -> None:
    table = taken(*OPENING[:2])
    frame = {"type": "rated", "at": 1, "tournament": T, "player": "p3", "place": 8, "before": 1000, "change": -25}
    assert table.take(frame) == [frame]
    assert set(table.rated) == {"p3"}
