"""The cloud's wheels: all of the lock and nothing else, for the functions' machine and Python, small enough.

Set-up builds them from the package index; where it did not, this test does.
"""

import ast
import re
import struct
import sys
import tomllib
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path

import pytest

from layers.deps import bundle

ROOT = Path(__file__).resolve().parents[2]
MIB = 1024 * 1024
LAMBDA_LIMIT = 250 * MIB  # of all that a function is made of, unpacked
BUDGET = 60 * MIB  # ours: a cold start reads it
AARCH64 = 183  # e_machine of an ELF file
PIN = re.compile(r"^([a-z0-9._-]+)==(\S+) \\$", re.MULTILINE)


def _pins(lock: Path) -> dict[str, str]:
    return dict(PIN.findall(lock.read_text(encoding="utf-8")))


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def installed(wheels: Path) -> dict[str, Path]:
    """Distribution to its dist-info."""
    return {
        _canonical(HeaderParser().parsestr((info / "METADATA").read_text(encoding="utf-8"))["Name"]): info
        for info in wheels.glob("*.dist-info")
    }


def test_the_bundle_is_the_lock_and_nothing_else(installed: dict[str, Path]) -> None:
    versions = {
        name: HeaderParser().parsestr((info / "METADATA").read_text(encoding="utf-8"))["Version"]
        for name, info in installed.items()
    }

    assert versions == _pins(bundle.LOCK)


def test_the_lock_begins_with_the_project_s_runtime_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {_canonical(re.split(r"[~=<>\[ ]", requirement)[0]) for requirement in project["dependencies"]}

    assert wanted <= set(_pins(bundle.LOCK))


def test_what_is_tested_is_what_runs() -> None:
    tested = _pins(ROOT / "requirements.lock")

    assert {name: tested.get(name) for name in _pins(bundle.LOCK)} == _pins(bundle.LOCK)


def test_every_wheel_is_locked_by_hash_and_the_lock_names_no_host() -> None:
    lock = bundle.LOCK.read_text(encoding="utf-8")

    assert lock.count("==") == len(
        re.findall(r" \\\n    --hash=sha256:[0-9a-f]{64}", re.sub(r"(hash=\S+) \\", r"\1", lock))
    )
    assert "://" not in lock
    assert "index-url" not in lock


def test_every_wheel_is_for_the_functions_python_and_machine(installed: dict[str, Path]) -> None:
    for name, info in installed.items():
        wheel = HeaderParser().parsestr((info / "WHEEL").read_text(encoding="utf-8"))
        tags = wheel.get_all("Tag") or []
        if wheel["Root-Is-Purelib"] == "true":
            assert any(re.fullmatch(r"(py2\.py3|py3|py2|cp313)-none-any", tag) for tag in tags), (name, tags)
        else:
            assert any(re.fullmatch(r"cp3\d+-(cp313|abi3)-manylinux\S+_aarch64", tag) for tag in tags), (name, tags)


def test_every_native_library_is_for_the_functions_machine(wheels: Path) -> None:
    libraries = sorted(wheels.rglob("*.so*"))

    assert libraries != []  # pydantic's core at least
    for library in libraries:
        with library.open("rb") as file:
            head = file.read(20)
        assert head[:4] == b"\x7fELF"
        assert struct.unpack_from("<H", head, 18) == (AARCH64,), library.name
        assert re.search(r"\.(cpython-313-aarch64-linux-gnu|abi3)\.so$", library.name), library.name


def test_the_bundle_is_small_and_carries_no_litter(wheels: Path) -> None:
    files = [path for path in wheels.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    code = sum(path.stat().st_size for path in (ROOT / "layers/shared").rglob("*") if path.is_file())
    words = sum(path.stat().st_size for path in (ROOT / "wordlists").rglob("*.txt"))

    assert size < BUDGET
    assert size + code + words < LAMBDA_LIMIT
    assert [path for path in files if path.suffix == ".pyc" or "__pycache__" in path.parts] == []
    assert not (wheels / "bin").exists()


def test_all_that_our_code_imports_is_there(wheels: Path) -> None:
    ours = [ROOT / "functions", ROOT / "layers/shared/python/wordle_tournament"]
    needed = {name for folder in ours for path in folder.rglob("*.py") for name in _imported(path)}
    there = {path.name.removesuffix(".py") for path in wheels.iterdir()}

    third_party = needed - set(sys.stdlib_module_names) - {"wordle_tournament"}
    assert third_party - there == set()
    assert "pydantic" in third_party


def test_a_stale_or_missing_bundle_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = tmp_path / bundle.STAMP.name
    monkeypatch.setattr(bundle, "STAMP", stamp)
    with pytest.raises(bundle.BundleError, match="missing or stale"):
        bundle.check_current()

    stamp.write_text("the digest of another lock", encoding="utf-8")
    with pytest.raises(bundle.BundleError, match="missing or stale"):
        bundle.check_current()


def _imported(path: Path) -> Iterator[str]:
    """The packages that running a module needs; what only the type checker reads is not among them."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        match waiting.pop():
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=otherwise):
                waiting += otherwise
            case ast.Import(names=names):
                yield from (alias.name.split(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.split(".")[0]
            case node:
                waiting += ast.iter_child_nodes(node)
