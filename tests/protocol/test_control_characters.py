"""An id with control characters is no id: stored as JSON it would be six times as long."""

import json

import pytest

from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.inbound import BadFrame, parse_frame

CONTROLS = [*map(chr, range(32)), *map(chr, range(0x7F, 0xA0))]


@pytest.mark.parametrize("character", CONTROLS, ids=lambda one: f"U+{ord(one):04X}")
@pytest.mark.parametrize("field", ["id", "tournament"])
def test_an_id_with_a_control_character_is_a_bad_frame(field: str, character: str) -> None:
    frame = {"action": "ping", "id": "i", "tournament": "t"} | {field: f"a{character}b"}
    with pytest.raises(BadFrame) as caught:
        parse_frame(json.dumps(frame))
    assert caught.value.code is ErrorCode.BAD_FRAME
    assert caught.value.re == (None if field == "id" else "i")


def test_every_other_character_may_stand_in_an_id() -> None:
    assert (
        parse_frame(json.dumps({"action": "ping", "id": "ab \u00e9\u4e2d\U0001f600"})).id == "ab \u00e9\u4e2d\U0001f600"
    )
