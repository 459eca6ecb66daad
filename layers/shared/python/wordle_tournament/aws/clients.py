"""AWS clients, each made when it is first needed and once per process; one botocore session for all of them.

Reading a session's data costs more than a client (some 50 ms to 5), so pynamodb is given the same session. Region,
credentials and a local endpoint (``AWS_ENDPOINT_URL``) are found botocore's way. Time-outs are short, because a player
waits, and everything that is sent may be sent again.
"""

import threading
from functools import cache
from typing import Any

from botocore.config import Config
from botocore.loaders import Loader
from botocore.session import Session, get_session

SERVICES = ["apigatewaymanagementapi", "dynamodb", "secretsmanager", "sqs", "stepfunctions"]
CONNECT_SECONDS = 1
READ_SECONDS = 2
ATTEMPTS = 3  # of a call in all; throttled and failed ones are retried by botocore with jitter

_making = threading.Lock()  # making clients is not thread-safe, using them is


class _Loader(Loader):
    """botocore's reader of its data, that knows which services there are without a look into 400 folders (20 ms)."""

    def list_available_services(self, type_name: str) -> list[str]:  # noqa: ARG002 - of whatever type
        """The services that the functions use."""
        return SERVICES


@cache
def session() -> Session:
    """The session of this process."""
    made = get_session()
    made.register_component("data_loader", _Loader())
    return made


@cache
def _client(service: str, endpoint: str | None, connections: int, attempts: int) -> Any:  # noqa: ANN401 - the caller types it
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"total_max_attempts": attempts, "mode": "standard"},
        max_pool_connections=connections,
    )
    return session().create_client(service, endpoint_url=endpoint, config=config)


def client(service: str, *, endpoint: str | None = None, connections: int = 1, attempts: int = ATTEMPTS) -> Any:  # noqa: ANN401 - likewise
    """The process's client of a service, for so many calls at once, each tried so often."""
    with _making:
        return _client(service, endpoint, connections, attempts)
