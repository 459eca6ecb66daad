"""The one table: tournaments, players, lobby pointers and rating ledgers, distinguished by their keys.

The relay and the rating read its stream. Its sparse index finds open lobbies (R7.1, D9).
"""

from aws_cdk import RemovalPolicy
from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct

from infra.stages import Stage

OPEN_LOBBIES = "open-lobbies"
EXPIRY = "expires_at"


class TournamentTable(Construct):
    """The table: pay per request, point-in-time recovery, items that expire (D17)."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage) -> None:
        super().__init__(scope, name)
        text, number = dynamodb.AttributeType.STRING, dynamodb.AttributeType.NUMBER
        self.resource = dynamodb.Table(
            self,
            "Items",
            partition_key=dynamodb.Attribute(name="pk", type=text),
            sort_key=dynamodb.Attribute(name="sk", type=text),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            stream=dynamodb.StreamViewType.NEW_IMAGE,
            time_to_live_attribute=EXPIRY,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True
            ),
            deletion_protection=stage.keeps_data,
            removal_policy=RemovalPolicy.RETAIN if stage.keeps_data else RemovalPolicy.DESTROY,
        )
        # Only open lobbies carry these attributes, so the index contains nothing else.
        self.resource.add_global_secondary_index(
            index_name=OPEN_LOBBIES,
            partition_key=dynamodb.Attribute(name="lobby_key", type=text),
            sort_key=dynamodb.Attribute(name="lobby_rating", type=number),
            projection_type=dynamodb.ProjectionType.KEYS_ONLY,
        )

    @property
    def name(self) -> str:
        """The table's name."""
        return self.resource.table_name

    @property
    def arn(self) -> str:
        """The table itself, without its indexes."""
        return self.resource.table_arn

    @property
    def open_lobbies_arn(self) -> str:
        """The sparse index of open lobbies."""
        return f"{self.arn}/index/{OPEN_LOBBIES}"

    @property
    def stream_arn(self) -> str:
        """The stream of new images."""
        arn = self.resource.table_stream_arn
        if arn is None:
            raise AssertionError("the table has a stream")
        return arn

    @property
    def any_stream_arn(self) -> str:
        """All streams of this table, as ListStreams needs."""
        return f"{self.arn}/stream/*"
