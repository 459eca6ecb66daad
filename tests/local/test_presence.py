"""Tunnels, tabs and cuts on the stack that goes to AWS, under the fast rules (R8.3, D5, D11, D15; E, F).

What happens is in ``night.py``; here is what must be true of it.
"""

import asyncio

import pytest

from infra.local.deploy import Deployment
from tests.app.frame_checks import check_secrets
from tests.local.company import SEATS, until
from tests.local.night import (
    ABSENCE,
    GONE,
    IDLE,
    IDLE_TURNS,
    MUTE,
    TUNNEL,
    TWO_DEVICES,
    TWO_HOURS,
    Night,
    executions,
    is_running,
    spend_night,
    welcomes,
)
from tests.support.drawing import drawn

pytestmark = pytest.mark.emulator


@pytest.fixture(scope="module")
def night(deployment: Deployment) -> Night:
    return asyncio.run(spend_night(deployment))


def test_every_screen_shows_the_same_end_whether_it_was_there_or_came_back(night: Night) -> None:
    screens = night.screens()
    first = drawn(night.steady.session.tables[night.tournament])
    assert {name: drawn(table) for name, table in screens.items()} == dict.fromkeys(screens, first)
    rated = {name: {p: (f["place"], f["change"]) for p, f in table.rated.items()} for name, table in screens.items()}
    assert {name: one == rated["player 7"] for name, one in rated.items()} == dict.fromkeys(screens, True)
    assert len(rated["player 7"]) == SEATS


def test_sockets_killed_in_mid_turn_come_back_and_nobody_is_left_behind(night: Night) -> None:  # R8.3, F-49
    assert night.cuts[TUNNEL] >= 1
    away, back = (night.events(night.steady, kind, TUNNEL) for kind in ("player-away", "player-back"))
    assert len(away) == len(back) <= night.cuts[TUNNEL]
    assert night.events(night.steady, "player-left", TUNNEL) == []


def test_the_cut_at_two_hours_costs_no_life(night: Night) -> None:  # E-46
    assert welcomes(night.company[TWO_HOURS]) == 2
    away, back = (night.events(night.steady, kind, TWO_HOURS) for kind in ("player-away", "player-back"))
    assert len(away) == len(back) <= 1  # none, if the client was quicker than the gateway's word
    assert night.events(night.steady, "player-left", TWO_HOURS) == []
    before, after = night.lives_around_the_cut
    assert before == after > 0


def test_a_half_open_socket_is_out_its_absence_after_its_first_silent_turn(night: Night) -> None:  # D15
    turns = night.events(night.steady, "turn-started", MUTE)
    (away,) = night.events(night.steady, "player-away", MUTE)
    (left,) = night.events(night.steady, "player-left", MUTE)
    assert away["until"] == turns[0]["deadline"] + ABSENCE
    assert 0 <= left["at"] - away["until"] < 5_000  # ms; the clock rings on whole seconds, and Lambda may be cold


def test_an_idle_player_at_a_live_client_is_never_away(night: Night) -> None:  # D15
    idle = night.company[IDLE]
    assert night.events(idle, "player-away", IDLE) == []
    assert len(night.events(idle, "turn-skipped", IDLE)) >= IDLE_TURNS


def test_who_is_knocked_out_sees_the_others_go_on_and_no_secret_too_early(night: Night) -> None:  # R3.5, D14
    end = night.steady.session.tables[night.tournament]
    watchers = [n for n in (IDLE, TUNNEL, TWO_HOURS, 6, 7) if end.players[night.id_of(n)].place != 1]
    saw = 0
    for who in watchers:
        frames = night.company[who].frames
        out = next(f["seq"] for f in frames if f["type"] == "player-eliminated" and f["player"] == night.id_of(who))
        saw += sum(f["type"] == "guess-scored" and f["seq"] > out for f in frames)
        check_secrets(f for f in frames if f.get("tournament") == night.tournament)
    assert saw > 0


def test_who_never_came_back_left_when_his_absence_ended(night: Night) -> None:  # R8.3
    (away,) = night.events(night.steady, "player-away", GONE)
    (left,) = night.events(night.steady, "player-left", GONE)
    assert 0 <= left["at"] - away["until"] < 5_000
    own = night.late[1].session.tables[night.tournament].rated[night.id_of(GONE)]
    assert own["change"] < 0


def test_the_second_device_goes_on_and_the_first_is_told_and_stays_away(night: Night) -> None:  # D11
    first, second = night.company[TWO_DEVICES], night.second
    assert second is not None
    assert first.session.is_superseded
    assert first.frames[-1]["type"] == "superseded"
    assert (second.frames[0]["type"], second.frames[0]["tournament"]) == ("welcome", night.tournament)
    assert "snapshot" in [frame["type"] for frame in second.frames[1:10]]  # events may overtake it
    assert night.events(night.steady, "player-away", TWO_DEVICES) == []  # the first one's goodbye changed nothing
    assert len(night.events(night.steady, "guess-scored", TWO_DEVICES)) >= 1


def test_a_tournament_that_all_have_left_for_good_ends_by_its_clocks_alone(
    night: Night, deployment: Deployment
) -> None:
    clocks = executions(deployment, night.abandoned)
    assert {execution["status"] for execution in clocks} == {"SUCCEEDED"}
    for guest in night.back_at_the_end:
        assert guest.frames[0]["type"] == "welcome"
        assert "snapshot" in [frame["type"] for frame in guest.frames[1:10]]  # a rating may overtake it
        table = guest.session.tables[night.abandoned]
        assert table.phase == "over"
        assert sorted(table.places.values()) == list(range(1, SEATS + 1)), "the last one is left, one after the other"
        assert sum(one["change"] for one in table.rated.values()) == 0
        assert len(table.rated) == SEATS


def test_nothing_failed_and_nothing_is_left_running(night: Night, deployment: Deployment) -> None:
    assert deployment.failed_executions() == []
    assert deployment.dead_letters() == []
    assert deployment.logged_errors() == []
    clocks = executions(deployment, night.tournament)
    assert len(clocks) >= 3
    assert {execution["status"] for execution in clocks} <= {"SUCCEEDED", "RUNNING"}

    async def over() -> None:
        await until(lambda: not is_running(deployment, night.tournament), "a clock still runs", 15.0)

    asyncio.run(over())
