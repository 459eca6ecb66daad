"""What is put aside says which record it was, and nothing secret of it (D14)."""

import json

from tests.functions.cloud import Cloud, recorded
from tests.functions.images import state, with_state
from wordle_tournament.aws.document import decode


def test_a_dead_letter_has_the_key_and_the_version_and_no_seed_and_no_secret(cloud: Cloud) -> None:
    raw = next(one for one in recorded("stream_relay")["Records"] if one["dynamodb"]["Keys"]["sk"]["S"] == "TOURNAMENT")
    tournament = decode(state(raw)).tournament
    raw = with_state(raw, state(raw).replace('"phase":"playing"', '"phase":"dreaming"'))
    image = raw["dynamodb"]["NewImage"]
    cloud.call("stream_relay", {"Records": [raw]})
    (put_aside,) = cloud.aside()
    assert put_aside["keys"] == raw["dynamodb"]["Keys"]
    assert put_aside["version"] == image["version"]
    text = json.dumps(put_aside)
    for secret in (tournament.seed, *tournament.used):
        assert secret not in text
