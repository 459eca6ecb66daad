"""Who follows the table's stream: the relay (what a committer failed to do) and the rating (settled placements, R6.3).

The functions put poison records aside themselves; the mappings' retries and destinations are for a function that dies.
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

CHANGED = ["INSERT", "MODIFY"]  # a removed item has no image and nothing to say
A_TOURNAMENT: Pattern = {"eventName": CHANGED, "dynamodb": {"Keys": {"sk": {"S": ["TOURNAMENT"]}}}}


def settling(attribute_shape: Mapping[str, Any]) -> Pattern:
    """Only the versions of a tournament that settle places carry the attribute `settles`, of this shape."""
    image = {"NewImage": {"placed": attribute_shape}}
    return {**A_TOURNAMENT, "dynamodb": {**A_TOURNAMENT["dynamodb"], **image}}


@dataclass(frozen=True, slots=True)
class Following:
    """How one function follows the stream."""

    module: str
    only: Sequence[Pattern]
    """A record that matches any of these."""
    window: int
    """Seconds that records may wait to come together."""
    retries: int
    oldest: int
    """Seconds after which a record is not tried again; -1: for as long as the stream has it (a day)."""


RELAY = Following(
    routes.RELAY_FUNCTION,
    only=[A_TOURNAMENT],
    window=1,  # the committer does its effects itself: give it the time to note so
    retries=5,
    oldest=3600,  # a screen that missed an event for longer has synced or gone
)
RATING = Following(
    routes.RATING_FUNCTION,
    only=[settling({"SS": [{"exists": True}]})],
    window=0,  # shown at once (R3.5)
    retries=20,  # not given up lightly
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
        for following in (RELAY, RATING):
            lambda_.CfnEventSourceMapping(
                self,
                camel(following.module),
                function_name=functions[following.module].function_arn,
                event_source_arn=table.stream_arn,
                # From the oldest: what was written while the stack came up is followed too, and twice is harmless.
                starting_position="TRIM_HORIZON",
                batch_size=100,
                maximum_batching_window_in_seconds=following.window,
                parallelization_factor=4,  # records of one tournament stay in order
                bisect_batch_on_function_error=True,
                maximum_retry_attempts=following.retries,
                maximum_record_age_in_seconds=following.oldest,
                filter_criteria=lambda_.CfnEventSourceMapping.FilterCriteriaProperty(
                    filters=[
                        lambda_.CfnEventSourceMapping.FilterProperty(pattern=json.dumps(pattern, separators=(",", ":")))
                        for pattern in following.only
                    ]
                ),
                destination_config=lambda_.CfnEventSourceMapping.DestinationConfigProperty(
                    on_failure=lambda_.CfnEventSourceMapping.OnFailureProperty(
                        destination=dead_letters[following.module].arn
                    )
                ),
            )
