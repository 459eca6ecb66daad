"""The direction of dependencies, by import-linter's contracts (``importlinter.toml``), and proof that they can fail."""

import os
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
CONFIG = Path(__file__).with_name("importlinter.toml")
PACKAGES = ROOT / "layers" / "shared" / "python"


def lint(*paths: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts on what the paths hold."""
    command = [str(Path(sys.executable).with_name("lint-imports")), str(CONFIG), "--no-cache"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths)), "COLUMNS": "200"}
    return subprocess.run(command, cwd=paths[-1], env=environment, capture_output=True, text=True, check=False)  # noqa: S603


def test_every_contract_is_kept() -> None:
    done = lint(PACKAGES, ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("wordle_tournament", "functions", "infra", include_external_packages=True, cache_dir=None)


def test_the_contracts_see_the_whole_project(graph: grimp.ImportGraph) -> None:
    for package, folder in (("wordle_tournament", PACKAGES), ("functions", ROOT), ("infra", ROOT)):
        files = [path for path in (folder / package).rglob("*.py") if path.name != "__init__.py"]
        names = {".".join(path.relative_to(folder).with_suffix("").parts) for path in files}
        assert names <= graph.modules
    assert graph.direct_import_exists(importer="wordle_tournament.aws", imported="pynamodb", as_packages=True)
    assert graph.direct_import_exists(
        importer="wordle_tournament.runtime", imported="aws_lambda_powertools", as_packages=True
    )


def externals(graph: grimp.ImportGraph, *modules: str) -> set[str]:
    """What the modules import that is neither ours nor the standard library's."""
    imported = {name for module in modules for name in graph.find_modules_directly_imported_by(module)}
    return {name for name in imported if name.partition(".")[0] not in {*sys.stdlib_module_names, "wordle_tournament"}}


def test_the_rules_need_the_standard_library_only(graph: grimp.ImportGraph) -> None:
    core = {"wordle_tournament.core", *graph.find_descendants("wordle_tournament.core")}
    assert len(core) > 10
    assert externals(graph, *core) == set()


def test_what_infrastructure_reads_needs_the_standard_library_only(graph: grimp.ImportGraph) -> None:
    read = ("wordle_tournament.protocol.routes", "wordle_tournament.runtime.settings")
    packages = ("wordle_tournament", "wordle_tournament.protocol", "wordle_tournament.runtime")
    assert externals(graph, *read, *packages) == set()
    ours = {name for module in (*read, *packages) for name in graph.find_modules_directly_imported_by(module)}
    assert not {name for name in ours if name.startswith("wordle_tournament")}


def write(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")


ROOMS = ("core", "protocol", "app", "aws", "runtime")
SMALL = {
    "wordle_tournament/__init__.py": "",
    **{f"wordle_tournament/{room}/__init__.py": "" for room in ROOMS},
    **{
        f"wordle_tournament/app/{floor}/__init__.py": ""
        for floor in ("connection", "tournament", "party", "lobby", "attempts", "screens", "ports")
    },
    **{
        f"wordle_tournament/app/{floor}.py": ""
        for floor in (
            *("timers", "outbox", "transact", "reactions", "answers", "limits", "lookup"),
            *("receipts", "record", "party_record", "running_timer", "preconditions"),
        )
    },
    "wordle_tournament/protocol/routes.py": "",
    "wordle_tournament/runtime/settings.py": "",
    "functions/ws_guess.py": "import wordle_tournament.runtime",
    "infra/stack.py": "from wordle_tournament.protocol import routes\nfrom wordle_tournament.runtime import settings",
}


def test_a_small_project_that_keeps_the_contracts(tmp_path: Path) -> None:
    write(tmp_path, SMALL)
    done = lint(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("wordle_tournament/core/step.py", "import wordle_tournament.protocol"),
        ("wordle_tournament/core/step.py", "import wordle_tournament.app"),
        ("wordle_tournament/core/step.py", "def late():\n    import wordle_tournament.aws"),
        ("wordle_tournament/protocol/frames.py", "import wordle_tournament.app"),
        ("wordle_tournament/app/tournament/play.py", "import wordle_tournament.aws"),
        ("wordle_tournament/app/tournament/play.py", "import wordle_tournament.runtime"),
        ("wordle_tournament/app/transact.py", "import wordle_tournament.app.lobby"),
        ("wordle_tournament/app/attempts/party.py", "import wordle_tournament.app.reactions"),
        ("wordle_tournament/app/record.py", "import wordle_tournament.app.ports"),
        ("wordle_tournament/app/ports/stores.py", "import wordle_tournament.app.lookup"),
        ("wordle_tournament/app/extras.py", ""),  # on no floor
        ("wordle_tournament/aws/table.py", "import wordle_tournament.runtime"),
        ("wordle_tournament/extras/__init__.py", ""),  # a room nobody knows
        ("wordle_tournament/app/tournament/play.py", "import boto3"),
        ("wordle_tournament/app/tournament/play.py", "from botocore.config import Config"),
        ("wordle_tournament/runtime/wiring.py", "import boto3"),
        ("wordle_tournament/runtime/wiring.py", "from pynamodb.models import Model"),
        ("functions/ws_leave.py", "import boto3"),
        ("functions/ws_leave.py", "import wordle_tournament.core"),
        ("functions/ws_leave.py", "import wordle_tournament.aws"),
        ("wordle_tournament/aws/log.py", "import aws_lambda_powertools"),
        ("functions/ws_leave.py", "import aws_lambda_powertools"),
        ("wordle_tournament/runtime/wiring.py", "import functions.ws_guess"),
        ("wordle_tournament/runtime/wiring.py", "import infra.stack"),
        ("infra/local/play.py", "import functions.ws_guess"),
        ("infra/local/play.py", "import wordle_tournament.core"),
        ("infra/local/play.py", "from wordle_tournament.runtime import wiring"),
    ],
)
def test_a_small_project_that_breaks_a_contract(tmp_path: Path, file: str, content: str) -> None:
    write(tmp_path, {"wordle_tournament/runtime/wiring.py": "", **SMALL, file: content})
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "BROKEN" in done.stdout
