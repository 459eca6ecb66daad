"""The consumers of the table's stream: the relay (effects that a crash left undone) and the rating (placements, R6.3).

The functions send records that fail to a dead-letter queue. The mappings' retries and destinations cover a function
that dies.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.parts.dead_letters import DeadLetters
from infra.parts.functions import Functions, camel
from infra.parts.table import TournamentTable
from wordle_tournament.protocol import routes

Pattern = Mapping[str, Any]

CHANGED = ["INSERT", "MODIFY"]  # a removed item has no image
A_TOURNAMENT: Pattern = {"eventName": CHANGED, "dynamodb": {"Keys": {"sk": {"S": ["TOURNAMENT"]}}}}
A_PARTY: Pattern = {"eventName": CHANGED, "dynamodb": {"Keys": {"sk": {"S": ["PARTY"]}}}}


def placing(attribute_shape: Mapping[str, Any]) -> Pattern:
    """A pattern for versions of a tournament that place players: only they have the attribute `placed`."""
    image = {"NewImage": {"placed": attribute_shape}}
    return {**A_TOURNAMENT, "dynamodb": {**A_TOURNAMENT["dynamodb"], **image}}


@dataclass(frozen=True, slots=True)
class Consumer:
    """How one function reads the stream."""

    module: str
    only: Sequence[Pattern]
    """A record that matches any of these."""
    window: int
    """Seconds that records may wait to come together."""
    retries: int
    oldest: int
    """Seconds after which a record is not tried again; -1: for as long as the stream has it (a day)."""


RELAY = Consumer(
    routes.RELAY_FUNCTION,
    only=[A_TOURNAMENT, A_PARTY],
    window=1,  # the function that committed delivers first and records it within this second
    retries=200,  # a timer that Step Functions refuses for minutes must start in the end
    oldest=3600,  # a client that missed an event for an hour has synced or gone
)
RATING = Consumer(
    routes.RATING_FUNCTION,
    only=[placing({"SS": [{"exists": True}]})],
    window=0,  # rating changes are shown at once (R3.5)
    retries=200,  # a rating change must not be lost
    oldest=-1,
)


class Streams(Construct):
    """The event source mappings."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        table: TournamentTable,
        functions: Functions,
        dead_letters: Mapping[str, DeadLetters],
    ) -> None:
        super().__init__(scope, name)
        for consumer in (RELAY, RATING):
            lambda_.CfnEventSourceMapping(
                self,
                camel(consumer.module),
                function_name=functions[consumer.module].function_arn,
                event_source_arn=table.stream_arn,
                # From the oldest record: writes during a deployment are read too, and a repeated record is harmless.
                starting_position="TRIM_HORIZON",
                batch_size=100,
                maximum_batching_window_in_seconds=consumer.window,
                parallelization_factor=4,  # records of one tournament stay in order
                bisect_batch_on_function_error=True,
                maximum_retry_attempts=consumer.retries,
                maximum_record_age_in_seconds=consumer.oldest,
                filter_criteria=lambda_.CfnEventSourceMapping.FilterCriteriaProperty(
                    filters=[
                        lambda_.CfnEventSourceMapping.FilterProperty(pattern=json.dumps(pattern, separators=(",", ":")))
                        for pattern in consumer.only
                    ]
                ),
                destination_config=lambda_.CfnEventSourceMapping.DestinationConfigProperty(
                    on_failure=lambda_.CfnEventSourceMapping.OnFailureProperty(
                        destination=dead_letters[consumer.module].arn
                    )
                ),
            )
