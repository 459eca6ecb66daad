"""What both schedulers are made of: a task that runs only while it is resumed, and ports that act before each call."""

import threading
from collections.abc import Callable
from typing import Any

STUCK_SECONDS = 60.0  # a task that runs for so long without a pause is taken for stuck


class Task:
    """A thread that runs from one pause to the next, each time that ``resume`` is called.

    ``error`` is what the action raised, none so far. Only the thread itself calls ``pause``.
    """

    def __init__(self, action: Callable[[], object]) -> None:
        self.has_ended = False
        self.error: BaseException | None = None
        self._action = action
        self._go = threading.Semaphore(0)
        self._paused = threading.Semaphore(0)
        threading.Thread(target=self._run, daemon=True).start()

    def resume(self) -> None:
        """Let the task run to its next pause, or to its end; ``AssertionError`` if it comes to neither."""
        self._go.release()
        assert self._paused.acquire(timeout=STUCK_SECONDS), "the task is stuck"

    def pause(self) -> None:
        """Hand control back, and wait to be resumed."""
        self._paused.release()
        self._go.acquire()

    def _run(self) -> None:
        self._go.acquire()
        try:
            self._action()
        except BaseException as error:  # noqa: BLE001 - for the thread that resumes the task
            self.error = error
        self.has_ended = True
        self._paused.release()


class CallProxy:
    """A port that calls ``before`` with the method's name before each of its calls."""

    def __init__(self, inner: object, before: Callable[[str], object]) -> None:
        self._inner = inner
        self._before = before

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            self._before(name)
            return method(*args, **kwargs)

        return call
