from functools import cache
from pathlib import Path

import pytest

from infra.app import build
from infra.stages import STAGES
from layers.deps import bundle
from tests.infra.template import Synthesise, Template


@pytest.fixture(scope="session")
def wheels() -> Path:
    """The third-party bundle of the cloud; set-up has built it, or the package index is asked now."""
    bundle.build()
    return bundle.PACKAGES


@pytest.fixture(scope="session")
def synthesised(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Synthesise:
    """Template of a stage; each is synthesised once a session."""
    assert wheels.is_dir()

    @cache
    def synthesise(stage: str) -> Template:
        return Template(stage, build(stage, tmp_path_factory.mktemp(stage)))

    return synthesise


@pytest.fixture(scope="session")
def prod(synthesised: Synthesise) -> Template:
    return synthesised("prod")


@pytest.fixture(scope="session")
def local(synthesised: Synthesise) -> Template:
    return synthesised("local")


@pytest.fixture(params=list(STAGES))
def template(request: pytest.FixtureRequest, synthesised: Synthesise) -> Template:
    """Each stage in turn: what holds for all of them."""
    return synthesised(request.param)
