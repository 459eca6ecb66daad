"""What is stored: tournaments, parties, players, and which versions were delivered. Reads are strongly consistent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.preconditions import PartyPrecondition, Precondition
from wordle_tournament.app.record import Record
from wordle_tournament.core import rules as game
from wordle_tournament.core.lazy_dataclass import dataclass

PROPOSALS = 8  # lobbies worth trying; a player who finds all of them taken looks again


@dataclass(frozen=True, slots=True)
class Player:
    """A player's own item. ``seat`` is a claim: the tournament of their last seat (D12); ``party`` likewise."""

    id: str
    nickname: str
    rating: int
    connection: str | None = None
    seat: str | None = None
    party: str | None = None


@dataclass(frozen=True, slots=True)
class Connected:
    """A player as ``hello`` left them, and the connection that was live before, if it was another one."""

    player: Player
    superseded: str | None


@dataclass(frozen=True, slots=True)
class Rated:
    """An entry of the rating ledger."""

    tournament: str
    player: str
    place: int
    before: int
    change: int

    @property
    def after(self) -> int:
        """The rating with the change."""
        return self.before + self.change


class Outbox(Protocol):
    """Which versions of an aggregate have had their effects (posts, timers)."""

    def mark_delivered(self, aggregate: str, version: int) -> None:
        """Note that the effects of the version have been performed."""
        ...

    def pending(self, aggregate: str, versions: Iterable[int]) -> frozenset[int]:
        """Return those of the versions whose effects have not been noted as performed."""
        ...

    def mark_delivered_through(self, aggregate: str, version: int) -> None:
        """Note that the effects of this version and of all before it have been performed."""
        ...


class Tournaments(Outbox, Protocol):
    """Tournaments as stored. ``propose`` may be stale."""

    def load(self, tournament: str) -> Record | None:
        """Return the newest record."""
        ...

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        """Store the record if the version before it is the newest and all preconditions hold.

        ``placed`` are the players whose place this version makes certain. Raise ``Superseded`` if an ``Attachment``
        does not hold, ``Conflict`` for anything else.
        """
        ...

    def propose(
        self, language: str, rating: float, seats: int, *, reach: int = game.RATING_RANGE, most: int = PROPOSALS
    ) -> Sequence[str]:
        """Return open lobbies within ``reach`` rating points that had so many seats free, best first."""
        ...

    def pointers(self, language: str, bands: Iterable[int]) -> Mapping[int, str | None]:
        """Return the lobby opened last in each rating band."""
        ...

    def ratings(self, tournament: str) -> Sequence[Rated]:
        """Return the tournament's rating ledger so far."""
        ...


class Parties(Outbox, Protocol):
    """Parties as stored."""

    def load(self, party: str) -> PartyRecord | None:
        """Return the newest record."""
        ...

    def find(self, code: str) -> str | None:
        """Return the party that a code once invited to; whether it still does is for the party to say."""
        ...

    def save(self, record: PartyRecord, preconditions: Iterable[PartyPrecondition] = ()) -> None:
        """Store the record, and its code, if the version before it is the newest and all preconditions hold.

        Raise ``Superseded`` if an ``Attachment`` does not hold, ``Conflict`` for anything else.
        """
        ...


class Players(Protocol):
    """Players' own items."""

    def load(self, player: str) -> Player | None:
        """Return the player, if they ever said ``hello``."""
        ...

    def load_all(self, players: Iterable[str]) -> Mapping[str, Player]:
        """Return those of the players who ever said ``hello``, by id."""
        ...

    def connect(self, player: str, connection: str, nickname: str, at: int) -> Connected:
        """Make the connection the live one and renew the profile (D11, D17); a new guest gets the nickname.

        Raise ``Conflict`` if a ``hello`` received later than ``at``, epoch ms, was there already.
        """
        ...

    def rename(self, player: str, connection: str, nickname: str) -> Player:
        """Change the nickname, or raise ``Conflict`` if the connection is not the live one."""
        ...

    def disconnect(self, player: str, connection: str) -> Player | None:
        """Forget the live connection if it is this one; return the player if it was."""
        ...

    def rate(self, tournament: str, player: str, place: int, change: int) -> Rated:
        """Enter the place into the ledger and add the change to the rating, exactly once; return the entry."""
        ...
