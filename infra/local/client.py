"""The reference client: a session on a real socket.

Lives here: connecting, coming back, asking and being answered. What is known and owed is the session's
(session.py); the words are the protocol's. Must not: import the backend.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from infra.local.session import Session
from infra.local.table import Frame

_ANSWER_SECONDS = 15.0
_RETRIES = 8
_RETRY_SECONDS = 0.25
_BACK_OFF = (0.2, 0.5, 1.0, 2.0, 4.0)  # seconds
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
    ) -> None:
        self.session = Session(token=token)
        self.is_quiet = is_quiet  # sends nothing by itself: a phone in a tunnel, for tests
        self._url = url
        self._on_text = on_text
        self._news: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._asked: dict[str, tuple[Frame, asyncio.Future[Frame]]] = {}
        self._socket: ClientConnection | None = None
        self._greeted = asyncio.Event()
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
        if self._life.done():
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

        A ``retry`` is tried again under the same id, and so is whatever a lost connection left unanswered: the server
        lets a repeated id have its effect once. Raises RefusedError, AnswerMissingError, ConversationEndedError.
        """
        frame = {"action": action, "id": str(uuid4()), **fields}
        for _ in range(_RETRIES):
            try:
                return await self._ask(frame)
            except RefusedError as refusal:
                if refusal.code != "retry":
                    raise
                await asyncio.sleep(_RETRY_SECONDS)
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
                try:
                    await self._converse()
                except (ConnectionClosed, OSError, TimeoutError):
                    losses = 0 if self._greeted.is_set() else losses + 1
                self._socket = None
                self._greeted.clear()
                self.session.lost_connection()
                if not self.session.is_superseded:
                    await asyncio.sleep(_BACK_OFF[min(losses, len(_BACK_OFF) - 1)])
        except InvalidStatus as refusal:
            raise ConversationEndedError(f"refused in the handshake: {refusal.response.status_code}") from refusal
        finally:
            self._news.put_nowait(None)
            for _frame, answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(ConversationEndedError("the conversation is over"))

    async def _converse(self) -> None:
        token = self.session.token
        url = f"{self._url}?token={token}" if token else self._url
        # Its own pings would keep a half-open connection looking alive; the protocol has its own (D15).
        async with connect(url, ping_interval=None, compression=None, proxy=None, max_size=_LARGEST) as socket:
            self._socket = socket
            hello = {**self.session.hello(), "id": str(uuid4())}
            await self._send(hello)
            errands = asyncio.create_task(self._run_errands())
            try:
                async for text in socket:
                    await self._hear(text, hello)
                    if self.session.is_superseded:
                        return
            finally:
                errands.cancel()
                await asyncio.gather(errands, return_exceptions=True)

    async def _hear(self, text: str | bytes, hello: Frame) -> None:
        if self._on_text is not None:
            self._on_text(text if isinstance(text, str) else text.decode())
        frame = _read(text)
        if frame is None:
            self.session.doubt()
            self._stirred.set()
            return
        # The answer is matched before repeats are dropped: a repeated command is answered with an old seq.
        _command, answer = self._asked.get(frame.get("re", ""), (None, None))
        shown = self.session.receive(frame, _now())
        if answer is not None and not answer.done():
            answer.set_result(frame)
        for event in shown:
            self._news.put_nowait(event)
        self._stirred.set()
        if frame.get("re") == hello["id"]:
            await self._greet(frame, hello)

    async def _greet(self, frame: Frame, hello: Frame) -> None:
        """After ``welcome``: send again what a lost connection left unanswered."""
        if frame["type"] == "error":
            if frame["code"] != "retry":
                raise RefusedError(frame)
            await asyncio.sleep(_RETRY_SECONDS)
            await self._send(hello)
            return
        self._greeted.set()
        for command, _answer in list(self._asked.values()):
            await self._send(command)

    async def _run_errands(self) -> None:
        """Send the pings and syncs as they fall due."""
        await self._greeted.wait()
        while not self.is_quiet:
            self._stirred.clear()
            errand = self.session.next_errand()
            wait = (errand.when - _now()) / 1000
            if wait > 0:
                with suppress(TimeoutError):  # (wait_for can swallow a cancellation, before Python 3.12)
                    async with asyncio.timeout(wait):
                        await self._stirred.wait()
                continue
            frame = {**errand.frame, "id": str(uuid4())}
            self.session.sent(frame, _now(), errand)
            await self._send(frame)

    async def _send(self, frame: Frame) -> None:
        if self._socket is None:
            return  # it goes out after the next welcome
        if frame["id"] in self._asked or frame["action"] == "hello":
            self.session.sent(frame, _now())
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
    try:
        frame = json.loads(text)
    except ValueError:
        return None
    return frame if isinstance(frame, dict) and "type" in frame else None


def _now() -> int:
    return int(time.time() * 1000)
