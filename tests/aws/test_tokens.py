"""Guests' tokens: who signed them, for how long they hold, and everything else that is refused (D17)."""

import base64
import json
from collections.abc import Callable
from functools import partial

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aws.races import all_at_once
from tests.support.builders import START
from wordle_tournament.app.ports import InvalidToken
from wordle_tournament.aws import clients
from wordle_tournament.aws.tokens import GuestTokens

DAY_MS = 24 * 60 * 60 * 1000
ONE, TWO = "1" * 64, "2" * 64
NOW = START // 1000


@pytest.fixture
def keys(aws: None) -> Callable[..., None]:  # noqa: ARG001 - the world it lives in
    """Set the secret: ``keys(current="k1", k1=ONE)``."""
    client = clients.client("secretsmanager")
    client.create_secret(Name="keys", SecretString=json.dumps({"current": "k1", "k1": ONE}))
    return lambda **document: client.put_secret_value(SecretId="keys", SecretString=json.dumps(document))


@pytest.fixture
def tokens(keys: Callable[..., None]) -> GuestTokens:  # noqa: ARG001 - they sign
    return GuestTokens("keys")


def signed(claims: dict[str, object], key: str = ONE, kid: object = "k1", algorithm: str = "HS256") -> str:
    """A token as somebody else might make it."""
    headers = {} if kid is None else {"kid": kid}
    return jwt.encode(claims, key, algorithm, headers=headers)


def part(value: object) -> str:
    """A part of a token, in its encoding."""
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


CLAIMS: dict[str, object] = {"sub": "p1", "iat": NOW, "exp": NOW + 1_000}


def test_a_token_names_its_player(tokens: GuestTokens) -> None:
    assert tokens.verify(tokens.issue("p1", START), START) == "p1"


def test_a_token_holds_for_180_days(tokens: GuestTokens) -> None:
    """D17."""
    token = tokens.issue("p1", START)
    assert tokens.verify(token, START + 180 * DAY_MS - 1) == "p1"
    with pytest.raises(InvalidToken):
        tokens.verify(token, START + 180 * DAY_MS)


def test_a_token_says_which_key_signed_it(tokens: GuestTokens) -> None:
    assert jwt.get_unverified_header(tokens.issue("p1", START)) == {"alg": "HS256", "typ": "JWT", "kid": "k1"}


def test_a_clock_that_is_behind_another_refuses_nobody(tokens: GuestTokens) -> None:
    assert tokens.verify(tokens.issue("p1", START + 2_000), START) == "p1"


@pytest.mark.parametrize(
    "token",
    [
        pytest.param(signed(CLAIMS, key=TWO), id="another key"),
        pytest.param(signed(CLAIMS, kid="k9"), id="a key id nobody knows"),
        pytest.param(signed(CLAIMS, kid=None), id="no key id"),
        pytest.param(signed(CLAIMS, key="k1" * 32, kid="current"), id="current is no key id"),
        pytest.param(signed(CLAIMS, algorithm="HS512"), id="another algorithm"),
        pytest.param(f"{part({'alg': 'none', 'kid': 'k1'})}.{part(CLAIMS)}.", id="no signature"),
        pytest.param(f"{part({'alg': 'HS256', 'kid': ['k1']})}.{part(CLAIMS)}.aa", id="a list as key id"),
        pytest.param(f"{part(['HS256'])}.{part(CLAIMS)}.aa", id="a list as header"),
        pytest.param(signed({"sub": "p1", "iat": NOW}), id="no end"),
        pytest.param(signed({"iat": NOW, "exp": NOW + 9}), id="no player"),
        pytest.param(signed({**CLAIMS, "sub": ""}), id="an empty player"),
        pytest.param(signed({**CLAIMS, "exp": NOW}), id="expired at this moment"),
        pytest.param(signed({**CLAIMS, "nbf": 99_999_999_999}), id="not yet"),
        pytest.param("", id="nothing"),
        pytest.param(".", id="a dot"),
        pytest.param("..", id="two dots"),
        pytest.param("ž.ž.ž", id="not base64"),
        pytest.param("\ud800.a.b", id="half a letter"),
        pytest.param("a" * 100_000, id="huge"),
        pytest.param(f"{part({'alg': 'HS256', 'kid': 'k1'})}.{'A' * 900}.{'A' * 50}", id="long"),
        pytest.param(None, id="none"),
        pytest.param(7, id="a number"),
        pytest.param(b"a.b.c", id="bytes"),
        pytest.param(["a.b.c"], id="a list"),
    ],
)
def test_anything_else_is_refused(tokens: GuestTokens, token: str) -> None:
    with pytest.raises(InvalidToken):
        tokens.verify(token, START)


def test_a_token_changed_in_any_letter_is_refused(tokens: GuestTokens) -> None:
    token = tokens.issue("p1", START)
    for at, letter in enumerate(token[:-1]):  # the last one also has bits that mean nothing
        changed = token[:at] + ("A" if letter != "A" else "B") + token[at + 1 :]
        with pytest.raises(InvalidToken):
            tokens.verify(changed, START)


def test_a_token_of_another_stage_is_refused(tokens: GuestTokens, keys: Callable[..., None]) -> None:
    token = tokens.issue("p1", START)
    keys(current="k1", k1=TWO)
    with pytest.raises(InvalidToken):
        GuestTokens("keys").verify(token, START)


def test_any_text_is_a_token_or_not_and_nothing_worse(keys: Callable[..., None]) -> None:  # noqa: ARG001
    tokens = GuestTokens("keys")
    headers = st.dictionaries(
        st.sampled_from(["alg", "kid", "crit", "b64", "zip", "typ"]), st.none() | st.text() | st.lists(st.text())
    )
    encoded = st.binary(max_size=40).map(lambda data: base64.urlsafe_b64encode(data).decode())
    parts = st.text() | encoded | headers.map(part)

    @given(texts=st.lists(parts, max_size=4))
    def examine(texts: list[str]) -> None:
        with pytest.raises(InvalidToken):
            tokens.verify(".".join(texts), START)

    examine()


# Rotation


def test_after_a_rotation_old_tokens_hold_and_new_ones_are_signed_anew(
    tokens: GuestTokens, keys: Callable[..., None]
) -> None:
    old = tokens.issue("p1", START)
    keys(current="k2", k1=ONE, k2=TWO)
    later = START + 5 * 60_000 + 1
    new = tokens.issue("p1", later)
    assert jwt.get_unverified_header(new)["kid"] == "k2"
    assert [tokens.verify(token, later) for token in (old, new)] == ["p1", "p1"]


def test_a_key_that_was_taken_away_signs_nobody_in(tokens: GuestTokens, keys: Callable[..., None]) -> None:
    old = tokens.issue("p1", START)
    keys(current="k2", k2=TWO)
    with pytest.raises(InvalidToken):
        tokens.verify(old, START + 5 * 60_000 + 1)


def test_a_new_key_is_known_as_soon_as_somebody_shows_it(tokens: GuestTokens, keys: Callable[..., None]) -> None:
    tokens.issue("p1", START)
    keys(current="k2", k1=ONE, k2=TWO)
    new = GuestTokens("keys").issue("p2", START)
    assert tokens.verify(new, START + 11_000) == "p2"


def reads() -> list[str]:
    """A list that grows with every reading of a secret."""
    seen: list[str] = []
    events = clients.client("secretsmanager").meta.events
    events.register("before-call.secretsmanager.GetSecretValue", lambda model, **_: seen.append(model.name))
    return seen


def test_keys_are_read_once_for_a_while(tokens: GuestTokens) -> None:
    seen = reads()
    for at in (START, START + 1_000, START - 1_000, START + 5 * 60_000):
        tokens.verify(tokens.issue("p1", at), at)
    assert len(seen) == 1
    tokens.issue("p1", START + 5 * 60_000 + 1)
    assert len(seen) == 2


def test_made_up_key_ids_do_not_read_the_secret_again_and_again(tokens: GuestTokens) -> None:
    seen = reads()
    for at in range(START, START + 10_000, 500):
        with pytest.raises(InvalidToken):
            tokens.verify(signed(CLAIMS, kid="k9"), at)
    assert len(seen) == 1


def test_nothing_is_read_before_it_is_needed(aws: None) -> None:  # noqa: ARG001
    seen = reads()
    GuestTokens("no such secret")
    assert seen == []


def test_many_at_once_read_the_secret_once(tokens: GuestTokens) -> None:
    seen = reads()
    assert len(set(all_at_once([partial(tokens.issue, "p1", START)] * 8))) == 1
    assert len(seen) == 1


def test_a_secret_without_its_current_key_signs_nothing(tokens: GuestTokens, keys: Callable[..., None]) -> None:
    keys(current="k2", k1=ONE)
    with pytest.raises(KeyError, match="'k2'") as caught:
        tokens.issue("p1", START)
    assert ONE not in str(caught.value)
