"""The reference client: a player who stays connected, asks, and is answered.

Lives here: connecting, coming back after a loss, requests. One connection is connection.py's; what is known and owed
is the session's (session.py). It keeps the rules for client authors of the protocol's README ("Staying connected").
Must not: import the backend.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self
from uuid import uuid4

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from infra.local.client_state import Frame
from infra.local.connection import LONGEST_RETRY, RETRY_SECONDS, Connection, now_ms
from infra.local.errors import AnswerMissingError, ConversationEndedError, RefusedError
from infra.local.pending_requests import PendingRequests
from infra.local.session import Session

_ANSWER_SECONDS = 15.0
_RETRIES = 8
_BACK_OFF = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds, each jittered
_LARGEST = 1 << 20  # bytes; the server's frames are below 128 kB


class Client:
    """A player's live connection, to be used as an asynchronous context manager.

    ``async for`` yields what the server shows, in order and without repeats, until the conversation ends.
    ``on_text`` is called with every text as it came, before any of that. ``is_quiet``: it sends no ping and no sync by
    itself, as a phone in a tunnel (for tests).
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
        self.is_quiet = is_quiet
        self._chance = chance or random.Random()  # noqa: S311  (jitter, not a secret)
        self._url = url
        self._on_text = on_text
        self._shown: asyncio.Queue[Frame | None] = asyncio.Queue()  # None: the conversation has ended
        self._requests = PendingRequests()
        self._is_welcomed = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        welcomed = asyncio.create_task(self._is_welcomed.wait())
        try:
            await asyncio.wait({self._task, welcomed}, return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            await self._end()
            raise
        finally:
            welcomed.cancel()
        if self._task.done() and not self.session.id:
            await self._task  # raises what ended it
            raise ConversationEndedError("superseded before the first answer")
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self._end()

    async def __aiter__(self) -> AsyncIterator[Frame]:
        while (frame := await self._shown.get()) is not None:
            yield frame

    def now(self) -> int:
        """The server's time, in epoch ms."""
        return now_ms() + self.session.clock.ahead

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
                await asyncio.sleep(min(RETRY_SECONDS * 2**attempt, LONGEST_RETRY))
        return await self._ask(frame)

    async def send_text(self, text: str | bytes) -> None:
        """Send any text or bytes as they are. Raises ConversationEndedError while there is no connection."""
        if self._connection is None:
            raise ConversationEndedError("not connected")
        await self._connection.socket.send(text)

    async def drop(self) -> None:
        """Lose the connection without a close frame; the client comes back by itself."""
        if self._connection is not None:
            self._connection.abort()

    async def _ask(self, frame: Frame) -> Frame:
        if self._task is None or self._task.done():
            raise ConversationEndedError("the conversation is over")
        with self._requests.waiting_for_answer(frame) as answer:
            try:
                if self._is_welcomed.is_set() and self._connection is not None:
                    await self._connection.send(frame)
                async with asyncio.timeout(_ANSWER_SECONDS):
                    answered = await answer
            except TimeoutError:
                raise AnswerMissingError(f"{frame['action']} had no answer in {_ANSWER_SECONDS:.0f} s") from None
        if answered["type"] == "error":
            raise RefusedError(answered)
        return answered

    async def _stay_connected(self) -> None:
        """Connect and converse until superseded or refused, coming back after every loss."""
        losses = 0
        try:
            while not self.session.is_superseded:
                with suppress(ConnectionClosed, OSError, TimeoutError):
                    await self._connect()
                losses = 0 if self._is_welcomed.is_set() else losses + 1
                self._connection = None
                self._is_welcomed.clear()
                self.session.lost_connection()
                if not self.session.is_superseded:
                    await asyncio.sleep(self._pause(losses))
        except InvalidStatus as refusal:
            raise ConversationEndedError(f"refused in the handshake: {refusal.response.status_code}") from refusal
        finally:
            self._shown.put_nowait(None)
            self._requests.fail_all()

    async def _connect(self) -> None:
        """Open a connection and converse on it until it is lost."""
        token = self.session.token
        url = f"{self._url}?token={token}" if token else self._url
        # Its own pings would keep a half-open connection looking alive; the protocol has its own (D15).
        async with connect(url, ping_interval=None, compression=None, proxy=None, max_size=_LARGEST) as socket:
            self._connection = Connection(
                socket,
                self.session,
                self._requests,
                self._is_welcomed,
                show=self._shown.put_nowait,
                on_text=self._on_text,
                is_quiet=lambda: self.is_quiet,
            )
            await self._connection.converse()

    def _pause(self, losses: int) -> float:
        """Seconds until the next try: growing with the losses in a row, and jittered to spread returning clients."""
        return _BACK_OFF[min(losses, len(_BACK_OFF) - 1)] * self._chance.uniform(0.5, 1.0)

    async def _end(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
