"""What the ``Tournaments`` port promises (D9, D11, D12): one suite for the fakes, for moto and for the emulator."""

from collections.abc import Mapping
from functools import partial

import pytest

from tests.aws.conftest import Subject
from tests.aws.races import all_at_once
from tests.aws.records import connect, lobby
from wordle_tournament.app.ports import Conflict, Superseded
from wordle_tournament.app.preconditions import Attachment, Opening, SeatClaim, Vacated

NOBODY = {4: None, 5: None, 6: None}


def seat_of(subject: Subject, player: str) -> str | None:
    known = subject.players.load(player)
    return known.seat if known else None


# One record, one version


def test_an_unknown_tournament_is_none(subject: Subject) -> None:
    assert subject.tournaments.load("t1") is None


def test_what_was_saved_is_loaded(subject: Subject) -> None:
    first, second = lobby(), lobby(version=2, ratings=(1000, 1100))
    subject.tournaments.save(first)
    assert subject.tournaments.load("t1") == first
    subject.tournaments.save(second, placed=["p1"])
    assert subject.tournaments.load("t1") == second
    assert subject.tournaments.load("t2") is None


@pytest.mark.parametrize("version", [1, 2, 4])
def test_only_the_next_version_can_be_saved(subject: Subject, version: int) -> None:
    subject.tournaments.save(lobby(version=1))
    subject.tournaments.save(lobby(version=2))
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby(version=version, ratings=(900,)))
    assert subject.tournaments.load("t1") == lobby(version=2)


def test_a_tournament_begins_with_its_first_version(subject: Subject) -> None:
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby(version=2))
    assert subject.tournaments.load("t1") is None


def test_of_fifty_writers_of_one_version_one_wins(subject: Subject) -> None:
    subject.tournaments.save(lobby())
    versions = [lobby(version=2, ratings=(rating,)) for rating in range(1000, 1050)]
    outcomes = all_at_once([partial(subject.tournaments.save, version) for version in versions])
    winners = [version for version, outcome in zip(versions, outcomes, strict=True) if outcome is None]
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [Conflict] * 49
    assert [subject.tournaments.load("t1")] == winners


# Claims on seats: D12


def test_a_seat_is_claimed_with_the_commit(subject: Subject) -> None:
    connect(subject, "p1")
    subject.tournaments.save(lobby("t1"), preconditions=[SeatClaim("p1", "c1", None)])
    assert seat_of(subject, "p1") == "t1"
    subject.tournaments.save(lobby("t2"), preconditions=[SeatClaim("p1", "c1", "t1")])
    assert seat_of(subject, "p1") == "t2"


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(SeatClaim("p1", "c1", "t7"), id="another seat was read"),
        pytest.param(SeatClaim("p1", "c9", None), id="not their live connection"),
        pytest.param(SeatClaim("p9", "c9", None), id="never said hello"),
    ],
)
def test_a_claim_that_does_not_hold_stops_the_commit(subject: Subject, claim: SeatClaim) -> None:
    connect(subject, "p1", "p2")
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby(), preconditions=[SeatClaim("p2", "c2", None), claim])
    assert subject.tournaments.load("t1") is None
    assert (seat_of(subject, "p1"), seat_of(subject, "p2")) == (None, None)
    assert subject.players.load("p9") is None


def test_a_seat_that_was_read_as_free_is_not_claimed_twice(subject: Subject) -> None:
    connect(subject, "p1")
    subject.tournaments.save(lobby("t1"), preconditions=[SeatClaim("p1", "c1", None)])
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby("t2"), preconditions=[SeatClaim("p1", "c1", None)])
    assert seat_of(subject, "p1") == "t1"


def test_a_stale_version_claims_nothing(subject: Subject) -> None:
    connect(subject, "p1")
    subject.tournaments.save(lobby())
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby(), preconditions=[SeatClaim("p1", "c1", None)])
    assert seat_of(subject, "p1") is None


def test_a_party_lands_whole(subject: Subject) -> None:
    connect(subject, "p1", "p2", "p3")
    preconditions = [SeatClaim(player, player.replace("p", "c"), None) for player in ("p1", "p2", "p3")]
    subject.tournaments.save(lobby(ratings=(1000, 1000, 1000)), preconditions=preconditions)
    assert [seat_of(subject, player) for player in ("p1", "p2", "p3")] == ["t1", "t1", "t1"]


def test_a_player_who_queues_twice_at_once_sits_once(subject: Subject) -> None:
    connect(subject, "p1")
    claim = SeatClaim("p1", "c1", None)
    outcomes = all_at_once([partial(subject.tournaments.save, lobby(name), (), [claim]) for name in ("t1", "t2")])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
    assert [subject.tournaments.load(name) is not None for name in ("t1", "t2")] == [one is None for one in outcomes]


def test_two_who_join_seven_at_once_do_not_both_sit(subject: Subject) -> None:
    seven = (1000,) * 7
    subject.tournaments.save(lobby(ratings=seven))
    connect(subject, "p8", "p9")
    joins = [
        partial(subject.tournaments.save, lobby(version=2, ratings=(*seven, rating)), (), [SeatClaim(*who, None)])
        for rating, who in ((1001, ("p8", "c8")), (1002, ("p9", "c9")))
    ]
    outcomes = all_at_once(joins)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
    assert sorted(seat_of(subject, player) or "" for player in ("p8", "p9")) == ["", "t1"]


def test_a_player_who_gave_up_a_seat_is_seated_elsewhere_only_if_they_have_not_taken_it_again(subject: Subject) -> None:
    connect(subject, "p1", "p2")
    subject.tournaments.save(lobby("t1", ratings=(1000, 1000)), preconditions=[SeatClaim("p1", "c1", None)])
    subject.tournaments.save(lobby("t1", version=2))
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby("t2"), preconditions=[SeatClaim("p1", "c1", "t1"), Vacated("t1", 1)])
    subject.tournaments.save(lobby("t2"), preconditions=[SeatClaim("p1", "c1", "t1"), Vacated("t1", 2)])
    assert seat_of(subject, "p1") == "t2"
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby("t3"), preconditions=[SeatClaim("p2", "c2", None), Vacated("t9", 1)])


# Opening a lobby


def open_lobby(subject: Subject, name: str, band: int, read: Mapping[int, str | None], language: str = "xx") -> None:
    subject.tournaments.save(lobby(name, language=language), preconditions=[Opening(language, band, read)])


def test_opening_moves_the_pointer_of_its_own_band(subject: Subject) -> None:
    open_lobby(subject, "t1", 5, NOBODY)
    assert subject.tournaments.pointers("xx", (4, 5, 6)) == {4: None, 5: "t1", 6: None}
    open_lobby(subject, "t2", 5, {4: None, 5: "t1", 6: None})
    assert subject.tournaments.pointers("xx", (4, 5, 6)) == {4: None, 5: "t2", 6: None}
    assert subject.tournaments.pointers("yy", (5,)) == {5: None}


@pytest.mark.parametrize("band", [4, 5, 6])
def test_no_player_opens_a_lobby_beside_one_they_have_not_seen(subject: Subject, band: int) -> None:
    open_lobby(subject, "t1", 5, NOBODY)
    with pytest.raises(Conflict):
        open_lobby(subject, "t2", band, dict.fromkeys((band - 1, band, band + 1)))
    assert subject.tournaments.load("t2") is None
    assert subject.tournaments.pointers("xx", (4, 5, 6)) == {4: None, 5: "t1", 6: None}


def test_a_player_who_is_out_of_reach_opens_freely(subject: Subject) -> None:
    open_lobby(subject, "t1", 5, NOBODY)
    open_lobby(subject, "t2", 7, {6: None, 7: None, 8: None})
    open_lobby(subject, "t3", 5, NOBODY, language="yy")
    open_lobby(subject, "t4", -1, {-2: None, -1: None, 0: None})
    assert subject.tournaments.pointers("xx", (5, 7, -1)) == {5: "t1", 7: "t2", -1: "t4"}


@pytest.mark.parametrize("bands", [(5, 5), (5, 6), (6, 5)])
def test_of_two_who_open_at_one_instant_one_fails(subject: Subject, bands: tuple[int, int]) -> None:
    openings = [
        partial(open_lobby, subject, name, band, dict.fromkeys((band - 1, band, band + 1)))
        for name, band in zip(("t1", "t2"), bands, strict=True)
    ]
    outcomes = all_at_once(openings)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]


# The live connection (D11)


def test_a_seat_is_posted_to_the_live_connection_only(subject: Subject) -> None:
    connect(subject, "p1")
    subject.tournaments.save(lobby(), preconditions=[Attachment("p1", "c1")])
    with pytest.raises(Superseded):
        subject.tournaments.save(lobby(version=2), preconditions=[Attachment("p1", "c0")])
    assert subject.tournaments.load("t1") == lobby()


@pytest.mark.parametrize("version", [1, 2], ids=["and the version is stale", "and the version is next"])
def test_superseded_is_told_from_a_lost_race(subject: Subject, version: int) -> None:
    subject.tournaments.save(lobby())
    with pytest.raises(Superseded):
        subject.tournaments.save(lobby(version=version), preconditions=[Attachment("p1", "c1")])


def test_a_stale_version_is_a_lost_race_for_an_attached_player(subject: Subject) -> None:
    connect(subject, "p1")
    subject.tournaments.save(lobby())
    with pytest.raises(Conflict):
        subject.tournaments.save(lobby(), preconditions=[Attachment("p1", "c1")])


# Finding a lobby (R7.1, D9)


def test_nothing_is_done_until_it_is_noted(subject: Subject) -> None:
    """A function that dies after its commit leaves the version undone, for the relay to find."""
    assert subject.tournaments.pending("t1", [1, 2, 3]) == {1, 2, 3}
    subject.tournaments.mark_delivered("t1", 2)
    subject.tournaments.mark_delivered("t1", 2)
    assert subject.tournaments.pending("t1", [1, 2, 3]) == {1, 3}
    assert subject.tournaments.pending("t2", [2]) == {2}


def test_all_versions_up_to_one_can_be_noted_as_done(subject: Subject) -> None:
    subject.tournaments.mark_delivered("t1", 7)
    subject.tournaments.mark_delivered_through("t1", 5)
    assert subject.tournaments.pending("t1", range(1, 10)) == {6, 8, 9}
    subject.tournaments.mark_delivered_through("t1", 8)
    assert subject.tournaments.pending("t1", range(1, 10)) == {9}


def test_a_late_note_brings_nothing_back(subject: Subject) -> None:
    subject.tournaments.mark_delivered_through("t1", 5)
    subject.tournaments.mark_delivered_through("t1", 3)
    subject.tournaments.mark_delivered("t1", 2)
    assert subject.tournaments.pending("t1", range(1, 8)) == {6, 7}


def test_notes_of_all_committers_are_kept(subject: Subject) -> None:
    all_at_once([partial(subject.tournaments.mark_delivered, "t1", version) for version in range(1, 30)])
    assert subject.tournaments.pending("t1", range(1, 31)) == {30}
