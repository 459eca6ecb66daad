"""What a process has of its own: time, chance and a log."""

from typing import Protocol


class Clock(Protocol):
    """This machine's time, for what is sent and for waiting. Rules are judged by the time of receipt."""

    def now(self) -> int:
        """Return the time, epoch ms."""
        ...

    def wait(self, milliseconds: int) -> None:
        """Let so much time pass."""
        ...

    def back_off(self, attempt: int) -> None:
        """Wait a random moment that grows with the attempt (0, 1, ...)."""
        ...


class Chance(Protocol):
    """The operating system's random generator (D16)."""

    def new_seed(self) -> str:
        """Return 128 random bits, hexadecimal."""
        ...

    def new_id(self) -> str:
        """Return a new identifier of 80 or more random bits."""
        ...


class Log(Protocol):
    """What operators read. Secrets, tokens and seeds never stand in it (D14)."""

    def annotate(self, **fields: object) -> None:
        """Add fields to the line of this invocation."""
        ...

    def warning(self, text: str, **fields: object) -> None:
        """Report at once something that should not happen."""
        ...
