"""Watching: who is out, has played or has a bye sees all and does nothing; who is out may sit elsewhere (R3.5, D12)."""

import pytest

from tests.app.cells import ACTIONS, MOMENTS, Scene
from tests.app.frame_checks import check_models, check_secrets, kinds, read
from tests.app.harness import Frame, Harness

WATCHERS = ("my duel over", "bye", "knocked out")


def go_on(harness: Harness) -> None:
    """Every running duel gets a row."""
    for duel in harness.tournament().duels:
        if not duel.is_over:
            harness.guess(duel.mover(duel.turn))


def finish(harness: Harness) -> None:
    """Everybody but p1 leaves or is out."""
    for seat in harness.tournament().seats:
        if seat.is_in and seat.player != "p1":
            harness.send(f"c-{seat.player}", "leave", tournament="t1")
    assert harness.tournament().phase == "over"


def public(frames: list[Frame]) -> list[Frame]:
    return [{name: value for name, value in frame.items() if name != "re"} for frame in frames if "seq" in frame]


@pytest.mark.parametrize("moment", WATCHERS)
def test_a_watcher_sees_every_event_of_every_duel_as_the_players_do(moment: str) -> None:
    scene = MOMENTS[moment]()
    harness = scene.harness.clear_frames()
    go_on(harness)
    harness.pass_ms(30_000).tick()
    seen = public(harness.seen(scene.player))
    duels = {frame["duel"] for frame in seen if frame["type"] == "guess-scored"}
    assert duels == {duel.duel for duel in harness.tournament().duels if not duel.is_over}
    assert len(duels) >= 2
    for other in scene.others:
        assert public(harness.seen(other)) == seen
    check_models(seen)
    assert check_secrets(seen) == 0, "no duel ended, so no secret was told"
    for duel in harness.tournament().duels:
        if not duel.is_over:
            assert f'"{duel.secret}"' not in str(seen).replace("'", '"')


@pytest.mark.parametrize("moment", WATCHERS)
def test_a_watcher_cannot_act(moment: str) -> None:
    scene = MOMENTS[moment]()
    harness = scene.harness.clear_frames()
    before = harness.record()
    told = {}
    for duel in harness.tournament().duels:
        fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": max(duel.turn, 1), "word": duel.secret}
        told[duel.duel] = harness.send(scene.old, "guess", **fields)["code"]
    own = harness.tournament().duel_of(scene.player)
    assert told == {
        duel.duel: "duel-over" if own and duel.duel == own.duel else "not-playing"
        for duel in harness.tournament().duels
    }
    assert harness.record() == before
    assert [harness.seen(other) for other in scene.others] == [[]] * 7


def queued_elsewhere() -> Scene:
    """p6 is knocked out, goes on watching, and sits in another lobby."""
    scene = MOMENTS["knocked out"]()
    assert scene.harness.send("c-p6", "queue", language="xx")["tournament"] != "t1"
    return scene


def lobby_of_p6(harness: Harness) -> str:
    seat = harness.fakes.stored.players["p6"].seat
    assert seat is not None
    return seat


def test_a_player_who_plays_and_is_on_a_bye_or_has_played_cannot_queue_elsewhere() -> None:  # D12
    for moment in ("my turn", "my duel over", "bye"):
        scene = MOMENTS[moment]()
        assert scene.harness.send(scene.old, "queue", language="xx")["code"] == "already-seated"


def test_a_player_who_sits_elsewhere_still_sees_the_old_tournament_to_its_end_and_their_rating() -> None:  # D12
    scene = queued_elsewhere()
    harness = scene.harness.clear_frames()
    go_on(harness)
    finish(harness)
    harness.deliver_stream()
    assert "guess-scored" in kinds(harness.seen("p6"))
    assert harness.seen("p6", "tournament-ended")[0]["standings"][-1] == {"player": "p8", "place": 8}
    # The player's round ended when p2 and p3 had left: four still had lives.
    assert [frame["place"] for frame in harness.seen("p6", "rated") if frame["player"] == "p6"] == [5]


def test_a_player_who_sits_elsewhere_and_leaves_the_old_one_sees_only_their_rating() -> None:  # D12, R3.5
    scene = queued_elsewhere()
    harness = scene.harness
    assert harness.send("c-p6", "leave", tournament="t1")["type"] == "watch-ended"
    harness.clear_frames()
    go_on(harness)
    finish(harness)
    harness.deliver_stream()
    assert [(frame["type"], frame["tournament"]) for frame in harness.seen("p6")] == [("rated", "t1")]
    assert harness.tournament(lobby_of_p6(harness)).seat("p6") is not None


def test_a_player_who_sits_elsewhere_and_comes_back_takes_up_both() -> None:  # D12
    """``hello`` brings the seat along; what is only watched follows with the first word said in it."""
    scene = queued_elsewhere()
    harness, lobby = scene.harness, lobby_of_p6(scene.harness)
    seq = scene.seq
    harness.disconnect("c-p6")
    go_on(harness)
    harness.connect("p6", "c-new", tournament=lobby)
    assert [(frame["type"], frame.get("tournament")) for frame in harness.seen("c-new")] == [
        ("welcome", lobby),
        ("lobby", lobby),
    ]
    answer = harness.send("c-new", "sync", tournament="t1", seq=seq)
    assert (answer["type"], answer["seq"]) == ("synced", harness.tournament().seq)
    go_on(harness)
    finish(harness)
    frames = [{"type": "synced", "tournament": "t1", "seq": seq}, *harness.seen("c-new")]
    assert read(frames)["t1"] == harness.tournament().seq
    assert harness.tournament(lobby).require_seat("p6").connection == "c-new"


@pytest.mark.parametrize("action", ["ping", "leave"])
def test_any_word_in_the_watched_one_is_heard_from_the_new_connection(action: str) -> None:  # D12
    scene = queued_elsewhere()
    harness, lobby = scene.harness, lobby_of_p6(scene.harness)
    harness.connect("p6", "c-new", tournament=lobby)
    answer = harness.send("c-new", action, tournament="t1")
    assert answer["type"] == {"ping": "pong", "leave": "watch-ended"}[action]
    assert harness.tournament().require_seat("p6").connection == "c-new"
    assert harness.tournament().require_seat("p6").is_watching == (action == "ping")


def test_an_older_connection_does_not_take_the_watched_one_back() -> None:  # D11
    scene = queued_elsewhere()
    harness = scene.harness
    harness.connect("p6", "c-new")
    harness.send("c-new", "ping", tournament="t1")
    for action in ("ping", "leave"):
        assert harness.send("c-p6", action, tournament="t1")["code"] == "retry"
    assert harness.tournament().require_seat("p6").connection == "c-new"


def test_a_player_who_gave_up_the_other_lobby_may_ask_for_the_one_they_watched() -> None:  # D12
    scene = queued_elsewhere()
    harness = scene.harness
    harness.send("c-p6", "unqueue")
    harness.connect("p6", "c-new", tournament="t1")
    assert [(frame["type"], frame["tournament"]) for frame in harness.seen("c-new")] == [
        ("welcome", "t1"),
        ("snapshot", "t1"),
    ]


def test_a_watcher_whose_connection_is_lost_is_nobodys_absence_and_watches_on() -> None:  # D5
    scene = MOMENTS["knocked out"]()
    harness = scene.harness
    ACTIONS["drop and back late"](scene)
    harness.clear_frames()
    go_on(harness)
    assert kinds(harness.seen("c-new")) == ["guess-scored", "turn-started"] * 2
