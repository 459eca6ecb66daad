"""Saying hello: one live connection a player, and what was missed (D11, R8.3, D17)."""

from tests.app.interleaving import interruptions
from tests.app.screens import kinds, read
from tests.app.stage import Frame, Stage, in_play, seated
from tests.support.ports import FakePorts
from wordle_tournament.app.record import RECENT_EVENTS
from wordle_tournament.core.rules import START_RATING
from wordle_tournament.core.tournament import Phase


def test_a_new_guest_gets_a_name_the_starting_rating_and_a_token() -> None:  # R10.1, R6.1
    stage = Stage()
    stage.greet("p1", re="h1")
    (welcome,) = stage.seen("p1")
    assert welcome["type"] == "welcome"
    assert welcome["re"] == "h1"
    assert (welcome["player"]["id"], welcome["player"]["rating"]) == ("p1", START_RATING)
    assert welcome["player"]["nickname"]
    assert welcome["token"] == stage.fakes.tokens.issue("p1", stage.now)
    assert "tournament" not in welcome


def test_a_known_player_keeps_name_and_rating_and_gets_a_renewed_token() -> None:  # D17
    stage = Stage()
    stage.greet("p1")
    stage.say("c-p1", "rename", nickname="Ada")
    stage.rate("p1", 1234)
    stage.pass_ms(1000).greet("p1", "c2")
    (welcome,) = stage.seen("c2")
    assert welcome["player"] == {"id": "p1", "nickname": "Ada", "rating": 1234}
    assert welcome["token"] != stage.fakes.tokens.issue("p1", stage.now - 1000)


def test_saying_hello_twice_on_one_connection_is_welcomed_twice_and_closes_nothing() -> None:
    stage = Stage()
    stage.greet("p1")
    stage.greet("p1")
    assert kinds(stage.seen("p1")) == ["welcome", "welcome"]
    assert stage.fakes.connections.closed == []


def test_the_older_connection_is_told_and_closed_and_cannot_speak_any_more() -> None:  # D11
    stage = in_play()
    mover = stage.mover()
    stage.greet(mover, "c-new")
    assert kinds(stage.seen(mover)) == ["superseded"]
    assert stage.fakes.connections.closed == [f"c-{mover}"]
    assert stage.guess(mover)["code"] == "retry"
    assert stage.tournament().duels[0].rows == ()


def test_every_frame_before_hello_is_answered_by_retry() -> None:
    stage = in_play()
    mover = stage.mover()
    duel = stage.duel(mover)
    stage.open(mover, "c-new")
    frames: dict[str, Frame] = {
        "rename": {"nickname": "Ada"},
        "queue": {"language": "xx"},
        "unqueue": {},
        "guess": {"tournament": "t1", "duel": duel.duel, "turn": duel.turn, "word": duel.secret},
        "leave": {"tournament": "t1"},
        "sync": {"tournament": "t1", "seq": 0},
        "ping": {},
    }
    before = stage.record()
    codes = {action: stage.say("c-new", action, **fields).get("code") for action, fields in frames.items()}
    assert codes == dict.fromkeys(frames, "retry")
    assert stage.record() == before


def test_welcome_comes_before_anything_else() -> None:
    stage = in_play()
    stage.greet("p1", "c-new")
    assert kinds(stage.seen("c-new")) == ["welcome", "snapshot"]
    assert stage.seen("c-new")[0]["tournament"] == "t1"


def test_nothing_of_the_tournament_overtakes_welcome_at_whatever_point_somebody_acts() -> None:
    def build() -> Stage:
        stage = in_play()
        stage.hang_up("c-p1")
        stage.open("p1", "c-new")
        return stage

    def guess(stage: Stage) -> None:
        other = next(index for index in range(4) if "p1" not in stage.tournament().duels[index].players)
        stage.guess(stage.mover(other))

    for stage in interruptions(build, lambda stage: stage.greet("p1", "c-new"), guess):
        frames = stage.seen("c-new")
        assert kinds(frames)[0] == "welcome"
        assert "snapshot" in kinds(frames)
        assert read(frames) == {"t1": stage.tournament().seq}


def test_who_comes_back_gets_exactly_the_events_that_were_missed() -> None:  # R8.3
    stage = in_play()
    last = stage.tournament().seq
    mover = stage.mover()
    stage.hang_up(f"c-{mover}")
    stage.pass_ms(1000)
    index = next(index for index in range(4) if mover not in stage.tournament().duels[index].players)
    stage.guess(stage.mover(index))
    stage.greet(mover, "c-new", tournament="t1", seq=last)
    welcome, *missed = stage.seen("c-new")
    assert welcome["tournament"] == "t1"
    assert kinds(missed) == ["player-away", "guess-scored", "turn-started", "player-back"]
    assert [frame["seq"] for frame in missed] == list(range(last + 1, stage.tournament().seq + 1))
    assert all("re" not in frame for frame in missed)


def test_who_missed_nothing_gets_nothing_but_welcome() -> None:
    stage = in_play()
    stage.greet("p1", "c-new", tournament="t1", seq=stage.tournament().seq)
    assert kinds(stage.seen("c-new")) == ["welcome"]


def test_who_missed_more_than_is_kept_gets_a_snapshot() -> None:
    stage = in_play()
    last = stage.tournament().seq
    stage.hang_up("c-p1")
    while stage.tournament().seq <= last + RECENT_EVENTS:
        index = next(index for index in range(4) if "p1" not in stage.tournament().duels[index].players)
        duel = stage.tournament().duels[index]
        if duel.is_over or stage.tournament().round > 1:
            raise AssertionError("the round ended before the ring ran over")
        for at, one in enumerate(stage.tournament().duels):
            if "p1" not in one.players and not one.is_over:
                stage.guess(stage.mover(at))
    stage.greet("p1", "c-new", tournament="t1", seq=last)
    assert kinds(stage.seen("c-new")) == ["welcome", "snapshot"]
    assert stage.seen("c-new")[1]["seq"] == stage.tournament().seq


def test_a_number_from_the_future_or_of_another_tournament_is_answered_by_a_snapshot() -> None:
    for fields in ({"tournament": "t1", "seq": 10_000}, {"tournament": "t7", "seq": 1}, {"seq": 1}):
        stage = in_play()
        stage.greet("p1", "c-new", **fields)
        assert kinds(stage.seen("c-new")) == ["welcome", "snapshot"], fields


def test_who_comes_back_to_a_lobby_is_shown_the_lobby() -> None:  # D11
    stage = seated(3)
    stage.hang_up("c-p2")
    stage.pass_ms(9_000).forget()
    stage.greet("p2", "c-new")
    welcome, lobby = stage.seen("c-new")
    assert (welcome["tournament"], lobby["type"]) == ("t1", "lobby")
    assert [seat["player"] for seat in lobby["seats"]] == ["p1", "p2", "p3"]
    assert not any("away" in seat for seat in lobby["seats"])
    assert lobby["seq"] == stage.tournament().seq


def test_who_comes_back_to_a_lobby_too_late_is_told_that_the_seat_is_lost() -> None:  # D11
    stage = seated(3)
    stage.hang_up("c-p2")
    stage.pass_ms(10_001).forget()
    stage.greet("p2", "c-new")
    assert kinds(stage.seen("c-new")) == ["welcome", "unqueued"]
    assert stage.seen("c-new")[1] == {
        "type": "unqueued",
        "at": stage.now,
        "reason": "lost",
        "tournament": "t1",
    }
    assert [seat["player"] for seat in stage.seen("p1", "lobby")[-1]["seats"]] == ["p1", "p3"]


def test_the_last_one_missing_comes_back_and_the_tournament_starts() -> None:  # D11, R1.1
    stage = seated(7)
    stage.hang_up("c-p3")
    stage.greet("p8")
    stage.say("c-p8", "queue", language="xx")
    assert stage.tournament().phase is Phase.LOBBY
    stage.greet("p3", "c-new")
    assert stage.tournament().phase is Phase.INTRO
    assert kinds(stage.seen("c-new")) == ["welcome", "snapshot"]
    assert kinds(stage.seen("p1"))[-2:] == ["tournament-started", "round-opened"]


def test_two_devices_of_one_instant_exactly_one_lives() -> None:  # D11
    def build() -> Stage:
        stage = in_play()
        stage.open("p1", "c-one")
        stage.open("p1", "c-two")
        return stage

    for stage in interruptions(
        build, lambda stage: stage.greet("p1", "c-one"), lambda stage: stage.greet("p1", "c-two")
    ):
        live = stage.fakes.world.players["p1"].connection
        dead = {"c-one": "c-two", "c-two": "c-one"}[live or ""]
        assert stage.tournament().require_seat("p1").connection == live
        assert "superseded" in kinds(stage.seen(dead))
        assert dead in stage.fakes.connections.closed
        assert live not in stage.fakes.connections.closed
        assert "superseded" not in kinds(stage.seen(str(live)))
        assert {"welcome", "snapshot"} <= set(kinds(stage.seen(str(live))))


def test_a_hello_that_arrives_after_a_later_one_gives_way() -> None:  # D11
    stage = Stage()
    stage.pass_ms(500).greet("p1", "c-new")
    stage.open("p1", "c-old")
    assert stage.answers("c-old", "hello", v=1, at=stage.now - 1) == []
    assert kinds(stage.seen("c-old")) == ["superseded"]
    assert stage.fakes.connections.closed == ["c-old"]
    assert stage.fakes.world.players["p1"].connection == "c-new"


def test_the_late_goodbye_of_an_old_connection_does_nothing() -> None:  # case 43
    stage = in_play()
    stage.hang_up("c-p1")
    stage.pass_ms(5000).greet("p1", "c-new")
    before = stage.record()
    stage.pass_ms(3000).hang_up("c-p1")
    assert stage.record() == before
    assert stage.fakes.world.players["p1"].connection == "c-new"


def test_a_goodbye_at_the_instant_of_a_new_hello_leaves_the_player_here() -> None:  # cases 43, 44
    def build() -> Stage:
        stage = in_play()
        stage.open("p1", "c-new")
        return stage

    for one, other in (
        (lambda stage: stage.greet("p1", "c-new"), lambda stage: stage.hang_up("c-p1")),
        (lambda stage: stage.hang_up("c-p1"), lambda stage: stage.greet("p1", "c-new")),
    ):
        for stage in interruptions(build, one, other):
            seat = stage.tournament().require_seat("p1")
            assert (seat.connection, seat.away) == ("c-new", None)
            assert stage.fakes.world.players["p1"].connection == "c-new"
            away, back = (len(stage.seen("p2", kind)) for kind in ("player-away", "player-back"))
            assert away == back, "everybody sees as many returns as absences"  # case 47


def test_everybody_sees_one_away_and_one_back() -> None:  # case 47
    stage = in_play()
    stage.hang_up("c-p1")
    stage.pass_ms(20_000).greet("p1", "c-new")
    stage.tick()
    for player in ("p2", "p5", "p8"):
        assert len(stage.seen(player, "player-away")) == 1
        assert len(stage.seen(player, "player-back")) == 1


def test_a_second_absence_has_its_own_full_time_to_come_back() -> None:  # R8.3, case 49
    stage = in_play()
    stage.hang_up("c-p1")
    stage.pass_ms(20_000).greet("p1", "c-two")
    stage.pass_ms(30_000).hang_up("c-two")
    stage.pass_ms(10_000).tick()
    assert stage.tournament().require_seat("p1").has_left is False
    stage.pass_ms(49_999).tick()
    assert stage.tournament().require_seat("p1").has_left is False
    stage.pass_ms(1).tick()
    assert stage.tournament().require_seat("p1").has_left is True


def test_who_comes_back_after_the_limit_has_left_and_is_told_so() -> None:  # R8.3
    stage = in_play()
    last = stage.tournament().seq
    stage.hang_up("c-p1")
    stage.pass_ms(60_000).greet("p1", "c-new", tournament="t1", seq=last)
    left = stage.seen("c-new", "player-left")
    assert [(frame["player"], frame["place"]) for frame in left] == [("p1", 8)]


def test_who_comes_back_after_the_end_finds_the_standings_and_the_own_rating_change() -> None:  # case 53
    for fields in ({"tournament": "t1"}, {"tournament": "t1", "seq": None}):
        stage = in_play()
        last = stage.tournament().seq
        for number in range(1, 8):
            stage.say(f"c-p{number}", "leave", tournament="t1")
        stage.hang_up("c-p8")
        stage.flow()
        stage.greet("p8", "c-new", **({**fields, "seq": last} if "seq" in fields else fields))
        frames = stage.seen("c-new")
        assert frames[0]["player"]["rating"] == 1025
        if "seq" in fields:
            assert "tournament-ended" in kinds(frames)
            rated = stage.seen("c-new", "rated")
        else:
            (snapshot,) = stage.seen("c-new", "snapshot")
            assert snapshot["standings"][0] == {"player": "p8", "place": 1}
            rated = snapshot["rated"]
        own = [(one["place"], one["before"], one["change"], one["after"]) for one in rated if one["player"] == "p8"]
        assert own == [(1, 1000, 25, 1025)]


def test_a_finished_tournament_that_is_not_asked_for_is_mentioned_for_ten_minutes() -> None:  # a page that is reloaded
    for minutes, expected in ((9, ["welcome", "snapshot"]), (11, ["welcome"])):
        stage = in_play()
        for number in range(1, 8):
            stage.say(f"c-p{number}", "leave", tournament="t1")
        stage.pass_ms(minutes * 60_000).greet("p8", "c-new")
        assert kinds(stage.seen("c-new")) == expected
        assert ("tournament" in stage.seen("c-new")[0]) == (minutes == 9)


def test_who_is_bound_to_a_newer_tournament_is_answered_with_that_one() -> None:  # case 55
    stage = in_play()
    stage.say("c-p1", "leave", tournament="t1")
    stage.say("c-p1", "queue", language="xx")
    stage.greet("p1", "c-new", tournament="t1", seq=stage.tournament().seq)
    welcome, lobby = stage.seen("c-new")
    assert (welcome["tournament"], lobby["tournament"]) == ("t2", "t2")


def test_who_has_left_is_not_drawn_in_again() -> None:  # D5
    stage = in_play()
    stage.say("c-p1", "leave", tournament="t1")
    stage.greet("p1", "c-new")
    assert kinds(stage.seen("c-new")) == ["welcome"]
    stage.forget().guess(stage.mover(1))
    assert stage.seen("c-new") == []


def test_a_connection_that_is_gone_at_its_own_welcome_leaves_the_seat_away() -> None:
    stage = in_play()
    stage.open("p1", "c-new")
    stage.hang_up("c-p1")
    stage.hang_up("c-new")  # overtakes the hello
    stage.transmit("c-new", "hello", '{"action":"hello","id":"h","v":1}')
    assert stage.tournament().require_seat("p1").away is not None
    assert stage.fakes.world.players["p1"].connection is None


def test_who_missed_the_other_devices_takeover_mid_hello_is_not_attached() -> None:  # D11
    def takeover(stage: Stage) -> None:
        stage.greet("p1", "c-two")

    def build() -> Stage:
        stage = Stage(FakePorts())
        stage.open("p1", "c-one")
        return stage

    for stage in interruptions(build, lambda stage: stage.greet("p1", "c-one"), takeover):
        live = stage.fakes.world.players["p1"].connection
        assert live in {"c-one", "c-two"}
        assert ({"c-one", "c-two"} - {live}) == set(stage.fakes.connections.closed)
