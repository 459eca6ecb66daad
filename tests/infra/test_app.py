"""The app as a whole: what devops run, what is committed, and what the checkers say."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from aws_cdk import Stack
from aws_cdk import aws_sqs as sqs
from cfnlint.api import lint  # type: ignore[import-untyped]
from cfnlint.config import ManualArgs  # type: ignore[import-untyped]

from infra.app import ROOT, build, checked_app
from infra.stages import STAGES
from tests.infra.snapshot import SNAPSHOT, normalised
from tests.infra.template import Template, render

# CDK writes every dependency down, also those that a reference implies.
REDUNDANT_DEPENDENCY = "W3005"


def test_what_prod_deploys_is_what_was_reviewed(prod: Template) -> None:
    committed = SNAPSHOT.read_text(encoding="utf-8")

    assert committed == normalised(prod), "if the change is meant: python tests/infra/snapshot.py, and commit"


def test_cloudformation_s_schemas_find_nothing_wrong(template: Template) -> None:
    matches = lint(
        template.path.read_text(encoding="utf-8"),
        config=ManualArgs(regions=["eu-central-1"], ignore_checks=["I", REDUNDANT_DEPENDENCY]),
    )

    assert [f"{match.rule.id} {match.path} {match.message}" for match in matches] == []


def test_a_security_finding_without_a_reason_stops_synthesis(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    app = checked_app(tmp_path)
    sqs.Queue(Stack(app, "Careless"), "OpenToPlainHttp")

    with pytest.raises(RuntimeError, match="ValidationFailed"):
        app.synth()
    assert "AwsSolutions-SQS4" in (tmp_path / "validation-report.json").read_text(encoding="utf-8")
    capfd.readouterr()  # the findings are printed, too


def test_the_command_of_cdk_json_works_without_network_credentials_or_docker(prod: Template, tmp_path: Path) -> None:
    command = shlex.split(json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["app"])
    environment = _bare(tmp_path) | {
        "CDK_OUTDIR": str(tmp_path / "out"),
        "CDK_CONTEXT_JSON": json.dumps({"stage": "prod"}),
    }

    assert command[0] == ".venv/bin/python"
    run = subprocess.run(  # noqa: S603 - the committed command
        [sys.executable, *command[1:]],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (run.returncode, run.stderr) == (0, "")
    assert normalised(Template("prod", tmp_path / "out")) == normalised(prod)


def test_a_stage_s_settings_can_be_replaced_for_a_run(tmp_path: Path) -> None:
    template = Template("local", build("local", tmp_path, rules="fast", emulator="http://127.0.0.1:1", wordlists="/w"))
    told = template.functions()["ws_queue"]["Properties"]["Environment"]["Variables"]

    assert (told["RULES"], told["WORDLISTS_DIR"]) == ("fast", "/w")
    assert render(told["MANAGEMENT_ENDPOINT"]) == "http://127.0.0.1:1/_aws/execute-api/<SocketsApi>/local"
    assert STAGES["local"].rules == "standard"


def test_an_unknown_stage_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="staging"):
        build("staging", tmp_path)


def test_the_stack_tells_where_things_are(template: Template) -> None:
    told = set(template.body["Outputs"]) - {"AlarmTopic", "PageUrl"}

    assert told == {
        "WebSocketUrl",
        "ManagementEndpoint",
        "ApiId",
        "TableName",
        "RoundMachineArn",
        "TokenKeysSecret",
        "RelayDeadLettersUrl",
        "RatingDeadLettersUrl",
    }


def test_infra_knows_only_the_two_registers_of_our_package() -> None:
    known = {
        line.split()[1]
        for path in (ROOT / "infra").glob("**/*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith(("from wordle_tournament", "import wordle_tournament"))
        and path.relative_to(ROOT / "infra").parts[0] in {"parts", "app.py", "stack.py", "stages.py"}
    }

    assert known == {"wordle_tournament.protocol", "wordle_tournament.runtime.settings"}


def _bare(home: Path) -> dict[str, str]:
    """An environment in which nothing can be reached: no programs but the system's, no home, a dead proxy."""
    nowhere = "http://127.0.0.1:9"
    return {
        "PATH": "/nowhere",
        "HOME": str(home),
        "TMPDIR": str(home),
        "HTTP_PROXY": nowhere,
        "HTTPS_PROXY": nowhere,
        "AWS_EC2_METADATA_DISABLED": "true",
        **{name: os.environ[name] for name in ("LANG", "LC_ALL") if name in os.environ},
    }
