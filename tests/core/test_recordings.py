"""Two recorded tournaments, replayed: the same seed and commands lead to the same events, to the letter (D16)."""

import json

import pytest

from tests.support.recording import FOLDER, RECORDED, replay, text

NAMES = sorted(RECORDED)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_tournament_happens_again_as_recorded(name: str) -> None:
    recording = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    again = replay(recording)
    for number, (now, then) in enumerate(zip(again["steps"], recording["steps"], strict=True)):
        assert now == then, f"step {number}"
    assert again == recording


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_is_kept_as_it_is_written(name: str) -> None:
    kept = (FOLDER / f"{name}.json").read_text("utf-8")
    assert text(json.loads(kept)) == kept


def test_the_recordings_show_every_kind_of_event_and_a_whole_tournament() -> None:
    seen: set[str] = set()
    for name in NAMES:
        recording = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        kinds = [event["kind"] for step in recording["steps"] for event in step["events"]]
        assert kinds.count("tournament-started") == kinds.count("tournament-ended") == 1
        seen.update(kinds)
    assert seen == {
        *("lobby", "tournament-started", "round-opened", "turn-started", "guess-scored", "turn-skipped", "duel-ended"),
        *("player-eliminated", "player-left", "player-away", "player-back", "round-closed", "tournament-ended"),
        *("player-heard", "connection-changed", "watch-ended"),
    }
