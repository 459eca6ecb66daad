"""The preconditions between aggregates (D11, D12) as parts of the transaction that saves a tournament or a party."""

from typing import assert_never

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Conflict, Superseded
from wordle_tournament.app.preconditions import (
    Absorbed,
    Attachment,
    Departed,
    Opening,
    PartyClaim,
    PartyPrecondition,
    PartySeated,
    Precondition,
    SeatClaim,
    SeatMove,
    Vacated,
)
from wordle_tournament.aws.document import encode_party
from wordle_tournament.aws.items import (
    PARTY_LIFETIME,
    POINTER_LIFETIME,
    PartyItem,
    PlayerItem,
    PointerItem,
    TournamentItem,
    expiry,
    party_key,
    player_key,
    pointer_key,
    tournament_key,
)
from wordle_tournament.aws.stored import tournament_item, version_before
from wordle_tournament.aws.transaction import Cancelled, Transaction
from wordle_tournament.core.tournament import Tournament

SEAT = "seat"
VACATED = "vacated"
OPENING = "opening"
ATTACHMENT = "attachment"
ABSORBED = "absorbed lobby unchanged"
PARTY = "party unchanged"
MEMBER = "member"
DEPARTED = "departed"


def add_precondition(transaction: Transaction, claim: Precondition, tournament: Tournament) -> None:
    """Add the parts of a precondition to the transaction that saves a tournament."""
    match claim:
        case SeatClaim():
            _claim_seat(transaction, claim, tournament.id)
        case Vacated():
            condition = TournamentItem.version == claim.version
            transaction.check(VACATED, tournament_key(claim.tournament), condition)
        case Opening():
            _claim_opening(transaction, claim, tournament)
        case Attachment():
            _check_attachment(transaction, claim)
        case SeatMove():
            actions = [PlayerItem.seat.set(tournament.id)]
            transaction.update(SEAT, player_key(claim.player), actions, PlayerItem.seat == claim.read)
        case Absorbed():
            transaction.put(ABSORBED, tournament_item(claim.record), version_before(claim.record))
        case PartySeated():
            put_party(transaction, claim.record)
        case _:
            assert_never(claim)


def commit(transaction: Transaction) -> None:
    """Write all or nothing. Raise ``Superseded`` or ``Conflict``, and pass on what is no lost race."""
    try:
        transaction.commit()
    except Cancelled as cancelled:
        if cancelled.is_broken(ATTACHMENT):
            raise Superseded from cancelled
        if cancelled.is_race:
            raise Conflict from cancelled
        raise


def add_party_precondition(transaction: Transaction, claim: PartyPrecondition, party: str) -> None:
    """Add the parts of a precondition to the transaction that saves a party."""
    match claim:
        case PartyClaim():
            as_read = PlayerItem.party.does_not_exist() if claim.read is None else PlayerItem.party == claim.read
            is_live = PlayerItem.connection == claim.connection
            transaction.update(MEMBER, player_key(claim.player), [PlayerItem.party.set(party)], is_live & as_read)
        case Departed():
            transaction.check(DEPARTED, party_key(claim.party), PartyItem.version == claim.version)
        case Attachment():
            _check_attachment(transaction, claim)
        case _:
            assert_never(claim)


def put_party(transaction: Transaction, record: PartyRecord) -> None:
    """Add the write of a party, on the condition that the version before it is the newest."""
    key = party_key(record.party.id)
    expires_at = expiry(record.party.now, PARTY_LIFETIME)
    item = PartyItem(key.pk, key.sk, expires_at=expires_at, version=record.version, state=encode_party(record))
    is_newest = PartyItem.version == record.version - 1
    transaction.put(PARTY, item, PartyItem.version.does_not_exist() if record.version == 1 else is_newest)


def _check_attachment(transaction: Transaction, claim: Attachment) -> None:
    transaction.check(ATTACHMENT, player_key(claim.player), PlayerItem.connection == claim.connection)


def _claim_seat(transaction: Transaction, claim: SeatClaim, tournament: str) -> None:
    as_read = PlayerItem.seat.does_not_exist() if claim.read is None else PlayerItem.seat == claim.read
    is_live = PlayerItem.connection == claim.connection
    transaction.update(SEAT, player_key(claim.player), [PlayerItem.seat.set(tournament)], is_live & as_read)


def _claim_opening(transaction: Transaction, claim: Opening, tournament: Tournament) -> None:
    for band, newest in claim.read.items():
        as_read = PointerItem.lobby.does_not_exist() if newest is None else PointerItem.lobby == newest
        key = pointer_key(claim.language, band)
        if band == claim.band:
            expires_at = expiry(tournament.now, POINTER_LIFETIME)
            actions = [PointerItem.lobby.set(tournament.id), PointerItem.expires_at.set(expires_at)]
            transaction.update(OPENING, key, actions, as_read)
        else:
            transaction.check(OPENING, key, as_read)
