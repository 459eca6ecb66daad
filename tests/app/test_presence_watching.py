"""Watching: who is out, has played or has a bye sees all and does nothing; who is out may sit elsewhere (R3.5, D12)."""

import pytest

from tests.app.cells import DEEDS, MOMENTS, Scene
from tests.app.screens import check_models, check_secrets, kinds, read
from tests.app.stage import Frame, Stage

WATCHERS = ("my duel over", "bye", "knocked out")


def go_on(stage: Stage) -> None:
    """Every running duel gets a row."""
    for duel in stage.tournament().duels:
        if not duel.is_over:
            stage.guess(duel.mover(duel.turn))


def finish(stage: Stage) -> None:
    """Everybody but p1 leaves or is out."""
    for seat in stage.tournament().seats:
        if seat.is_in and seat.player != "p1":
            stage.say(f"c-{seat.player}", "leave", tournament="t1")
    assert stage.tournament().phase == "over"


def public(frames: list[Frame]) -> list[Frame]:
    return [{name: value for name, value in frame.items() if name != "re"} for frame in frames if "seq" in frame]


@pytest.mark.parametrize("moment", WATCHERS)
def test_a_watcher_sees_every_event_of_every_duel_as_the_players_do(moment: str) -> None:
    scene = MOMENTS[moment]()
    stage = scene.stage.forget()
    go_on(stage)
    stage.pass_ms(30_000).tick()
    seen = public(stage.seen(scene.player))
    duels = {frame["duel"] for frame in seen if frame["type"] == "guess-scored"}
    assert duels == {duel.duel for duel in stage.tournament().duels if not duel.is_over}
    assert len(duels) >= 2
    for other in scene.others:
        assert public(stage.seen(other)) == seen
    check_models(seen)
    assert check_secrets(seen) == 0, "no duel ended, so no secret was told"
    for duel in stage.tournament().duels:
        if not duel.is_over:
            assert f'"{duel.secret}"' not in str(seen).replace("'", '"')


@pytest.mark.parametrize("moment", WATCHERS)
def test_a_watcher_cannot_act(moment: str) -> None:
    scene = MOMENTS[moment]()
    stage = scene.stage.forget()
    before = stage.record()
    told = {}
    for duel in stage.tournament().duels:
        fields: Frame = {"tournament": "t1", "duel": duel.duel, "turn": max(duel.turn, 1), "word": duel.secret}
        told[duel.duel] = stage.say(scene.old, "guess", **fields)["code"]
    own = stage.tournament().duel_of(scene.player)
    assert told == {
        duel.duel: "duel-over" if own and duel.duel == own.duel else "not-playing" for duel in stage.tournament().duels
    }
    assert stage.record() == before
    assert [stage.seen(other) for other in scene.others] == [[]] * 7


def queued_elsewhere() -> Scene:
    """p6 is knocked out, goes on watching, and sits in another lobby."""
    scene = MOMENTS["knocked out"]()
    assert scene.stage.say("c-p6", "queue", language="xx")["tournament"] != "t1"
    return scene


def lobby_of_p6(stage: Stage) -> str:
    seat = stage.fakes.world.players["p6"].seat
    assert seat is not None
    return seat


def test_who_plays_and_is_on_a_bye_or_has_played_cannot_queue_elsewhere() -> None:  # D12
    for moment in ("my turn", "my duel over", "bye"):
        scene = MOMENTS[moment]()
        assert scene.stage.say(scene.old, "queue", language="xx")["code"] == "already-seated"


def test_who_sits_elsewhere_still_hears_the_old_tournament_to_its_end_and_his_rating() -> None:  # D12
    scene = queued_elsewhere()
    stage = scene.stage.forget()
    go_on(stage)
    finish(stage)
    stage.flow()
    assert "guess-scored" in kinds(stage.seen("p6"))
    assert stage.seen("p6", "tournament-ended")[0]["standings"][-1] == {"player": "p8", "place": 8}
    # His round ended when p2 and p3 had left: four still had lives.
    assert [frame["place"] for frame in stage.seen("p6", "rated") if frame["player"] == "p6"] == [5]


def test_who_sits_elsewhere_and_leaves_the_old_one_hears_of_it_only_his_rating() -> None:  # D12, R3.5
    scene = queued_elsewhere()
    stage = scene.stage
    assert stage.say("c-p6", "leave", tournament="t1")["type"] == "watch-ended"
    stage.forget()
    go_on(stage)
    finish(stage)
    stage.flow()
    assert [(frame["type"], frame["tournament"]) for frame in stage.seen("p6")] == [("rated", "t1")]
    assert stage.tournament(lobby_of_p6(stage)).seat("p6") is not None


def test_who_sits_elsewhere_and_comes_back_takes_up_both() -> None:  # D12, E-46
    """``hello`` brings the seat along; what is only watched follows with the first word said in it."""
    scene = queued_elsewhere()
    stage, lobby = scene.stage, lobby_of_p6(scene.stage)
    seq = scene.seq
    stage.hang_up("c-p6")
    go_on(stage)
    stage.greet("p6", "c-new", tournament=lobby)
    assert [(frame["type"], frame.get("tournament")) for frame in stage.seen("c-new")] == [
        ("welcome", lobby),
        ("lobby", lobby),
    ]
    answer = stage.say("c-new", "sync", tournament="t1", seq=seq)
    assert (answer["type"], answer["seq"]) == ("synced", stage.tournament().seq)
    go_on(stage)
    finish(stage)
    frames = [{"type": "synced", "tournament": "t1", "seq": seq}, *stage.seen("c-new")]
    assert read(frames)["t1"] == stage.tournament().seq
    assert stage.tournament(lobby).require_seat("p6").connection == "c-new"


@pytest.mark.parametrize("action", ["ping", "leave"])
def test_any_word_in_the_watched_one_is_heard_from_the_new_connection(action: str) -> None:  # D12
    scene = queued_elsewhere()
    stage, lobby = scene.stage, lobby_of_p6(scene.stage)
    stage.greet("p6", "c-new", tournament=lobby)
    answer = stage.say("c-new", action, tournament="t1")
    assert answer["type"] == {"ping": "pong", "leave": "watch-ended"}[action]
    assert stage.tournament().require_seat("p6").connection == "c-new"
    assert stage.tournament().require_seat("p6").is_watching == (action == "ping")


def test_an_older_connection_does_not_take_the_watched_one_back() -> None:  # D11
    scene = queued_elsewhere()
    stage = scene.stage
    stage.greet("p6", "c-new")
    stage.say("c-new", "ping", tournament="t1")
    for action in ("ping", "leave"):
        assert stage.say("c-p6", action, tournament="t1")["code"] == "retry"
    assert stage.tournament().require_seat("p6").connection == "c-new"


def test_who_gave_up_the_other_lobby_may_ask_for_the_one_he_watched() -> None:  # D12, F-55
    scene = queued_elsewhere()
    stage = scene.stage
    stage.say("c-p6", "unqueue")
    stage.greet("p6", "c-new", tournament="t1")
    assert [(frame["type"], frame["tournament"]) for frame in stage.seen("c-new")] == [
        ("welcome", "t1"),
        ("snapshot", "t1"),
    ]


def test_a_watcher_whose_connection_is_lost_is_nobodys_absence_and_watches_on() -> None:  # D5
    scene = MOMENTS["knocked out"]()
    stage = scene.stage
    DEEDS["drop and back late"](scene)
    stage.forget()
    go_on(stage)
    assert kinds(stage.seen("c-new")) == ["guess-scored", "turn-started"] * 2
