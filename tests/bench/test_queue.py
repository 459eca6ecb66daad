"""What a ``queue`` costs however many lobbies are open, and how often it is tried again when many come at once.

Requests and consumed capacity are the emulator's (moto's capacity is wrong). The load is on a virtual clock, where
every call takes its while and a write that meets a transaction is cancelled, as DynamoDB does it and no emulator.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from infra.local.emulator import REGION, running_emulator
from tests.sim.rush import rush
from tests.support.builders import entrant, lobby_of
from tests.support.ports import FakeClock, FakePorts
from wordle_tournament.app.lobby.queue import queue
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.aws import clients
from wordle_tournament.aws.items import Item, PlayerItem, player_key
from wordle_tournament.aws.parties import DynamoParties
from wordle_tournament.aws.players import DynamoPlayers
from wordle_tournament.aws.rate_limiter import DynamoRateLimiter
from wordle_tournament.aws.stored import tournament_item
from wordle_tournament.aws.table import SCHEMA, Table
from wordle_tournament.aws.tournaments import DynamoTournaments
from wordle_tournament.protocol import inbound

LANGUAGE = "xx"
CROWDS = (8, 16, 32, 64, 128)
SEEDS = range(5)


@dataclass(slots=True)
class Meter:
    """What was asked of DynamoDB, and what it consumed: units of reading and of writing."""

    requests: Counter[str] = field(default_factory=Counter)
    capacity: float = 0.0

    def ask(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        self.requests[model.name] += 1
        params["ReturnConsumedCapacity"] = "TOTAL"

    def hear(self, parsed: dict[str, Any], **_: Any) -> None:
        told = parsed.get("ConsumedCapacity", [])
        self.capacity += sum(one["CapacityUnits"] for one in (told if isinstance(told, list) else [told]))


@contextmanager
def metered(table: Table) -> Iterator[Meter]:
    meter = Meter()
    events = table.connection.client.meta.events
    events.register("provide-client-params.dynamodb", meter.ask)
    events.register("after-call.dynamodb", meter.hear)
    yield meter
    events.unregister("provide-client-params.dynamodb", meter.ask)
    events.unregister("after-call.dynamodb", meter.hear)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    with running_emulator() as emulator, pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", emulator.endpoint)
        patch.setenv("AWS_DEFAULT_REGION", REGION)
        patch.setenv("AWS_ACCESS_KEY_ID", "local")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "local")
        clients._client.cache_clear()
        clients.session.cache_clear()
        yield emulator.endpoint
    clients._client.cache_clear()
    clients.session.cache_clear()


def lobbies(count: int, sizes: Sequence[int]) -> Iterator[Record]:
    """Open lobbies of these sizes by turns, their ratings spread from 0 to 2000."""
    chance = Random(count)  # noqa: S311
    for number in range(count):
        size, rating = sizes[number % len(sizes)], chance.randint(0, 2000)
        seats = [entrant(f"x{number}-{index}", rating) for index in range(size)]
        yield Record(replace(lobby_of(*seats), id=f"lobby-{number}", language=LANGUAGE), 1)


def seated_player(player: str, lobby: str) -> PlayerItem:
    """The item of a player who waits in the lobby: a merge moves their claim."""
    key = player_key(player)
    item = PlayerItem(key.pk, key.sk, expires_at=2_000_000_000, nickname="Anna", rating=1000, connected_at=1)
    item.seat = lobby
    return item


def fill(table: Table, records: Iterator[Record]) -> None:
    client = clients.client("dynamodb")
    items: list[Item] = []
    for record in records:
        items.append(tournament_item(record))
        items += [seated_player(seat.player, record.id) for seat in record.tournament.seats]
    puts = [{"PutRequest": {"Item": item.serialize()}} for item in items]
    for start in range(0, len(puts), 25):
        client.batch_write_item(RequestItems={table.name: puts[start : start + 25]})


def ports_on(table: Table) -> Ports:
    return replace(
        FakePorts().ports(),
        tournaments=DynamoTournaments(table),
        players=DynamoPlayers(table),
        parties=DynamoParties(table),
        rate_limiter=DynamoRateLimiter(table),
    )


def cost(count: int, sizes: Sequence[int]) -> Meter:
    """Let somebody queue among so many open lobbies."""
    name = f"bench-{uuid4().hex}"
    clients.client("dynamodb").create_table(TableName=name, BillingMode="PAY_PER_REQUEST", **SCHEMA)
    table = Table(name, FakeClock())
    fill(table, lobbies(count, sizes))
    ports = ports_on(table)
    ports.players.connect("p1", "c1", "Anna", 1)
    with metered(table) as meter:
        frame = inbound.Queue(action="queue", id="q", language=LANGUAGE)
        queue(ports, frame, Request("p1", "q", "c1"), FakeClock().now())
    clients.client("dynamodb").delete_table(TableName=name)
    return meter


@pytest.mark.emulator
@pytest.mark.usefixtures("endpoint")
@pytest.mark.parametrize(
    ("what", "sizes", "most"),
    [
        ("lobbies of five and six, which nothing can be merged with", (5, 6), 20),
        ("lobbies of one, never merged yet: the newcomer brings eight together", (1,), 100),
    ],
    ids=["settled", "unsettled"],
)
def test_the_cost_of_a_queue_does_not_grow_with_the_open_lobbies(what: str, sizes: Sequence[int], most: int) -> None:
    counts = (1, 10, 100, 1_000, 10_000)
    meters = {count: cost(count, sizes) for count in counts}
    print(f"\n{what}:\n{'open':>8} {'requests':>9} {'capacity':>9}")  # noqa: T201
    for count, meter in meters.items():
        by_name = ", ".join(f"{name} {number}" for name, number in sorted(meter.requests.items()))
        print(f"{count:>8} {meter.requests.total():>9} {meter.capacity:>9.1f}   {by_name}")  # noqa: T201
    thousand, ten_thousand = meters[1_000], meters[10_000]
    assert ten_thousand.requests == thousand.requests
    assert ten_thousand.capacity <= thousand.capacity * 1.1
    assert max(meter.requests.total() for meter in meters.values()) <= most


# 64 at one instant


def test_retries_of_a_join_when_many_come_at_one_instant() -> None:
    print(f"\n{'at once':>8} {'retries/join':>13} {'most':>5} {'p50 ms':>7} {'p99 ms':>7} {'told to retry':>14}")  # noqa: T201
    for players in CROWDS:
        rushes = [rush(players, seed) for seed in SEEDS]
        attempts = [number for load, _ in rushes for number in load.schedule.back_offs]
        waits = sorted(wait for _, some in rushes for wait in some)
        told = sum(load.retries for load, _ in rushes)
        each = len(attempts) / len(waits)
        print(  # noqa: T201
            f"{players:>8} {each:>13.2f} {max(attempts, default=-1) + 1:>5} {waits[len(waits) // 2]:>7.0f} "
            f"{waits[len(waits) * 99 // 100]:>7.0f} {told:>14}"
        )
        for load, _ in rushes:
            games = [record.tournament for record in load.checker.tournaments.values() if record.tournament.seats]
            assert sorted(len(game.seats) for game in games) == [8] * (players // 8)
        if players <= 64:
            assert told == 0, "patience for a seat is too short"
            assert each <= 8
