"""Which failures of AWS pass: throttling, faults on its side, the network, and a stack that is being changed.

Such a failure is raised as ``Unavailable``: the same call may succeed later. What DynamoDB says about the request
itself (``ValidationException``, an item that is too large) is passed on as it is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from botocore.exceptions import BotoCoreError, ClientError, ParamValidationError
from pynamodb.exceptions import PynamoDBException

from wordle_tournament.app.ports import Unavailable

TRANSIENT = frozenset(
    {
        # too much at once
        "LimitExceededException",
        "ProvisionedThroughputExceeded",  # of one part of a transaction, as the next
        "ThrottlingError",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestThrottledException",
        "Throttling",
        "ThrottlingException",
        "TooManyRequestsException",
        # AWS's own faults; a status of 500 and more counts as well
        "InternalFailure",
        "InternalServerError",
        "RequestTimeout",
        "ServiceUnavailable",
        "ServiceUnavailableException",
        "TransactionInProgressException",
        # a role, a key or a table that is being changed: a record must not be given up for that
        "AccessDeniedException",
        "ExpiredTokenException",
        "ResourceNotFoundException",
        "UnrecognizedClientException",
    }
)


def is_transient(error: BaseException | None) -> bool:
    """Return whether the same call may succeed later."""
    if isinstance(error, PynamoDBException):
        return is_transient(error.cause)
    if isinstance(error, ClientError):
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        return error.response["Error"]["Code"] in TRANSIENT or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return isinstance(error, BotoCoreError) and not isinstance(error, ParamValidationError)


@contextmanager
def transient_typed() -> Iterator[None]:
    """Raise ``Unavailable`` for a failure that passes; everything else as it is."""
    try:
        yield
    except (PynamoDBException, BotoCoreError, ClientError) as error:
        if is_transient(error):
            raise Unavailable(type(error).__name__) from error
        raise
