"""Saying hello: one live connection a player, and what was missed (D11, R8.3, D17)."""

from tests.app.frame_checks import kinds, read
from tests.app.harness import Frame, Harness, in_play
from tests.app.interleaving import interruptions
from tests.support.ports import FakePorts
from wordle_tournament.core.rules import START_RATING


def test_a_new_guest_gets_a_name_the_starting_rating_and_a_token() -> None:  # R10.1, R6.1
    harness = Harness()
    harness.connect("p1", re="h1")
    (welcome,) = harness.seen("p1")
    assert welcome["type"] == "welcome"
    assert welcome["re"] == "h1"
    assert (welcome["player"]["id"], welcome["player"]["rating"]) == ("p1", START_RATING)
    assert welcome["player"]["nickname"]
    assert welcome["token"] == harness.fakes.tokens.issue("p1", harness.now)
    assert "tournament" not in welcome


def test_a_known_player_keeps_name_and_rating_and_gets_a_renewed_token() -> None:  # D17
    harness = Harness()
    harness.connect("p1")
    harness.send("c-p1", "rename", nickname="Ada")
    harness.set_rating("p1", 1234)
    harness.pass_ms(1000).connect("p1", "c2")
    (welcome,) = harness.seen("c2")
    assert welcome["player"] == {"id": "p1", "nickname": "Ada", "rating": 1234}
    assert welcome["token"] != harness.fakes.tokens.issue("p1", harness.now - 1000)


def test_saying_hello_twice_on_one_connection_is_welcomed_twice_and_closes_nothing() -> None:
    harness = Harness()
    harness.connect("p1")
    harness.connect("p1")
    assert kinds(harness.seen("p1")) == ["welcome", "welcome"]
    assert harness.fakes.connections.closed == []


def test_the_older_connection_is_notified_and_closed_and_its_frames_are_refused() -> None:  # D11
    harness = in_play()
    mover = harness.mover()
    harness.connect(mover, "c-new")
    assert kinds(harness.seen(mover)) == ["superseded"]
    assert harness.fakes.connections.closed == [f"c-{mover}"]
    assert harness.guess(mover)["code"] == "retry"
    assert harness.tournament().duels[0].rows == ()


def test_every_frame_before_hello_is_answered_by_retry() -> None:
    harness = in_play()
    mover = harness.mover()
    duel = harness.duel(mover)
    harness.open(mover, "c-new")
    frames: dict[str, Frame] = {
        "rename": {"nickname": "Ada"},
        "queue": {"language": "xx"},
        "unqueue": {},
        "guess": {"tournament": "t1", "duel": duel.duel, "turn": duel.turn, "word": duel.secret},
        "leave": {"tournament": "t1"},
        "sync": {"tournament": "t1", "seq": 0},
        "ping": {},
    }
    before = harness.record()
    codes = {action: harness.send("c-new", action, **fields).get("code") for action, fields in frames.items()}
    assert codes == dict.fromkeys(frames, "retry")
    assert harness.record() == before


def test_welcome_comes_before_anything_else() -> None:
    harness = in_play()
    harness.connect("p1", "c-new")
    assert kinds(harness.seen("c-new")) == ["welcome", "snapshot"]
    assert harness.seen("c-new")[0]["tournament"] == "t1"


def test_nothing_of_the_tournament_overtakes_welcome_at_whatever_point_somebody_acts() -> None:
    def build() -> Harness:
        harness = in_play()
        harness.disconnect("c-p1")
        harness.open("p1", "c-new")
        return harness

    def guess(harness: Harness) -> None:
        other = next(index for index in range(4) if "p1" not in harness.tournament().duels[index].players)
        harness.guess(harness.mover(other))

    for harness in interruptions(build, lambda harness: harness.connect("p1", "c-new"), guess):
        frames = harness.seen("c-new")
        assert kinds(frames)[0] == "welcome"
        assert "snapshot" in kinds(frames)
        assert read(frames) == {"t1": harness.tournament().seq}


def test_two_devices_of_one_instant_exactly_one_lives() -> None:  # D11
    def build() -> Harness:
        harness = in_play()
        harness.open("p1", "c-one")
        harness.open("p1", "c-two")
        return harness

    for harness in interruptions(
        build, lambda harness: harness.connect("p1", "c-one"), lambda harness: harness.connect("p1", "c-two")
    ):
        live = harness.fakes.stored.players["p1"].connection
        dead = {"c-one": "c-two", "c-two": "c-one"}[live or ""]
        assert harness.tournament().require_seat("p1").connection == live
        assert "superseded" in kinds(harness.seen(dead))
        assert dead in harness.fakes.connections.closed
        assert live not in harness.fakes.connections.closed
        assert "superseded" not in kinds(harness.seen(str(live)))
        assert {"welcome", "snapshot"} <= set(kinds(harness.seen(str(live))))


def test_a_hello_that_arrives_after_a_later_one_gives_way() -> None:  # D11
    harness = Harness()
    harness.pass_ms(500).connect("p1", "c-new")
    harness.open("p1", "c-old")
    assert harness.answers("c-old", "hello", v=1, at=harness.now - 1) == []
    assert kinds(harness.seen("c-old")) == ["superseded"]
    assert harness.fakes.connections.closed == ["c-old"]
    assert harness.fakes.stored.players["p1"].connection == "c-new"


def test_the_late_disconnect_of_an_old_connection_does_nothing() -> None:
    harness = in_play()
    harness.disconnect("c-p1")
    harness.pass_ms(5000).connect("p1", "c-new")
    before = harness.record()
    harness.pass_ms(3000).disconnect("c-p1")
    assert harness.record() == before
    assert harness.fakes.stored.players["p1"].connection == "c-new"


def test_a_disconnect_at_the_instant_of_a_new_hello_leaves_the_player_here() -> None:
    def build() -> Harness:
        harness = in_play()
        harness.open("p1", "c-new")
        return harness

    for one, other in (
        (lambda harness: harness.connect("p1", "c-new"), lambda harness: harness.disconnect("c-p1")),
        (lambda harness: harness.disconnect("c-p1"), lambda harness: harness.connect("p1", "c-new")),
    ):
        for harness in interruptions(build, one, other):
            seat = harness.tournament().require_seat("p1")
            assert (seat.connection, seat.away) == ("c-new", None)
            assert harness.fakes.stored.players["p1"].connection == "c-new"
            away, back = (len(harness.seen("p2", kind)) for kind in ("player-away", "player-back"))
            assert away == back, "everybody sees as many returns as absences"


def test_a_connection_that_is_gone_at_its_own_welcome_leaves_the_seat_away() -> None:
    harness = in_play()
    harness.open("p1", "c-new")
    harness.disconnect("c-p1")
    harness.disconnect("c-new")  # overtakes the hello
    harness.transmit("c-new", "hello", '{"action":"hello","id":"h","v":1}')
    assert harness.tournament().require_seat("p1").away is not None
    assert harness.fakes.stored.players["p1"].connection is None


def test_a_player_who_missed_the_other_devices_takeover_mid_hello_is_not_attached() -> None:  # D11
    def takeover(harness: Harness) -> None:
        harness.connect("p1", "c-two")

    def build() -> Harness:
        harness = Harness(FakePorts())
        harness.open("p1", "c-one")
        return harness

    for harness in interruptions(build, lambda harness: harness.connect("p1", "c-one"), takeover):
        live = harness.fakes.stored.players["p1"].connection
        assert live in {"c-one", "c-two"}
        assert ({"c-one", "c-two"} - {live}) == set(harness.fakes.connections.closed)
