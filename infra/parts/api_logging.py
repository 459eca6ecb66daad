"""API Gateway's own permission to write logs, a setting of the account in a region and not of one API."""

from aws_cdk import RemovalPolicy
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_iam as iam
from constructs import Construct

from infra.parts.findings import acknowledge_managed_policy

PUSH_TO_LOGS = "service-role/AmazonAPIGatewayPushToCloudWatchLogs"


class ApiLogging(Construct):
    """The region's one role by which API Gateway may write logs: without it an access log fails in a fresh account.

    It belongs to the account, not to this stack, so it stays when the stack goes.
    """

    def __init__(self, scope: Construct, name: str) -> None:
        super().__init__(scope, name)
        role = iam.Role(
            self,
            "Role",
            assumed_by=iam.ServicePrincipal("apigateway.amazonaws.com"),
            managed_policies=[iam.ManagedPolicy.from_aws_managed_policy_name(PUSH_TO_LOGS)],
        )
        role.apply_removal_policy(RemovalPolicy.RETAIN)
        acknowledge_managed_policy(
            role,
            PUSH_TO_LOGS,
            "API Gateway checks the account's setting against this very policy; it serves all APIs of the region.",
        )
        account = apigateway.CfnAccount(self, "Account", cloud_watch_role_arn=role.role_arn)
        account.apply_removal_policy(RemovalPolicy.RETAIN)
