"""Dead letters: a queue for stream records that could not be handled, so that the others flow on."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from wordle_tournament.aws import clients

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

LARGEST = 250_000  # bytes of a message; some queues take no more than 262,144


class DeadLetters:
    """The queue at ``url``."""

    def __init__(self, url: str) -> None:
        self._url = url

    def send_dead_letter(self, raw: Mapping[str, Any]) -> None:
        """Keep the record as it came; without its image if that is too large: the keys find the item."""
        text = json.dumps(raw)
        if len(text) > LARGEST:
            told = {name: value for name, value in raw["dynamodb"].items() if name not in {"NewImage", "OldImage"}}
            text = json.dumps({**raw, "dynamodb": told})
        cast("SQSClient", clients.client("sqs")).send_message(QueueUrl=self._url, MessageBody=text)
