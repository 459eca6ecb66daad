"""What comes before any use case: the authorizer, and frames that no use case serves."""

import json

from tests.app.harness import Harness


def test_a_new_guest_and_a_known_player_are_let_in_and_a_bad_token_is_not() -> None:
    harness = Harness()

    said = [harness.authorize(), harness.authorize(f"token-of-p7-at-{harness.now}"), harness.authorize("nonsense")]

    assert [one["principalId"] for one in said] == ["t1", "p7", "nobody"]
    effects = [one["policyDocument"]["Statement"][0]["Effect"] for one in said]
    assert effects == ["Allow", "Allow", "Deny"]


def test_an_action_that_no_release_knows_is_answered_as_a_bad_frame() -> None:
    harness = Harness()
    harness.open("p1", "c-p1")

    harness.transmit("c-p1", "$default", json.dumps({"action": "dance", "id": "a"}))

    assert [(frame["type"], frame["re"]) for frame in harness.seen("p1")] == [("error", "a")]


def test_a_client_that_sends_the_name_of_a_lifecycle_route_is_answered() -> None:
    harness = Harness()
    harness.open("p1", "c-p1")

    harness.send_connect("c-p1", "a")

    assert [(frame["code"], frame["re"]) for frame in harness.seen("p1")] == [("unknown-action", "a")]
