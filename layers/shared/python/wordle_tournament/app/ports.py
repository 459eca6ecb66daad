"""What the use cases need of the world. Each port is small, and replaced as a whole in tests."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.preconditions import PartyPrecondition, Precondition
from wordle_tournament.app.record import Record
from wordle_tournament.core import rules as game
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.lexicon import Lexicon

ATTEMPTS = 8  # of a command against others on the same item
SEAT_ATTEMPTS = 16  # to find a seat in a crowd: of 64 at one instant the unluckiest needs nine (`make bench`)
PROPOSALS = 8  # lobbies worth trying; who finds all of them taken looks again


class Conflict(Exception):
    """Somebody else's write came first; decide anew on what is there now."""


class Busy(Exception):
    """Every attempt lost its race; nothing was changed. Clients see ``retry``."""


class InvalidToken(Exception):
    """The text is no token of ours, or no longer one."""


class Superseded(Exception):
    """The connection is no longer the player's live one (D11)."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's own item. ``seat`` is a claim: the tournament he last took a seat in (D12); ``party`` likewise."""

    id: str
    nickname: str
    rating: int
    connection: str | None = None
    seat: str | None = None
    party: str | None = None


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


class Tournaments(Protocol):
    """Tournaments as stored. Reads are strongly consistent, ``propose`` apart."""

    def load(self, tournament: str) -> Record | None:
        """The newest record."""
        ...

    def save(self, record: Record, placed: Sequence[str] = (), preconditions: Iterable[Precondition] = ()) -> None:
        """Store the record if the version before it is the newest and all claims hold.

        Else raise ``Superseded`` if an ``Attachment`` does not hold, ``Conflict`` for anything else.
        """
        ...

    def propose(
        self, language: str, rating: float, seats: int, *, reach: int = game.RATING_RANGE, most: int = PROPOSALS
    ) -> Sequence[str]:
        """Open lobbies within reach of the rating that had so many seats free, best first. May be stale."""
        ...

    def pointers(self, language: str, bands: Iterable[int]) -> Mapping[int, str | None]:
        """The lobby opened last in each band."""
        ...

    def mark_delivered(self, tournament: str, version: int) -> None:
        """Note that the effects of the version have been performed."""
        ...

    def pending(self, tournament: str, versions: Iterable[int]) -> frozenset[int]:
        """Those of the versions whose effects nobody noted as performed."""
        ...

    def mark_delivered_through(self, tournament: str, version: int) -> None:
        """Note that the effects of this and of all versions before it have been performed."""
        ...

    def ratings(self, tournament: str) -> Sequence[Rated]:
        """The tournament's rating ledger so far."""
        ...


@dataclass(frozen=True, slots=True)
class Greeted:
    """A player as ``hello`` left him, and the connection that was live before."""

    player: Player
    superseded: str | None


class Players(Protocol):
    """Players' own items; reads are strongly consistent."""

    def load(self, player: str) -> Player | None:
        """The player, if he ever said ``hello``."""
        ...

    def load_all(self, players: Iterable[str]) -> Mapping[str, Player]:
        """Those of the players who ever said ``hello``."""
        ...

    def greet(self, player: str, connection: str, nickname: str, at: int) -> Greeted:
        """Make the connection the live one and renew the profile (D11, D17); a new guest gets the nickname.

        Raise ``Conflict`` if a ``hello`` received later than ``at`` was there already.
        """
        ...

    def rename(self, player: str, connection: str, nickname: str) -> Player:
        """Change the nickname; raise ``Conflict`` if the connection is not the live one."""
        ...

    def disconnect(self, player: str, connection: str) -> Player | None:
        """Forget the live connection if it is this one; the player, if it was."""
        ...

    def rate(self, tournament: str, player: str, place: int, change: int) -> Rated:
        """Enter the placement into the ledger and add the change to the rating, exactly once; the entry, old or new."""
        ...


class Parties(Protocol):
    """Parties as stored; reads are strongly consistent."""

    def load(self, party: str) -> PartyRecord | None:
        """The newest record."""
        ...

    def find(self, code: str) -> str | None:
        """The party that a code once invited to; whether it still does is for the party to say."""
        ...

    def save(self, record: PartyRecord, preconditions: Iterable[PartyPrecondition] = ()) -> None:
        """Store the record, and its code, if the version before it is the newest and all claims hold.

        Else raise ``Superseded`` if an ``Attachment`` does not hold, ``Conflict`` for anything else.
        """
        ...


class RateLimiter(Protocol):
    """How often somebody may try something."""

    def allow(self, subject: str, most: int, at: int) -> bool:
        """Count a try of the subject; whether it is among the first ``most`` of this minute."""
        ...


class Connections(Protocol):
    """The connections at the other end."""

    def post(self, batches: Mapping[str, Sequence[str]]) -> frozenset[str]:
        """Send each connection its frames in order, the connections in parallel; those that are gone."""
        ...

    def close(self, connection: str) -> None:
        """Close a connection; one that is gone already is fine."""
        ...


class Timers(Protocol):
    """The alarm clocks: one execution a round."""

    def start(self, tournament: str, round_number: int, name: str) -> None:
        """Start the execution of that name; started already is fine."""
        ...


class Lexicons(Protocol):
    """The words of all languages."""

    def lexicon(self, language: str) -> Lexicon:
        """The words of a language; raise ``UnknownLanguage``."""
        ...


class Tokens(Protocol):
    """The signed tokens by which players are known again."""

    def issue(self, player: str, at: int) -> str:
        """A token for the player, valid from ``at`` (D17)."""
        ...

    def verify(self, token: str, at: int) -> str:
        """The player whose token this is; raise ``InvalidToken`` for anything else."""
        ...


class Clock(Protocol):
    """The time of this machine, for what is sent and for waiting; rules are judged by the time of receipt."""

    def now(self) -> int:
        """Epoch milliseconds."""
        ...

    def wait(self, milliseconds: int) -> None:
        """Let so much time pass."""
        ...

    def back_off(self, attempt: int) -> None:
        """Wait a random moment that grows with the attempt (0, 1, ...)."""
        ...


class Chance(Protocol):
    """The operating system's chance (D16)."""

    def seed(self) -> str:
        """128 bits, hexadecimal."""
        ...

    def name(self) -> str:
        """A new identifier of 80 or more random bits."""
        ...


class Log(Protocol):
    """What operators read. Never secrets, tokens or seeds (D14)."""

    def annotate(self, **fields: object) -> None:
        """Add fields to the line of this invocation."""
        ...

    def warning(self, text: str, **fields: object) -> None:
        """Report what should not happen."""
        ...


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything a use case may touch."""

    tournaments: Tournaments
    players: Players
    parties: Parties
    rate_limiter: RateLimiter
    connections: Connections
    timers: Timers
    lexicons: Lexicons
    tokens: Tokens
    clock: Clock
    chance: Chance
    log: Log
    rules: str  # the rule profile of new tournaments
    page: str  # the address that invite links lead to
