"""Connections that are found gone on the way: the function that finds one performs all that follows from it."""

from tests.app.harness import Harness
from tests.app.merging import apart
from tests.app.party_harness import member_away, party_frame, party_of, queued_party, tick_party
from wordle_tournament.core.tournament import Phase


def in_lobby(*, more: int) -> Harness:
    """A party of two in a lobby, and so many others there."""
    harness = queued_party(2, more=more)
    for number in range(3, 3 + more):
        harness.send(f"c-p{number}", "queue", language="xx")
    return harness.clear_frames()


def seat_of(harness: Harness, player: str = "p1") -> str:
    """The tournament of a player's seat."""
    seat = harness.fakes.stored.players[player].seat
    assert seat is not None
    return seat


def all_play() -> Harness:
    """A party of eight in the first turns of its tournament."""
    harness = queued_party(8)
    harness.pass_ms(harness.tournament(seat_of(harness)).rules.intro_ms)
    harness.tick(seat_of(harness))
    return harness.clear_frames()


def started_timers(harness: Harness) -> set[str]:
    """The kinds of the timers that were started since they were forgotten."""
    return {timer.kind for timer in harness.fakes.timers.started.values()}


def forget_timers(harness: Harness) -> Harness:
    harness.fakes.timers.started.clear()
    return harness


def test_a_rename_finds_a_member_gone_from_the_lobby_and_from_the_party() -> None:
    harness = in_lobby(more=0)
    harness.lose_connection("c-p2")

    answer = harness.send("c-p1", "rename", nickname="Other Name")

    assert answer["type"] == "renamed"
    assert member_away(harness, "p2")
    assert started_timers(harness) == {"lobby", "party"}
    assert party_frame(harness, "p1")["link"].startswith("https://play.example/#party=")


def test_a_rating_finds_a_member_gone_from_the_game_and_from_the_party() -> None:
    harness = all_play()
    harness.send("c-p1", "leave", tournament=seat_of(harness))
    forget_timers(harness).lose_connection("c-p2")

    harness.deliver_stream()

    assert member_away(harness, "p2")
    assert started_timers(harness) == {"party"}


def test_a_ping_that_names_a_lobby_which_was_merged_and_started_gets_the_ratings() -> None:
    harness = apart([1000] * 4, [1000] * 4)
    harness.answers("c-p1", "ping", tournament="a")
    assert harness.tournament("a").phase is Phase.INTRO
    harness.clear_frames()

    harness.answers("c-p5", "ping", tournament="b")

    assert [frame["type"] for frame in harness.seen("p5")] == ["snapshot", "pong"]
    assert harness.seen("p5", "snapshot")[0]["tournament"] == "a"


def test_a_ping_that_frees_a_seat_shows_the_party_of_who_lost_it() -> None:
    harness = in_lobby(more=1)
    harness.disconnect("c-p2")
    harness.clear_frames().pass_ms(11_000)

    harness.answers("c-p3", "ping", tournament=seat_of(harness, "p3"))

    assert party_frame(harness, "p1")["state"] == "gathering"


def test_a_sync_that_frees_a_seat_finds_another_connection_gone() -> None:
    harness = in_lobby(more=2)
    harness.disconnect("c-p2")
    forget_timers(harness).clear_frames().pass_ms(11_000)
    harness.lose_connection("c-p4")

    harness.answers("c-p3", "sync", tournament=seat_of(harness, "p3"), seq=0)

    assert party_frame(harness, "p1")["state"] == "gathering"
    assert started_timers(harness) == {"lobby"}


def test_who_leaves_a_lobby_finds_another_connection_gone() -> None:
    harness = in_lobby(more=2)
    harness.lose_connection("c-p4")

    harness.send("c-p3", "unqueue")

    assert started_timers(harness) == {"lobby"}


def test_a_guess_finds_a_member_gone_and_shows_the_party() -> None:
    harness = all_play()
    here = seat_of(harness)
    mover = harness.mover(0, here)
    gone = next(f"p{number}" for number in range(1, 9) if f"p{number}" != mover)
    harness.lose_connection(f"c-{gone}")

    duel = harness.duel(mover, here)
    words = harness.fakes.lexicons.lexicon("xx").secrets(len(duel.secret))
    word = next(word for word in words if word != duel.secret)
    harness.send(f"c-{mover}", "guess", tournament=here, duel=duel.duel, turn=duel.turn, word=word)

    away = {member["player"] for member in party_frame(harness, mover)["members"] if not member["online"]}
    assert away == {gone}


def test_the_relay_shows_the_party_whose_start_was_not_told() -> None:
    harness = queued_party(8).clear_frames()
    harness.fakes.stored.delivered.clear()

    harness.deliver_stream()

    assert party_frame(harness, "p1")["state"] == "playing"


def test_a_party_that_nobody_left_needs_no_timer() -> None:
    harness = party_of(2)

    assert tick_party(harness) == {"over": True}
    assert started_timers(harness) == set()
