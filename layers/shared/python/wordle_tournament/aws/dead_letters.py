"""Where records of the stream are put that could not be handled: a queue, so that the others flow on.

A queue is read by people like a log, so no seed and no secret goes there (D14): only what finds the item.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from wordle_tournament.aws import clients

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

TOLD = ("eventID", "eventName")


class DeadLetters:
    """The queue at ``url``."""

    def __init__(self, url: str) -> None:
        self._url = url

    def send_dead_letter(self, raw: Mapping[str, Any]) -> None:
        """Send what finds the record again: its event, its item's key and its version."""
        cast("SQSClient", clients.client("sqs")).send_message(QueueUrl=self._url, MessageBody=json.dumps(letter(raw)))


def letter(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what is told of a record, whatever is wrong with it: nothing of its image but the version."""
    told: dict[str, Any] = {name: raw[name] for name in TOLD if isinstance(raw.get(name), str)}
    change = raw.get("dynamodb")
    if isinstance(change, Mapping):
        told["keys"] = change.get("Keys")
        told["sequence"] = change.get("SequenceNumber")
        image = change.get("NewImage")
        told["version"] = image.get("version") if isinstance(image, Mapping) else None
    return told
