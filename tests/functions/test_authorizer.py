"""Who may open a connection: a known player by their token, a new guest without one, nobody with a bad one (D17)."""

import base64
import json
import time
from collections.abc import Mapping
from typing import Any

import jwt
import pytest

from tests.functions.cloud import KEYS, Cloud, Event, message, recorded

DAY = 24 * 3600


def event(token: str | None) -> Event:
    connecting = recorded("ws_authorize")
    if token is not None:
        connecting["queryStringParameters"] = {"token": token}
        connecting["multiValueQueryStringParameters"] = {"token": [token]}
    return connecting


def signed(key: str = "k2", algorithm: str = "HS256", **preconditions: object) -> str:
    now = int(time.time())
    told: dict[str, Any] = {"sub": "p1", "iat": now, "exp": now + 180 * DAY} | preconditions
    told = {name: value for name, value in told.items() if value is not None}
    return jwt.encode(told, KEYS[key], algorithm, headers={"kid": key})


def unsigned() -> str:
    def part(document: Mapping[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(document).encode()).rstrip(b"=").decode()

    return f"{part({'alg': 'none', 'kid': 'k2'})}.{part({'sub': 'p1', 'iat': 0, 'exp': 9999999999})}."


def allowed(policy: Mapping[str, Any]) -> str:
    """The player whom the policy lets in; ``AssertionError`` if it does not."""
    (statement,) = policy["policyDocument"]["Statement"]
    assert policy["policyDocument"]["Version"] == "2012-10-17"
    assert statement == {
        "Action": "execute-api:Invoke",
        "Effect": "Allow",
        "Resource": recorded("ws_authorize")["methodArn"],
    }
    player = policy["context"]["player"]
    assert policy["principalId"] == player
    assert isinstance(player, str)
    return player


def test_a_player_who_comes_without_a_token_is_a_new_guest_every_time(cloud: Cloud) -> None:
    guests = {allowed(cloud.call("ws_authorize", event(None))) for _ in range(5)}
    assert len(guests) == 5
    assert all(len(guest) >= 20 for guest in guests), "80 random bits or more"
    assert cloud.items() == []


@pytest.mark.parametrize("parameters", [None, {}, {"utm": "x"}])
def test_a_query_string_without_a_token_is_none(cloud: Cloud, parameters: Mapping[str, str] | None) -> None:
    connecting = recorded("ws_authorize")
    connecting["queryStringParameters"] = parameters
    allowed(cloud.call("ws_authorize", connecting))
    del connecting["queryStringParameters"]
    allowed(cloud.call("ws_authorize", connecting))


def test_the_token_of_a_welcome_lets_the_same_player_in_again(cloud: Cloud) -> None:
    cloud.call("ws_hello", message("hello", {"action": "hello", "id": "i", "v": 1}, at=int(time.time() * 1000)))
    token = cloud.frames("p1")[0]["token"]
    assert allowed(cloud.call("ws_authorize", event(token))) == "p1"


def test_a_token_of_an_older_key_still_counts(cloud: Cloud) -> None:
    assert allowed(cloud.call("ws_authorize", event(signed("k1")))) == "p1"


BAD = {
    "empty": "",
    "garbage": "garbage",
    "three dots": "a.b.c",
    "unsigned": unsigned(),
    "of another key": jwt.encode({"sub": "p1", "iat": 0, "exp": 9999999999}, "x" * 32, "HS256", headers={"kid": "k2"}),
    "of a key that is none": signed().replace(".", ".x", 1),
    "without key id": jwt.encode({"sub": "p1", "iat": 0, "exp": 9999999999}, KEYS["k2"], "HS256"),
    "with the name of no key": jwt.encode(
        {"sub": "p1", "iat": 0, "exp": 9999999999}, KEYS["k2"], "HS256", headers={"kid": "current"}
    ),
    "tampered": signed()[:-4] + "AAAA",
    "expired": signed(iat=int(time.time()) - 181 * DAY, exp=int(time.time()) - DAY),
    "without expiry": signed(exp=None),
    "without player": signed(sub=None),
    "of an empty player": signed(sub=""),
    "signed otherwise": signed(algorithm="HS384"),
    "endless": "a" * 5_000,
    "not ASCII": "žofia.žofia.žofia",
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_token_is_denied_and_names_nobody(cloud: Cloud, what: str) -> None:
    policy = cloud.call("ws_authorize", event(BAD[what]))
    (statement,) = policy["policyDocument"]["Statement"]
    assert statement["Effect"] == "Deny"
    assert "context" not in policy
    assert policy["principalId"] != "p1"


def test_no_token_and_no_key_gets_into_the_log(cloud: Cloud) -> None:
    tokens = [signed(), signed("k1"), *(token for token in BAD.values() if len(token) > 10)]
    for count, token in enumerate(tokens, start=1):
        cloud.call("ws_authorize", event(token))
        assert len(cloud.lines()) == count
    log = cloud.log.getvalue()
    assert not [token for token in tokens if token in log or token.split(".")[-1] in log.split('"')]
    assert not [key for key in KEYS.values() if len(key) > 3 and key in log]
