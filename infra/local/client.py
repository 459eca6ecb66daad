"""The reference client: a session on a real socket.

Lives here: connecting, coming back, asking and being answered. What is known and owed is the session's
(session.py); the words are the protocol's. Must not: import the backend. It keeps the rules for client authors of the
protocol's page ("Staying connected").
"""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from infra.local.client_state import Frame
from infra.local.session import Session

_ANSWER_SECONDS = 15.0
_RETRIES = 8
_RETRY_SECONDS = 0.25  # doubled each time
_LONGEST_RETRY = 4.0  # seconds
_BACK_OFF = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds, each jittered
_MUTE_SECONDS = 8.0  # of silence after we asked something: the connection is half-open
_LARGEST = 1 << 20  # bytes; the server's frames are below 128 kB


class RefusedError(Exception):
    """The server answered with an ``error`` frame."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(f"{frame['code']}: {frame['message']}")
        self.code: str = frame["code"]
        self.is_definite: bool = frame["definite"]


class AnswerMissingError(Exception):
    """A frame got no answer in time."""


class ConversationEndedError(Exception):
    """The client is closed, superseded, or was refused in the handshake; there will be no answer."""


class Client:
    """A player's live connection, to be used as an asynchronous context manager.

    ``async for`` yields what the server shows, in order and without repeats, until the conversation ends.
    ``on_text`` is called with every text as it came, before any of that.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        on_text: Callable[[str], None] | None = None,
        is_quiet: bool = False,
        chance: random.Random | None = None,
    ) -> None:
        self.session = Session(token=token)
        self.is_quiet = is_quiet  # sends nothing by itself: a phone in a tunnel, for tests
        self._chance = chance or random.Random()  # noqa: S311  (jitter, not a secret)
        self._url = url
        self._on_text = on_text
        self._news: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._asked: dict[str, tuple[Frame, asyncio.Future[Frame]]] = {}
        self._socket: ClientConnection | None = None
        self._greeted = asyncio.Event()
        self._greeting: Frame | None = None  # the hello that waits for its answer
        self._hellos = 0  # repeated, since something was answered last
        self._unanswered_since: float | None = None  # when we last began to wait for any frame
        self._stirred = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._life = asyncio.create_task(self._live())
        greeted = asyncio.create_task(self._greeted.wait())
        try:
            await asyncio.wait({self._life, greeted}, return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            await self._end()
            raise
        finally:
            greeted.cancel()
        if self._life.done() and not self.session.id:
            await self._life  # raises what ended it
            raise ConversationEndedError("superseded before the first answer")
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self._end()

    async def __aiter__(self) -> AsyncIterator[Frame]:
        while (frame := await self._news.get()) is not None:
            yield frame

    def now(self) -> int:
        """The server's time, in epoch ms."""
        return _now() + self.session.clock.ahead

    async def request(self, action: str, **fields: object) -> Frame:
        """Send a frame and wait for its answer.

        A ``retry`` is tried again under the same id, after another hello, and so is whatever a lost connection left
        unanswered: the server lets a repeated id have its effect once. Raises RefusedError, AnswerMissingError,
        ConversationEndedError.
        """
        frame = {"action": action, "id": str(uuid4()), **fields}
        for attempt in range(_RETRIES):
            try:
                return await self._ask(frame)
            except RefusedError as refusal:
                if refusal.code not in {"retry", "too-many-requests"}:
                    raise
                await asyncio.sleep(min(_RETRY_SECONDS * 2**attempt, _LONGEST_RETRY))
        return await self._ask(frame)

    async def send_text(self, text: str | bytes) -> None:
        """Send anything at all, as it is."""
        if self._socket is None:
            raise ConversationEndedError("not connected")
        await self._socket.send(text)

    async def drop(self) -> None:
        """Lose the connection without a goodbye; the client comes back by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _ask(self, frame: Frame) -> Frame:
        if self._life is None or self._life.done():
            raise ConversationEndedError("the conversation is over")
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._asked[frame["id"]] = (frame, answer)
        try:
            if self._greeted.is_set():
                await self._send(frame)
            async with asyncio.timeout(_ANSWER_SECONDS):
                answered = await answer
        except TimeoutError:
            raise AnswerMissingError(f"{frame['action']} had no answer in {_ANSWER_SECONDS:.0f} s") from None
        finally:
            self._asked.pop(frame["id"], None)
        if answered["type"] == "error":
            raise RefusedError(answered)
        return answered

    async def _live(self) -> None:
        """Connect and converse until superseded or refused, coming back after every loss."""
        losses = 0
        try:
            while not self.session.is_superseded:
                with suppress(ConnectionClosed, OSError, TimeoutError):
                    await self._converse()
                losses = 0 if self._greeted.is_set() else losses + 1
                self._socket = None
                self._greeted.clear()
                self.session.lost_connection()
                if not self.session.is_superseded:
                    await asyncio.sleep(self._pause(losses))
        except InvalidStatus as refusal:
            raise ConversationEndedError(f"refused in the handshake: {refusal.response.status_code}") from refusal
        finally:
            self._news.put_nowait(None)
            for _frame, answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(ConversationEndedError("the conversation is over"))

    def _pause(self, losses: int) -> float:
        """Seconds until the next try: growing with the losses in a row, and jittered, so that a cut brings no wave."""
        return _BACK_OFF[min(losses, len(_BACK_OFF) - 1)] * self._chance.uniform(0.5, 1.0)

    async def _converse(self) -> None:
        token = self.session.token
        url = f"{self._url}?token={token}" if token else self._url
        # Its own pings would keep a half-open connection looking alive; the protocol has its own (D15).
        async with connect(url, ping_interval=None, compression=None, proxy=None, max_size=_LARGEST) as socket:
            self._socket = socket
            self._hellos = 0
            self._unanswered_since = None
            await self._say_hello()
            due_frames = asyncio.create_task(self._run_errands())
            try:
                async for text in socket:
                    self._unanswered_since = None
                    await self._hear(text)
                    if self.session.is_superseded:
                        return
            finally:
                due_frames.cancel()
                await asyncio.gather(due_frames, return_exceptions=True)

    async def _say_hello(self) -> None:
        """Say hello: the first frame, and again whenever the server does not take this connection for our live one."""
        self._greeting = {**self.session.hello(), "id": str(uuid4())}
        await self._send(self._greeting)

    async def _hear(self, text: str | bytes) -> None:
        if self._on_text is not None:
            self._on_text(text if isinstance(text, str) else text.decode())
        frame = _read(text)
        if frame is None:
            await self._greet_again(is_refused=self._greeting is not None)
            return
        # The answer is matched before repeats are dropped: a repeated command is answered with an old seq.
        _command, answer = self._asked.get(frame.get("re", ""), (None, None))
        shown = self.session.receive(frame, _now())
        if answer is not None and not answer.done():
            answer.set_result(frame)
        for event in shown:
            self._news.put_nowait(event)
        self._stirred.set()
        is_greeting = self._greeting is not None and frame.get("re") == self._greeting["id"]
        if "re" in frame and frame["type"] not in {"welcome", "error"}:
            self._hellos = 0
        if frame["type"] == "error" and frame["code"] == "retry":
            await self._greet_again(is_refused=is_greeting)
        elif is_greeting:
            await self._greet(frame)

    async def _greet_again(self, *, is_refused: bool) -> None:
        """After ``retry``, or the gateway's own words: another hello, unless one is under way; then what has no answer.

        It may be one too many; too few lose the seat.
        """
        if self._greeting is not None and not is_refused:
            return
        self._greeted.clear()
        await asyncio.sleep(min(_RETRY_SECONDS * 2**self._hellos, _LONGEST_RETRY))
        self._hellos += 1
        await self._say_hello()

    async def _greet(self, frame: Frame) -> None:
        """After ``welcome``: send again what a lost connection left unanswered."""
        self._greeting = None
        if frame["type"] == "error":
            raise RefusedError(frame)
        self._greeted.set()
        self._stirred.set()
        for command, _answer in list(self._asked.values()):
            await self._send(command)

    async def _run_errands(self) -> None:
        """Send the pings and syncs as they fall due; give up a connection on which nothing is answered."""
        while not self.is_quiet:
            self._stirred.clear()
            due = self.session.next_due_frame() if self._greeted.is_set() else None
            wait = (due.due_at - _now()) / 1000 if due is not None else _MUTE_SECONDS
            if self._unanswered_since is not None:
                patience = self._unanswered_since + _MUTE_SECONDS - time.monotonic()
                if patience <= 0:
                    await self.drop()
                    return
                wait = min(wait, patience)
            if wait > 0:
                with suppress(TimeoutError):  # (wait_for can swallow a cancellation, before Python 3.12)
                    async with asyncio.timeout(wait):
                        await self._stirred.wait()
            elif due is not None:
                frame = {**due.frame, "id": str(uuid4())}
                self.session.sent(frame, _now(), due)
                await self._send(frame)

    async def _send(self, frame: Frame) -> None:
        if self._socket is None:
            return  # it goes out after the next welcome
        if frame["id"] in self._asked or frame["action"] == "hello":
            self.session.sent(frame, _now())
        if self._unanswered_since is None:
            self._unanswered_since = time.monotonic()
            self._stirred.set()
        try:
            await self._socket.send(json.dumps(frame, ensure_ascii=False))
        except ConnectionClosed:
            return  # likewise

    async def _end(self) -> None:
        if self._life is None:
            return
        self._life.cancel()
        await asyncio.gather(self._life, return_exceptions=True)


def _read(text: str | bytes) -> Frame | None:
    """A frame of the protocol; None for the gateway's own words (it speaks up when a function fails)."""
    frame = None
    with suppress(ValueError):
        frame = json.loads(text)
    return frame if isinstance(frame, dict) and "type" in frame else None


def _now() -> int:
    return int(time.time() * 1000)
