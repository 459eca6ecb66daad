"""Where stream records go that could not be handled: for a person to look at, with an alarm when there is one."""

from aws_cdk import Duration
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.parts.findings import acknowledge
from infra.stages import Stage


class DeadLetters(Construct):
    """One consumer's queue of set-aside records, kept for as long as a queue can."""

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
        """The queue, as an event source mapping's destination."""
        return self.resource.queue_arn

    @property
    def url(self) -> str:
        """The queue, as a client is told it."""
        return self.resource.queue_url
