"""The reference web client in the cloud: its files in a private bucket, seen only through CloudFront.

The files and the headers are `infra/site.py`'s, the same as on a laptop; what is only known at deployment, the socket's
address, goes into `config.json` and into the content security policy.
"""

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk import aws_cloudfront_origins as origins
from aws_cdk import aws_logs as logs
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_s3_deployment as deployment
from constructs import Construct

from infra import site
from infra.parts.findings import acknowledge, acknowledge_managed_policy, acknowledge_wildcard
from infra.parts.sockets import Sockets
from infra.stages import Stage

STAGING = site.ROOT / ".build" / "site"
A_YEAR = Duration.days(365)


class Pages(Construct):
    """The page of one stage, wired to its socket."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage, sockets: Sockets) -> None:
        super().__init__(scope, name)
        self._sockets = sockets
        self.bucket = s3.Bucket(
            self,
            "Files",
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            encryption=s3.BucketEncryption.S3_MANAGED,
            enforce_ssl=True,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            removal_policy=RemovalPolicy.DESTROY,  # a deployment brings everything anew, and its end takes it away
        )
        self.distribution = cloudfront.Distribution(
            self,
            "Distribution",
            comment=f"{Stack.of(self).stack_name}: the page",
            default_root_object="index.html",
            default_behavior=cloudfront.BehaviorOptions(
                origin=origins.S3BucketOrigin.with_origin_access_control(self.bucket),
                allowed_methods=cloudfront.AllowedMethods.ALLOW_GET_HEAD,
                cache_policy=cloudfront.CachePolicy.CACHING_OPTIMIZED,
                compress=True,
                response_headers_policy=self._headers(),
                viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
            ),
            http_version=cloudfront.HttpVersion.HTTP2_AND_3,
            price_class=cloudfront.PriceClass.PRICE_CLASS_100,
        )
        self._deploy(stage)
        self._acknowledge()

    @property
    def url(self) -> str:
        """Where people play."""
        return f"https://{self.distribution.distribution_domain_name}/"

    def _headers(self) -> cloudfront.ResponseHeadersPolicy:
        told = site.headers(self._sockets.url.rpartition("/")[0])
        policy, nosniff, referrer = (
            told.pop(name) for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy")
        )
        if (nosniff, referrer) != ("nosniff", "no-referrer"):
            raise ValueError(f"CloudFront is told otherwise below: {nosniff}, {referrer}")
        return cloudfront.ResponseHeadersPolicy(
            self,
            "Headers",
            comment="What the page may do: its own files and its own socket",
            security_headers_behavior=cloudfront.ResponseSecurityHeadersBehavior(
                content_security_policy=cloudfront.ResponseHeadersContentSecurityPolicy(
                    content_security_policy=policy, override=True
                ),
                content_type_options=cloudfront.ResponseHeadersContentTypeOptions(override=True),
                referrer_policy=cloudfront.ResponseHeadersReferrerPolicy(
                    referrer_policy=cloudfront.HeadersReferrerPolicy.NO_REFERRER, override=True
                ),
                strict_transport_security=cloudfront.ResponseHeadersStrictTransportSecurity(
                    access_control_max_age=A_YEAR, include_subdomains=False, override=True
                ),
            ),
            custom_headers_behavior=cloudfront.ResponseCustomHeadersBehavior(
                custom_headers=[
                    cloudfront.ResponseCustomHeader(header=name, value=value, override=True)
                    for name, value in told.items()
                ]
            ),
        )

    def _deploy(self, stage: Stage) -> None:
        files = site.write(STAGING)
        self.deployment = deployment.BucketDeployment(
            self,
            "Deployment",
            sources=[
                deployment.Source.asset(str(files)),
                deployment.Source.json_data("config.json", site.config(self._sockets.url)),
            ],
            destination_bucket=self.bucket,
            distribution=self.distribution,
            distribution_paths=["/*"],
            # Names carry no version, so a browser asks each time whether what it has is still right: never half a page.
            cache_control=[deployment.CacheControl.no_cache()],
            log_group=logs.LogGroup(
                self,
                "DeploymentLog",
                retention=logs.RetentionDays[stage.log_days],
                removal_policy=RemovalPolicy.DESTROY,
            ),
            prune=True,
            retain_on_delete=False,
        )

    def _acknowledge(self) -> None:
        no_logs = "A public page without accounts or forms: who asks for it is nobody's business, so nothing is logged."
        acknowledge(self.bucket, "AwsSolutions-S1", no_logs)
        acknowledge(self.distribution, "AwsSolutions-CFR3", no_logs)
        acknowledge(self.distribution, "AwsSolutions-CFR1", "Anybody anywhere may play.")
        acknowledge(self.distribution, "AwsSolutions-CFR2", "Static files from a cache: nothing to inject into.")
        acknowledge(
            self.distribution,
            "AwsSolutions-CFR4",
            "CloudFront's own certificate brings its own TLS policy; a domain of one's own would set a newer one.",
        )
        self._acknowledge_copier()

    def _acknowledge_copier(self) -> None:
        """What CDK's own function may do that copies the files at a deployment, and never runs otherwise."""
        copier = self.deployment.handler_role
        acknowledge_managed_policy(
            copier,
            "service-role/AWSLambdaBasicExecutionRole",
            "CDK's copier writes its log; it runs only at deployments.",
        )
        why = "CDK's copier reads its own assets and writes this one bucket, whose files are not known beforehand."
        policy = copier.node.find_child("DefaultPolicy")
        for pattern in _COPIER_ACTIONS:
            acknowledge(policy, f"AwsSolutions-IAM5[Action::{pattern}]", why)
        acknowledge_wildcard(policy, f"{self.bucket.bucket_arn}/*", why)
        acknowledge(
            policy,
            "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::"
            "cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]",
            why,
        )
        acknowledge(
            policy,
            "AwsSolutions-IAM5[Resource::*]",
            "CDK lets its copier empty the cache of any distribution, to be told which at the deployment: this one.",
        )
        function = copier.node.scope
        if function is None:
            raise LookupError("CDK's copier has no function")
        acknowledge(function, "AwsSolutions-L1", "Which Python CDK's own function runs on comes with CDK's version.")


_COPIER_ACTIONS = ("s3:GetBucket*", "s3:GetObject*", "s3:List*", "s3:DeleteObject*", "s3:Abort*")
