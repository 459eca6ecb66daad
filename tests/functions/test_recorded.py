"""Every function answers its recorded event, with the real adapters."""

import importlib
import json
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from tests.app.frame_checks import check_models, kinds
from tests.functions.cloud import (
    GOLDEN,
    RECORDED,
    SECRETS,
    Cloud,
    connection_of,
    message,
    recorded,
    tournament,
)
from tests.support.builders import PLAYERS
from wordle_tournament.protocol.routes import EVENT_FUNCTIONS, LIFECYCLE_FUNCTIONS, ROUTES

MODULES = sorted({route.function for route in ROUTES} | set(LIFECYCLE_FUNCTIONS) | set(EVENT_FUNCTIONS))


# --- The register ---


@pytest.mark.parametrize("module", MODULES)
def test_every_function_of_the_register_has_a_handler_and_a_recorded_event(module: str) -> None:
    assert callable(importlib.import_module(f"functions.{module}").handler)
    assert (GOLDEN / f"{module}.json").is_file()


@pytest.mark.parametrize("module", MODULES)
def test_importing_a_function_needs_no_environment(module: str) -> None:
    """In a process of its own: here everything below the function has been imported already."""
    code = f"import sys; sys.path[:] = {sys.path!r}; import functions.{module}"
    imported = subprocess.run([sys.executable, "-c", code], env={}, check=False, capture_output=True, text=True)  # noqa: S603 - our own code
    assert (imported.returncode, imported.stderr) == (0, "")


# --- Frames ---


def test_hello_is_welcomed_and_told_what_was_missed(cloud: Cloud) -> None:
    cloud.seed()
    assert cloud.call("ws_hello", recorded("ws_hello")) == {"statusCode": 200}
    (welcome,) = cloud.frames("p1")
    assert (welcome["type"], welcome["re"]) == ("welcome", json.loads(recorded("ws_hello")["body"])["id"])
    assert welcome["player"] == {"id": "p1", "nickname": "Guest p1", "rating": 1000}
    assert welcome["tournament"] == "t-recorded"


def test_hello_of_an_unknown_player_makes_them_a_guest(cloud: Cloud) -> None:
    cloud.call("ws_hello", recorded("ws_hello"))
    (welcome,) = cloud.frames("p1")
    assert welcome["player"]["rating"] == 1000
    item = cloud.item("P#p1", "PLAYER")
    assert item is not None
    assert item["connection"] == {"S": connection_of("p1")}
    assert int(item["expires_at"]["N"]) == RECORDED // 1000 + 180 * 24 * 3600  # D17


def test_rename_is_answered_by_the_name(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_rename", recorded("ws_rename"))
    (renamed,) = cloud.frames("p1")
    assert (renamed["type"], renamed["player"]["nickname"]) == ("renamed", "Žofia")


def test_queue_opens_a_lobby(cloud: Cloud) -> None:
    cloud.put_player("p1", connection=connection_of("p1"), seat=None)
    cloud.call("ws_queue", recorded("ws_queue"))
    (lobby,) = cloud.frames("p1")
    assert (lobby["type"], lobby["language"], lobby["seats"][0]["player"]) == ("lobby", "en", "p1")
    stored = cloud.item(f"T#{lobby['tournament']}", "TOURNAMENT")
    assert stored is not None
    assert stored["lobby_key"] == {"S": "en#7"}


def test_unqueue_gives_the_seat_up(cloud: Cloud) -> None:
    cloud.put_player("p1", connection=connection_of("p1"), seat=None)
    cloud.call("ws_queue", recorded("ws_queue"))
    cloud.call("ws_unqueue", recorded("ws_unqueue"))
    assert kinds(cloud.frames("p1")) == ["lobby", "unqueued"]


def test_a_guess_is_scored_for_all_eight(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_guess", recorded("ws_guess"))
    for player in PLAYERS:
        scored, started = cloud.frames(player)
        assert (scored["type"], scored["word"], scored["marks"]) == (
            "guess-scored",
            "crane",
            ["absent", "absent", "correct", "absent", "correct"],  # of slate
        )
        assert ("re" in scored) is (player == "p1")
        assert (started["turn"], started["player"]) == (2, "p2")


def test_leaving_is_a_defeat_that_all_see(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_leave", recorded("ws_leave"))
    assert kinds(cloud.frames("p8")) == ["duel-ended", "player-left"]
    assert cloud.frames("p8")[0]["secret"] == SECRETS[0]
    item = cloud.item("T#t-recorded", "TOURNAMENT")
    assert item is not None
    assert item["placed"] == {"SS": ["p1"]}


def test_sync_without_a_gap_is_synced(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_sync", recorded("ws_sync"))
    assert [(frame["type"], frame["seq"]) for frame in cloud.frames("p1")] == [("synced", 16)]


def test_ping_is_answered_by_pong(cloud: Cloud) -> None:
    cloud.seed()
    cloud.call("ws_ping", recorded("ws_ping"))
    assert [(frame["type"], frame["seq"]) for frame in cloud.frames("p1")] == [("pong", 16)]


def test_what_no_route_serves_is_an_unknown_action(cloud: Cloud) -> None:
    cloud.call("ws_default", recorded("ws_default"))
    (answer,) = cloud.frames("p1")
    assert (answer["code"], answer["definite"]) == ("unknown-action", True)


def test_all_recorded_frames_are_the_protocols(cloud: Cloud) -> None:
    cloud.seed()
    for module in ("ws_hello", "ws_rename", "ws_guess", "ws_ping", "ws_sync", "ws_default", "ws_leave"):
        cloud.call(module, recorded(module))
    for player in PLAYERS:
        check_models(cloud.frames(player))


# --- The connection and the clock ---


def test_connecting_lets_in_and_touches_nothing(cloud: Cloud) -> None:
    assert cloud.call("ws_connect", recorded("ws_connect")) == {"statusCode": 200}
    assert cloud.requests == []


def test_disconnecting_makes_the_seat_away(cloud: Cloud) -> None:  # R8.3
    cloud.seed()
    assert cloud.call("ws_disconnect", recorded("ws_disconnect")) == {"statusCode": 200}
    (away,) = cloud.frames("p2")
    assert (away["type"], away["player"], away["until"]) == ("player-away", "p1", RECORDED + 60_000)
    assert cloud.frames("p1") == []
    item = cloud.item("P#p1", "PLAYER")
    assert item is not None
    assert "connection" not in item


def test_the_tick_applies_what_is_due_and_says_when_to_ring_again(cloud: Cloud) -> None:
    """The recorded deadlines are long past, so one tick plays a silent tournament to its end."""
    cloud.seed()
    assert cloud.call("clock_tick", recorded("clock_tick")) == {"over": True}
    assert cloud.load().tournament.phase == "over"
    assert len(cloud.frames("p1")) > 4 * 12


def test_a_tick_before_the_deadline_names_it_in_whole_seconds(cloud: Cloud) -> None:
    now = time.time_ns() // 1_000_000
    built = tournament()
    duels = tuple(replace(duel, deadline=now + 60_001) for duel in built.duels)
    cloud.seed(replace(built, now=now, duels=duels))
    answer = cloud.call("clock_tick", recorded("clock_tick"))
    assert answer["over"] is False
    assert answer["wait_until"] == time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(-(-(now + 60_001) // 1000)))


def test_a_frame_that_is_routed_as_a_disconnect_is_none(cloud: Cloud) -> None:
    """A client may send ``{"action": "$disconnect"}``; some gateways route it like the real one."""
    cloud.seed()
    before = cloud.items()
    event = message("$disconnect", {"action": "$disconnect", "id": "i"})
    assert cloud.call("ws_disconnect", event) == {"statusCode": 200}
    assert cloud.items() == before
