"""The third-party wheels of the cloud, laid out as a Lambda layer without Docker.

    python layers/deps/bundle.py lock     resolve pyproject's runtime dependencies for the cloud's Python and machine
    python layers/deps/bundle.py build    fetch the locked wheels into .build/layers/deps, unless they are there already
    python layers/deps/bundle.py check    say whether what is there was made of the current lock

The lock names versions and hashes only, and keeps to the versions of the root's lock, so what is tested is what runs.
boto3 is among them although Lambda brings one: that one changes under running code, and pynamodb stands on it.
Synthesis never builds: it takes what `build` left and refuses what is missing or stale.
Standard library only; uv does the work.
"""
# ruff: noqa: INP001 - a script beside the lock, not a package

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = Path(__file__).resolve().parent / "requirements.lock"
BUNDLE = ROOT / ".build" / "layers" / "deps"
STAMP = BUNDLE / "lock.sha256"
PACKAGES = BUNDLE / "python"  # the folder Lambda puts on the path

# The runtime that infra/parts/layers.py names.
TARGET = ("--python-platform", "aarch64-manylinux2014", "--python-version", "3.13")


class BundleError(Exception):
    """The bundle is missing, or made of another lock."""


def lock() -> None:
    """Write the lock anew."""
    _uv(
        "compile",
        "pyproject.toml",
        *TARGET,
        "--constraint=requirements.lock",
        "--generate-hashes",
        "--only-binary=:all:",
        "--no-annotate",
        "--no-header",
        "--no-emit-index-url",
        f"--output-file={LOCK.relative_to(ROOT)}",
    )


def build() -> None:
    """Fetch the locked wheels, unless the bundle is current. The folder appears whole or not at all."""
    if is_current():
        return
    staged = BUNDLE.with_name("deps.partial")
    shutil.rmtree(staged, ignore_errors=True)
    _uv(
        "install",
        *TARGET,
        "--require-hashes",
        "--no-deps",
        "--only-binary=:all:",
        "--link-mode=copy",
        f"--target={staged / PACKAGES.name}",
        f"--requirement={LOCK.relative_to(ROOT)}",
    )
    shutil.rmtree(staged / PACKAGES.name / "bin", ignore_errors=True)  # console scripts; nobody calls them in a Lambda
    (staged / STAMP.name).write_text(_digest(), encoding="utf-8")
    shutil.rmtree(BUNDLE, ignore_errors=True)
    staged.rename(BUNDLE)


def is_current() -> bool:
    """Whether the bundle was made of the current lock."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8") == _digest()


def check_current() -> None:
    """Raise BundleError unless the bundle was made of the current lock."""
    if not is_current():
        raise BundleError(
            f"{BUNDLE.relative_to(ROOT)} is missing or stale: run `python {Path(__file__).relative_to(ROOT)} build`"
        )


def _digest() -> str:
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def _uv(command: str, *arguments: str) -> None:
    subprocess.run(  # noqa: S603 - our own words, no shell
        [sys.executable, "-m", "uv", "pip", command, "--quiet", *arguments], cwd=ROOT, check=True
    )


COMMANDS = {"lock": lock, "build": build, "check": check_current}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:  # noqa: PLR2004 - the program and one command
        sys.exit(__doc__)
    try:
        COMMANDS[sys.argv[1]]()
    except BundleError as error:
        sys.exit(str(error))
