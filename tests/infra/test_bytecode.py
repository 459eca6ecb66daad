"""What is deployed starts without compiling anything: bytecode for the functions' Python beside every module."""

import marshal
import struct
import subprocess
import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from infra.parts import bytecode
from infra.parts.layers import PYTHON, RUNTIME
from tests.infra.template import HASH, Template

UNCHECKED_HASH = 0b01  # flags of a pyc: it is checked by hash, and not at import
LAYERS = ("LayersShared", "LayersDependencies")
needs_interpreter = pytest.mark.skipif(
    bytecode.interpreter(PYTHON) is None, reason=f"Python {PYTHON} is not on this machine"
)


def layer(template: Template, name: str) -> Path:
    (found,) = (
        one["Properties"]["Content"]
        for logical, one in template.of_type("AWS::Lambda::LayerVersion").items()
        if HASH.sub("", logical) == name
    )
    return template.asset(found)


def uncompiled(folder: Path) -> list[str]:
    modules = [path for path in folder.rglob("*.py") if path.stem.isidentifier()]
    assert modules != []
    tag = f"cpython-{PYTHON.replace('.', '')}"
    return [str(one) for one in modules if not (one.parent / "__pycache__" / f"{one.stem}.{tag}.pyc").is_file()]


def pycs(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*.pyc")]


def test_the_compiler_is_of_the_functions_runtime() -> None:
    assert f"python{PYTHON}" == RUNTIME.name


@needs_interpreter
@pytest.mark.parametrize("name", LAYERS)
def test_every_module_of_a_layer_is_compiled_for_the_runtime(prod: Template, name: str) -> None:
    assert uncompiled(layer(prod, name)) == []


@needs_interpreter
def test_every_function_is_compiled_for_the_runtime(prod: Template) -> None:
    assert uncompiled(prod.asset(prod.functions()["ws_guess"]["Properties"]["Code"])) == []


@needs_interpreter
@pytest.mark.parametrize("name", LAYERS)
def test_no_bytecode_is_compared_with_its_source(prod: Template, name: str) -> None:
    assert {struct.unpack("<I", pyc[4:8])[0] for pyc in pycs(layer(prod, name))} == {UNCHECKED_HASH}


def test_an_emulator_of_another_python_gets_the_sources_alone(local: Template) -> None:
    assert pycs(layer(local, "LayersShared")) == []


def sources(folder: Path) -> Path:
    (folder / "python" / "game").mkdir(parents=True)
    (folder / "python" / "game" / "words.py").write_text('def is_vowel(x):\n    return x in {"a", "e", "i", "o"}\n')
    (folder / "python" / "notes.txt").write_text("not chosen")
    return folder


def test_the_same_sources_compile_to_the_same_bytes(tmp_path: Path) -> None:
    folder = sources(tmp_path / "layer")
    made = [
        bytecode.compiled(folder, ["python/game/*"], python=Path(sys.executable), mount="/opt", built=tmp_path / name)
        for name in ("one", "two")
    ]

    contents = [{path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()} for one in made]
    assert contents[0] == contents[1]
    assert made[0].name == made[1].name
    assert {path.suffix for path in contents[0]} == {".py", ".pyc"}


def test_a_trace_shows_where_the_runtime_has_the_file(tmp_path: Path) -> None:
    made = bytecode.compiled(
        sources(tmp_path / "layer"), ["python/**/*.py"], python=Path(sys.executable), mount="/opt", built=tmp_path
    )

    (pyc,) = pycs(made)
    code: Any = marshal.loads(pyc[16:])  # noqa: S302 - our own bytes
    assert isinstance(code, CodeType)
    assert code.co_filename == "/opt/python/game/words.py"


def test_changed_sources_are_compiled_anew_and_a_broken_one_leaves_nothing(tmp_path: Path) -> None:
    folder, built = sources(tmp_path / "layer"), tmp_path / "built"
    python = Path(sys.executable)
    before = bytecode.compiled(folder, ["python/**/*.py"], python=python, mount="/opt", built=built)
    (folder / "python" / "game" / "words.py").write_text("VOWELS = 'aeiou'\n")
    after = bytecode.compiled(folder, ["python/**/*.py"], python=python, mount="/opt", built=built)
    assert before != after

    (folder / "python" / "game" / "words.py").write_text("def broken(:\n")
    with pytest.raises(subprocess.CalledProcessError):
        bytecode.compiled(folder, ["python/**/*.py"], python=python, mount="/opt", built=built)
    assert sorted(built.iterdir()) == sorted([before, after])
