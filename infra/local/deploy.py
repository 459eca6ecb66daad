"""The stack that goes to AWS, put onto the emulator without CDK's command line.

Lives here: synthesis, assets, CreateStack, and what the emulator does not do by itself. Must not: change the stack;
all that differs locally is a field of its stage (stages.py).
"""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config

from infra.local.emulator import ACCOUNT, REGION, Emulator
from infra.local.interrupts import interrupts_held

ROOT = Path(__file__).resolve().parents[2]
STACK = "wordle-tournament-local"

_SYNTHESIS = "import json, sys; from infra.app import build; build('local', sys.argv[1], **json.loads(sys.argv[2]))"
_DEPLOY_SECONDS = 120.0
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


class DeployFailedError(Exception):
    """The stack did not come up; the text says why."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """The stack on a running emulator."""

    emulator: Emulator
    outputs: Mapping[str, str]
    functions: Mapping[str, str]  # module under functions/ -> physical name

    @property
    def websocket(self) -> str:
        """The URL that clients connect to."""
        return self.outputs["WebSocketUrl"]

    @property
    def table(self) -> str:
        """The table's name."""
        return self.outputs["TableName"]

    @property
    def round_machine(self) -> str:
        """The ARN of the state machine that times the rounds."""
        return self.outputs["RoundMachineArn"]

    def failed_executions(self) -> list[str]:
        """The names of the round timers that failed."""
        machine = aws_client(self.emulator, "stepfunctions")
        return [
            execution["name"]
            for status in ("FAILED", "TIMED_OUT", "ABORTED")
            for page in machine.get_paginator("list_executions").paginate(
                stateMachineArn=self.round_machine, statusFilter=status
            )
            for execution in page["executions"]
        ]

    def logged_errors(self) -> list[str]:
        """What the functions logged as an error, and what kept them from starting, as sentences."""
        logs = sorted(self.emulator.function_logs.glob("*.log"))
        said = [(log.stem, line) for log in logs for line in log.read_text("utf-8").splitlines()]
        own = [("emulator", line) for line in self.emulator.log.read_text("utf-8").splitlines() if " ERROR " in line]
        return [f"{name}: {line}" for name, line in own + said if not _is_harmless(line)]

    def dead_letters(self) -> list[str]:
        """The dead letters of the stream functions, as sentences."""
        queues = aws_client(self.emulator, "sqs")
        return [
            f"{output.removesuffix('Url')}: {message['Body']}"
            for output, url in self.outputs.items()
            if output.endswith("DeadLettersUrl")
            for message in queues.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", [])
        ]


def aws_client(emulator: Emulator, service: str) -> Any:  # noqa: ANN401  (boto3 makes its clients at run time)
    """A client of one of the emulator's services."""
    return boto3.session.Session().client(  # type: ignore[call-overload]
        service,
        endpoint_url=emulator.endpoint,
        region_name=REGION,
        aws_access_key_id=ACCOUNT,
        aws_secret_access_key="local",  # noqa: S106  (the emulator takes any)
        config=Config(retries={"max_attempts": 3}, s3={"addressing_style": "path"}),
    )


def deploy(emulator: Emulator, **overrides: object) -> Deployment:
    """Deploy the stack of the stage ``local``, its settings replaced by the overrides (``rules="fast"``).

    Raises DeployFailedError.
    """
    assembly = _synthesise(emulator, {"emulator": emulator.endpoint, "wordlists": str(ROOT / "wordlists"), **overrides})
    template = json.loads((assembly / f"{STACK}.template.json").read_text("utf-8"))
    url = _upload(emulator, assembly)
    stack = _create(emulator, url)
    resources = aws_client(emulator, "cloudformation").describe_stack_resources(StackName=STACK)["StackResources"]
    physical = {resource["LogicalResourceId"]: resource["PhysicalResourceId"] for resource in resources}
    _apply_expiry(emulator, template, physical)
    functions = {
        resource["Properties"]["Handler"].removesuffix(".handler"): physical[logical]
        for logical, resource in template["Resources"].items()
        if resource["Type"] == "AWS::Lambda::Function"
    }
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    return Deployment(emulator, outputs, functions)


def _is_harmless(line: str) -> bool:
    """Whether a logged line is one of ours and below an error."""
    return line.startswith("{") and not re.search(r'"level": ?"(ERROR|CRITICAL)"', line)


def _synthesise(emulator: Emulator, overrides: Mapping[str, object]) -> Path:
    """Run the CDK app in a process of its own: it starts Node, and nothing of that is needed afterwards."""
    folder = emulator.folder / "cdk.out"
    with interrupts_held():
        process = subprocess.Popen(  # noqa: S603  (our own interpreter and code)
            [sys.executable, "-c", _SYNTHESIS, str(folder), json.dumps(overrides)],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(emulator.folder / "tmp")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        said, _ = process.communicate(timeout=_DEPLOY_SECONDS)
    finally:
        with suppress(ProcessLookupError):  # raised when the whole group has ended already
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode != 0:
        raise DeployFailedError(f"the stack could not be synthesised:\n{said.decode(errors='replace').strip()}")
    return folder


def _upload(emulator: Emulator, assembly: Path) -> str:
    """Put the assets where the template expects them; the template's own address."""
    storage = aws_client(emulator, "s3")
    manifest = json.loads((assembly / f"{STACK}.assets.json").read_text("utf-8"))
    buckets: set[str] = set()
    url = ""
    for asset in manifest["files"].values():
        source = assembly / asset["source"]["path"]
        body = _zip(source) if asset["source"]["packaging"] == "zip" else source.read_bytes()
        for destination in asset["destinations"].values():
            bucket, key = _resolved(destination["bucketName"]), destination["objectKey"]
            if bucket not in buckets:
                storage.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
                buckets.add(bucket)
            storage.put_object(Bucket=bucket, Key=key, Body=body)
            if source.name == f"{STACK}.template.json":
                url = f"{emulator.endpoint}/{bucket}/{key}"
    return url


def _resolved(text: str) -> str:
    """A name of the manifest, with its pseudo parameters replaced."""
    return re.sub(r"\$\{AWS::(AccountId|Region|Partition)\}", lambda m: _PSEUDO[m[1]], text)


_PSEUDO = {"AccountId": ACCOUNT, "Region": REGION, "Partition": "aws"}


def _zip(folder: Path) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files(folder):
            archive.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix(), _ZIP_EPOCH), path.read_bytes())
    return packed.getvalue()


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)


def _create(emulator: Emulator, url: str) -> Mapping[str, Any]:
    formation = aws_client(emulator, "cloudformation")
    formation.create_stack(StackName=STACK, TemplateURL=url, Capabilities=["CAPABILITY_NAMED_IAM"])
    deadline = time.monotonic() + _DEPLOY_SECONDS
    while time.monotonic() < deadline:
        stack: Mapping[str, Any] = formation.describe_stacks(StackName=STACK)["Stacks"][0]
        if stack["StackStatus"] == "CREATE_COMPLETE":
            return stack
        if stack["StackStatus"] != "CREATE_IN_PROGRESS":
            break
        time.sleep(0.2)
    events = formation.describe_stack_events(StackName=STACK)["StackEvents"]
    reasons = [
        f"{e['LogicalResourceId']}: {e['ResourceStatusReason']}" for e in events if e.get("ResourceStatusReason")
    ]
    raise DeployFailedError("the stack did not come up:\n" + "\n".join(reasons))


def _apply_expiry(emulator: Emulator, template: Mapping[str, Any], physical: Mapping[str, str]) -> None:
    """Turn on the expiry of items: the emulator's CloudFormation ignores it."""
    tables = aws_client(emulator, "dynamodb")
    for logical, resource in template["Resources"].items():
        expiry = resource["Properties"].get("TimeToLiveSpecification") if "Properties" in resource else None
        if expiry is not None:
            tables.update_time_to_live(TableName=physical[logical], TimeToLiveSpecification=expiry)
