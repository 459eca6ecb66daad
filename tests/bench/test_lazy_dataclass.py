"""What ``core/lazy_dataclass.py`` saves at import, against the standard library's ``dataclass``.

Two copies of the package differ in that one file. Fresh interpreters import every module of ``core`` and ``app`` from
one copy and from the other by turns, in one run.
"""

import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import wordle_tournament

RUNS = 30
LEAST = 1.1  # the standard library's import time divided by ours

PACKAGE = Path(wordle_tournament.__path__[0])
IMPORT_ALL = """
import importlib, sys, time
began = time.perf_counter()
for name in sys.argv[1:]:
    importlib.import_module(name)
print(time.perf_counter() - began)
"""


def modules() -> list[str]:
    files = [path for room in ("core", "app") for path in sorted((PACKAGE / room).rglob("[!_]*.py"))]
    return [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in files]


def import_time(root: Path) -> float:
    """Seconds that one fresh interpreter takes for all modules."""
    command = [sys.executable, "-c", IMPORT_ALL, *modules()]
    run = subprocess.run(  # noqa: S603 - our own interpreter and text
        command, env={"PYTHONPATH": str(root)}, capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def test_the_package_imports_faster_with_it(tmp_path: Path) -> None:
    roots = {"lazy": tmp_path / "lazy", "standard": tmp_path / "standard"}
    for root in roots.values():
        shutil.copytree(PACKAGE, root / PACKAGE.name)
    replaced = roots["standard"] / PACKAGE.name / "core" / "lazy_dataclass.py"
    replaced.write_text("from dataclasses import dataclass as dataclass\n", "utf-8")
    for root in roots.values():
        import_time(root)  # compiles the byte code

    times: dict[str, list[float]] = {name: [] for name in roots}
    for run in range(RUNS):
        for name in sorted(roots, reverse=run % 2 == 1):
            times[name].append(import_time(roots[name]))
    lazy, standard = (statistics.median(times[name]) * 1_000 for name in ("lazy", "standard"))

    print(f"\nimport of core and app: {lazy:.1f} ms, with the standard library's dataclass {standard:.1f} ms")  # noqa: T201
    assert standard / lazy > LEAST
