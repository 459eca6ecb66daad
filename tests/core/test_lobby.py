"""The lobby (R1.1, R8.1, R9.2, D9, D11): seats taken by units, freed without penalty, kept 10 s, and the start."""

from dataclasses import replace

import pytest

from tests.support.builders import PLAYERS, START, empty_lobby, entrant, lobby_of, running
from tests.support.play import Play, code, kinds
from wordle_tournament.core.commands import Entrant, Guess, RefusalCode
from wordle_tournament.core.events import LobbyChanged, Reason, RoundOpened, TournamentStarted
from wordle_tournament.core.rules import FAST, STANDARD, Rules
from wordle_tournament.core.seat import Away
from wordle_tournament.core.step import next_due
from wordle_tournament.core.tournament import Phase

SEVEN = tuple(map(entrant, PLAYERS[:7]))


def players(play: Play) -> list[str]:
    return [seat.player for seat in play.tournament.seats]


def freed(play: Play) -> list[tuple[tuple[str, Reason, str | None], ...]]:
    """The freed seats of each change that freed any: player, reason, connection."""
    changes = [change.freed for change in play.happened(LobbyChanged) if change.freed]
    return [tuple((one.player, one.reason, one.connection) for one in change) for change in changes]


def friends(*names: str) -> list[Entrant]:
    return [entrant(name, party="friends") for name in names]


# Taking seats


def test_seats_keep_the_order_in_which_they_were_taken() -> None:
    play = Play(empty_lobby())
    for player in ("p3", "p1", "p2"):
        step = play.take_seats(entrant(player))
        assert (kinds(step), step.answer) == (["lobby"], 0)
    assert players(play) == ["p3", "p1", "p2"]
    assert play.tournament.seq == 3


def test_the_rating_is_copied_into_the_seat() -> None:  # D1
    play = Play(empty_lobby())
    play.take_seats(entrant("p1", 1234))
    assert play.seat("p1").rating == 1234


def test_the_eighth_seat_starts_the_tournament() -> None:  # R1.1, R1.3
    play = Play(lobby_of(*SEVEN))
    step = play.at(500).take_seats(entrant("p8"))
    assert kinds(step) == ["lobby", "tournament-started", "round-opened"]
    (started,) = play.happened(TournamentStarted)
    assert [(seat.player, seat.lives) for seat in started.seats] == [(player, 3) for player in PLAYERS]
    (opened,) = play.happened(RoundOpened)
    assert (opened.round, len(opened.duels), opened.bye, opened.starts_at) == (1, 4, None, START + 6_500)
    assert play.tournament.phase is Phase.INTRO


@pytest.mark.parametrize(("rules", "intro", "turn"), [(STANDARD, 6_000, 30_000), (FAST, 1_000, 3_000)])
def test_the_clocks_are_the_tournaments_own(rules: Rules, intro: int, turn: int) -> None:
    play = Play(lobby_of(*SEVEN, rules=rules))
    play.take_seats(entrant("p8"))
    assert next_due(play.tournament) == START + intro
    play.at(intro).tick()
    assert next_due(play.tournament) == START + intro + turn


def test_there_is_no_ninth_player() -> None:
    play = Play(lobby_of(*SEVEN))
    play.take_seats(entrant("p8"))
    step = play.take_seats(entrant("p9"))
    assert (code(step), step.events) == (RefusalCode.LOBBY_CLOSED, ())


def test_a_unit_is_seated_whole_or_not_at_all() -> None:  # R9.2, D9
    play = Play(lobby_of(*SEVEN[:6]))
    step = play.take_seats(*friends("p7", "p8", "p9"))
    assert (code(step), step.events, len(players(play))) == (RefusalCode.LOBBY_CLOSED, (), 6)
    assert kinds(play.take_seats(*friends("p7", "p8")))[0] == "lobby"
    assert play.tournament.phase is Phase.INTRO


@pytest.mark.parametrize("unit", [("p1",), ("p8", "p1"), ("p8", "p8")])
def test_no_player_is_seated_twice(unit: tuple[str, ...]) -> None:
    play = Play(lobby_of(*SEVEN[:2]))
    step = play.take_seats(*friends(*unit))
    assert (code(step), players(play)) == (RefusalCode.ALREADY_SEATED, ["p1", "p2"])


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ([1250], None),
        ([850], None),
        ([1251], RefusalCode.LOBBY_CLOSED),
        ([849], RefusalCode.LOBBY_CLOSED),
        ([1550, 950], None),  # a party counts by its mean
        ([1551, 950], RefusalCode.LOBBY_CLOSED),
    ],
)
def test_a_unit_sits_within_two_hundred_of_the_lobbys_mean(unit: list[int], expected: RefusalCode | None) -> None:
    play = Play(lobby_of(entrant("p1", 1000), entrant("p2", 1100)))  # R7.1, D9
    step = play.take_seats(*(entrant(f"p{n}", rating, "friends") for n, rating in enumerate(unit, start=3)))
    assert code(step) == expected


def test_an_empty_lobby_takes_any_rating() -> None:
    assert code(Play(empty_lobby()).take_seats(entrant("p1", 3000))) is None


@pytest.mark.parametrize("phase", [Phase.INTRO, Phase.PLAYING])
def test_a_started_tournament_takes_no_player(phase: Phase) -> None:
    play = Play(running((3, 3, 0, 0, 0, 0, 0, 0), phase=phase, away={"p1": 0}))
    assert code(play.take_seats(entrant("p9"))) == RefusalCode.LOBBY_CLOSED


# Leaving


def test_leaving_the_lobby_frees_the_seat_and_nothing_more() -> None:  # R8.1
    play = Play(lobby_of(*SEVEN))
    step = play.leave("p3")
    assert (kinds(step), step.answer) == (["lobby"], 0)
    assert freed(play) == [(("p3", Reason.ASKED, "c3"),)]
    assert players(play) == ["p1", "p2", "p4", "p5", "p6", "p7"]
    assert code(play.take_seats(entrant("p3"))) is None, "and may come again"


def test_a_player_who_leaves_takes_the_whole_party_along() -> None:  # D11
    play = Play(lobby_of(entrant("p1"), *friends("p2", "p3"), entrant("p4", party="others"), *friends("p5")))
    play.leave("p3")
    assert players(play) == ["p1", "p4"]
    assert freed(play) == [
        (("p2", Reason.PARTY, "c2"), ("p3", Reason.ASKED, "c3"), ("p5", Reason.PARTY, "c5")),
    ]


def test_those_without_a_party_are_no_party() -> None:
    play = Play(lobby_of(entrant("p1"), entrant("p2")))
    play.leave("p1")
    assert players(play) == ["p2"]


def test_the_last_one_out_closes_the_lobby() -> None:
    play = Play(lobby_of(*friends("p1", "p2")))
    play.leave("p1")
    assert (play.tournament.phase, play.tournament.is_open) == (Phase.OVER, False)
    assert code(play.take_seats(entrant("p3"))) == RefusalCode.LOBBY_CLOSED


# Lost connections (D11)


def test_a_lost_connection_keeps_its_seat_for_ten_seconds() -> None:
    play = Play(lobby_of(*SEVEN[:2]))
    step = play.at(1_000).drop("p1")
    assert kinds(step) == ["lobby"]
    assert play.seat("p1").away == Away(START + 1_000, START + 11_000)
    play.at(10_999).tick()
    assert players(play) == ["p1", "p2"]
    play.at(11_000).tick()
    assert players(play) == ["p2"]
    assert freed(play) == [(("p1", Reason.LOST, None),)]


def test_a_player_who_is_lost_takes_the_whole_party_along() -> None:
    play = Play(lobby_of(*friends("p1", "p2"), entrant("p3")))
    play.drop("p2")
    play.at(10_000).tick()
    assert players(play) == ["p3"]
    assert freed(play) == [(("p1", Reason.PARTY, "c1"), ("p2", Reason.LOST, None))]


@pytest.mark.parametrize("after", [0, 1, 9_999])
def test_coming_back_within_ten_seconds_keeps_the_seat(after: int) -> None:
    play = Play(lobby_of(*SEVEN[:2]))
    play.drop("p1")
    assert kinds(play.at(after).attach("p1", "c9")) == ["lobby"]
    play.at(60_000).tick()
    assert players(play) == ["p1", "p2"]
    assert (play.seat("p1").away, play.seat("p1").connection) == (None, "c9")


def test_coming_back_after_ten_seconds_finds_the_seat_gone() -> None:
    play = Play(lobby_of(*SEVEN[:2]))
    play.drop("p1")
    assert code(play.at(10_000).attach("p1", "c9")) == RefusalCode.NOT_SEATED
    assert players(play) == ["p2"]


def test_a_connection_lost_twice_gains_no_time() -> None:
    play = Play(lobby_of(*SEVEN[:2]))
    play.drop("p1", "c1")
    play.at(9_000).drop("p1", "c1")
    play.at(10_000).tick()
    assert players(play) == ["p2"]


def test_a_late_disconnect_of_an_old_connection_frees_no_seat() -> None:
    play = Play(lobby_of(*SEVEN[:2]))
    play.attach("p1", "c9")
    assert play.at(2_000).drop("p1", "c1").events == ()
    play.at(60_000).tick()
    assert players(play) == ["p1", "p2"]


def test_silence_in_a_lobby_is_no_absence() -> None:  # D15 is about turns
    play = Play(lobby_of(*SEVEN))
    play.at(11 * 60_000).tick()
    assert len(players(play)) == 7


def test_the_lobby_does_not_start_while_a_player_is_away() -> None:
    play = Play(lobby_of(*SEVEN))
    play.drop("p3")
    step = play.at(1_000).take_seats(entrant("p8"))
    assert (kinds(step), play.tournament.phase) == (["lobby"], Phase.LOBBY)
    step = play.at(2_000).attach("p3", "c9")
    assert kinds(step) == ["lobby", "tournament-started", "round-opened"]
    assert play.tournament.starts_at == START + 8_000


def test_it_starts_when_the_last_of_several_is_back() -> None:
    play = Play(lobby_of(*SEVEN))
    play.drop("p3")
    play.drop("p4")
    play.take_seats(entrant("p8"))
    assert kinds(play.attach("p4", "c40")) == ["lobby"]
    assert kinds(play.attach("p3", "c30")) == ["lobby", "tournament-started", "round-opened"]


def test_a_full_lobby_whose_absent_player_does_not_return_is_open_again() -> None:
    play = Play(lobby_of(*SEVEN))
    play.drop("p3")
    play.take_seats(entrant("p8"))
    play.at(10_000).tick()
    assert (len(players(play)), play.tournament.is_open) == (7, True)
    assert kinds(play.take_seats(entrant("p9"))) == ["lobby", "tournament-started", "round-opened"]


def test_a_player_who_joins_at_the_instant_a_seat_is_freed_gets_it() -> None:  # D10: what is due comes first
    play = Play(lobby_of(*SEVEN, entrant("p8")))
    play.tournament = replace(
        play.tournament,
        seats=tuple(
            replace(seat, away=Away(START - 10_000, START), connection=None) if seat.player == "p3" else seat
            for seat in play.tournament.seats
        ),
    )
    step = play.take_seats(entrant("p9"))
    assert kinds(step) == ["lobby", "lobby", "tournament-started", "round-opened"]
    assert (step.answer, players(play)[-1]) == (1, "p9")


def test_two_of_one_party_lost_at_once_are_freed_once() -> None:
    play = Play(lobby_of(*friends("p1", "p2"), entrant("p3")))
    play.drop("p1")
    play.drop("p2")
    play.at(10_000).tick()
    assert freed(play) == [(("p1", Reason.LOST, None), ("p2", Reason.PARTY, None))]


def test_two_lost_at_once_go_in_the_order_of_their_seats() -> None:  # D10
    play = Play(lobby_of(entrant("p2"), entrant("p1"), entrant("p3")))
    play.drop("p1")
    play.drop("p2")
    play.at(10_000).tick()
    assert [player for ((player, _reason, _connection),) in freed(play)] == ["p2", "p1"]


# Other commands in a lobby


def test_a_lobby_knows_no_guesses() -> None:
    play = Play(lobby_of(*SEVEN))
    assert code(play.do(Guess("p1", "c1", "1.1", 1, "baba"))) == RefusalCode.NOT_PLAYING
    assert code(play.do(Guess("p9", "c9", "1.1", 1, "baba"))) == RefusalCode.NOT_SEATED
    assert play.events == []


def test_a_ping_changes_nothing() -> None:
    play = Play(lobby_of(*SEVEN))
    step = play.ping("p1")
    assert (step.events, code(step), next_due(play.tournament)) == ((), None, None)
    assert code(play.ping("p1", "old")) == RefusalCode.RETRY


def test_a_player_who_guesses_after_an_absence_in_the_lobby_is_not_lost() -> None:
    play = Play(lobby_of(*SEVEN))
    play.drop("p1")
    assert code(play.do(Guess("p1", "c1", "1.1", 1, "baba"))) == RefusalCode.RETRY
