"""What a client owes by itself: pings (D15) and syncs, and the server's clock. Time is a value here."""

import pytest

from infra.local.client_state import Frame
from infra.local.session import GAP_PATIENCE, IDLE_PING, LOBBY_PING, SILENCE, SYNC_PAUSE, DueFrame, Session
from tests.local.frame_builders import (
    NOW,
    PLAYERS,
    T,
    event,
    lobby,
    round_opened,
    scored,
    snapshot,
    started,
    turn,
    welcome,
)


def seated(*frames: Frame, now: int = NOW) -> Session:
    session = Session()
    for frame in [welcome(), lobby(8, *PLAYERS), *frames]:
        session.receive(frame, now)
    session.sent({"action": "queue", "id": "q"}, now)
    return session


def run(session: Session, until: int) -> list[DueFrame]:
    """Send every due that falls due until a moment, unanswered."""
    sent = []
    while (due := session.next_due_frame()).due_at <= until:
        sent.append(due)
        session.sent({**due.frame, "id": str(len(sent))}, max(due.due_at, NOW), due)
    return sent


def test_a_lobby_is_pinged_every_20_seconds() -> None:
    sent = run(seated(), NOW + 61_000)
    assert [(e.action, e.due_at - NOW) for e in sent] == [("ping", LOBBY_PING * n) for n in (1, 2, 3)]


def test_outside_a_lobby_5_minutes_pass_between_pings() -> None:
    session = Session()
    session.receive(welcome(), NOW)
    session.sent({"action": "hello", "id": "h"}, NOW)
    sent = run(session, NOW + 650_000)
    assert [(e.frame, e.due_at - NOW) for e in sent] == [({"action": "ping"}, IDLE_PING * n) for n in (1, 2)]


def test_any_frame_of_ones_own_puts_the_next_ping_off() -> None:
    session = seated()
    session.sent({"action": "rename", "id": "r"}, NOW + 15_000)
    assert session.next_due_frame().due_at == NOW + 15_000 + LOBBY_PING


def test_a_ping_follows_each_third_of_ones_own_turn() -> None:  # D15
    session = seated(started(9), round_opened(10), turn(11, "d0", 1, "p1", seconds=30))
    sent = run(session, NOW + 30_000)
    assert [(e.frame, e.due_at - NOW) for e in sent] == [
        ({"action": "ping", "tournament": T, "seq": 11}, when) for when in (10_000, 20_000, 30_000)
    ]


def test_a_guess_ends_the_pings_of_the_turn() -> None:
    session = seated(started(9), round_opened(10), turn(11, "d0", 1, "p1", seconds=30))
    session.receive(scored(12, "d0", 1, "p1", "crane", "-----"), NOW + 5_000)
    session.receive(turn(13, "d0", 2, "p2", at=NOW + 5_000, seconds=30), NOW + 5_000)
    assert run(session, NOW + 36_000) == []


def test_somebody_elses_turn_needs_no_pings() -> None:
    session = seated(started(9), round_opened(10), turn(11, "d1", 1, "p3", seconds=30))
    assert run(session, NOW + 31_000) == []


def test_a_gap_is_synced_after_a_moment() -> None:
    session = seated(started(9))
    session.receive(turn(11, "d0", 1, "p1"), NOW + 100)
    due = session.next_due_frame()
    assert due == DueFrame(NOW + 100 + GAP_PATIENCE, "sync", T, 9)


def test_a_gap_that_closes_in_time_needs_no_sync() -> None:
    session = seated(started(9))
    session.receive(turn(11, "d0", 1, "p1"), NOW + 100)
    session.receive(round_opened(10), NOW + 200)
    assert session.next_due_frame().action == "ping"
    assert session.gaps == 0


def test_a_gap_told_by_a_pong_is_synced() -> None:
    session = seated(started(9))
    due = session.next_due_frame()
    session.sent({**due.frame, "id": "1"}, NOW, due)
    session.receive({"type": "pong", "at": NOW, "re": "1", "seq": 10}, NOW)
    assert (session.next_due_frame().action, session.next_due_frame().seq) == ("sync", 9)


def test_an_unanswered_sync_is_repeated_with_a_pause() -> None:
    session = seated(started(9))
    session.receive(turn(11, "d0", 1, "p1", seconds=60), NOW)
    first = NOW + GAP_PATIENCE
    assert [e.due_at for e in run(session, first + 2 * SYNC_PAUSE)] == [
        first,
        first + SYNC_PAUSE,
        first + 2 * SYNC_PAUSE,
    ]


def test_silence_after_a_known_deadline_is_synced() -> None:
    session = seated(started(9), round_opened(10, starts_at=NOW + 6_000))
    assert session.next_due_frame() == DueFrame(NOW + 6_000 + SILENCE, "sync", T, 10)


def test_a_deadline_is_read_by_the_servers_clock() -> None:
    behind = NOW - 46_000  # this device's clock, 46 s behind the server's
    session = seated(started(9), round_opened(10, starts_at=NOW + 6_000), now=behind)
    assert session.next_due_frame().due_at == behind + 6_000 + SILENCE


def test_the_quickest_frame_tells_the_servers_clock_best() -> None:
    session = Session()
    for late in (250, 40, 900):
        session.receive(welcome(at=NOW), NOW + late)
    assert session.clock.ahead == -40


def test_an_answer_that_is_not_definite_is_followed_by_a_sync() -> None:
    session = seated(started(9))
    error = {"type": "error", "at": NOW, "re": "x", "code": "internal", "message": "?", "definite": False}
    session.receive(error, NOW)
    due = session.next_due_frame()
    assert (due.action, due.due_at <= NOW) == ("sync", True)
    session.sent({**due.frame, "id": "s"}, NOW, due)
    assert session.next_due_frame().action == "ping"


def test_a_merged_lobby_is_dropped() -> None:
    session = seated()
    session.receive(lobby(3, *PLAYERS[:2], tournament="t2", replaces=T), NOW)
    assert (session.seat, set(session.states)) == ("t2", {"t2"})


def test_leaving_a_lobby_frees_the_client() -> None:
    session = seated()
    session.receive({"type": "unqueued", "at": NOW, "reason": "asked"}, NOW)
    assert (session.seat, session.states) == (None, {})


def test_a_seat_lost_in_absence_is_seen_at_the_welcome() -> None:
    session = seated()
    session.receive(welcome(), NOW)
    assert session.seat is None


def test_a_hello_after_a_lost_connection_says_what_was_seen() -> None:
    assert seated(started(9)).hello() == {"action": "hello", "v": 1, "tournament": T, "seq": 9}


def test_a_new_device_learns_its_seat_from_the_snapshot() -> None:
    session = Session()
    session.receive(welcome(tournament=T), NOW)
    session.receive(snapshot(20), NOW)
    assert session.seat == T


def test_after_watching_has_ended_only_ratings_count() -> None:
    session = seated(started(9), round_opened(10))
    session.receive({"type": "watch-ended", "at": NOW, "reason": "asked"}, NOW)
    session.receive({"type": "rated", "at": NOW, "tournament": T, "player": "p1"}, NOW)
    assert (session.seat, set(session.states[T].rated)) == (None, {"p1"})
    assert run(session, NOW + 20_000) == []


def test_superseded_is_remembered() -> None:
    session = seated()
    session.receive({"type": "superseded", "at": NOW}, NOW)
    assert session.is_superseded


@pytest.mark.parametrize("to_move", ["p1", "p2"])
def test_the_own_turn_is_known(to_move: str) -> None:
    session = seated(started(9), round_opened(10), turn(11, "d0", 1, to_move))
    assert (session.own_turn is not None) == (to_move == "p1")


def test_a_clock_of_another_tournament_does_not_ping_for_it() -> None:
    """D12: knocked out in one, queued in the next: the seat taken last is the one that is pinged."""
    session = seated(started(9), round_opened(10), turn(11, "d0", 1, "p1", seconds=30))
    session.receive(lobby(1, "p1", tournament="t2"), NOW)
    session.receive(event("turn-skipped", 12, duel="d0", turn=1, player="p1"), NOW)
    assert session.next_due_frame().tournament == "t2"
