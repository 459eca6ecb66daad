"""Frames that wait for their answers; they outlive the connection on which they were sent."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from infra.local.client_state import Frame
from infra.local.errors import ConversationEndedError


class PendingRequests:
    """The unanswered frames of one client, by ``id``."""

    def __init__(self) -> None:
        self._pending: dict[str, tuple[Frame, asyncio.Future[Frame]]] = {}

    def __contains__(self, frame_id: str) -> bool:
        return frame_id in self._pending

    @property
    def frames(self) -> list[Frame]:
        """The unanswered frames, oldest first."""
        return [frame for frame, _answer in self._pending.values()]

    @contextmanager
    def waiting_for_answer(self, frame: Frame) -> Iterator[asyncio.Future[Frame]]:
        """Keep a frame for as long as its answer is waited for; yields the answer to come."""
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._pending[frame["id"]] = (frame, answer)
        try:
            yield answer
        finally:
            self._pending.pop(frame["id"], None)

    def find(self, frame: Frame) -> asyncio.Future[Frame] | None:
        """The future that this frame of the server answers by its ``re``; None if nobody waits for it."""
        _frame, answer = self._pending.get(frame.get("re", ""), (None, None))
        return answer

    def fail_all(self) -> None:
        """End every wait with ConversationEndedError."""
        for _frame, answer in self._pending.values():
            if not answer.done():
                answer.set_exception(ConversationEndedError("the conversation is over"))
