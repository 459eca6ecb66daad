"""Acknowledging cdk-nag findings: one rule with one reason, beside its resource."""

from aws_cdk import Acknowledgment, Stack, Validations
from constructs import IConstruct


def acknowledge(construct: IConstruct, rule: str, reason: str) -> None:
    """Accept one finding of one rule on one construct, for a reason that a reviewer can check."""
    Validations.of(construct).acknowledge(Acknowledgment(id=rule, reason=reason))


def acknowledge_wildcard(construct: IConstruct, resource: str, reason: str) -> None:
    """Accept that a role is allowed exactly this resource pattern; any other pattern stays a finding."""
    acknowledge(
        construct, f"AwsSolutions-IAM5[Resource::{_as_reported(Stack.of(construct).resolve(resource))}]", reason
    )


def acknowledge_managed_policy(construct: IConstruct, policy: str, reason: str) -> None:
    """Accept that a role uses exactly this AWS-managed policy."""
    acknowledge(construct, f"AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/{policy}]", reason)


def _as_reported(value: object) -> str:
    """A resolved text the way cdk-nag prints it: what is only known at deployment in angle brackets."""
    match value:
        case str():
            return value
        case {"Ref": name}:
            return f"<{name}>"
        case {"Fn::GetAtt": [name, attribute]}:
            return f"<{name}.{attribute}>"
        case {"Fn::Join": [glue, parts]}:
            return str(glue).join(_as_reported(part) for part in parts)
        case _:
            raise TypeError(f"no text: {value!r}")
