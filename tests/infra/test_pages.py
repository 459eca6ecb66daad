"""The page in the cloud: a private bucket behind CloudFront, a strict policy, and its socket known at deployment."""

import json
from pathlib import Path

from infra import site
from tests.infra.template import COPIER, Template, render

SOCKET = "wss://<SocketsApi>.execute-api.<Region>.<URLSuffix>"


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _sources(template: Template) -> list[Path]:
    keys = template.only("Custom::CDKBucketDeployment")["Properties"]["SourceObjectKeys"]
    return [template.asset({"S3Key": key}) for key in keys]


def test_nobody_reads_the_bucket_but_this_distribution(prod: Template) -> None:
    bucket = prod.only("AWS::S3::Bucket")["Properties"]
    deny, allow = prod.only("AWS::S3::BucketPolicy")["Properties"]["PolicyDocument"]["Statement"]

    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    assert bucket["BucketEncryption"]
    assert (deny["Effect"], deny["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})
    assert (allow["Action"], allow["Principal"]) == ("s3:GetObject", {"Service": "cloudfront.amazonaws.com"})
    assert "distribution/<PagesDistribution>" in render(allow["Condition"]["StringEquals"]["AWS:SourceArn"])


def test_the_page_may_run_its_own_files_and_speak_to_its_own_socket(prod: Template) -> None:
    headers = prod.only("AWS::CloudFront::ResponseHeadersPolicy")["Properties"]["ResponseHeadersPolicyConfig"]
    security = headers["SecurityHeadersConfig"]
    policy = render(security["ContentSecurityPolicy"]["ContentSecurityPolicy"])

    assert policy == site.security_policy(SOCKET)
    assert f"connect-src 'self' {SOCKET};" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert security["StrictTransportSecurity"]["AccessControlMaxAgeSec"] == 31_536_000


def test_cloudfront_and_the_laptop_tell_the_same_headers(prod: Template) -> None:
    headers = prod.only("AWS::CloudFront::ResponseHeadersPolicy")["Properties"]["ResponseHeadersPolicyConfig"]
    told = {item["Header"]: item["Value"] for item in headers["CustomHeadersConfig"]["Items"]}
    security = headers["SecurityHeadersConfig"]
    told["Referrer-Policy"] = security["ReferrerPolicy"]["ReferrerPolicy"]
    told["X-Content-Type-Options"] = "nosniff" if security["ContentTypeOptions"]["Override"] else ""
    told["Content-Security-Policy"] = render(security["ContentSecurityPolicy"]["ContentSecurityPolicy"])

    assert told == site.headers(SOCKET)


def test_visitors_come_over_https_and_get_it_compressed(prod: Template) -> None:
    distribution = prod.only("AWS::CloudFront::Distribution")["Properties"]["DistributionConfig"]
    behaviour = distribution["DefaultCacheBehavior"]

    assert distribution["DefaultRootObject"] == "index.html"
    assert behaviour["ViewerProtocolPolicy"] == "redirect-to-https"
    assert behaviour["Compress"] is True
    assert behaviour["AllowedMethods"] == ["GET", "HEAD"]


def test_exactly_what_a_laptop_serves_is_deployed(prod: Template) -> None:
    folder, written = _sources(prod)
    page = {path.relative_to(site.PAGE).as_posix() for path in site.served()}

    assert _files(folder) == page | set(site.written()) | {site.STYLESHEET}
    assert _files(written) == {"config.json"}
    assert [file for file in _files(folder) if file.endswith((".md", ".py", ".ts"))] == []
    assert [file for file in _files(folder) if file.startswith(("pictures/", "package/"))] == []


def test_config_json_names_the_socket_of_its_own_stack(prod: Template) -> None:
    deployment = prod.only("Custom::CDKBucketDeployment")["Properties"]
    text = (_sources(prod)[1] / "config.json").read_text("utf-8")
    for marker, value in deployment["SourceMarkers"][1].items():
        text = text.replace(marker, render(value))
    config = json.loads(text)

    assert config == site.config(f"{SOCKET}/prod")
    assert len(config["games"]) == 13
    assert deployment["DistributionPaths"] == ["/*"]
    assert deployment["SystemMetadata"] == {"cache-control": "no-cache"}  # names carry no version: never half a page


def test_invite_links_lead_to_the_page(prod: Template) -> None:
    told = prod.functions()["ws_party"]["Properties"]["Environment"]["Variables"]["PAGE_URL"]

    assert render(told) == "https://<PagesDistribution.DomainName>/"
    assert render(prod.body["Outputs"]["PageUrl"]["Value"]) == render(told)


def test_what_copies_the_files_touches_nothing_of_the_game(prod: Template) -> None:
    [copier] = [
        function["Properties"]
        for function in prod.of_type("AWS::Lambda::Function").values()
        if function["Properties"]["Handler"] == COPIER
    ]
    granted = prod.grants(copier["Role"])

    assert {action.split(":")[0] for action, _ in granted} == {"s3", "cloudfront"}
    assert {resource for action, resource in granted if action.startswith("s3:")} == {
        "<PagesFiles.Arn>",
        "<PagesFiles.Arn>/*",
        "arn:<Partition>:s3:::cdk-hnb659fds-assets-<AccountId>-<Region>",
        "arn:<Partition>:s3:::cdk-hnb659fds-assets-<AccountId>-<Region>/*",
    }


def test_on_a_laptop_there_is_no_cdn(local: Template) -> None:
    kinds = {resource["Type"] for resource in local.body["Resources"].values()}

    assert [kind for kind in kinds if "CloudFront" in kind or "S3" in kind or kind.startswith("Custom::")] == []
    assert "PageUrl" not in local.body["Outputs"]
