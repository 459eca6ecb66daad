"""A run of bots fails for what its bots were not shown, and the log shows each event once."""

import pytest

from infra.local.client_checker import ClientChecker
from infra.local.client_state import Frame
from infra.local.game_log import GameLog
from infra.local.session import Session
from tests.local.frame_builders import NOW, PLAYERS, T, event, lobby, round_opened, scored, started, turn, welcome

END = event("tournament-ended", 11, standings=[{"player": p, "place": n} for n, p in enumerate(PLAYERS, 1)])


def rated(player: str, change: int = 5) -> Frame:
    place = PLAYERS.index(player) + 1
    frame = {"type": "rated", "at": NOW, "tournament": T, "player": player, "place": place}
    return frame | {"before": 1000, "change": change, "after": 1005}


WHOLE = [welcome(), lobby(8, *PLAYERS), started(9), round_opened(10), END, *(rated(p) for p in PLAYERS)]


def faults(*frames: Frame) -> list[str]:
    session, checker = Session(), ClientChecker("bot 0")
    for frame in frames:
        for shown in session.receive(frame, NOW):
            checker.see(shown)
    return checker.faults(session, T)


def test_a_whole_tournament_has_no_fault() -> None:
    assert faults(*WHOLE) == []


@pytest.mark.parametrize(
    ("frames", "fault"),
    [
        pytest.param(WHOLE[:4], "did not see the end", id="no end"),
        pytest.param(WHOLE[:-1], "no rating change of p8", id="a change missing"),
        pytest.param([*WHOLE, rated("p1", change=9)], "p1: 1000 \\+9 is not 1005", id="a change that does not add up"),
        pytest.param(
            [*WHOLE[:4], event("snapshot", 12, phase="over", language="en", round=1, duels=[], rated=[],
                               players=started(9)["players"], standings=END["standings"])],
            "never shown the events \\[11\\]", id="an event only a snapshot stood for",
        ),
        pytest.param(
            [*WHOLE, {"type": "error", "at": NOW, "code": "internal", "message": "oh", "definite": False}],
            "told internal: oh", id="an internal error",
        ),
    ],
)  # fmt: skip
def test_what_a_bot_was_not_shown_is_named(frames: list[Frame], fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        assert faults(*frames) == []


def test_a_guess_that_came_too_late_is_no_fault() -> None:
    late = {"type": "error", "at": NOW, "code": "turn-over", "message": "", "definite": True}
    assert faults(*WHOLE, late) == []


def test_the_log_shows_each_event_once_whoever_received_it() -> None:
    lines: list[str] = []
    game_log = GameLog(lines.append, is_coloured=False)
    for frame in [*WHOLE[1:], *WHOLE[1:]]:
        game_log.write(frame)
    assert sum("Lobby (en): 8 of 8 seats taken" in line for line in lines) == 1
    assert sum("Rating: " in line for line in lines) == 8


@pytest.mark.parametrize(
    ("is_coloured", "tiles"), [(False, "CRANE G----"), (True, "\x1b[30;42m C \x1b[0m\x1b[37;100m R \x1b[0m")]
)
def test_a_guess_shows_its_marks(is_coloured: bool, tiles: str) -> None:  # noqa: FBT001
    lines: list[str] = []
    game_log = GameLog(lines.append, is_coloured=is_coloured)
    for frame in [started(9), round_opened(10), turn(11, "d0", 1, "p1"), scored(12, "d0", 1, "p1", "crane", "G----")]:
        game_log.write(frame)
    assert tiles in lines[-1]
