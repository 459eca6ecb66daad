"""The promises between aggregates (D11, D12), each a part or parts of the transaction that saves a tournament."""

from typing import assert_never

from wordle_tournament.app.ports import Attachment, Claim, Opening, SeatClaim, Vacated
from wordle_tournament.aws.items import (
    POINTER_LIFETIME,
    PlayerItem,
    PointerItem,
    TournamentItem,
    expiry,
    player_key,
    pointer_key,
    tournament_key,
)
from wordle_tournament.aws.transaction import Transaction
from wordle_tournament.core.tournament import Tournament

SEAT = "seat"
VACATED = "vacated"
OPENING = "opening"
ATTACHMENT = "attachment"


def add_claim(transaction: Transaction, claim: Claim, tournament: Tournament) -> None:
    """Make the transaction keep the claim's promise."""
    match claim:
        case SeatClaim():
            _claim_seat(transaction, claim, tournament.id)
        case Vacated():
            condition = TournamentItem.version == claim.version
            transaction.check(VACATED, tournament_key(claim.tournament), condition)
        case Opening():
            _claim_opening(transaction, claim, tournament)
        case Attachment():
            condition = PlayerItem.connection == claim.connection
            transaction.check(ATTACHMENT, player_key(claim.player), condition)
        case _:
            assert_never(claim)


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
