"""The functions as they are deployed: their handlers, the real adapters, the environment, and AWS on moto.

Lives here: calling a function with an event, and reading what became of it: frames, table, logs, requests. Events are
recorded ones (``tests/golden/events``), with what a test wants changed.
"""

import copy
import importlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import boto3
from moto.apigatewaymanagementapi.models import apigatewaymanagementapi_backends
from moto.core.models import DEFAULT_ACCOUNT_ID

from tests.support.builders import START, running
from wordle_tournament.app.record import Record
from wordle_tournament.aws.document import encode
from wordle_tournament.aws.packed import pack
from wordle_tournament.aws.table import SCHEMA, Table
from wordle_tournament.aws.tournaments import DynamoTournaments
from wordle_tournament.core.tournament import Tournament
from wordle_tournament.runtime.settings import VARIABLES
from wordle_tournament.runtime.system import SystemClock

Event = dict[str, Any]
Frame = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "events"
REGION = "eu-central-1"
TABLE = "wordle-tournament-dev"
KEYS = {"current": "k2", "k1": "an-old-signing-key-" * 3, "k2": "the-current-signing-key-" * 3}
RECORDED = 1_700_000_000_000  # when the recorded events were received, epoch ms
SECRETS = ("slate", "lamp", "planet", "table")
WRONG = "crane"  # a listed word that is none of them


def recorded(name: str) -> Event:
    """A recorded event, fresh."""
    event: Event = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    return event


def message(route: str, body: object, *, player: str = "p1", at: int = RECORDED) -> Event:
    """The recorded guess, as another frame: of any route, body, player and moment."""
    event = copy.deepcopy(recorded("ws_guess"))
    event["body"] = body if isinstance(body, str) or body is None else json.dumps(body)
    event["requestContext"] |= {
        "routeKey": route,
        "connectionId": connection_of(player),
        "requestTimeEpoch": at,
        "authorizer": {"principalId": player, "integrationLatency": 12, "player": player},
    }
    return event


def connection_of(player: str) -> str:
    """A connection as API Gateway names them."""
    return f"Q{player.upper()}4cLfdFiAsCJ0w="


def tournament() -> Tournament:
    """The tournament of the recorded events: English, first round, the first turns run; odd players move."""
    built = running(round_number=1)
    shift = RECORDED - START
    duels = tuple(
        replace(duel, secret=secret, display=secret, length=len(secret), deadline=(duel.deadline or 0) + shift)
        for duel, secret in zip(built.duels, SECRETS, strict=True)
    )
    seats = tuple(replace(seat, connection=connection_of(seat.player)) for seat in built.seats)
    return replace(built, id="t-recorded", language="en", now=RECORDED, duels=duels, seats=seats, used=SECRETS, seq=16)


@dataclass(slots=True)
class Cloud:
    """A deployed stage. ``log`` is what the functions wrote, ``requests`` (service, operation) what they asked AWS."""

    machine: str
    queue: str
    log: io.StringIO = field(default_factory=io.StringIO)
    requests: list[tuple[str, str]] = field(default_factory=list)

    def call(self, module: str, event: Mapping[str, Any]) -> Any:
        """Call a function's handler."""
        return importlib.import_module(f"functions.{module}").handler(copy.deepcopy(dict(event)), None)

    # --- state ---

    @property
    def tournaments(self) -> DynamoTournaments:
        return DynamoTournaments(Table(TABLE, SystemClock()))

    def seed(self, built: Tournament | None = None) -> Record:
        """Store a tournament as version 1, whose effects are done, with its players greeted at their seats."""
        record = Record(built or tournament(), version=1)
        self.store(record)
        self.tournaments.mark_delivered(record.tournament.id, 1)
        self.requests.clear()
        return record

    def store(self, record: Record) -> None:
        """Store a record whatever its version, with its players greeted at their seats."""
        item = {
            "pk": {"S": f"T#{record.tournament.id}"},
            "sk": {"S": "TOURNAMENT"},
            "version": {"N": str(record.version)},
            "state": {"B": pack(encode(record))},
            "expires_at": {"N": str(RECORDED // 1000 + 1000)},
        }
        _outside("dynamodb").put_item(TableName=TABLE, Item=item)
        for seat in record.tournament.seats:
            self.put_player(seat.player, connection=seat.connection, seat=record.tournament.id)

    def forget_player(self, player: str) -> None:
        """Let a player's item expire."""
        _outside("dynamodb").delete_item(TableName=TABLE, Key={"pk": {"S": f"P#{player}"}, "sk": {"S": "PLAYER"}})

    def put_player(self, player: str, *, connection: str | None, seat: str | None, rating: int = 1000) -> None:
        """Store a player."""
        item = {
            "pk": {"S": f"P#{player}"},
            "sk": {"S": "PLAYER"},
            "nickname": {"S": f"Guest {player}"},
            "rating": {"N": str(rating)},
            "connected_at": {"N": str(RECORDED - 1000)},
            "expires_at": {"N": str(RECORDED // 1000 + 1000)},
        }
        item |= {"connection": {"S": connection}} if connection else {}
        item |= {"seat": {"S": seat}} if seat else {}
        _outside("dynamodb").put_item(TableName=TABLE, Item=item)

    def load(self, tournament_id: str = "t-recorded") -> Record:
        record = self.tournaments.load(tournament_id)
        assert record is not None
        return record

    def items(self) -> list[dict[str, Any]]:
        """Everything in the table, in the order of the keys."""
        found = _outside("dynamodb").scan(TableName=TABLE)["Items"]
        return sorted((dict(item) for item in found), key=lambda item: (item["pk"]["S"], item["sk"]["S"]))

    def item(self, pk: str, sk: str) -> dict[str, Any] | None:
        return next((item for item in self.items() if (item["pk"]["S"], item["sk"]["S"]) == (pk, sk)), None)

    def aside(self) -> list[Event]:
        """The stream's records that were put aside."""
        answer = _outside("sqs").receive_message(QueueUrl=self.queue, MaxNumberOfMessages=10)
        return [json.loads(one["Body"]) for one in answer.get("Messages", ())]

    # --- what it showed ---

    def frames(self, player: str) -> list[Frame]:
        """The frames that a player's connection was sent."""
        backend = apigatewaymanagementapi_backends[DEFAULT_ACCOUNT_ID][REGION]
        return list(_parsed(backend.connections[quote(connection_of(player))].data.decode()))

    def lines(self) -> list[dict[str, Any]]:
        """The log so far, line by line: each is one JSON object."""
        return [json.loads(line) for line in self.log.getvalue().splitlines()]

    def asked(self) -> list[str]:
        """What was asked of AWS so far, by operation."""
        return [operation for _, operation in self.requests]


def _parsed(text: str) -> Iterator[Frame]:
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        message, at = decoder.raw_decode(text, at)
        yield from message if isinstance(message, list) else [message]


@cache
def _outside(service: str) -> Any:
    """A client of the tests' own: what it asks is not counted."""
    return boto3.client(service, REGION)  # type: ignore[call-overload]


def deploy() -> tuple[Cloud, dict[str, str]]:
    """Make the stage on moto; with it the environment of its functions."""
    _outside("dynamodb").create_table(TableName=TABLE, BillingMode="PAY_PER_REQUEST", **SCHEMA)
    secret = _outside("secretsmanager").create_secret(Name="keys", SecretString=json.dumps(KEYS))["ARN"]
    queue = _outside("sqs").create_queue(QueueName="aside")["QueueUrl"]
    machine = _outside("stepfunctions").create_state_machine(
        name="rounds",
        definition=json.dumps({"StartAt": "Over", "States": {"Over": {"Type": "Succeed"}}}),
        roleArn=f"arn:aws:iam::{DEFAULT_ACCOUNT_ID}:role/rounds",
    )["stateMachineArn"]
    values = {
        "stage": "dev",
        "table": TABLE,
        "rules": "fast",
        "management_endpoint": f"https://a1b2c3d4e5.execute-api.{REGION}.amazonaws.com/dev",
        "round_machine": machine,
        "token_keys": secret,
        "wordlists": str(ROOT / "wordlists"),
        "dead_letters": queue,
    }
    environment = {VARIABLES[name]: value for name, value in values.items()}
    return Cloud(machine, queue), environment
