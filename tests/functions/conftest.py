"""Every test of the functions gets a stage of its own; the clients live on, as in a warm process."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from moto import mock_aws

from tests.functions.cloud import REGION, Cloud, deploy
from wordle_tournament.aws import clients
from wordle_tournament.runtime import wiring
from wordle_tournament.runtime.log import logger
from wordle_tournament.runtime.settings import settings

Requests = list[tuple[str, str]]


@pytest.fixture(scope="session")
def requests() -> Iterator[Requests]:
    """What the functions ask of AWS: (service, operation), counted where botocore sends it."""
    _forget_clients()
    asked: Requests = []

    def count(model: Any, **_: Any) -> None:
        asked.append((model.service_model.service_name, model.name))

    clients.session().register("before-call", count)  # type: ignore[arg-type]
    yield asked
    _forget_clients()


@pytest.fixture
def cloud(monkeypatch: pytest.MonkeyPatch, requests: Requests) -> Iterator[Cloud]:
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)  # moto is no database: it must not be interrupted by another thread's request
    with mock_aws(config={"stepfunctions": {"execute_state_machine": False}}):
        cloud, environment = deploy()
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        _forget_settings()
        cloud.requests = requests
        requests.clear()
        logger().registered_handler.setStream(cloud.log)  # type: ignore[attr-defined]
        yield cloud
        logger().registered_handler.setStream(sys.stdout)  # type: ignore[attr-defined]
        assert "Scan" not in cloud.asked()
    _forget_settings()
    sys.setswitchinterval(interval)


def _forget_settings() -> None:
    settings.cache_clear()
    wiring.ports.cache_clear()


def _forget_clients() -> None:
    clients._client.cache_clear()
    clients.session.cache_clear()
