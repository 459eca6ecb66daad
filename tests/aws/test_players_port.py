"""What the ``Players`` port promises (D11, D17, R6, R10): one suite for the fakes, for moto and for the emulator."""

from functools import partial

import pytest

from tests.aws.conftest import Subject
from tests.aws.races import all_at_once
from wordle_tournament.app.ports import Conflict, Connected, Player, Rated


def test_a_player_who_never_sent_hello_is_unknown(subject: Subject) -> None:
    assert subject.players.load("p1") is None


def test_a_new_guest_gets_the_nickname_and_the_first_rating(subject: Subject) -> None:
    """R6.1, R10."""
    anna = Player("p1", "Anna", 1000, "c1")
    assert subject.players.connect("p1", "c1", "Anna", 5) == Connected(anna, None)
    assert subject.players.load("p1") == anna


def test_a_player_who_comes_back_keeps_nickname_and_rating_and_takes_over(subject: Subject) -> None:
    """D11."""
    subject.players.connect("p1", "c1", "Anna", 5)
    subject.players.rate("t1", "p1", 8, -25)
    anna = Player("p1", "Anna", 975, "c2")
    assert subject.players.connect("p1", "c2", "Berta", 6) == Connected(anna, "c1")
    assert subject.players.load("p1") == anna


def test_a_second_hello_on_one_connection_supersedes_nothing(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    assert subject.players.connect("p1", "c1", "Anna", 5).superseded is None


def test_after_a_disconnect_there_is_no_connection_to_supersede(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    subject.players.disconnect("p1", "c1")
    assert subject.players.connect("p1", "c2", "Anna", 6).superseded is None


def test_the_hello_received_last_wins_whichever_is_written_last(subject: Subject) -> None:
    """D11."""
    subject.players.connect("p1", "c2", "Anna", 6)
    with pytest.raises(Conflict):
        subject.players.connect("p1", "c1", "Berta", 5)
    assert subject.players.load("p1") == Player("p1", "Anna", 1000, "c2")


def test_of_many_hellos_at_once_the_last_received_is_live(subject: Subject) -> None:
    all_at_once([partial(subject.players.connect, "p1", f"c{at}", "Anna", at) for at in range(1, 21)])
    known = subject.players.load("p1")
    assert known is not None
    assert known.connection == "c20"


def test_a_nickname_is_changed_on_the_live_connection(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    berta = Player("p1", "Berta", 1000, "c1")
    assert subject.players.rename("p1", "c1", "Berta") == berta
    assert subject.players.load("p1") == berta


@pytest.mark.parametrize("player", ["p1", "p2"])
def test_a_nickname_is_not_changed_from_elsewhere(subject: Subject, player: str) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    with pytest.raises(Conflict):
        subject.players.rename(player, "c9", "Berta")
    assert subject.players.load("p1") == Player("p1", "Anna", 1000, "c1")
    assert subject.players.load("p2") is None


def test_a_disconnect_of_the_live_connection_is_kept(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    assert subject.players.disconnect("p1", "c1") == Player("p1", "Anna", 1000, None)
    assert subject.players.load("p1") == Player("p1", "Anna", 1000, None)
    assert subject.players.disconnect("p1", "c1") is None


def test_the_late_disconnect_of_an_old_connection_changes_nothing(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    subject.players.connect("p1", "c2", "Anna", 6)
    assert subject.players.disconnect("p1", "c1") is None
    assert subject.players.load("p1") == Player("p1", "Anna", 1000, "c2")
    assert subject.players.disconnect("p9", "c9") is None
    assert subject.players.load("p9") is None


def test_a_placement_changes_the_rating_once(subject: Subject) -> None:
    """R6.3."""
    subject.players.connect("p1", "c1", "Anna", 5)
    entry = Rated("t1", "p1", 1, 1000, 25)
    assert subject.players.rate("t1", "p1", 1, 25) == entry
    assert subject.players.rate("t1", "p1", 1, 25) == entry
    assert subject.players.load("p1") == Player("p1", "Anna", 1025, "c1")
    assert subject.tournaments.ratings("t1") == [entry]


def test_the_first_entry_stands(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    entry = subject.players.rate("t1", "p1", 8, -25)
    subject.players.rate("t2", "p1", 1, 25)
    assert subject.players.rate("t1", "p1", 1, 25) == entry
    assert subject.tournaments.ratings("t1") == [entry]


def test_settled_by_many_at_once_it_counts_once(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    outcomes = all_at_once([partial(subject.players.rate, "t1", "p1", 1, 25)] * 12)
    assert outcomes == [Rated("t1", "p1", 1, 1000, 25)] * 12
    known = subject.players.load("p1")
    assert known is not None
    assert known.rating == 1025


def test_changes_of_two_games_at_once_are_both_added(subject: Subject) -> None:
    subject.players.connect("p1", "c1", "Anna", 5)
    outcomes = all_at_once(
        [partial(subject.players.rate, "t1", "p1", 8, -25), partial(subject.players.rate, "t2", "p1", 2, 18)]
    )
    assert {(one.change, one.after - one.before) for one in outcomes if isinstance(one, Rated)} == {
        (-25, -25),
        (18, 18),
    }
    known = subject.players.load("p1")
    assert known is not None
    assert known.rating == 993


def test_whose_profile_is_gone_is_entered_all_the_same(subject: Subject) -> None:
    """D17: nothing fails for them, and no profile is made up."""
    entry = Rated("t1", "p1", 8, 1000, -25)
    assert subject.players.rate("t1", "p1", 8, -25) == entry
    assert subject.players.rate("t1", "p1", 8, -25) == entry
    assert subject.players.load("p1") is None
    assert subject.tournaments.ratings("t1") == [entry]


def test_a_ledger_belongs_to_one_tournament(subject: Subject) -> None:
    entries = [subject.players.rate("t1", f"p{number}", number, 10 - number) for number in range(1, 9)]
    subject.players.rate("t10", "p1", 1, 25)
    assert subject.tournaments.ratings("t1") == entries
    assert subject.tournaments.ratings("t2") == []


def test_a_connect_and_a_rating_do_not_overwrite_each_other(subject: Subject) -> None:
    subject.players.connect("p1", "c0", "Anna", 0)
    hellos = [partial(subject.players.connect, "p1", f"c{at}", "Anna", at) for at in range(1, 6)]
    settlements = [partial(subject.players.rate, f"t{number}", "p1", 1, 10) for number in range(1, 6)]
    all_at_once([call for pair in zip(hellos, settlements, strict=True) for call in pair])
    assert subject.players.load("p1") == Player("p1", "Anna", 1050, "c5")
