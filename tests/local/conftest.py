"""One emulator with the stack on it, for all tests that need one: deploying takes longer than most of them."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.local.deploy import Deployment, deploy
from infra.local.emulator import running_emulator
from infra.local.warming import warm_up

WORDS = Path(__file__).resolve().parents[2] / "wordlists"


@pytest.fixture(scope="session")
def deployment() -> Iterator[Deployment]:
    """The stack under the fast rules, every function warm."""
    with running_emulator() as emulator:
        stack = deploy(emulator, rules="fast")
        asyncio.run(warm_up(stack, "en"))
        yield stack
