"""One structured line an invocation, on Powertools' Logger. Bodies, tokens, seeds and secrets are never in it (D14)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from aws_lambda_powertools import Logger

from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.runtime.collector import end_cold_start

_fields: ContextVar[dict[str, object] | None] = ContextVar("fields", default=None)


@lru_cache(maxsize=1)
def logger() -> Logger:
    """The process's logger; built at first use, so that importing a handler needs no environment."""
    return Logger(service="wordle-tournament", use_rfc3339=True)


@dataclass(frozen=True, slots=True)
class InvocationLog:
    """The ``Log`` port: fields gather until the invocation ends; a warning is written at once."""

    def annotate(self, **fields: object) -> None:
        """Add fields to the line of this invocation."""
        gathered = _fields.get()
        if gathered is not None:
            gathered.update(fields)

    def warning(self, text: str, **fields: object) -> None:
        """Report what should not happen."""
        logger().warning(text, extra=fields)


class InvocationFailed(Exception):
    """What a function raises whatever went wrong, because its caller may show the text to a client; the log has it."""


@contextmanager
def invocation(what: str, **fields: object) -> Iterator[None]:
    """Write the line of one invocation when it ends; what fails is logged with its trace, and raised without it."""
    token = _fields.set(dict(fields))
    try:
        yield
    except Exception:  # noqa: BLE001 - whatever it was, only the log gets the text
        logger().exception(what, extra=_gathered())
        raise InvocationFailed(what) from None
    else:
        logger().info(what, extra=_gathered())
    finally:
        _fields.reset(token)
        end_cold_start()


def _gathered() -> Mapping[str, object]:
    return _fields.get() or {}
