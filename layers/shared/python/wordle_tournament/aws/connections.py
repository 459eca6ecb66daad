"""Posting to clients' connections: in parallel, all frames for a connection as one message, in their order.

A message holds one frame, or an array of frames: API Gateway bills messages and takes some ms for each, and a commit
says 2.3 frames to a screen. A message arrives whole or not at all, so the order of its frames cannot break.

A connection is gone when API Gateway says so (410), or does not know its id any more (400). Anything else that fails
is logged, and says nothing about the player: throttling must not make a player away. A failed post never
stops the others; a client asks by itself for what it missed, by ``seq``.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from botocore.exceptions import BotoCoreError, ClientError

from wordle_tournament.app.ports import Log
from wordle_tournament.aws import clients
from wordle_tournament.core.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from types_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient

AT_ONCE = 8  # one tournament's screens
MESSAGE_BYTES = 32 * 1024  # the longest WebSocket frame of API Gateway; a longer array becomes several
ATTEMPTS = 2  # a screen that hangs must not hold up the function that plays for all of them


@dataclass(frozen=True, slots=True)
class _Failure:
    connection: str
    is_gone: bool
    why: str


class GatewayConnections:
    """The ``Connections`` port on API Gateway's management endpoint (``https://{domain}/{stage}``)."""

    def __init__(self, endpoint: str, log: Log) -> None:
        self._endpoint = endpoint
        self._log = log
        self._pool: ThreadPoolExecutor | None = None
        self._making = threading.Lock()

    def post(self, batches: Mapping[str, Sequence[str]]) -> frozenset[str]:
        """Send each connection its frames in order, as one message; return the connections that are gone."""
        if len(batches) == 1:  # an answer: not worth a thread
            outcomes = [self._post(*one) for one in batches.items()]
        else:
            outcomes = list(self._threads().map(self._post, batches.keys(), batches.values()))
        return frozenset(failure.connection for failure in self._judged(outcomes))

    def close(self, connection: str) -> None:
        """Close a connection; one that is gone already is fine, and so is one that cannot be reached."""
        try:
            self._client().delete_connection(ConnectionId=connection)
        except (BotoCoreError, ClientError) as error:
            self._judged([_failure(connection, error)])

    def _post(self, connection: str, texts: Sequence[str]) -> _Failure | None:
        try:
            for text in join_frames(texts):
                self._client().post_to_connection(ConnectionId=connection, Data=text.encode())
        except (BotoCoreError, ClientError) as error:
            return _failure(connection, error)  # the rest would leave a gap anyway
        return None

    def _judged(self, outcomes: Sequence[_Failure | None]) -> Sequence[_Failure]:
        """The failures of connections that are gone; the others are logged, by the thread of the invocation."""
        failures = [failure for failure in outcomes if failure is not None]
        for failure in failures:
            if not failure.is_gone:
                self._log.warning("post failed", connection=failure.connection, why=failure.why)
        return [failure for failure in failures if failure.is_gone]

    def _client(self) -> "ApiGatewayManagementApiClient":
        client = clients.client(
            "apigatewaymanagementapi", endpoint=self._endpoint, connections=AT_ONCE, attempts=ATTEMPTS
        )
        return cast("ApiGatewayManagementApiClient", client)

    def _threads(self) -> ThreadPoolExecutor:
        with self._making:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="connections")
            return self._pool


def _failure(connection: str, error: BotoCoreError | ClientError) -> _Failure:
    if not isinstance(error, ClientError):
        return _Failure(connection, is_gone=False, why=type(error).__name__)
    code = error.response["Error"]["Code"]
    status = error.response["ResponseMetadata"].get("HTTPStatusCode")
    is_unknown = code == "BadRequestException"  # a post can only be bad in its connection's id
    return _Failure(connection, is_gone=is_unknown or status == HTTPStatus.GONE, why=code)


def join_frames(frames: Sequence[str], most: int = MESSAGE_BYTES) -> Iterator[str]:
    """Yield the texts of messages that hold these frames in order: a frame alone, or an array of several.

    No array is longer than ``most`` bytes. A single frame that is longer stays what it is.
    """
    together: list[str] = []
    size = 1  # bytes: a bracket at each end, and a comma between two frames
    for frame in frames:
        length = len(frame.encode()) + 1
        if together and size + length > most:
            yield _message(together)
            together, size = [], 1
        together.append(frame)
        size += length
    if together:
        yield _message(together)


def _message(frames: Sequence[str]) -> str:
    return frames[0] if len(frames) == 1 else f"[{','.join(frames)}]"
