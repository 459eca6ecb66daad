"""The other end of a client under test: a server that sends what a scenario says, and checks what comes back.

Lives here: accepting connections, waiting for frames, sending texts. Must not: know what is right; that is
`scenarios.py`.
"""

import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

Frame = dict[str, Any]
PATIENCE = 5.0  # seconds that a client has for what it must do at once
PLAYER = {"id": "p1", "nickname": "Under Test", "rating": 1000}
TOKEN = "the.token.under-test"  # noqa: S105 - it opens nothing


class Wrong(Exception):
    """The client did something else than a right one does; the text says what."""


def now() -> int:
    """Epoch ms."""
    return int(time.time() * 1000)


class Connection:
    """One connection of the client."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self.path = socket.request.path if socket.request is not None else "/"
        self.received: list[Frame] = []
        self._inbox: queue.Queue[Frame | None] = queue.Queue()
        self.is_over = threading.Event()

    @property
    def token(self) -> str | None:
        """The token that the client connected with."""
        return next(iter(parse_qs(urlsplit(self.path).query).get("token", [])), None)

    def read(self) -> None:
        """Take in what the client sends, until it is gone."""
        with suppress(ConnectionClosed):
            for text in self._socket:
                frame = json.loads(text)
                self.received.append(frame)
                self._inbox.put(frame)
        self.is_over.set()
        self._inbox.put(None)

    def expect(self, action: str, seconds: float = PATIENCE) -> Frame:
        """Wait for a frame with an action. Pings before it are answered; anything else is wrong."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            with suppress(queue.Empty):
                frame = self._inbox.get(timeout=left)
                if frame is None:
                    raise Wrong(f"the client hung up instead of sending {action}")
                if frame["action"] == action:
                    return frame
                if frame["action"] != "ping":
                    raise Wrong(f"the client sent {frame['action']} instead of {action}")
                self.send({"type": "pong", "re": frame["id"]})
        raise Wrong(f"the client did not send {action} within {seconds:g} s")

    def expect_nothing(self, seconds: float, *actions: str) -> None:
        """Wait, and see that the client sends none of these."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            with suppress(queue.Empty):
                frame = self._inbox.get(timeout=left)
                if frame is None:
                    return
                if frame["action"] in actions:
                    raise Wrong(f"the client sent {frame['action']}: {json.dumps(frame)}")
                if frame["action"] == "ping":
                    self.send({"type": "pong", "re": frame["id"]})

    def send(self, *frames: Frame) -> None:
        """Send frames, each as a text of its own, stamped with the present."""
        for frame in frames:
            self.send_text(json.dumps({"at": now(), **frame}, ensure_ascii=False))

    def send_together(self, *frames: Frame) -> None:
        """Send frames as one text, an array."""
        self.send_text(json.dumps([{"at": now(), **frame} for frame in frames], ensure_ascii=False))

    def send_text(self, text: str) -> None:
        """Send a text as it is."""
        with suppress(ConnectionClosed):
            self._socket.send(text)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Bench:
    """A server and one run of the client."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._arrivals: queue.Queue[Connection] = queue.Queue()

    def __enter__(self) -> Self:
        self._server = serve(self._serve, "127.0.0.1", 0)
        self._thread = threading.Thread(target=self._server.serve_forever, name="conformance", daemon=True)
        self._thread.start()
        url = f"ws://127.0.0.1:{self._server.socket.getsockname()[1]}/kit"
        words = [part.replace("{url}", url) for part in self._command]
        self._client = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._client.kill()
        self._client.wait(10)
        self._server.shutdown()
        self._thread.join(10)

    def accept(self, seconds: float = PATIENCE) -> Connection:
        """Wait for the client to connect."""
        try:
            return self._arrivals.get(timeout=seconds)
        except queue.Empty:
            raise Wrong(f"the client did not connect within {seconds:g} s") from None

    def expect_no_connection(self, seconds: float) -> None:
        """See that the client stays away."""
        with suppress(Wrong):
            self.accept(seconds)
            raise AssertionError("the client came back")

    def _serve(self, socket: ServerConnection) -> None:
        connection = Connection(socket)
        self._arrivals.put(connection)
        connection.read()


Scenario = Callable[[Bench], None]


def judge(scenario: Scenario, command: str | Sequence[str]) -> str | None:
    """Run the client through a scenario. Returns what was wrong; None if nothing was."""
    words = shlex.split(command) if isinstance(command, str) else command
    with Bench(words) as bench:
        try:
            scenario(bench)
        except (Wrong, AssertionError) as wrong:
            return str(wrong)
    return None
