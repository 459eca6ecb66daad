"""What must hold of the frames on any screen, whatever happened (D14)."""

import json
from collections.abc import Iterable
from typing import Any

from wordle_tournament.protocol.frames import dump, parse_server_frame

Frame = dict[str, Any]

TOLD_WHOLE = {"snapshot", "lobby", "synced"}


def check_models(frames: Iterable[Frame]) -> None:
    """Every frame is one of the protocol's, exactly."""
    for frame in frames:
        text = json.dumps(frame, ensure_ascii=False)
        assert json.loads(dump(parse_server_frame(text))) == frame


def check_numbers(frames: Iterable[Frame]) -> None:
    """What a client keeps (it drops what it has seen) rises by exactly 1, tournament by tournament.

    A snapshot and a lobby are told whole: any number may come before them.
    """
    last: dict[str, int] = {}
    for frame in frames:
        if "seq" not in frame or "tournament" not in frame:
            continue
        tournament, seq = frame["tournament"], frame["seq"]
        known = last.get(tournament)
        if known is not None and seq <= known:
            continue
        if frame["type"] not in TOLD_WHOLE:
            assert known is not None, frame
            assert seq == known + 1, (known, frame)
        last[tournament] = seq


def read(frames: Iterable[Frame]) -> dict[str, int]:
    """How far a client gets that puts aside what comes too early (waits a moment) and needs no ``sync``."""
    last: dict[str, int] = {}
    early: dict[str, set[int]] = {}
    for frame in frames:
        if "seq" not in frame or "tournament" not in frame:
            continue
        tournament, seq = frame["tournament"], frame["seq"]
        early.setdefault(tournament, set()).add(seq)
        if frame["type"] in TOLD_WHOLE:
            last[tournament] = max(seq, last.get(tournament, 0))
        while last.get(tournament, -1) + 1 in early[tournament]:
            last[tournament] += 1
    return last


def check_secrets(frames: Iterable[Frame]) -> int:
    """No secret is told before its duel has ended; how many were told in the end. What comes twice counts once.

    What players typed does not count: a guess may be another duel's secret by luck, or solve its own.
    """
    told_by_server: list[str] = []
    ended: set[tuple[str, str]] = set()
    for frame in frames:
        if frame["type"] == "duel-ended":
            duel = (frame["tournament"], frame["duel"])
            if duel in ended:
                continue
            ended.add(duel)
            word = json.dumps(frame["secret"], ensure_ascii=False).lower()
            assert not [text for text in told_by_server if word in text], frame
        else:
            told_by_server.append(json.dumps(_without_typed(frame), ensure_ascii=False).lower())
    return len(ended)


def _without_typed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_typed(one) for key, one in value.items() if key not in {"word", "tiles"}}
    return [_without_typed(one) for one in value] if isinstance(value, list) else value


def check(frames: Iterable[Frame]) -> None:
    """All of it."""
    frames = list(frames)
    check_models(frames)
    check_numbers(frames)
    check_secrets(frames)


def kinds(frames: Iterable[Frame]) -> list[str]:
    """The frames' types."""
    return [frame["type"] for frame in frames]
