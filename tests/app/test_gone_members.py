"""Connections that are found gone on the way: the function that finds one performs all that follows from it."""

from tests.app.friends import gathered, member_away, screen, started, tick_party
from tests.app.stage import Stage
from tests.app.test_merging import apart
from wordle_tournament.core.tournament import Phase


def in_lobby(*, more: int) -> Stage:
    """A party of two in a lobby, and so many others there."""
    stage = started(2, more=more)
    for number in range(3, 3 + more):
        stage.say(f"c-p{number}", "queue", language="xx")
    return stage.forget()


def seat_of(stage: Stage, player: str = "p1") -> str:
    """The tournament of a player's seat."""
    seat = stage.fakes.world.players[player].seat
    assert seat is not None
    return seat


def all_play() -> Stage:
    """A party of eight in the first turns of its tournament."""
    stage = started(8)
    stage.pass_ms(stage.tournament(seat_of(stage)).rules.intro_ms)
    stage.tick(seat_of(stage))
    return stage.forget()


def started_timers(stage: Stage) -> set[str]:
    """The kinds of the timers that were started since they were forgotten."""
    return {timer.kind for timer in stage.fakes.timers.started.values()}


def forget_timers(stage: Stage) -> Stage:
    stage.fakes.timers.started.clear()
    return stage


def test_a_rename_finds_a_member_gone_from_the_lobby_and_from_the_party() -> None:
    stage = in_lobby(more=0)
    stage.vanish("c-p2")

    answer = stage.say("c-p1", "rename", nickname="Other Name")

    assert answer["type"] == "renamed"
    assert member_away(stage, "p2")
    assert started_timers(stage) == {"lobby", "party"}
    assert screen(stage, "p1")["link"].startswith("https://play.example/#party=")


def test_a_rating_finds_a_member_gone_from_the_game_and_from_the_party() -> None:
    stage = all_play()
    stage.say("c-p1", "leave", tournament=seat_of(stage))
    forget_timers(stage).vanish("c-p2")

    stage.flow()

    assert member_away(stage, "p2")
    assert started_timers(stage) == {"party"}


def test_a_ping_that_names_a_lobby_which_was_merged_and_started_gets_the_ratings() -> None:
    stage = apart([1000] * 4, [1000] * 4)
    stage.answers("c-p1", "ping", tournament="a")
    assert stage.tournament("a").phase is Phase.INTRO
    stage.forget()

    stage.answers("c-p5", "ping", tournament="b")

    assert [frame["type"] for frame in stage.seen("p5")] == ["snapshot", "pong"]
    assert stage.seen("p5", "snapshot")[0]["tournament"] == "a"


def test_a_ping_that_frees_a_seat_shows_the_party_of_who_lost_it() -> None:
    stage = in_lobby(more=1)
    stage.hang_up("c-p2")
    stage.forget().pass_ms(11_000)

    stage.answers("c-p3", "ping", tournament=seat_of(stage, "p3"))

    assert screen(stage, "p1")["state"] == "gathering"


def test_a_sync_that_frees_a_seat_finds_another_connection_gone() -> None:
    stage = in_lobby(more=2)
    stage.hang_up("c-p2")
    forget_timers(stage).forget().pass_ms(11_000)
    stage.vanish("c-p4")

    stage.answers("c-p3", "sync", tournament=seat_of(stage, "p3"), seq=0)

    assert screen(stage, "p1")["state"] == "gathering"
    assert started_timers(stage) == {"lobby"}


def test_who_leaves_a_lobby_finds_another_connection_gone() -> None:
    stage = in_lobby(more=2)
    stage.vanish("c-p4")

    stage.say("c-p3", "unqueue")

    assert started_timers(stage) == {"lobby"}


def test_a_guess_finds_a_member_gone_and_shows_the_party() -> None:
    stage = all_play()
    here = seat_of(stage)
    mover = stage.mover(0, here)
    gone = next(f"p{number}" for number in range(1, 9) if f"p{number}" != mover)
    stage.vanish(f"c-{gone}")

    duel = stage.duel(mover, here)
    words = stage.fakes.lexicons.lexicon("xx").secrets(len(duel.secret))
    word = next(word for word in words if word != duel.secret)
    stage.say(f"c-{mover}", "guess", tournament=here, duel=duel.duel, turn=duel.turn, word=word)

    away = {member["player"] for member in screen(stage, mover)["members"] if not member["online"]}
    assert away == {gone}


def test_the_relay_shows_the_party_whose_start_was_not_told() -> None:
    stage = started(8).forget()
    stage.fakes.world.delivered.clear()

    stage.flow()

    assert screen(stage, "p1")["state"] == "playing"


def test_a_party_that_nobody_left_needs_no_timer() -> None:
    stage = gathered(2)

    assert tick_party(stage) == {"over": True}
    assert started_timers(stage) == set()
