"""What is asked of DynamoDB: how often, with which attributes beside the record, and what its answers are taken for."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from botocore.stub import Stubber
from pynamodb.exceptions import PutError

from tests.aws.conftest import Adapters
from tests.aws.records import lobby
from tests.support.builders import START
from wordle_tournament.app.ports import Busy, Conflict, Player, Superseded, Unavailable
from wordle_tournament.app.preconditions import Attachment, Opening, Precondition, SeatClaim
from wordle_tournament.aws.transaction import Cancelled
from wordle_tournament.core.tournament import Phase

DAY = 24 * 60 * 60
NOW = START // 1000


# How often


def asked(adapters: Adapters) -> list[str]:
    """What has been asked since the last look."""
    requests = list(adapters.requests)
    adapters.requests.clear()
    return requests


def test_the_budget_of_a_guess(adapters: Adapters) -> None:
    """One consistent read and one conditional write before the posts, one small write after them."""
    adapters.tournaments.save(lobby())
    asked(adapters)

    adapters.tournaments.load("t1")
    assert asked(adapters) == ["GetItem"]
    adapters.tournaments.save(lobby(version=2))
    assert asked(adapters) == ["PutItem"]
    adapters.tournaments.mark_delivered("t1", 2)
    assert asked(adapters) == ["UpdateItem"]


def test_claims_are_kept_by_one_transaction(adapters: Adapters) -> None:
    adapters.players.connect("p1", "c1", "Anna", 1)
    asked(adapters)
    preconditions: list[Precondition] = [SeatClaim("p1", "c1", None), Opening("xx", 5, dict.fromkeys((4, 5, 6)))]
    adapters.tournaments.save(lobby(), preconditions=preconditions)
    assert asked(adapters) == ["TransactWriteItems"]


def test_everything_else_is_one_request_too(adapters: Adapters) -> None:
    adapters.players.connect("p1", "c1", "Anna", 1)
    adapters.players.load("p1")
    adapters.players.rename("p1", "c1", "Berta")
    adapters.players.disconnect("p1", "c1")
    adapters.tournaments.pointers("xx", (4, 5, 6))
    adapters.tournaments.pending("t1", (1, 2))
    adapters.tournaments.ratings("t1")
    assert asked(adapters) == ["UpdateItem", "GetItem", "UpdateItem", "UpdateItem", "BatchGetItem", "GetItem", "Query"]


def test_a_rating_reads_once_and_writes_once(adapters: Adapters) -> None:
    adapters.players.connect("p1", "c1", "Anna", 1)
    asked(adapters)
    adapters.players.rate("t1", "p1", 1, 25)
    assert asked(adapters) == ["GetItem", "TransactWriteItems"]


@pytest.mark.parametrize("lobbies", [0, 1, 40, 200])
def test_finding_a_lobby_takes_a_bounded_number_of_requests(adapters: Adapters, lobbies: int) -> None:
    for number in range(lobbies):
        adapters.tournaments.save(lobby(f"t{number}", ratings=(900 + number % 200,)))
    asked(adapters)
    proposals = adapters.tournaments.propose("xx", 1000, 1)
    assert len(proposals) == min(lobbies, 8)
    assert set(asked(adapters)) == {"Query"}
    assert len(adapters.requests) <= 9


# What stands beside the record


def test_a_lobby_can_be_found_while_it_has_free_seats(adapters: Adapters) -> None:
    adapters.tournaments.save(lobby(ratings=(1000, 1001, 1001)))
    item = adapters.item("T#t1", "TOURNAMENT")
    assert item["lobby_key"] == {"S": "xx#5"}
    assert float(item["lobby_rating"]["N"]) == pytest.approx(1000 + 2 / 3)
    adapters.tournaments.save(lobby(version=2, ratings=(1000,) * 8))
    assert set(adapters.item("T#t1", "TOURNAMENT")) == {"pk", "sk", "version", "state", "expires_at"}


def test_only_the_version_that_places_players_names_them(adapters: Adapters) -> None:
    adapters.tournaments.save(lobby(), placed=["p3", "p1"])
    assert sorted(adapters.item("T#t1", "TOURNAMENT")["placed"]["SS"]) == ["p1", "p3"]  # a set: in any order
    adapters.tournaments.save(lobby(version=2))
    assert "placed" not in adapters.item("T#t1", "TOURNAMENT")


@pytest.mark.parametrize(
    ("phase", "lifetime"), [(Phase.LOBBY, DAY), (Phase.INTRO, DAY), (Phase.PLAYING, DAY), (Phase.OVER, 7 * DAY)]
)
def test_a_tournament_dies_some_time_after_its_last_write(adapters: Adapters, phase: Phase, lifetime: int) -> None:
    record = lobby()
    adapters.tournaments.save(replace(record, tournament=replace(record.tournament, phase=phase)))
    assert adapters.item("T#t1", "TOURNAMENT")["expires_at"] == {"N": str(NOW + lifetime)}


def test_everything_dies(adapters: Adapters) -> None:
    """D17."""
    adapters.players.connect("p1", "c1", "Anna", START - 5_000)
    adapters.players.connect("p1", "c1", "Anna", START)
    adapters.players.rate("t1", "p1", 1, 25)
    adapters.tournaments.save(lobby(), preconditions=[Opening("xx", 5, {5: None})])
    adapters.tournaments.mark_delivered("t1", 1)
    assert adapters.item("P#p1", "PLAYER")["expires_at"] == {"N": str(NOW + 180 * DAY)}
    assert adapters.item("T#t1", "RATED#p1")["expires_at"] == {"N": str(NOW + 180 * DAY)}
    assert adapters.item("OPEN#xx#5", "POINTER")["expires_at"] == {"N": str(NOW + DAY)}
    assert adapters.item("T#t1", "DELIVERY")["expires_at"] == {"N": str(NOW + 7 * DAY)}
    adapters.tournaments.mark_delivered_through("t2", 1)
    assert adapters.item("T#t2", "DELIVERY")["expires_at"] == {"N": str(NOW + 7 * DAY)}


def test_notes_below_the_floor_are_forgotten(adapters: Adapters) -> None:
    for version in (1, 2, 3, 5):
        adapters.tournaments.mark_delivered("t1", version)
    adapters.tournaments.mark_delivered_through("t1", 3)
    item = adapters.item("T#t1", "DELIVERY")
    assert (item["delivered_through"], item["delivered"]) == ({"N": "3"}, {"NS": ["5"]})


# What the answers are taken for. Neither moto nor the emulator gives most of them.


@pytest.fixture
def answers(adapters: Adapters) -> Iterator[Stubber]:
    """DynamoDB's answers, one by one; all of them must be used up."""
    with Stubber(adapters.table.connection.client) as stubber:
        yield stubber
        stubber.assert_no_pending_responses()


def cancel(answers: Stubber, *codes: str) -> None:
    """Cancel the next transaction for these reasons, in the order of its parts: checks, puts, updates."""
    answers.add_client_error(
        "transact_write_items",
        "TransactionCanceledException",
        modeled_fields={"CancellationReasons": [{"Code": code} for code in codes]},
    )


@pytest.mark.parametrize("code", ["ConditionalCheckFailedException", "TransactionConflictException"])
def test_a_write_that_came_second_is_a_conflict(adapters: Adapters, answers: Stubber, code: str) -> None:
    answers.add_client_error("put_item", code)
    with pytest.raises(Conflict):
        adapters.tournaments.save(lobby())


@pytest.mark.parametrize(
    "code",
    ["ThrottlingException", "ProvisionedThroughputExceededException", "InternalServerError"],
)
def test_trouble_is_not_taken_for_a_conflict(adapters: Adapters, answers: Stubber, code: str) -> None:
    answers.add_client_error("put_item", code)
    with pytest.raises(Unavailable):
        adapters.tournaments.save(lobby())


def test_a_request_that_dynamodb_finds_wrong_is_passed_on_as_it_is(adapters: Adapters, answers: Stubber) -> None:
    answers.add_client_error("put_item", "ValidationException")
    with pytest.raises(PutError) as caught:
        adapters.tournaments.save(lobby())
    assert caught.value.cause_response_code == "ValidationException"


FAILED, CONFLICT, THROTTLED = "ConditionalCheckFailed", "TransactionConflict", "ThrottlingError"


@pytest.mark.parametrize(
    ("codes", "outcome"),
    [
        # the attachment, the tournament, the seat
        ((FAILED, "None", "None"), Superseded),
        ((FAILED, FAILED, FAILED), Superseded),
        ((CONFLICT, "None", "None"), Conflict),
        (("None", FAILED, "None"), Conflict),
        (("None", CONFLICT, "None"), Conflict),
        (("None", "None", FAILED), Conflict),
        (("None", "None", CONFLICT), Conflict),
        ((THROTTLED, CONFLICT, "None"), Conflict),
        ((THROTTLED, "None", "None"), Unavailable),
        (("None", "ProvisionedThroughputExceeded", "None"), Unavailable),
        (("None", "None", "ValidationError"), Cancelled),
        (("None", "ItemCollectionSizeLimitExceeded", "None"), Cancelled),
    ],
)
def test_every_reason_is_read(
    adapters: Adapters, answers: Stubber, codes: tuple[str, ...], outcome: type[Exception]
) -> None:
    cancel(answers, *codes)
    with pytest.raises(outcome) as caught:
        adapters.tournaments.save(lobby(), preconditions=[SeatClaim("p1", "c1", None), Attachment("p2", "c2")])
    assert type(caught.value) is outcome


def test_a_throttled_transaction_is_no_conflict(adapters: Adapters, answers: Stubber) -> None:
    answers.add_client_error("transact_write_items", "ThrottlingException")
    with pytest.raises(Unavailable):
        adapters.tournaments.save(lobby(), preconditions=[Attachment("p1", "c1")])


def told(player: Player) -> dict[str, Any]:
    """DynamoDB's answer to an update that asks for the player."""
    texts = {"pk": f"P#{player.id}", "sk": "PLAYER", "nickname": player.nickname, "connection": player.connection or ""}
    return {"Attributes": {name: {"S": text} for name, text in texts.items()} | {"rating": {"N": str(player.rating)}}}


def test_somebody_elses_transaction_disconnects_nobody(adapters: Adapters, answers: Stubber) -> None:
    """A goodbye, a rename, a hello in the middle of a party's transaction are tried again."""
    anna = Player("p1", "Anna", 1000, "c1")
    for _ in range(3):
        answers.add_client_error("update_item", "TransactionConflictException")
        answers.add_response("update_item", told(anna))
    assert adapters.players.connect("p1", "c1", "Berta", 5).player == anna
    assert adapters.players.rename("p1", "c1", "Anna") == anna
    assert adapters.players.disconnect("p1", "c1") == anna
    assert adapters.clock.back_offs == [0, 0, 0]


def test_transactions_without_an_end_are_not_taken_for_an_answer(adapters: Adapters, answers: Stubber) -> None:
    """Nobody is told that a later hello was there, or that the connection was not theirs."""
    for _ in range(12):
        answers.add_client_error("update_item", "TransactionConflictException")
    with pytest.raises(Busy):
        adapters.players.connect("p1", "c1", "Anna", 5)
    with pytest.raises(Busy):
        adapters.players.disconnect("p1", "c1")


def test_a_throttled_hello_is_not_taken_for_a_late_one(adapters: Adapters, answers: Stubber) -> None:
    answers.add_client_error("update_item", "ThrottlingException")
    with pytest.raises(Unavailable):
        adapters.players.connect("p1", "c1", "Anna", 5)


def given_nobody(answers: Stubber) -> None:
    answers.add_response("get_item", {})


def test_a_rating_that_met_another_write_is_tried_again(adapters: Adapters, answers: Stubber) -> None:
    for reasons in ((CONFLICT, "None"), ("None", CONFLICT), (FAILED, "None")):
        given_nobody(answers)  # the player
        cancel(answers, *reasons)
        given_nobody(answers)  # the entry
    given_nobody(answers)
    answers.add_response("transact_write_items", {})
    assert adapters.players.rate("t1", "p1", 1, 25).change == 25
    assert adapters.clock.back_offs == [0, 1, 2]


def test_a_throttled_rating_is_not_tried_again_here(adapters: Adapters, answers: Stubber) -> None:
    given_nobody(answers)
    cancel(answers, "None", THROTTLED)
    with pytest.raises(Unavailable, match="entered once: ThrottlingError"):
        adapters.players.rate("t1", "p1", 1, 25)


def test_a_rating_that_always_meets_other_writes_is_busy(adapters: Adapters, answers: Stubber) -> None:
    for _ in range(8):
        given_nobody(answers)
        cancel(answers, FAILED, "None")
        given_nobody(answers)
    with pytest.raises(Busy):
        adapters.players.rate("t1", "p1", 1, 25)


def test_what_a_batch_did_not_get_to_is_asked_for_again(adapters: Adapters, answers: Stubber) -> None:
    keys = [{"pk": {"S": "OPEN#xx#5"}, "sk": {"S": "POINTER"}}]
    pointer = {**keys[0], "lobby": {"S": "t1"}}
    answers.add_response("batch_get_item", {"Responses": {}, "UnprocessedKeys": {"wordle": {"Keys": keys}}})
    answers.add_response("batch_get_item", {"Responses": {"wordle": [pointer]}, "UnprocessedKeys": {}})
    assert adapters.tournaments.pointers("xx", (4, 5)) == {4: None, 5: "t1"}


def test_a_batch_that_gets_nowhere_is_not_an_empty_answer(adapters: Adapters, answers: Stubber) -> None:
    keys = [{"pk": {"S": "OPEN#xx#5"}, "sk": {"S": "POINTER"}}]
    for _ in range(6):
        answers.add_response("batch_get_item", {"Responses": {}, "UnprocessedKeys": {"wordle": {"Keys": keys}}})
    with pytest.raises(Busy):
        adapters.tournaments.pointers("xx", (5,))
