"""The items of the one table: their keys, their attributes and how long they live (D17).

    pk                     sk               what
    T#<tournament>         TOURNAMENT       a tournament's record, whole: one item, one version
    T#<tournament>         DELIVERY         which versions' effects have been performed
    T#<tournament>         RATED#<player>   an entry of the rating ledger
    P#<player>             PLAYER           a player: nickname, rating, live connection, seat claim
    OPEN#<language>#<band> POINTER          the lobby opened last in a rating band
    Y#<party>              PARTY            a party's record, whole
    Y#<party>              DELIVERY         which of its versions' effects have been performed
    CODE#<code>            INVITE           the party that a code invited to
    TRY#<subject>          <window>         how often somebody tried something in that window of time
    PLAYED#<player>        <hour>           which tournaments a player began and left in that hour (D20)

Here: shapes. Not here: any access (``table``). An attribute stands beside a record's ``state`` only if a condition, the
index, TTL or a stream filter needs it. ``expires_at`` is epoch seconds; all other times are epoch ms.
"""

from typing import NamedTuple

from pynamodb.attributes import NumberAttribute, NumberSetAttribute, UnicodeAttribute, UnicodeSetAttribute
from pynamodb.models import Model

from wordle_tournament.aws.packed import PackedAttribute
from wordle_tournament.core.tournament import Phase

_DAY = 24 * 60 * 60
LIFETIMES = {Phase.LOBBY: _DAY, Phase.INTRO: _DAY, Phase.PLAYING: _DAY, Phase.OVER: 7 * _DAY}  # after the last write
DELIVERY_LIFETIME = 7 * _DAY  # no shorter than its tournament's
POINTER_LIFETIME = _DAY
LEDGER_LIFETIME = 180 * _DAY
PARTY_LIFETIME = 7 * _DAY  # after the last change
TRIES_LIFETIME = 120
PLAYED_LIFETIME = 5 * 60 * 60
PLAYER_LIFETIME = 180 * _DAY  # after the last hello (D17)

OPEN_LOBBIES = "open-lobbies"  # the sparse index: only what has a lobby_key is in it


class Key(NamedTuple):
    """A primary key."""

    pk: str
    sk: str


def tournament_key(tournament: str) -> Key:
    """Where a tournament's record is."""
    return Key(f"T#{tournament}", "TOURNAMENT")


def delivery_key(tournament: str) -> Key:
    """Where the notes about a tournament's effects are."""
    return Key(f"T#{tournament}", "DELIVERY")


RATED = "RATED#"


def rated_key(tournament: str, player: str) -> Key:
    """Where a player's entry in a tournament's ledger is."""
    return Key(f"T#{tournament}", f"{RATED}{player}")


def player_key(player: str) -> Key:
    """Where a player is."""
    return Key(f"P#{player}", "PLAYER")


def pointer_key(language: str, band: int) -> Key:
    """Where the pointer of a rating band is."""
    return Key(f"OPEN#{language}#{band}", "POINTER")


def party_key(party: str) -> Key:
    """Where a party's record is."""
    return Key(f"Y#{party}", "PARTY")


def party_delivery_key(party: str) -> Key:
    """Where the notes about a party's effects are."""
    return Key(f"Y#{party}", "DELIVERY")


def invite_key(code: str) -> Key:
    """Where a code says which party it invites to."""
    return Key(f"CODE#{code}", "INVITE")


def tries_key(subject: str, minute: int) -> Key:
    """Where the tries of a subject in one minute are counted."""
    return Key(f"TRY#{subject}", str(minute))


def played_key(player: str, hour: int) -> Key:
    """Where the tournaments that a player began and left in one hour are noted."""
    return Key(f"PLAYED#{player}", str(hour))


def lobby_key(language: str, free: int) -> str:
    """The partition of the index that holds the lobbies with so many free seats."""
    return f"{language}#{free}"


def expiry(at: int, lifetime: int) -> int:
    """The TTL, epoch seconds, of something that from ``at``, epoch ms, lives so many seconds."""
    return at // 1000 + lifetime


class Item(Model):
    """What every item has."""

    pk = UnicodeAttribute(hash_key=True)
    sk = UnicodeAttribute(range_key=True)
    expires_at = NumberAttribute()


class TournamentItem(Item):
    """A tournament: ``state`` is its record (``document``), compressed (``packed``)."""

    version = NumberAttribute()
    state = PackedAttribute()
    lobby_key = UnicodeAttribute(null=True)  # while seats can be taken
    lobby_rating = NumberAttribute(null=True)
    placed = UnicodeSetAttribute(null=True)  # players placed by this very version


class DeliveryItem(Item):
    """The versions whose effects are done: all through ``through``, and those in ``done``."""

    delivered_through = NumberAttribute(null=True)
    delivered = NumberSetAttribute(null=True)


class RatedItem(Item):
    """An entry of the rating ledger."""

    place = NumberAttribute()
    before = NumberAttribute()
    change = NumberAttribute()


class PlayerItem(Item):
    """A player; ``connected_at`` is when the ``hello`` was received that made the connection the live one (D11)."""

    nickname = UnicodeAttribute()
    rating = NumberAttribute()
    connection = UnicodeAttribute(null=True)
    seat = UnicodeAttribute(null=True)
    party = UnicodeAttribute(null=True)
    connected_at = NumberAttribute()


class PartyItem(Item):
    """A party: ``state`` is its record (``document``), compressed (``packed``)."""

    version = NumberAttribute()
    state = PackedAttribute()


class InviteItem(Item):
    """An invitation."""

    party = UnicodeAttribute()


class TriesItem(Item):
    """A count of tries."""

    tries = NumberAttribute()


class PlayedItem(Item):
    """Tournaments that a player began and left: ``<epoch ms>:<tournament>``."""

    begun = UnicodeSetAttribute(null=True)
    left = UnicodeSetAttribute(null=True)


class PointerItem(Item):
    """The lobby opened last."""

    lobby = UnicodeAttribute()
