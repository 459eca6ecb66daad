"""Where the adapters are examined: on moto and on the local emulator (``WT_CONTRACT_ENDPOINT``: one that runs)."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from moto import mock_aws

from infra.local.emulator import REGION, running_emulator
from tests.support.fast_moto import fast_moto
from tests.support.ports import FakeClock
from tests.support.stores import FakeParties, FakePlayers, FakeRateLimiter, FakeTournaments, Stored
from wordle_tournament.app.ports import Parties, Players, RateLimiter, Tournaments
from wordle_tournament.aws import clients
from wordle_tournament.aws.parties import DynamoParties
from wordle_tournament.aws.players import DynamoPlayers
from wordle_tournament.aws.rate_limiter import DynamoRateLimiter
from wordle_tournament.aws.table import SCHEMA, Table
from wordle_tournament.aws.tournaments import DynamoTournaments

TABLE = "wordle"


@dataclass(slots=True)
class Adapters:
    """The table on moto, what was asked of it (``requests``), and the adapters on it."""

    table: Table
    clock: FakeClock
    tournaments: DynamoTournaments
    players: DynamoPlayers
    parties: DynamoParties
    rate_limiter: DynamoRateLimiter
    requests: list[str] = field(default_factory=list)

    def item(self, pk: str, sk: str) -> dict[str, Any]:
        """The raw attributes of an item; none if it is not there."""
        client = clients.client("dynamodb")
        key = {"pk": {"S": pk}, "sk": {"S": sk}}
        found = client.get_item(TableName=self.table.name, Key=key, ConsistentRead=True)
        return dict(found.get("Item", {}))


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """moto's world: empty, and nowhere else to go.

    moto handles each request as a whole only as long as no other thread gets in between (its transactions roll the
    table back to a copy), which DynamoDB never lets happen: threads give way here only where they wait.
    """
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    with mock_aws(), fast_moto():
        yield
    sys.setswitchinterval(interval)


@pytest.fixture
def adapters(aws: None) -> Iterator[Adapters]:  # noqa: ARG001 - the world it lives in
    adapters = _adapters(TABLE)
    yield adapters
    assert "Scan" not in adapters.requests


def _adapters(name: str) -> Adapters:
    clients.client("dynamodb").create_table(TableName=name, BillingMode="PAY_PER_REQUEST", **SCHEMA)
    clock = FakeClock()
    table = Table(name, clock)
    adapters = Adapters(
        table, clock, DynamoTournaments(table), DynamoPlayers(table), DynamoParties(table), DynamoRateLimiter(table)
    )
    table.connection.client.meta.events.register(
        "before-call.dynamodb", lambda model, **_: adapters.requests.append(model.name)
    )
    return adapters


@dataclass(frozen=True, slots=True)
class Subject:
    """The ports under examination."""

    tournaments: Tournaments
    players: Players
    parties: Parties
    rate_limiter: RateLimiter


@pytest.fixture(params=["fakes", "moto", pytest.param("emulator", marks=pytest.mark.emulator)])
def subject(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Subject]:
    """One suite for all: what the use cases are tested with promises what the table promises."""
    if request.param == "fakes":
        stored = Stored()
        yield Subject(FakeTournaments(stored), FakePlayers(stored), FakeParties(stored), FakeRateLimiter(stored))
    elif request.param == "moto":
        adapters = request.getfixturevalue("adapters")
        yield Subject(adapters.tournaments, adapters.players, adapters.parties, adapters.rate_limiter)
    else:
        yield from _on_emulator(request.getfixturevalue("emulator_endpoint"), monkeypatch)


@pytest.fixture(scope="session")
def emulator_endpoint() -> Iterator[str]:
    """One emulator for all of the suite; each test has a table of its own."""
    if endpoint := os.environ.get("WT_CONTRACT_ENDPOINT"):
        yield endpoint
        return
    with running_emulator() as emulator:
        yield emulator.endpoint


def _on_emulator(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Subject]:
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "local")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "local")
    _forget_clients()
    adapters = _adapters(f"contract-{uuid4().hex}")
    yield Subject(adapters.tournaments, adapters.players, adapters.parties, adapters.rate_limiter)
    clients.client("dynamodb").delete_table(TableName=adapters.table.name)
    _forget_clients()


def _forget_clients() -> None:
    clients._client.cache_clear()
    clients.session.cache_clear()
