"""The keys that sign guests' tokens: a JSON object, generated at deployment, in no template and no log."""

from aws_cdk import RemovalPolicy
from aws_cdk import aws_secretsmanager as secretsmanager
from constructs import Construct

from infra.parts.findings import acknowledge
from infra.stages import Stage

FIRST_KEY = "k1"


class TokenKeys(Construct):
    """`{"current": "k1", "k1": "<random text>"}`."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage) -> None:
        super().__init__(scope, name)
        self.resource = secretsmanager.Secret(
            self,
            "Keys",
            description="Signing keys of the guests' tokens, by key id; `current` names the one that signs",
            generate_secret_string=secretsmanager.SecretStringGenerator(
                secret_string_template=f'{{"current":"{FIRST_KEY}"}}',
                generate_string_key=FIRST_KEY,
                password_length=64,
                exclude_punctuation=True,
            ),
            removal_policy=RemovalPolicy.RETAIN if stage.keeps_data else RemovalPolicy.DESTROY,
        )
        acknowledge(
            self.resource,
            "AwsSolutions-SMG4",
            "Tokens live 180 days (D17): a key is rotated by adding one and naming it `current`, the old one staying "
            "to verify. An automatic rotation would replace the value and sign every guest out.",
        )

    @property
    def arn(self) -> str:
        """The ARN of the secret."""
        secret = self.resource.node.default_child
        if not isinstance(secret, secretsmanager.CfnSecret):
            raise TypeError(f"no secret: {secret!r}")
        return secret.attr_id  # the ARN everywhere; an emulator's `Ref` is a name, which no policy would match
