"""A record as text and back: exact, compact, readable, and of every shape that is still about."""

import json
from dataclasses import fields, replace
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.builders import lobby_of, running
from tests.support.games import play_records
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Entry, Receipt, Record
from wordle_tournament.aws.document import SHAPE, UnreadableDocument, decode, encode
from wordle_tournament.core import events
from wordle_tournament.core.events import Event, PublicEvent
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.seat import Away, Seat


@pytest.mark.parametrize("seed", range(6))
def test_every_version_of_a_game_comes_back_exactly(seed: int) -> None:
    records = list(play_records(Random(seed)))  # noqa: S311
    assert len(records) > 30
    for record in records:
        assert decode(encode(record)) == record


seats = st.builds(Seat, player=st.text(max_size=30), nickname=st.text(max_size=20), rating=st.integers(-999, 9_999))
KINDS: dict[type, st.SearchStrategy[Any]] = {
    kind: st.builds(kind, kind=st.just(kind.__dataclass_fields__["kind"].default)) for kind in get_args(Event)
}


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_any_event_comes_back_exactly(data: st.DataObject) -> None:
    """Whatever the texts and numbers: letters of any script, signs of JSON, empty tuples, none."""
    kind = data.draw(st.sampled_from(get_args(Event)))
    event = data.draw(KINDS[kind])
    request = data.draw(st.none() | st.builds(Request))
    recent = (Entry(1, 1, event, request),) if isinstance(event, PublicEvent) else ()
    record = Record(lobby_of(), 1, recent, (Receipt("p1", "a", 1, event), Receipt("p1", "b", 9, event)))
    assert decode(encode(record)) == record


@given(seat=st.builds(Seat, away=st.none() | st.builds(Away)))
def test_any_seat_comes_back_exactly(seat: Seat) -> None:
    record = Record(replace(lobby_of(), seats=(seat,)), 3)
    assert decode(encode(record)) == record


def test_a_receipt_does_not_repeat_what_the_ring_has() -> None:
    skipped, started = events.TurnSkipped("1.1", 1, "p1"), events.TurnStarted("1.1", 2, "p2", 9)
    recent = (Entry(7, 3, skipped), Entry(8, 3, started))
    # The answer to p3 is not the event of its seq any more, and neither has p4's: they are kept themselves.
    receipts = (
        Receipt("p1", "a", 7, skipped),
        Receipt("p2", "b", 6, skipped),
        Receipt("p3", "c", 8, skipped),
        Receipt("p4", "d", 8, None),
    )
    record = Record(running(), 3, recent, receipts)
    text = encode(record)
    assert decode(text) == record
    assert [sorted(one) for one in json.loads(text)["record"]["receipts"]] == [
        ["id", "is_recent", "player", "seq"],
        ["event", "id", "player", "seq"],
        ["event", "id", "player", "seq"],
        ["id", "player", "seq"],
    ]


def test_the_text_is_json_that_a_person_can_read() -> None:
    row = events.GuessScored("1.1", 1, "p1", "ěž", ("ě", "ž"), (Mark.PRESENT, Mark.ABSENT))
    text = encode(Record(lobby_of(), 2, (Entry(1, 2, row),)))
    document = json.loads(text)
    assert document["v"] == SHAPE
    assert document["record"]["recent_events"] == [
        {
            "seq": 1,
            "version": 2,
            "event": {
                "kind": "guess-scored",
                "duel": "1.1",
                "turn": 1,
                "player": "p1",
                "word": "ěž",
                "tiles": ["ě", "ž"],
                "marks": ["present", "absent"],
            },
        }
    ]
    assert "ž" in text, "letters stay letters"
    assert ": " not in text
    assert "null" not in text


def test_a_record_stays_far_from_the_limit_of_an_item() -> None:
    """400 kB; and every kB of it is billed at every commit."""
    assert max(len(encode(record).encode()) for record in play_records(Random(0))) < 30_000  # noqa: S311


def test_a_record_of_an_older_shape_is_upgraded_step_by_step() -> None:
    record = Record(running(), 5)
    document = json.loads(encode(record))
    document["v"] = SHAPE - 2
    document["record"]["count"] = document["record"].pop("version")
    upgrades = {
        SHAPE - 2: lambda old: {"v": SHAPE - 1, "kept": old["record"]},
        SHAPE - 1: lambda old: {
            "v": SHAPE,
            "record": {**{k: v for k, v in old["kept"].items() if k != "count"}, "version": old["kept"]["count"]},
        },
    }
    assert decode(json.dumps(document), upgrades) == record


def test_a_field_that_came_later_is_read_as_its_default() -> None:
    seat = next(field for field in fields(Seat) if field.name == "is_watching")
    document = json.loads(encode(Record(running(), 5)))
    assert all(seat.name not in one for one in document["record"]["tournament"]["seats"])
    assert all(one.is_watching is seat.default for one in decode(json.dumps(document)).tournament.seats)


def test_a_field_that_is_gone_is_not_missed() -> None:
    record = Record(running(), 5)
    document = json.loads(encode(record))
    document["record"]["tournament"]["weather"] = "fine"
    assert decode(json.dumps(document)) == record


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "{",
        '{"v":1}',
        '{"v":1,"record":{}}',
        '{"v":2,"record":{}}',
        '{"v":"1","record":{}}',
        '{"v":null}',
        '{"v":[1]}',
        '{"record":{},"v":1}',
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(UnreadableDocument):
        decode(text)


def test_a_receipt_of_an_event_that_is_not_there_is_refused() -> None:
    skipped = events.TurnSkipped("1.1", 1, "p1")
    text = encode(Record(running(), 3, (Entry(7, 3, skipped),), (Receipt("p1", "a", 7, skipped),)))
    with pytest.raises(UnreadableDocument, match="seq 7"):
        decode(text.replace('"recent_events":[{"seq":7', '"recent_events":[{"seq":6'))


def test_a_refusal_quotes_no_secret() -> None:
    """D14."""
    text = encode(Record(running(), 5)).replace('"secret":"baba"', '"secret":["baba"]')
    with pytest.raises(UnreadableDocument, match=r"record\.tournament\.duels\.0\.secret") as caught:
        decode(text)
    assert "baba" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_numbers_are_not_read_from_text() -> None:
    text = encode(Record(running(), 5)).replace('"round":5', '"round":"5"')
    with pytest.raises(UnreadableDocument, match="round"):
        decode(text)
