"""A function that dies between a party's commit and its frames: the relay shows the party to all of its members."""

from typing import Any

import pytest

from tests.functions.cloud import Cloud, Event, connection_of, message
from tests.support.faults import Crash
from wordle_tournament.aws.connections import GatewayConnections
from wordle_tournament.runtime.system import SystemClock


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SystemClock, "wait", lambda *_: None)


def say(cloud: Cloud, sender: str, action: str, name: str, **fields: Any) -> None:
    cloud.call("ws_party", message(action, {"action": action, "id": name, **fields}, player=sender))


def party_item(cloud: Cloud) -> dict[str, Any]:
    (item,) = [item for item in cloud.items() if item["sk"]["S"] == "PARTY"]
    return item


def stream_of(item: dict[str, Any]) -> Event:
    """Return the stream's batch that tells of an item as it is."""
    keys = {"pk": item["pk"], "sk": item["sk"]}
    return {"Records": [{"eventName": "MODIFY", "dynamodb": {"Keys": keys, "NewImage": item}}]}


@pytest.fixture
def party(cloud: Cloud) -> Cloud:
    """A party of p1; p2 and p3 have said hello."""
    for player in ("p1", "p2", "p3"):
        cloud.put_player(player, connection=connection_of(player), seat=None)
    say(cloud, "p1", "party-create", "create")
    return cloud


def die_at_the_first_post(monkeypatch: pytest.MonkeyPatch, cloud: Cloud, *said: Any, **fields: Any) -> None:
    def die(*_: Any) -> None:
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(GatewayConnections, "post", die)
        with pytest.raises(Crash):
            say(cloud, *said, **fields)


def test_a_killed_committers_party_is_shown_to_every_member_and_answers_the_one_who_asked(
    party: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = party.frames("p1")[0]["code"]
    die_at_the_first_post(monkeypatch, party, "p2", "party-join", "join-2", code=code)
    assert party.frames("p2") == []
    party.call("stream_relay", stream_of(party_item(party)))
    for player, re in (("p1", None), ("p2", "join-2")):
        shown = party.frames(player)[-1]
        assert (shown["type"], shown.get("re")) == ("party", re)
        assert [member["player"] for member in shown["members"]] == ["p1", "p2"]
    assert party.aside() == []


def test_a_member_whom_a_killed_committer_removed_is_told_so(party: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    code = party.frames("p1")[0]["code"]
    say(party, "p2", "party-join", "join-2", code=code)
    die_at_the_first_post(monkeypatch, party, "p1", "party-kick", "kick-2", player="p2")
    party.call("stream_relay", stream_of(party_item(party)))
    assert (party.frames("p2")[-1]["type"], party.frames("p2")[-1]["reason"]) == ("party-left", "kicked")
    assert [member["player"] for member in party.frames("p1")[-1]["members"]] == ["p1"]


def test_what_the_committer_showed_is_not_shown_again(party: Cloud) -> None:
    code = party.frames("p1")[0]["code"]
    say(party, "p2", "party-join", "join-2", code=code)
    before = len(party.frames("p1"))
    party.call("stream_relay", stream_of(party_item(party)))
    assert len(party.frames("p1")) == before


def test_a_repeated_frame_is_answered_and_shown_to_all_members(party: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    code = party.frames("p1")[0]["code"]
    say(party, "p3", "party-join", "join-3", code=code)
    die_at_the_first_post(monkeypatch, party, "p2", "party-join", "join-2", code=code)
    say(party, "p2", "party-join", "join-2", code=code)
    for player, re in (("p1", None), ("p2", "join-2"), ("p3", None)):
        shown = party.frames(player)[-1]
        assert (shown["type"], shown.get("re")) == ("party", re)
        assert [member["player"] for member in shown["members"]] == ["p1", "p3", "p2"]
