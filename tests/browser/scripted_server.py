"""A server on a real socket that sends what a test tells it to send: for screens that must be the same every time.

The game's rules are not tested here; for that the page plays on the emulator.
"""

import json
import threading
import time
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

Frame = dict[str, Any]
ME = "p1"
NAMES = (
    "Quiet Otter 42",
    "Brave Hummingbird 17",
    "Swift Fox 88",
    "Zesty Wombat 31",
    "Тихий Їжак",
    "Candid Kestrel 64",
    "Oʻktam",
    "Merry Puffin 90",
)


def now() -> int:
    """Epoch ms."""
    return int(time.time() * 1000)


def player_ids(count: int = 8) -> list[str]:
    """p1 (the page's own player), p2, ..."""
    return [f"p{number}" for number in range(1, count + 1)]


class ScriptedServer:
    """One scripted server; ``after_welcome`` follows every welcome, ``answers`` has one frame for an action."""

    def __init__(self) -> None:
        self.after_welcome: list[Frame] = []
        self.answers: dict[str, Frame] = {}
        self.welcome: Frame = {}
        self.received: list[Frame] = []
        self._screens: set[ServerConnection] = set()

    def __enter__(self) -> Self:
        self._server = serve(self._serve, "127.0.0.1", 0)
        self._thread = threading.Thread(target=self._server.serve_forever, name="scripted-server", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        for screen in list(self._screens):
            screen.close()
        self._thread.join(10)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"ws://127.0.0.1:{self._server.socket.getsockname()[1]}/local"

    def send(self, *frames: Frame) -> None:
        """Send frames to every page that said hello, each stamped with the present."""
        for screen in list(self._screens):
            for frame in frames:
                screen.send(json.dumps({"at": now(), **frame}, ensure_ascii=False))

    def drop(self) -> None:
        """Close every connection, as a server that goes away does."""
        for screen in list(self._screens):
            screen.close()

    def _serve(self, screen: ServerConnection) -> None:
        try:
            for text in screen:
                frame = json.loads(text)
                self.received.append(frame)
                if frame["action"] == "hello":
                    self._screens.add(screen)  # before the answer: a page that has it may go on at once
                for answer in self._answer(frame):
                    screen.send(json.dumps({"at": now(), **answer}, ensure_ascii=False))
        except ConnectionClosed:
            pass
        finally:
            self._screens.discard(screen)

    def _answer(self, frame: Frame) -> Iterable[Frame]:
        match frame["action"]:
            case "hello" if "hello" in self.answers:
                yield {"re": frame["id"], **self.answers["hello"]}
            case "hello":
                player = {"id": ME, "nickname": NAMES[0], "rating": 1042}
                yield {"type": "welcome", "re": frame["id"], "player": player, "token": "t0", **self.welcome}
                yield from self.after_welcome
            case "ping":
                yield {"type": "pong", "re": frame["id"]}
            case action if action in self.answers:
                yield {"re": frame["id"], **self.answers[action]}
            case _:
                yield {"re": frame["id"], **error("not-available")}


def error(code: str, **more: Any) -> Frame:
    """A refusal."""
    return {"type": "error", "code": code, "message": "", "definite": True} | more


def event(type_: str, seq: int, **fields: Any) -> Frame:
    """An event of the tournament."""
    return {"type": type_, "tournament": "t", "seq": seq, **fields}


def seated(lives: Iterable[int] = (3, 2, 3, 1, 2, 3, 1, 2), count: int = 8) -> list[Frame]:
    """The players of a snapshot."""
    return [
        {"player": id_, "nickname": NAMES[i % 8], "rating": 1042 - 13 * i, "lives": left}
        for i, (id_, left) in enumerate(zip(player_ids(count), lives, strict=True))
    ]


def lobby(taken: int, seq: int = 1) -> Frame:
    """A lobby with a number of seats taken."""
    seats = [{"player": p["player"], "nickname": p["nickname"], "rating": p["rating"]} for p in seated()[:taken]]
    return {
        "type": "lobby",
        "tournament": "t",
        "seq": seq,
        "language": "en",
        "size": 8,
        "seats": seats,
        "range": [836, 1235],
    }


def row(turn: int, player: str, word: str, marks: str) -> Frame:
    """A row of a board; G correct, Y present, - absent."""
    kinds = {"G": "correct", "Y": "present", "-": "absent"}
    return {"turn": turn, "player": player, "word": word, "tiles": list(word), "marks": [kinds[m] for m in marks]}


def duel(number: int, a: str, b: str, rows: list[Frame], **more: Any) -> Frame:
    """A duel of a snapshot; a running one has its turn."""
    running = {"turn": len(rows) + 1, "to_move": (a, b)[len(rows) % 2], "deadline": now() + 24_000}
    made = {"duel": f"3.{number}", "players": [a, b], "first": a, "length": 5, "rows": rows}
    return made | (running if "outcome" not in more else {}) | more


def over(winner: str, word: str) -> Frame:
    """The fields that a solved duel has besides."""
    return {"outcome": "solved", "winner": winner, "secret": word}


def four_duels() -> list[Frame]:
    """A round of four duels: the player's own, two that run, one that is over."""
    flock = over("p8", "flock")
    return [
        duel(
            1,
            ME,
            "p2",
            [
                row(1, ME, "slate", "--Y-Y"),
                row(2, "p2", "raven", "YY-G-"),
                {"turn": 3, "player": ME, "skipped": True},
                row(4, "p2", "cared", "YYYG-"),
            ],
        ),
        duel(2, "p3", "p4", [row(1, "p3", "bacon", "-Y-Y-"), row(2, "p4", "noble", "Y---G")]),
        duel(3, "p5", "p6", [row(1, "p5", "house", "-----")]),
        duel(
            4,
            "p7",
            "p8",
            [row(1, "p7", "crown", "Y-YG-"), row(2, "p8", "flock", "GGGGG")],
            **flock,
        ),
    ]


def snapshot(phase: str = "playing", duels: list[Frame] | None = None, **more: Any) -> Frame:
    """A tournament in its third round."""
    return {
        "type": "snapshot",
        "tournament": "t",
        "seq": 50,
        "phase": phase,
        "language": "en",
        "round": 3,
        "players": seated(),
        "duels": four_duels() if duels is None else duels,
        "rated": [],
    } | more
