"""The functions' layers: our package, the third-party wheels, the words. Each layer is a folder, deployed as it is.

Each asset lists what it includes, so a test, cache or build folder that appears later is not deployed.
"""

from collections.abc import Sequence
from pathlib import Path

from aws_cdk import IgnoreMode, RemovalPolicy
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.stages import Stage
from layers.deps.bundle import BUNDLE, check_current

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = lambda_.Runtime.PYTHON_3_13
ARCHITECTURE = lambda_.Architecture.ARM_64
WORDLISTS_MOUNT = "/opt"  # where Lambda lays a layer's files
LITTER = ["__pycache__", "*.pyc", ".*"]


class Layers(Construct):
    """The layers of one stage."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage) -> None:
        super().__init__(scope, name)
        self._stage = stage
        self.shared = self._layer("Shared", ROOT / "layers/shared", only=["/python", "/python/wordle_tournament"])
        self.dependencies: lambda_.LayerVersion | None = None
        self.wordlists: lambda_.LayerVersion | None = None
        if stage.carries_dependencies:
            check_current()
            self.dependencies = self._layer("Dependencies", BUNDLE, only=["/python"])
        if stage.wordlists is None:
            self.wordlists = self._layer("Wordlists", ROOT / "wordlists", only=["/[a-z][a-z]", "/licences"])

    @property
    def wordlists_folder(self) -> str:
        """The folder from which a function reads the words."""
        return self._stage.wordlists or WORDLISTS_MOUNT

    def of(self, *, words: bool) -> Sequence[lambda_.ILayerVersion]:
        """The layers of one function."""
        layers = [self.shared, self.dependencies, self.wordlists if words else None]
        return [layer for layer in layers if layer is not None]

    def _layer(self, name: str, folder: Path, *, only: Sequence[str]) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            name,
            code=lambda_.Code.from_asset(
                str(folder),
                exclude=[*_allow_only(only), *LITTER],
                ignore_mode=IgnoreMode.GIT,
            ),
            compatible_runtimes=[RUNTIME],
            compatible_architectures=[ARCHITECTURE],
            removal_policy=RemovalPolicy.DESTROY,
        )


def _allow_only(paths: Sequence[str]) -> list[str]:
    """Ignore patterns under which only these paths are left, each seen from the asset's root, parents first."""
    patterns = ["/*"]
    for path in paths:
        parent = path.rsplit("/", 1)[0]
        if parent:
            patterns.append(f"{parent}/*")
        patterns.append(f"!{path}")
    return patterns
