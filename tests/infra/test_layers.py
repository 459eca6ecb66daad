"""What ships: the folders as they lie, and nothing that only lies there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from infra.parts.functions import modules
from tests.infra.template import HASH, Template

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "layers/shared/python/wordle_tournament"
LAYER = "AWS::Lambda::LayerVersion"
ACTS_ON_TOURNAMENTS = set(modules()) - {"ws_authorize", "ws_connect", "ws_default"}


def _layers(template: Template) -> Mapping[str, Mapping[str, Any]]:
    found = {HASH.sub("", name): layer["Properties"] for name, layer in template.of_type(LAYER).items()}
    return {name: layer for name, layer in found.items() if name.startswith("Layers")}


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _attached(template: Template) -> dict[str, list[str]]:
    return {
        module: [HASH.sub("", layer["Ref"]) for layer in function["Properties"]["Layers"]]
        for module, function in template.functions().items()
    }


def test_functions_get_our_package_the_wheels_and_the_words_only_where_a_word_is_drawn_or_judged(
    prod: Template,
) -> None:
    base = ["LayersShared", "LayersDependencies"]

    assert _attached(prod) == {
        module: [*base, "LayersWordlists"] if module in ACTS_ON_TOURNAMENTS else base for module in modules()
    }


def test_the_emulator_s_workers_bring_the_wheels_themselves(local: Template) -> None:
    assert "LayersDependencies" not in _layers(local)
    assert all("LayersDependencies" not in layers for layers in _attached(local).values())


def test_layers_are_for_the_functions_runtime(prod: Template) -> None:
    for layer in _layers(prod).values():
        assert layer["CompatibleRuntimes"] == ["python3.13"]
        assert layer["CompatibleArchitectures"] == ["arm64"]


def test_the_shared_layer_is_our_package_as_it_lies(template: Template) -> None:
    shipped = _files(template.asset(_layers(template)["LayersShared"]["Content"]))
    package = {
        f"python/wordle_tournament/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert shipped == package
    assert "python/wordle_tournament/protocol/routes.py" in shipped


def test_the_words_ship_and_their_build_does_not(prod: Template) -> None:
    shipped = _files(prod.asset(_layers(prod)["LayersWordlists"]["Content"]))

    assert "en/5.secrets.txt" in shipped
    assert [file for file in shipped if not file.endswith((".txt", ".json"))] == []
    assert [file for file in shipped if file.split("/")[0] == "build"] == []


def test_words_are_read_from_where_lambda_lays_a_layer(prod: Template) -> None:
    told = prod.functions()["ws_guess"]["Properties"]["Environment"]["Variables"]

    assert told["WORDLISTS_DIR"] == "/opt"


@pytest.mark.parametrize("module", modules())
def test_every_function_is_one_flat_folder_of_modules(prod: Template, module: str) -> None:
    code = prod.functions()[module]["Properties"]["Code"]

    assert _files(prod.asset(code)) == {path.name for path in (ROOT / "functions").glob("*.py")}
