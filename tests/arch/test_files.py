"""How files are named and how long they are; what a function may hold."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from wordle_tournament.protocol import routes

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "layers" / "shared" / "python" / "wordle_tournament"
OURS = ("layers", "functions", "infra", "wordlists", "tests")
NOT_OURS = {".build", "cdk.out", "node_modules", "__pycache__"}

# Names that say nothing: of a module or a folder, alone or as a part (``table_utils``).
EMPTY_NAMES = {"util", "helper", "common", "base", "manager", "service", "misc", "stuff"}

LONGEST = 300  # a file near 250 lines probably has two jobs
LONG_FOR_A_REASON = {
    "tests/core/test_absence.py": "one rule, absence, in every phase",
    "tests/core/test_duel.py": "one table of a duel's states",
    "tests/protocol/test_render.py": "a list: one test for each frame of the server",
}

LONGEST_FUNCTION_FILE = 40
FUNCTIONS = sorted((ROOT / "functions").glob("*.py"))


def python_files(*folders: str) -> Iterator[Path]:
    return files(".py", folders)


def javascript_files(*folders: str) -> Iterator[Path]:
    yield from files(".js", folders)
    yield from files(".mjs", folders)


def files(suffix: str, folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        for path in (ROOT / folder).rglob(f"*{suffix}"):
            if not NOT_OURS.intersection(path.relative_to(ROOT).parts):
                yield path


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def empty_parts(name: str) -> set[str]:
    parts = name.lower().replace("-", "_").split("_")
    return {part for part in parts if part in EMPTY_NAMES or part.removesuffix("s") in EMPTY_NAMES}


@pytest.mark.parametrize("name", ["utils", "helpers", "test_helpers", "db_manager", "base", "services", "common"])
def test_an_empty_name_is_recognised(name: str) -> None:
    assert empty_parts(name)


def test_every_name_says_what_is_inside() -> None:
    paths = [path.relative_to(ROOT) for path in python_files(*OURS)]
    assert len(paths) > 100
    assert [str(path) for path in paths for part in path.with_suffix("").parts if empty_parts(part)] == []


def test_files_have_one_job() -> None:
    found = {str(path.relative_to(ROOT)): lines(path) for path in (*python_files(*OURS), *javascript_files(*OURS))}
    assert {".js", ".py"} <= {Path(name).suffix for name in found}
    too_long = {name for name, count in found.items() if count > LONGEST}
    assert too_long == set(LONG_FOR_A_REASON), "too long, or an exception that is needed no more"


def test_a_room_opens_with_its_rules() -> None:
    for path in python_files("layers", "functions", "infra", "wordlists"):
        assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), path


# Functions: one wrapper, one frame model, one use case


def test_every_registered_function_is_a_file_and_every_file_registered() -> None:
    registered = {route.function for route in routes.ROUTES if route.is_served}
    registered |= {*routes.LIFECYCLE_FUNCTIONS, *routes.EVENT_FUNCTIONS}
    assert {path.stem for path in FUNCTIONS} == registered


def complaints(source: str) -> list[str]:
    """What a function's module must not hold."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Try | ast.TryStar | ast.If | ast.IfExp | ast.Match | ast.For | ast.While | ast.With):
            found.append(type(node).__name__)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            found.append(type(node).__name__)
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] != "wordle_tournament":
            found.append(node.module or ".")
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "loads", "dumps"}:
            found.append(node.attr)
    return found


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    x = 1\nexcept ValueError:\n    pass",
        "if True:\n    x = 1",
        "x = 1 if y else 2",
        "import json",
        "import os\nx = os.environ['TABLE']",
        "from os import environ",
        "import boto3",
        "from boto3 import client",
        "def handler(event, context):\n    return event",
    ],
)
def test_a_function_that_does_more_than_name_is_recognised(source: str) -> None:
    assert complaints(source)


@pytest.mark.parametrize("path", FUNCTIONS, ids=lambda path: path.stem)
def test_a_function_names_and_does_nothing_else(path: Path) -> None:
    source = path.read_text("utf-8")
    assert complaints(source) == []
    assert lines(path) <= LONGEST_FUNCTION_FILE
    assigned = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    assert [ast.unparse(target) for node in assigned for target in node.targets] == ["handler"]
