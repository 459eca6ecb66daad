"""What ``Parties`` and ``Limits`` promise, and the claims between parties, players and lobbies (R9, D9, D11, D12).

One suite for the fakes, for moto and for the emulator; in the end what the table holds of a party.
"""

from dataclasses import replace
from functools import partial

import pytest

from tests.aws.conftest import Adapters, Subject
from tests.aws.races import all_at_once
from tests.aws.records import claims_of, connect, lobby
from tests.support.builders import START
from wordle_tournament.app.party_record import PartyReceipt, PartyRecord
from wordle_tournament.app.ports import Conflict, Superseded
from wordle_tournament.app.preconditions import (
    Attachment,
    Departed,
    PartyClaim,
    PartySeated,
    Precondition,
    SeatClaim,
)
from wordle_tournament.core.party import Member, Party
from wordle_tournament.core.seat import Away


def party(name: str = "y1", *players: str, version: int = 1, code: str = "code-1") -> PartyRecord:
    """A party as it would be after so many versions; the first of its members leads."""
    members = tuple(Member(player, player.replace("p", "c")) for player in players or ("p1",))
    return PartyRecord(Party(name, code, members[0].player, START, members), version)


# One record, one version


def test_an_unknown_party_is_none(subject: Subject) -> None:
    assert subject.parties.load("y1") is None
    assert subject.parties.find("code-1") is None


def test_what_was_saved_is_loaded(subject: Subject) -> None:
    whole = replace(party("y1", "p1", "p2"), receipts=(PartyReceipt("p1", "a"), PartyReceipt("p3", "b", has_left=True)))
    away = Member("p3", None, Away(START, START + 60_000))
    second = replace(whole, version=2, party=replace(whole.party, leader="p2", members=(*whole.party.members, away)))
    for record in (whole, second):
        subject.parties.save(record)
        assert subject.parties.load("y1") == record
    emptied = replace(second, version=3, party=replace(second.party, members=()))
    subject.parties.save(emptied)
    assert subject.parties.load("y1") == emptied


@pytest.mark.parametrize("version", [1, 2, 4])
def test_only_the_next_version_can_be_saved(subject: Subject, version: int) -> None:
    subject.parties.save(party(version=1))
    subject.parties.save(party(version=2))
    with pytest.raises(Conflict):
        subject.parties.save(party("y1", "p2", version=version))
    assert subject.parties.load("y1") == party(version=2)


def test_of_twenty_players_who_join_at_once_one_does(subject: Subject) -> None:
    subject.parties.save(party())
    saves = [partial(subject.parties.save, party("y1", "p1", f"p{number}", version=2)) for number in range(2, 22)]
    outcomes = all_at_once(saves)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 19 + ["NoneType"]


# Codes


def test_a_code_finds_its_party_and_an_old_one_still_does(subject: Subject) -> None:
    subject.parties.save(party(code="code-1"))
    subject.parties.save(party(version=2, code="code-2"))
    assert [subject.parties.find(code) for code in ("code-1", "code-2", "code-3")] == ["y1", "y1", None]


def test_a_code_belongs_to_one_party(subject: Subject) -> None:
    subject.parties.save(party("y1"))
    with pytest.raises(Conflict):
        subject.parties.save(party("y2"))
    assert subject.parties.load("y2") is None


# Claims on players: nobody is in two parties


def test_a_member_claims_their_party(subject: Subject) -> None:
    connect(subject, "p1")
    subject.parties.save(party("y1"), [PartyClaim("p1", "c1", None)])
    assert claims_of(subject, "p1") == (None, "y1")
    subject.parties.save(party("y2", code="code-2"), [PartyClaim("p1", "c1", "y1")])
    assert claims_of(subject, "p1") == (None, "y2")


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(PartyClaim("p1", "c1", "y7"), id="another party was read"),
        pytest.param(PartyClaim("p1", "c9", None), id="not their live connection"),
        pytest.param(PartyClaim("p9", "c9", None), id="never said hello"),
        pytest.param(Departed("y7", 1), id="a party that is not there"),
    ],
)
def test_a_claim_that_does_not_hold_stops_the_party(subject: Subject, claim: PartyClaim | Departed) -> None:
    connect(subject, "p1")
    with pytest.raises(Conflict):
        subject.parties.save(party(), [claim])
    assert subject.parties.load("y1") is None
    assert subject.parties.find("code-1") is None
    assert claims_of(subject, "p1") == (None, None)


def test_a_player_who_joins_two_parties_at_once_is_in_one(subject: Subject) -> None:
    connect(subject, "p1")
    claim = PartyClaim("p1", "c1", None)
    names = (("y1", "code-1"), ("y2", "code-2"))
    outcomes = all_at_once([partial(subject.parties.save, party(name, code=code), [claim]) for name, code in names])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]


def test_a_player_who_left_enters_another_party_only_if_they_have_not_come_back(subject: Subject) -> None:
    connect(subject, "p1")
    subject.parties.save(party("y1"), [PartyClaim("p1", "c1", None)])
    subject.parties.save(party("y1", "p2", version=2))
    entering = PartyClaim("p1", "c1", "y1")
    with pytest.raises(Conflict):
        subject.parties.save(party("y2", code="code-2"), [entering, Departed("y1", 1)])
    subject.parties.save(party("y2", code="code-2"), [entering, Departed("y1", 2)])
    assert claims_of(subject, "p1") == (None, "y2")


def test_a_member_is_posted_to_on_their_live_connection_only(subject: Subject) -> None:
    """D11."""
    connect(subject, "p1")
    subject.parties.save(party(), [Attachment("p1", "c1")])
    with pytest.raises(Superseded):
        subject.parties.save(party(version=2), [Attachment("p1", "c0")])
    assert subject.parties.load("y1") == party()


# A party lands as it is


def test_a_party_lands_whole_or_not_at_all(subject: Subject) -> None:
    """R9.2."""
    connect(subject, "p1", "p2")
    subject.parties.save(party("y1", "p1", "p2"))
    seats: list[Precondition] = [SeatClaim("p1", "c1", None), SeatClaim("p2", "c2", None)]
    landed = party("y1", "p1", "p2", version=2)
    subject.tournaments.save(lobby(ratings=(1000, 1000)), preconditions=[*seats, PartySeated(landed)])
    assert subject.parties.load("y1") == landed
    assert [claims_of(subject, player)[0] for player in ("p1", "p2")] == ["t1", "t1"]


def test_a_party_that_has_changed_does_not_land(subject: Subject) -> None:
    connect(subject, "p1")
    subject.parties.save(party("y1"))
    changed = party("y1", "p1", "p2", version=2)
    subject.parties.save(changed)
    with pytest.raises(Conflict):
        subject.tournaments.save(
            lobby(), preconditions=[SeatClaim("p1", "c1", None), PartySeated(party("y1", version=2))]
        )
    assert subject.tournaments.load("t1") is None
    assert (subject.parties.load("y1"), claims_of(subject, "p1")) == (changed, (None, None))


def test_of_a_start_and_a_join_at_one_instant_one_is_first(subject: Subject) -> None:
    connect(subject, "p1", "p2")
    subject.parties.save(party("y1"))
    start: list[Precondition] = [SeatClaim("p1", "c1", None), PartySeated(party("y1", version=2))]
    join = [PartyClaim("p2", "c2", None)]
    outcomes = all_at_once(
        [
            partial(subject.tournaments.save, lobby(), (), start),
            partial(subject.parties.save, party("y1", "p1", "p2", version=2), join),
        ]
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
    assert (claims_of(subject, "p1")[0] == "t1") == (outcomes[0] is None)
    assert (claims_of(subject, "p2")[1] == "y1") == (outcomes[1] is None)


def test_a_party_of_eight_lands_in_one_write(subject: Subject) -> None:
    players = [f"p{number}" for number in range(1, 9)]
    connect(subject, *players)
    subject.parties.save(party("y1", *players))
    seats: list[Precondition] = [SeatClaim(player, player.replace("p", "c"), None) for player in players]
    preconditions = [*seats, PartySeated(party("y1", *players, version=2))]
    subject.tournaments.save(lobby(ratings=(1000,) * 8), preconditions=preconditions)
    assert {claims_of(subject, player)[0] for player in players} == {"t1"}


def test_what_the_table_keeps_of_a_party_and_for_how_long(adapters: Adapters) -> None:
    """D17."""
    adapters.players.connect("p1", "c1", "Anna", 1)
    adapters.parties.save(party(), [PartyClaim("p1", "c1", None)])
    adapters.rate_limiter.allow("join-p1", 3, START)
    week = {"N": str(START // 1000 + 7 * 24 * 60 * 60)}
    kept = adapters.item("Y#y1", "PARTY")
    assert set(kept) == {"pk", "sk", "version", "state", "expires_at"}
    assert kept["expires_at"] == week
    assert adapters.item("CODE#code-1", "INVITE") == {
        "pk": {"S": "CODE#code-1"},
        "sk": {"S": "INVITE"},
        "party": {"S": "y1"},
        "expires_at": week,
    }
    tries = adapters.item("TRY#join-p1", str(START // 60_000))
    assert (tries["tries"], tries["expires_at"]) == ({"N": "1"}, {"N": str(START // 1000 + 120)})


def test_a_party_costs_one_request_whatever_is_asked_of_it(adapters: Adapters) -> None:
    adapters.players.connect("p1", "c1", "Anna", 1)
    adapters.requests.clear()
    adapters.parties.save(party(), [PartyClaim("p1", "c1", None)])
    adapters.parties.load("y1")
    adapters.parties.find("code-1")
    adapters.rate_limiter.allow("join-p1", 3, START)
    adapters.players.load_all(["p1", "p2"])
    assert adapters.requests == ["TransactWriteItems", "GetItem", "GetItem", "UpdateItem", "BatchGetItem"]
