"""The comparison of what was touched with what is granted comes last, when the whole suite has been recorded."""

from pathlib import Path

import pytest

LAST = "test_needs"
FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the comparison behind all other tests, and note whether the whole suite is collected."""
    items.sort(key=lambda item: item.path.stem == LAST)
    collected = {item.path.stem for item in items if item.path.parent == FOLDER}
    config.stash[IS_WHOLE] = collected >= {path.stem for path in FOLDER.glob("test_*.py")} and not (
        config.option.keyword or config.option.markexpr
    )


IS_WHOLE = pytest.StashKey[bool]()


@pytest.fixture
def is_whole_suite(pytestconfig: pytest.Config) -> bool:
    """Whether every test of this folder runs in this session."""
    return pytestconfig.stash[IS_WHOLE]
