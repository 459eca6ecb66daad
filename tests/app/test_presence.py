"""Lost, back and half-open: resuming from events or a snapshot, absences by silence, the end (R8, D10, D11, D15)."""

import copy
from dataclasses import replace
from random import Random

import pytest

from infra.local.client_state import ClientState
from infra.local.session import Session
from tests.app.cells import ACTIONS, MOMENTS
from tests.app.frame_checks import check, kinds, read
from tests.app.harness import EVERYBODY, Harness, in_play
from tests.app.interleaving import interruptions
from tests.support.builders import connection_of, entrant, lobby_of, running
from tests.support.drawing import drawn
from tests.support.games import play_records
from tests.support.ports import FakePorts
from wordle_tournament.app.answers import catch_up
from wordle_tournament.app.connection.reconnect import STANDINGS_SHOWN_MS
from wordle_tournament.app.record import Record
from wordle_tournament.app.screens.tournament import render_entry
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol.render import render_snapshot

# --- What a resumed screen shows ---


@pytest.mark.parametrize("seed", range(6))
def test_at_every_version_a_snapshot_and_the_missed_events_show_what_a_screen_shows_that_was_there(seed: int) -> None:
    """Random games with drops, returns, silence and leaving: each version is drawn in three ways."""
    ports = FakePorts().ports()
    there = ClientState("t1")
    past: list[tuple[int, ClientState]] = []
    compared = 0
    for record in play_records(Random(seed)):  # noqa: S311 - a game, not a secret
        tournament = record.tournament
        for entry in record.new_entries():
            there.take(
                render_entry(tournament, entry, viewer="nobody", at=tournament.now).model_dump(exclude_none=True)
            )
        assert there.seq == tournament.seq
        if tournament.phase is Phase.LOBBY:
            continue
        whole = ClientState("t1")
        whole.take(render_snapshot(tournament, tournament.now).model_dump(exclude_none=True))
        assert drawn(whole) == drawn(there)
        for seq, before in past[-25::6]:
            missed = catch_up(ports, record, "p1", seq, is_back=True)
            if missed and missed[0].type == "snapshot":
                continue
            resumed = copy.deepcopy(before)
            for frame in missed:
                resumed.take(frame.model_dump(exclude_none=True))
            assert drawn(resumed) == drawn(there)
            assert [frame.model_dump()["seq"] for frame in missed] == list(range(seq + 1, tournament.seq + 1))
            compared += 1
        past.append((tournament.seq, copy.deepcopy(there)))
    assert compared > 100


@pytest.mark.parametrize("moment", [moment for moment in MOMENTS if moment != "lobby"])
def test_a_device_that_knows_nothing_is_shown_all_there_is_and_nothing_secret(moment: str) -> None:
    scene = MOMENTS[moment]()
    scene.harness.connect(scene.player, "c-new")
    _, snapshot = scene.harness.seen("c-new")
    tournament = scene.harness.tournament()
    assert (snapshot["type"], snapshot["seq"], snapshot["round"]) == ("snapshot", tournament.seq, tournament.round)
    assert [one["lives"] for one in snapshot["players"]] == [seat.lives for seat in tournament.seats]
    assert ("starts_at" in snapshot) == (moment == "intro")
    assert snapshot.get("bye") == tournament.bye
    for shown, duel in zip(snapshot["duels"], tournament.duels, strict=True):
        assert ("secret" in shown) == duel.is_over
        assert shown.get("deadline") == duel.deadline
    if moment == "over":
        assert snapshot["standings"][0] == {"player": "p1", "place": 1}
        assert [(one["player"], one["change"]) for one in snapshot["rated"]] == [("p1", 25), ("p2", 18)]
    check(scene.harness.seen("c-new"))


def test_a_player_who_is_back_in_time_plays_on_where_they_were() -> None:  # R8.3: a blip is not leaving
    harness = in_play()
    mover = harness.mover()
    harness.disconnect(f"c-{mover}")
    harness.pass_ms(1_000).connect(mover, "c-new")
    duel = harness.duel(mover)
    answer = harness.send("c-new", "guess", tournament="t1", duel=duel.duel, turn=1, word=duel.secret)
    assert answer["type"] == "guess-scored"
    assert harness.tournament().require_seat(mover).lives == 3


def test_leaving_the_final_ends_the_tournament_at_once_and_places_both() -> None:  # R8.2, D3, D6
    harness = Harness()
    harness.store(running((3, 1, 0, 0, 0, 0, 0, 0)))
    harness.send("c-p1", "leave", tournament="t1")
    harness.deliver_stream()
    assert kinds(harness.seen("p2")) == [
        *("duel-ended", "player-left", "round-closed", "tournament-ended"),
        *("rated", "rated"),
    ]
    assert harness.seen("p2", "tournament-ended")[0]["standings"][:2] == [
        {"player": "p2", "place": 1},
        {"player": "p1", "place": 2},
    ]
    assert {frame["player"]: frame["change"] for frame in harness.seen("p2", "rated")} == {"p1": 18, "p2": 25}
    assert [frame["change"] for frame in harness.seen("p1", "rated")] == [18]


# --- The end ---


def test_whoever_turns_away_from_the_standings_is_not_shown_them_again() -> None:
    scene = MOMENTS["over"]()
    ACTIONS["leave"](scene)
    scene.harness.connect(scene.player, "c-new")
    assert kinds(scene.harness.seen("c-new")) == ["welcome"]


def test_the_end_is_shown_by_name_as_long_as_it_is_kept() -> None:
    scene = MOMENTS["over"]()
    scene.harness.pass_ms(STANDINGS_SHOWN_MS + 1).connect(scene.player, "c-new", tournament="t1")
    assert kinds(scene.harness.seen("c-new")) == ["welcome", "snapshot"]
    assert scene.harness.seen("c-new")[0]["tournament"] == "t1"


def test_whose_absence_outlasted_the_tournament_is_shown_its_end() -> None:
    harness = in_play()
    seq = harness.tournament().seq
    harness.disconnect("c-p8")
    harness.pass_ms(60_000).tick()
    for number in range(1, 7):
        harness.send(f"c-p{number}", "leave", tournament="t1")
    assert harness.tournament().phase is Phase.OVER
    harness.deliver_stream()
    harness.connect("p8", "c-new", tournament="t1", seq=seq)
    frames = harness.seen("c-new")
    (ended,) = harness.seen("c-new", "tournament-ended")
    assert ended["standings"][-1] == {"player": "p8", "place": 8}
    assert [frame["change"] for frame in harness.seen("c-new", "rated") if frame["player"] == "p8"] == [-25]
    assert read([{"type": "synced", "tournament": "t1", "seq": seq}, *frames]) == {"t1": harness.tournament().seq}


def test_a_rating_settled_at_the_moment_of_a_return_is_not_missed() -> None:  # R3.5, R6.3
    def build() -> Harness:
        harness = Harness()
        harness.store(running((2, 1, 3, 0, 0, 0, 0, 0)))
        harness.guess("p1", harness.duel("p1").secret)  # p2 is out, and settled as the round ends at once
        harness.open("p3", "c-new")
        return harness

    for harness in interruptions(
        build, lambda harness: harness.deliver_stream(), lambda harness: harness.connect("p3", "c-new")
    ):
        told = [frame for frame in harness.seen("c-new", "rated") if frame["player"] == "p2"]
        told += [one for frame in harness.seen("c-new", "snapshot") for one in frame["rated"] if one["player"] == "p2"]
        assert {frame["change"] for frame in told} == {11}


# --- Which tournament (D12) ---


def test_a_player_who_plays_elsewhere_and_names_a_finished_tournament_is_answered_by_the_running_one() -> None:
    harness = Harness()
    harness.store(running((1, 1, 0, 0, 0, 0, 0, 0)))
    harness.guess("p1", harness.duel("p1").secret)
    old = harness.tournament()
    for player in EVERYBODY:
        harness.send(f"c-{player}", "queue", language="xx")
    (running_one,) = {record.tournament.id for record in harness.fakes.stored.records.values()} - {"t1"}
    assert harness.tournament(running_one).phase is Phase.INTRO
    harness.connect("p1", "c-new", tournament="t1", seq=old.seq - 1)
    welcome, snapshot = harness.seen("c-new")
    assert (welcome["tournament"], snapshot["tournament"]) == (running_one, running_one)
    assert harness.tournament("t1") == old


def test_a_player_who_names_a_tournament_of_others_is_shown_nothing_of_it() -> None:
    harness = in_play()
    harness.connect("p9", tournament="t1", seq=1)
    assert kinds(harness.seen("p9")) == ["welcome"]
    assert "tournament" not in harness.seen("p9")[0]


def test_a_player_who_comes_back_at_the_instant_of_a_merge_is_in_the_lobby_that_goes_on() -> None:  # D9, D11
    def build() -> Harness:
        harness = Harness()
        for name, players in (("t1", ("p1", "p2", "p3")), ("t2", ("p4", "p5"))):
            lobby = lobby_of(*map(entrant, players))
            for player in players:
                harness.connect(player, connection_of(player))
                harness.set_seat(player, name)
            harness.fakes.stored.records[name] = Record(replace(lobby, id=name), version=1)
        harness.open("p4", "c-new")
        return harness.clear_frames()

    merged = 0
    for harness in interruptions(
        build,
        lambda harness: harness.connect("p4", "c-new"),
        lambda harness: harness.send("c1", "ping", tournament="t1"),
    ):
        where = harness.fakes.stored.players["p4"].seat
        assert where is not None
        seat = harness.tournament(where).require_seat("p4")
        assert (seat.connection, seat.away) == ("c-new", None)
        session = Session()
        for frame in harness.seen("c-new"):
            session.receive(frame, harness.now)
        assert session.seat == where
        assert harness.seen("c-new", "unqueued") == []
        merged += where == "t1"
    assert merged > 1
