"""Lost connections on the deployed stack under the fast rules (R8.3, D5, D11, D15).

``presence_scenario.py`` plays; the tests here check what happened.
"""

import asyncio

import pytest

from infra.local.deploy import Deployment
from tests.app.frame_checks import check_secrets
from tests.local.presence_scenario import (
    ABSENCE,
    GONE,
    IDLE,
    IDLE_TURNS,
    MUTE,
    TUNNEL,
    TWO_DEVICES,
    TWO_HOURS,
    PresenceScenario,
    play_scenario,
    welcomes,
)
from tests.local.recorded_clients import SEATS, until
from tests.local.round_timers import executions, is_running
from tests.support.drawing import drawn

pytestmark = pytest.mark.emulator


@pytest.fixture(scope="module")
def scenario(deployment: Deployment) -> PresenceScenario:
    return asyncio.run(play_scenario(deployment))


def test_every_screen_shows_the_same_end_whether_it_was_there_or_came_back(scenario: PresenceScenario) -> None:
    screens = scenario.screens()
    first = drawn(scenario.steady.session.states[scenario.tournament])
    assert {name: drawn(state) for name, state in screens.items()} == dict.fromkeys(screens, first)
    rated = {name: {p: (f["place"], f["change"]) for p, f in state.rated.items()} for name, state in screens.items()}
    assert {name: one == rated["player 7"] for name, one in rated.items()} == dict.fromkeys(screens, True)
    assert len(rated["player 7"]) == SEATS


def test_sockets_killed_in_mid_turn_come_back_and_nobody_is_left_behind(
    scenario: PresenceScenario,
) -> None:  # R8.3
    assert scenario.cuts[TUNNEL] >= 1
    away, back = (scenario.events(scenario.steady, kind, TUNNEL) for kind in ("player-away", "player-back"))
    assert len(away) == len(back) <= scenario.cuts[TUNNEL]
    assert scenario.events(scenario.steady, "player-left", TUNNEL) == []


def test_the_cut_at_two_hours_costs_no_life(scenario: PresenceScenario) -> None:
    assert welcomes(scenario.clients[TWO_HOURS]) == 2
    away, back = (scenario.events(scenario.steady, kind, TWO_HOURS) for kind in ("player-away", "player-back"))
    assert len(away) == len(back) <= 1  # none, if the client was quicker than the gateway's word
    assert scenario.events(scenario.steady, "player-left", TWO_HOURS) == []
    before, after = scenario.lives_around_the_cut
    assert before == after > 0


def test_a_half_open_socket_is_out_its_absence_after_its_first_silent_turn(scenario: PresenceScenario) -> None:  # D15
    turns = scenario.events(scenario.steady, "turn-started", MUTE)
    (away,) = scenario.events(scenario.steady, "player-away", MUTE)
    (left,) = scenario.events(scenario.steady, "player-left", MUTE)
    assert away["until"] == turns[0]["deadline"] + ABSENCE
    assert 0 <= left["at"] - away["until"] < 5_000  # ms; the clock rings on whole seconds, and Lambda may be cold


def test_an_idle_player_at_a_live_client_is_never_away(scenario: PresenceScenario) -> None:  # D15
    idle = scenario.clients[IDLE]
    assert scenario.events(idle, "player-away", IDLE) == []
    assert len(scenario.events(idle, "turn-skipped", IDLE)) >= IDLE_TURNS


def test_a_player_who_is_out_sees_the_others_go_on_and_no_secret_early(
    scenario: PresenceScenario,
) -> None:  # R3.5, D14
    end = scenario.steady.session.states[scenario.tournament]
    watchers = [n for n in (IDLE, TUNNEL, TWO_HOURS, 6, 7) if end.players[scenario.id_of(n)].place != 1]
    saw = 0
    for who in watchers:
        frames = scenario.clients[who].frames
        out = next(f["seq"] for f in frames if f["type"] == "player-eliminated" and f["player"] == scenario.id_of(who))
        saw += sum(f["type"] == "guess-scored" and f["seq"] > out for f in frames)
        check_secrets(f for f in frames if f.get("tournament") == scenario.tournament)
    assert saw > 0


def test_a_player_who_never_came_back_left_when_their_absence_ended(scenario: PresenceScenario) -> None:  # R8.3
    (away,) = scenario.events(scenario.steady, "player-away", GONE)
    (left,) = scenario.events(scenario.steady, "player-left", GONE)
    assert 0 <= left["at"] - away["until"] < 5_000
    own = scenario.late[1].session.states[scenario.tournament].rated[scenario.id_of(GONE)]
    assert own["change"] < 0


def test_the_second_device_goes_on_and_the_first_is_told_and_stays_away(scenario: PresenceScenario) -> None:  # D11
    first, second = scenario.clients[TWO_DEVICES], scenario.second
    assert second is not None
    assert first.session.is_superseded
    assert first.frames[-1]["type"] == "superseded"
    assert (second.frames[0]["type"], second.frames[0]["tournament"]) == ("welcome", scenario.tournament)
    assert "snapshot" in [frame["type"] for frame in second.frames[1:10]]  # events may overtake it
    assert scenario.events(scenario.steady, "player-away", TWO_DEVICES) == []  # the first one's goodbye changed nothing
    assert len(scenario.events(scenario.steady, "guess-scored", TWO_DEVICES)) >= 1


def test_a_tournament_that_all_have_left_for_good_ends_by_its_clocks_alone(
    scenario: PresenceScenario, deployment: Deployment
) -> None:
    clocks = executions(deployment, scenario.abandoned)
    assert {execution["status"] for execution in clocks} == {"SUCCEEDED"}
    for guest in scenario.back_at_the_end:
        assert guest.frames[0]["type"] == "welcome"
        assert "snapshot" in [frame["type"] for frame in guest.frames[1:10]]  # a rating may overtake it
        state = guest.session.states[scenario.abandoned]
        assert state.phase == "over"
        assert sorted(state.places.values()) == list(range(1, SEATS + 1)), "the last one is left, one after the other"
        assert sum(one["change"] for one in state.rated.values()) == 0
        assert len(state.rated) == SEATS


def test_nothing_failed_and_nothing_is_left_running(scenario: PresenceScenario, deployment: Deployment) -> None:
    assert deployment.failed_executions() == []
    assert deployment.dead_letters() == []
    assert deployment.logged_errors() == []
    clocks = executions(deployment, scenario.tournament)
    assert len(clocks) >= 3
    assert {execution["status"] for execution in clocks} <= {"SUCCEEDED", "RUNNING"}

    async def over() -> None:
        await until(lambda: not is_running(deployment, scenario.tournament), "a clock still runs", 15.0)

    asyncio.run(over())
