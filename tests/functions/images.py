"""The state in a stream record: the stream has binaries in base64."""

import copy
from base64 import b64decode, b64encode

from tests.functions.cloud import Event
from wordle_tournament.aws.packed import pack, unpack


def state(raw: Event) -> str:
    """Return the state that a version was stored with, as text."""
    return unpack(b64decode(raw["dynamodb"]["NewImage"]["state"]["B"]))


def with_state(raw: Event, text: str) -> Event:
    """Return the version with another state."""
    assert text != state(raw)
    changed = copy.deepcopy(raw)
    changed["dynamodb"]["NewImage"]["state"] = {"B": b64encode(pack(text)).decode()}
    return changed
