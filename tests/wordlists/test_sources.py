"""Pinned packages: what changed fails loudly, and the pins agree with each other."""

import json
import re
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.wordlists.conftest import ROOT
from wordlists.build.sources import ChangedSource, Source, Store, read_pins


def package(folder: Path, content: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "words-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("words/list.txt", content)
    return path


def pin(digest: str) -> Source:
    return Source("words", "pypi", "1.0", digest, "MIT", "lists")


def test_a_package_that_is_the_pinned_one_is_unpacked(tmp_path: Path) -> None:
    source = pin(sha256(package(tmp_path / "downloads/pypi/words", "one").read_bytes()).hexdigest())
    store = Store(tmp_path)

    store.provide(source)

    assert (store.folder(source) / "words/list.txt").read_text("utf-8") == "one"


def test_a_package_that_changed_fails_loudly_and_leaves_nothing(tmp_path: Path) -> None:
    package(tmp_path / "downloads/pypi/words", "two")
    store, source = Store(tmp_path), pin("0" * 64)

    with pytest.raises(ChangedSource, match=r"expected sha256 0000.*sources\.toml"):
        store.provide(source)
    assert not store.folder(source).exists()


def test_every_pin_is_complete_and_stands_once() -> None:
    pins = read_pins()

    assert len({source.name for source in pins}) == len(pins)
    for source in pins:
        assert re.fullmatch(r"[0-9a-f]{64}", source.sha256), source.name
        assert source.version
        assert source.licence
        assert source.use in {"lists", "measure"}


def test_what_the_build_runs_on_is_what_the_lists_name_as_their_source() -> None:
    """simplemma and pymorphy are both installed and read: one version, one file."""
    requirements = (ROOT / "build/requirements.txt").read_text("utf-8")
    for source in read_pins():
        if source.name in {"simplemma", "pymorphy3", "pymorphy3-dicts-ru", "pymorphy3-dicts-uk"}:
            assert f"{source.name}=={source.version}" in requirements
            assert source.sha256 in requirements


def test_every_requirement_of_the_build_has_a_hash() -> None:
    requirements = (ROOT / "build/requirements.txt").read_text("utf-8")
    pinned = [part for part in re.split(r"\n(?=\S)", requirements) if re.match(r"[\w-]+==", part)]

    assert pinned
    assert [part for part in pinned if "--hash=sha256:" not in part] == []


def test_words_that_are_only_measured_with_are_in_no_manifest() -> None:
    measured = {source.name for source in read_pins() if source.use == "measure"}
    pins = tomllib.loads((ROOT / "build/sources.toml").read_text("utf-8"))["source"]

    assert measured
    assert {entry["name"] for entry in pins} >= measured
    for manifest in ROOT.glob("*/manifest.json"):
        text = manifest.read_text("utf-8")
        assert [name for name in measured if f'"{name}"' in text] == []


def test_every_source_of_the_lists_has_a_licence_text_that_lets_it_be_used_and_passed_on() -> None:
    forbids = re.compile(
        r"BY-N[CD]|non-?commercial use only|Attribution-Non-?Commercial|NoDerivatives 4", re.IGNORECASE
    )
    for path in ROOT.glob("*/manifest.json"):
        for source in json.loads(path.read_text("utf-8"))["sources"]:
            text = (ROOT / source["licence_text"]).read_text("utf-8")
            assert "brings no licence text" not in text, source["name"]
            assert not re.search(r"\bNC\b|\bND\b", source["licence"]), source["name"]
            assert not forbids.search(text), source["name"]
    names = {source.name for source in read_pins()}
    assert names.isdisjoint({"Sastrawi", "wbrazilian"})
