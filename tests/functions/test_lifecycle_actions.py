"""``$connect`` and ``$disconnect`` as the actions of a client's frame: an answer, and nothing else."""

import pytest

from tests.functions.cloud import Cloud, message


@pytest.mark.parametrize("module", ["ws_connect", "ws_disconnect"])
def test_a_route_of_the_gateway_as_an_action_is_answered_and_changes_nothing(cloud: Cloud, module: str) -> None:
    action = f"${module.removeprefix('ws_')}"
    cloud.seed()
    before = cloud.items()
    assert cloud.call(module, message(action, {"action": action, "id": "i"})) == {"statusCode": 200}
    (answer,) = cloud.frames("p1")
    assert (answer["type"], answer["code"], answer["re"]) == ("error", "unknown-action", "i")
    assert cloud.items() == before
