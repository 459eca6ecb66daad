"""The promises between aggregates (D9, D11, D12): what must hold, besides an unchanged version, to store a record.

Here: what each promise is, as a value. Not here: how a store keeps it (``aws/claims.py``, and the fakes).
"""

from collections.abc import Mapping

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.record import Record
from wordle_tournament.core.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """The promise that a player is in one lobby: moves his claim from what was read to the new tournament (D12).

    Holds only if the claim is still ``read`` and ``connection`` still his live one.
    """

    player: str
    connection: str
    read: str | None


@dataclass(frozen=True, slots=True)
class Vacated:
    """The promise that who gave up a seat in an open lobby has not taken it again meanwhile (D12).

    His claim names that lobby either way, so it cannot tell. Holds only if the lobby's version still is the one read.
    """

    tournament: str
    version: int


@dataclass(frozen=True, slots=True)
class Opening:
    """The promise that two players at one instant do not open two lobbies that could have been one.

    Holds only if the pointers of the band and of its neighbours still are as ``read``; then moves the band's own.
    """

    language: str
    band: int
    read: Mapping[int, str | None]


@dataclass(frozen=True, slots=True)
class Attachment:
    """The promise that a seat is posted to the player's live connection (D11): holds only if it still is this one."""

    player: str
    connection: str


@dataclass(frozen=True, slots=True)
class SeatMove:
    """The promise that who is moved with his lobby into another one is in one lobby: holds if he still sits there."""

    player: str
    read: str


@dataclass(frozen=True, slots=True)
class Absorbed:
    """The promise that a merged lobby goes whole: its closing is stored if the version before it is the newest."""

    record: Record


@dataclass(frozen=True, slots=True)
class PartySeated:
    """The promise that a party lands as it is: holds if the version before this one is the newest, and stores it."""

    record: PartyRecord


@dataclass(frozen=True, slots=True)
class PartyClaim:
    """The promise that a player is in one party: moves his claim to it from what was read.

    Holds only if the claim is still ``read`` and ``connection`` still his live one.
    """

    player: str
    connection: str
    read: str | None


@dataclass(frozen=True, slots=True)
class Departed:
    """The promise that who is in no party has not come back to his old one meanwhile.

    His claim names that party either way, so it cannot tell. Holds only if the party's version still is the one read.
    """

    party: str
    version: int


PartyPrecondition = PartyClaim | Departed | Attachment
Precondition = SeatClaim | Vacated | Opening | Attachment | SeatMove | Absorbed | PartySeated
