"""What a change of the table tells, read as the stream delivers it; and where unreadable ones are put."""

import json
from typing import Any

import pytest

from tests.aws.conftest import Adapters
from tests.aws.records import lobby
from wordle_tournament.aws import clients
from wordle_tournament.aws.dead_letters import DeadLetters
from wordle_tournament.aws.stream import Change, read_change


def change_of(adapters: Adapters) -> dict[str, Any]:
    """The stream's record of what the table now has."""
    keys = {"pk": {"S": "T#t1"}, "sk": {"S": "TOURNAMENT"}}
    image = adapters.item("T#t1", "TOURNAMENT")
    return {"eventID": "1", "eventName": "MODIFY", "dynamodb": {"Keys": keys, "NewImage": image, "SequenceNumber": "7"}}


def test_a_change_is_the_record_as_it_was_stored(adapters: Adapters) -> None:
    record = lobby(ratings=(1000, 1100))
    adapters.tournaments.save(record)
    assert read_change(change_of(adapters)) == Change(record)


def test_a_change_names_the_players_it_places(adapters: Adapters) -> None:
    adapters.tournaments.save(lobby(), placed=["p2", "p1"])
    assert read_change(change_of(adapters)) == Change(lobby(), ("p1", "p2"))


@pytest.mark.parametrize(
    "image",
    [{}, {"state": {"S": ""}}, {"state": {"S": "{}"}}, {"state": {"N": "1"}}, {"version": {"N": "1"}}],
)
def test_an_unreadable_change_raises(image: dict[str, Any]) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever it is, the caller puts the record aside
        read_change({"dynamodb": {"NewImage": image}})


def test_a_removal_is_no_change() -> None:
    with pytest.raises(KeyError):
        read_change({"eventName": "REMOVE", "dynamodb": {"Keys": {}}})


@pytest.fixture
def queue(aws: None) -> str:  # noqa: ARG001 - the world it lives in
    return str(clients.client("sqs").create_queue(QueueName="poison")["QueueUrl"])


def send_dead_letter(queue: str) -> list[Any]:
    messages = clients.client("sqs").receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages", [])
    return [json.loads(message["Body"]) for message in messages]


def test_a_record_is_put_aside_without_its_image(queue: str) -> None:
    keys = {"pk": {"S": "T#ž"}, "sk": {"S": "TOURNAMENT"}}
    image = {"version": {"N": "3"}, "state": {"S": "ž" * 200_000}}
    raw = {"eventID": "1", "dynamodb": {"Keys": keys, "SequenceNumber": "7", "NewImage": image, "OldImage": image}}
    DeadLetters(queue).send_dead_letter(raw)
    assert send_dead_letter(queue) == [{"eventID": "1", "keys": keys, "sequence": "7", "version": {"N": "3"}}]
