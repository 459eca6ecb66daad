"""One connection of the reference client, from its first ``hello`` until it is lost.

Lives here: saying hello, taking frames in, sending the frames that fall due, giving up a silent connection. Connecting
and coming back are the client's (client.py); what is known and owed is the session's (session.py). Must not: import
the backend.
"""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from infra.local.client_state import Frame
from infra.local.errors import RefusedError
from infra.local.pending_requests import PendingRequests
from infra.local.session import Session

RETRY_SECONDS = 0.25  # doubled each time
LONGEST_RETRY = 4.0  # seconds
_MUTE_SECONDS = 8.0  # of silence after we asked something: the connection is half-open


class Connection:
    """A conversation on an open socket.

    ``is_welcomed`` is set while the server takes this connection for the player's live one. ``show`` gets every frame
    that the session shows, ``on_text`` every text as it came. ``is_quiet`` says whether due frames stay unsent.
    """

    def __init__(
        self,
        socket: ClientConnection,
        session: Session,
        requests: PendingRequests,
        is_welcomed: asyncio.Event,
        *,
        show: Callable[[Frame], None],
        on_text: Callable[[str], None] | None,
        is_quiet: Callable[[], bool],
    ) -> None:
        self.socket = socket
        self._session = session
        self._requests = requests
        self._is_welcomed = is_welcomed
        self._show = show
        self._on_text = on_text
        self._is_quiet = is_quiet
        self._hello: Frame | None = None  # the hello that waits for its answer
        self._hellos = 0  # repeated, since something was answered last
        self._unanswered_since: float | None = None  # when we last began to wait for any frame
        self._wakeup = asyncio.Event()  # something changed that may make a frame due

    async def converse(self) -> None:
        """Say hello, then take frames in until the socket closes or the session is superseded.

        Raises RefusedError if the hello is refused, ConnectionClosed if the socket fails.
        """
        await self._say_hello()
        due_frames = asyncio.create_task(self._send_due_frames())
        try:
            async for text in self.socket:
                self._unanswered_since = None
                await self._take(text)
                if self._session.is_superseded:
                    return
        finally:
            due_frames.cancel()
            await asyncio.gather(due_frames, return_exceptions=True)

    async def send(self, frame: Frame) -> None:
        """Send a frame; on a closed socket do nothing, since the frame is sent again after the next welcome."""
        if frame["id"] in self._requests or frame["action"] == "hello":
            self._session.sent(frame, now_ms())
        if self._unanswered_since is None:
            self._unanswered_since = time.monotonic()
            self._wakeup.set()
        with suppress(ConnectionClosed):
            await self.socket.send(json.dumps(frame, ensure_ascii=False))

    def abort(self) -> None:
        """Lose the connection without a close frame."""
        self.socket.transport.abort()

    async def _say_hello(self) -> None:
        """The first frame, sent again whenever the server does not take this connection for the live one."""
        self._hello = {**self._session.hello(), "id": str(uuid4())}
        await self.send(self._hello)

    async def _take(self, text: str | bytes) -> None:
        if self._on_text is not None:
            self._on_text(text if isinstance(text, str) else text.decode())
        frames = _parse(text)
        if frames is None:
            await self._say_hello_again(is_refused=self._hello is not None)
            return
        for frame in frames:
            await self._take_frame(frame)
            if self._session.is_superseded:
                return

    async def _take_frame(self, frame: Frame) -> None:
        # The answer is matched before repeats are dropped: a repeated command is answered with an old seq.
        answer = self._requests.find(frame)
        shown = self._session.receive(frame, now_ms())
        if answer is not None and not answer.done():
            answer.set_result(frame)
        for event in shown:
            self._show(event)
        self._wakeup.set()
        answers_hello = self._hello is not None and frame.get("re") == self._hello["id"]
        if "re" in frame and frame["type"] not in {"welcome", "error"}:
            self._hellos = 0
        if frame["type"] == "error" and frame["code"] == "retry":
            await self._say_hello_again(is_refused=answers_hello)
        elif answers_hello:
            await self._welcome(frame)

    async def _say_hello_again(self, *, is_refused: bool) -> None:
        """After ``retry`` or an error of the gateway: say hello again, unless a hello is under way.

        A hello too many does no harm; without one the seat is lost.
        """
        if self._hello is not None and not is_refused:
            return
        self._is_welcomed.clear()
        await asyncio.sleep(min(RETRY_SECONDS * 2**self._hellos, LONGEST_RETRY))
        self._hellos += 1
        await self._say_hello()

    async def _welcome(self, frame: Frame) -> None:
        """After ``welcome``: send again what is unanswered."""
        self._hello = None
        if frame["type"] == "error":
            raise RefusedError(frame)
        self._is_welcomed.set()
        self._wakeup.set()
        for request in self._requests.frames:
            await self.send(request)

    async def _send_due_frames(self) -> None:
        """Send pings and syncs as they fall due; give up a connection on which nothing is answered."""
        while not self._is_quiet():
            self._wakeup.clear()
            due = self._session.next_due_frame() if self._is_welcomed.is_set() else None
            wait = (due.due_at - now_ms()) / 1000 if due is not None else _MUTE_SECONDS
            if self._unanswered_since is not None:
                patience = self._unanswered_since + _MUTE_SECONDS - time.monotonic()
                if patience <= 0:
                    self.abort()
                    return
                wait = min(wait, patience)
            if wait > 0:
                with suppress(TimeoutError):  # (wait_for can swallow a cancellation, before Python 3.12)
                    async with asyncio.timeout(wait):
                        await self._wakeup.wait()
            elif due is not None:
                frame = {**due.frame, "id": str(uuid4())}
                self._session.sent(frame, now_ms(), due)
                await self.send(frame)


def now_ms() -> int:
    """The own clock, in epoch ms."""
    return int(time.time() * 1000)


def _parse(text: str | bytes) -> list[Frame] | None:
    """The frames of a text, which holds one or an array; None for an error of the gateway itself.

    The gateway sends one when a function fails.
    """
    read: object = None
    with suppress(ValueError):
        read = json.loads(text)
    frames: list[Any] = read if isinstance(read, list) else [read]
    are_frames = all(isinstance(frame, dict) and "type" in frame for frame in frames)
    return frames if are_frames else None
