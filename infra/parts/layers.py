"""The functions' layers: our package, the third-party wheels, the words. Each layer is a folder, deployed as it is.

Each asset lists what it includes, so a test, cache or build folder that appears later is not deployed. In the cloud the
folder is a copy with bytecode (`bytecode`); an emulator's workers run another Python and get the sources.
"""

from collections.abc import Sequence
from pathlib import Path

from aws_cdk import Annotations, IgnoreMode, RemovalPolicy
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.parts import bytecode
from infra.stages import Stage
from layers.deps.bundle import BUNDLE, check_current

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = lambda_.Runtime.PYTHON_3_13
PYTHON = "3.13"  # of RUNTIME
ARCHITECTURE = lambda_.Architecture.ARM_64
LAYER_MOUNT = "/opt"  # where Lambda lays a layer's files
FUNCTION_MOUNT = "/var/task"  # and a function's
LITTER = ["__pycache__", "*.pyc", ".*"]


class Layers(Construct):
    """The layers of one stage."""

    def __init__(self, scope: Construct, name: str, *, stage: Stage) -> None:
        super().__init__(scope, name)
        self._stage = stage
        self._python = bytecode.interpreter(PYTHON) if stage.emulator is None else None
        if stage.emulator is None and self._python is None:
            Annotations.of(self).add_warning_v2("bytecode", bytecode.MISSING.format(version=PYTHON))
        shared = "python/wordle_tournament"
        self.shared = self._code_layer("Shared", ROOT / "layers/shared", f"{shared}/**/*", ["/python", f"/{shared}"])
        self.dependencies: lambda_.LayerVersion | None = None
        self.wordlists: lambda_.LayerVersion | None = None
        if stage.carries_dependencies:
            check_current()
            self.dependencies = self._code_layer("Dependencies", BUNDLE, "python/**/*", ["/python"])
        if stage.wordlists is None:
            words = _asset(ROOT / "wordlists", only=["/[a-z][a-z]", "/licences"])
            self.wordlists = self._layer("Wordlists", words)

    @property
    def wordlists_folder(self) -> str:
        """The folder from which a function reads the words."""
        return self._stage.wordlists or LAYER_MOUNT

    def of(self, *, words: bool) -> Sequence[lambda_.ILayerVersion]:
        """The layers of one function."""
        layers = [self.shared, self.dependencies, self.wordlists if words else None]
        return [layer for layer in layers if layer is not None]

    def functions_code(self) -> lambda_.Code:
        """The modules under `functions/`, which all functions share."""
        folder = ROOT / "functions"
        if self._python is None:
            return lambda_.Code.from_asset(str(folder), exclude=["/*", "!/*.py"], ignore_mode=IgnoreMode.GIT)
        built = bytecode.compiled(folder, ["*.py"], python=self._python, mount=FUNCTION_MOUNT)
        return lambda_.Code.from_asset(str(built))

    def _code_layer(self, name: str, folder: Path, files: str, only: Sequence[str]) -> lambda_.LayerVersion:
        if self._python is None:
            return self._layer(name, _asset(folder, only=only))
        built = bytecode.compiled(folder, [files], python=self._python, mount=LAYER_MOUNT)
        return self._layer(name, lambda_.Code.from_asset(str(built)))

    def _layer(self, name: str, code: lambda_.Code) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            name,
            code=code,
            compatible_runtimes=[RUNTIME],
            compatible_architectures=[ARCHITECTURE],
            removal_policy=RemovalPolicy.DESTROY,
        )


def _asset(folder: Path, *, only: Sequence[str]) -> lambda_.Code:
    return lambda_.Code.from_asset(str(folder), exclude=[*_allow_only(only), *LITTER], ignore_mode=IgnoreMode.GIT)


def _allow_only(paths: Sequence[str]) -> list[str]:
    """Ignore patterns under which only these paths are left, each seen from the asset's root, parents first."""
    patterns = ["/*"]
    for path in paths:
        parent = path.rsplit("/", 1)[0]
        if parent:
            patterns.append(f"{parent}/*")
        patterns.append(f"!{path}")
    return patterns
