"""The compressed state of an item: exact, small through whole tournaments, and old text is still read."""

import io
import json
import string
import sys
import zlib
from base64 import b64decode, b64encode
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aws.conftest import Adapters
from tests.aws.records import lobby
from tests.support.builders import PLAYERS
from tests.support.games import play_records
from wordle_tournament.app.record import Record
from wordle_tournament.aws import clients, packed
from wordle_tournament.aws.document import decode, encode
from wordle_tournament.aws.items import PartyItem, TournamentItem
from wordle_tournament.aws.packed import UnreadableState, dictionary, pack, unpack
from wordle_tournament.aws.stored import tournament_item
from wordle_tournament.aws.stream import Change, read_change

LARGEST = 8_000  # bytes of an item: the aim for every version of every tournament


@given(text=st.text())
def test_any_text_comes_back_exactly(text: str) -> None:
    assert unpack(pack(text)) == text


@given(raw=st.binary(max_size=200))
def test_bytes_that_were_not_packed_are_refused(raw: bytes) -> None:
    with pytest.raises(UnreadableState):
        unpack(raw)


@pytest.mark.parametrize("spoil", [lambda raw: raw[:-1], lambda raw: raw[:40], lambda raw: raw + b"x"])
def test_a_state_that_is_cut_off_or_too_long_is_refused(spoil: Any) -> None:
    with pytest.raises(UnreadableState):
        unpack(spoil(pack(encode(lobby()))))


def test_the_dictionary_is_the_one_that_stored_states_name() -> None:
    """Every stored state names it by this checksum: with any other it could not be read."""
    assert zlib.adler32(dictionary()) == DICTIONARY
    assert int.from_bytes(pack("{}")[2:6]) == DICTIONARY


def test_a_state_stored_by_this_release_can_always_be_read() -> None:
    assert unpack(b64decode(STORED)) == '{"v":1,"record":{"tournament":{"id":"t1"}}}'


def test_a_state_is_stored_as_a_binary(adapters: Adapters) -> None:
    adapters.tournaments.save(lobby())
    state = adapters.item("T#t1", "TOURNAMENT")["state"]
    assert list(state) == ["B"]
    assert decode(unpack(state["B"])) == lobby()


def test_text_of_an_older_release_is_read_and_replaced_by_a_binary(adapters: Adapters) -> None:
    adapters.tournaments.save(lobby())
    item = adapters.item("T#t1", "TOURNAMENT")
    old = {**item, "state": {"S": encode(lobby())}}
    clients.client("dynamodb").put_item(TableName=adapters.table.name, Item=old)
    assert adapters.tournaments.load("t1") == lobby()
    adapters.tournaments.save(lobby(version=2))
    assert list(adapters.item("T#t1", "TOURNAMENT")["state"]) == ["B"]


@pytest.mark.parametrize(
    "state", [{"S": encode(lobby())}, {"B": b64encode(pack(encode(lobby()))).decode()}], ids=["text", "binary"]
)
def test_the_stream_has_text_or_a_binary_in_base64(state: dict[str, str]) -> None:
    keys = {"pk": {"S": "T#t1"}, "sk": {"S": "TOURNAMENT"}}
    image = {**keys, "version": {"N": "1"}, "expires_at": {"N": "1"}, "state": state}
    assert read_change({"dynamodb": {"Keys": keys, "NewImage": image}}) == Change(lobby())


@pytest.mark.parametrize("kind", [TournamentItem, PartyItem])
@pytest.mark.parametrize("state", [{"B": "?"}, {"B": ""}, {"B": b"{}"}, {"N": "1"}])
def test_a_state_of_another_kind_is_refused(kind: type[TournamentItem], state: dict[str, Any]) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011 - the caller puts the record aside, whatever it is
        kind.from_raw_data({"pk": {"S": "T#t1"}, "sk": {"S": "TOURNAMENT"}, "state": state})


# How large an item is


def as_in_production(record: Record, chance: Random, ids: dict[str, str], alphabet: str) -> Record:
    """The record with ids as the backend and clients make them: long ones that nobody can compress."""

    def of(name: str, length: int) -> str:
        if name not in ids:
            ids[name] = "".join(chance.choices(alphabet if length == 64 else "0123456789abcdef", k=length))
        return ids[name]

    text = encode(record)
    for player in PLAYERS:
        text = text.replace(f'"{player}"', f'"{of(player, 32)}"')
    document = json.loads(text)
    document["record"]["tournament"]["id"] = of("tournament", 32)
    for one in document["record"].get("receipts", []):
        one["id"] = of(one["id"], 64)
    for entry in document["record"].get("recent_events", []):
        if "request" in entry:
            entry["request"]["id"] = of(entry["request"]["id"], 64)
    for seat in document["record"]["tournament"]["seats"]:
        if "connection" in seat:
            seat["connection"] = of(f"connection {seat['connection']}", 16)
    return decode(json.dumps(document, ensure_ascii=False))


def size(item: TournamentItem) -> int:
    """The bytes that DynamoDB bills an item by: names and values, a number about half a byte a digit."""
    total = 0
    for name, typed in item.serialize().items():
        ((kind, value),) = typed.items()
        total += len(name)
        match kind:
            case "N":
                total += len(value) // 2 + 2
            case "SS":
                total += sum(len(one.encode()) for one in value)
            case _:
                total += len(value)  # of ASCII text, or of a binary
    return total


@pytest.mark.parametrize("seed", range(5))
def test_an_item_stays_below_8_kb_through_a_whole_eventful_tournament(seed: int) -> None:
    """Players drop, return, leave and fall silent; every command has a random id of 64 characters."""
    chance, ids = Random(seed), dict[str, str]()  # noqa: S311
    records = [
        as_in_production(record, chance, ids, string.ascii_letters + string.digits)
        for record in play_records(Random(seed))  # noqa: S311
    ]
    assert max(len(record.receipts) for record in records) > 40
    assert max(len(record.recent_events) for record in records) >= 64
    placed = [ids[player] for player in PLAYERS]
    assert max(size(tournament_item(record, placed)) for record in records) < LARGEST


def test_a_state_can_be_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    state = b64encode(pack(encode(replace(lobby(), version=7)))).decode()
    monkeypatch.setattr(sys, "stdin", io.StringIO(state + "\n"))
    packed.main()
    assert json.loads(capsys.readouterr().out)["record"]["version"] == 7


DICTIONARY = 0x27BF1C05
STORED = "eLsnvxwFI7Z/XltbCwAymA42"
