"""What must hold between aggregates, besides an unchanged version, for a record to be stored (D9, D11, D12).

This module says what each precondition is, as a value. How a store checks it is in ``aws/preconditions.py`` and in the
fakes.
"""

from collections.abc import Mapping

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.record import Record
from wordle_tournament.core.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A player is in one lobby: their claim moves from the one that was read to the new tournament (D12).

    Holds only if the claim is still ``read`` and ``connection`` is still the player's live one.
    """

    player: str
    connection: str
    read: str | None


@dataclass(frozen=True, slots=True)
class Vacated:
    """A player who gave up a seat in an open lobby has not taken it again meanwhile (D12).

    The player's claim names that lobby either way, so it cannot tell. Holds only if the lobby's version is still the
    one that was read.
    """

    tournament: str
    version: int


@dataclass(frozen=True, slots=True)
class Opening:
    """Two players at one instant do not open two lobbies that could have been one.

    Holds only if the pointers of the band and of its neighbours are still as ``read``; then the band's own moves.
    """

    language: str
    band: int
    read: Mapping[int, str | None]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A seat is posted to the player's live connection (D11). Holds only if it is still this one."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A player who moves with their lobby into another one is in one lobby. Holds if they still sit where they did."""

    player: str
    read: str


@dataclass(frozen=True, slots=True)
class Absorbed:
    """A merged lobby moves whole: its closing is stored if the version before it is the newest."""

    record: Record


@dataclass(frozen=True, slots=True)
class PartySeated:
    """A party sits down as it is: its record is stored if the version before it is the newest."""

    record: PartyRecord


@dataclass(frozen=True, slots=True)
class PartyClaim:
    """A player is in one party: their claim moves from the one that was read to the new party.

    Holds only if the claim is still ``read`` and ``connection`` is still the player's live one.
    """

    player: str
    connection: str
    read: str | None


@dataclass(frozen=True, slots=True)
class Departed:
    """A player who is in no party has not come back to their old one meanwhile.

    The player's claim names that party either way, so it cannot tell. Holds only if the party's version is still the
    one that was read.
    """

    party: str
    version: int


PartyPrecondition = PartyClaim | Departed | Attachment
Precondition = SeatClaim | Vacated | Opening | Attachment | SeatMove | Absorbed | PartySeated
