"""Dead-letter queues: stream records that could not be processed wait here for an operator, and raise an alarm."""

from aws_cdk import Duration
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.parts.findings import acknowledge
from infra.stages import Stage


class DeadLetters(Construct):
    """The dead-letter queue of one stream consumer; it keeps records for 14 days, the longest that SQS allows."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage) -> None:
        super().__init__(scope, name)
        self.resource = sqs.Queue(
            self,
            "Queue",
            retention_period=Duration.days(14),
            encryption=sqs.QueueEncryption.SQS_MANAGED,
            enforce_ssl=stage.emulator is None,
        )
        acknowledge(
            self.resource, "AwsSolutions-SQS3", "This is itself a dead-letter queue: nothing reads it but people."
        )
        if stage.emulator is not None:
            acknowledge(self.resource, "AwsSolutions-SQS4", "An emulator speaks plain HTTP, on loopback only.")

    @property
    def arn(self) -> str:
        """The queue's ARN, as the destination of an event source mapping."""
        return self.resource.queue_arn

    @property
    def url(self) -> str:
        """The queue's URL, for SQS clients."""
        return self.resource.queue_url
