"""Folders as they are deployed: the sources, and beside them the bytecode for the functions' Python.

A layer is read-only, so without bytecode every new sandbox compiles all that it imports. The bytecode is
`unchecked-hash`: Python takes it without looking at its source, whatever times an archive gives to files. It is made by
an interpreter of the very version that Lambda runs, wherever `uv python find` knows one. Without one the sources are
deployed alone: that works, and starts slowly.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build" / "compiled"
CACHE_DIRECTORY = "__pycache__"
MISSING = (
    "There is no Python {version} on this machine, so the code is deployed without bytecode and every sandbox compiles "
    "it anew. Install it (`uv python install {version}`) and synthesise again."
)


@cache
def interpreter(version: str) -> Path | None:
    """Return an interpreter of this version (`3.13`) that is on this machine, or None. Nothing is downloaded."""
    command = [sys.executable, "-m", "uv", "python", "find", "--no-python-downloads", "--no-project", version]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    return Path(found.stdout.strip()) if found.returncode == 0 else None


def compiled(folder: Path, paths: Sequence[str], *, python: Path, mount: str, built: Path = BUILT) -> Path:
    """Return a copy of the folder's `paths` (glob patterns) with the bytecode of every module.

    `python` compiles; `mount` is where the runtime will find the copy, and what a trace will show. The copy is named
    after its contents and appears whole or not at all, so it is made once and never changed.
    Raises CalledProcessError if a module cannot be compiled.
    """
    files = _files(folder, paths)
    target = built / f"{folder.name}-{_digest(folder, files, python, mount)}"
    if target.is_dir():
        return target
    built.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=built) as made:
        staged = Path(made) / "staged"
        for file in files:
            copy = staged / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        _compile(staged, python, mount)
        try:
            staged.rename(target)
        except OSError:  # another synthesis was faster
            if not target.is_dir():
                raise
    return target


def _files(folder: Path, paths: Sequence[str]) -> Sequence[Path]:
    found = {file for pattern in paths for file in folder.glob(pattern) if file.is_file()}
    return sorted(
        file
        for file in found
        if not any(part == CACHE_DIRECTORY or part.startswith(".") for part in file.relative_to(folder).parts)
    )


def _digest(folder: Path, files: Sequence[Path], python: Path, mount: str) -> str:
    digest = hashlib.sha256(f"{_version(python)} {mount}".encode())
    for file in files:
        digest.update(f"\0{file.relative_to(folder).as_posix()}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _version(python: Path) -> str:
    program = "import importlib.util, sys; print(sys.version_info[:3], importlib.util.MAGIC_NUMBER.hex())"
    return subprocess.run([python, "-c", program], capture_output=True, text=True, check=True).stdout  # noqa: S603 - ours


def _compile(folder: Path, python: Path, mount: str) -> None:
    """One process with one hash seed: the order of a set constant is then the same at every run."""
    command = [str(python), "-m", "compileall", "-q", "-f", "-j", "1", "--invalidation-mode", "unchecked-hash"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run(  # noqa: S603 - our own words, no shell
        [*command, "-s", str(folder), "-p", mount, str(folder)],
        cwd=folder,
        env=environment | {"PYTHONHASHSEED": "0"},
        check=True,
    )
