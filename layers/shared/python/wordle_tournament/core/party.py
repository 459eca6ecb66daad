"""A party of friends: an aggregate of its own, beside the tournaments that it plays in (R9, D13).

Each function takes a party and returns the party afterwards, or a refusal. The caller first applies what is due with
``advance``. Members are in the order in which they joined, so the first is the longest-standing.
"""

from dataclasses import replace
from enum import StrEnum

from wordle_tournament.core import rules as game
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.seat import Away

PARTY_SIZE = game.SEATS  # R9.1
REMOVED = 64  # players remembered who cannot come back; each removal takes a join by invitation first
ABSENCE_MS = 60_000  # a short loss of connection removes no member


class PartyRefusal(StrEnum):
    """Why a party did not change; the codes of ``protocol/errors.py``."""

    UNKNOWN = "party-unknown"
    FULL = "party-full"
    BUSY = "party-busy"
    NOT_LEADER = "not-leader"
    NOT_IN_PARTY = "not-in-party"


@dataclass(frozen=True, slots=True)
class Member:
    """A member and their live connection."""

    player: str
    connection: str | None
    away: Away | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """A party. Without members it is disbanded, and its code is no longer valid.

    ``id`` is shown in a lobby to players outside the party; ``code`` is the invitation, which only members see. Where
    the members sit or play is not stored here but in their tournaments (D12).
    """

    id: str
    code: str
    leader: str
    now: int
    members: tuple[Member, ...] = ()
    removed: tuple[str, ...] = ()  # players who cannot come back (D19)

    def member(self, player: str) -> Member | None:
        """Return the member with that player id."""
        return next((member for member in self.members if member.player == player), None)


def found_party(name: str, code: str, founder: Member, now: int) -> Party:
    """Return a new party whose only member leads it; ``name`` is its id, ``now`` epoch ms."""
    return Party(name, code, founder.player, now, (founder,))


def next_due(party: Party) -> int | None:
    """Return when the next absence ends, epoch ms; ``None`` if no member is away."""
    return min((member.away.until for member in party.members if member.away), default=None)


def advance(party: Party, now: int) -> Party:
    """Remove members who did not come back in time, the earlier drop first.

    ``now`` is epoch ms; a time before ``party.now`` counts as ``party.now``.
    """
    now = max(now, party.now)
    due = [member for member in party.members if member.away and member.away.until <= now]
    for member in sorted(due, key=lambda one: one.away.since if one.away else 0):
        party = _without(party, member.player)
    return replace(party, now=now)


def join(party: Party, member: Member) -> Party | PartyRefusal:
    """Add the member; a player who is a member already stays as they are, so a repeated join has one effect."""
    if not party.members or member.player in party.removed:
        return PartyRefusal.UNKNOWN
    if party.member(member.player):
        return party
    if len(party.members) == PARTY_SIZE:
        return PartyRefusal.FULL
    return replace(party, members=(*party.members, member))


def leave(party: Party, player: str) -> Party | PartyRefusal:
    """Remove the player; after a leader the longest-standing member leads (D13)."""
    return _without(party, player) if party.member(player) else PartyRefusal.NOT_IN_PARTY


def kick(party: Party, leader: str, player: str, code: str) -> Party | PartyRefusal:
    """Let the leader remove a member for good (D13): ``code`` replaces the invite code that the member knows (D19)."""
    refusal = _led(party, leader, player)
    if refusal is not None or player == leader:
        return refusal or _without(party, player)
    return replace(_without(party, player), code=code, removed=(*party.removed, player)[-REMOVED:])


def hand_over(party: Party, leader: str, player: str) -> Party | PartyRefusal:
    """Let the leader make another member the leader."""
    return _led(party, leader, player) or replace(party, leader=player)


def renew(party: Party, leader: str, code: str) -> Party | PartyRefusal:
    """Let the leader replace the invite code; the old one is no longer valid."""
    return _led(party, leader, leader) or replace(party, code=code)


def check_start(party: Party, leader: str) -> Party | PartyRefusal:
    """Return the party if the leader may start it: no member is away (R9.1). ``app`` checks that no member plays."""
    refusal = _led(party, leader, leader)
    if refusal is None and any(member.away for member in party.members):
        return PartyRefusal.BUSY
    return refusal or party


def attach(party: Party, player: str, connection: str) -> Party:
    """Make this connection the member's live one; a member who was away is back."""
    return _with(party, Member(player, connection))


def drop(party: Party, player: str, connection: str) -> Party:
    """Mark the member as away, unless the lost connection is not the live one."""
    member = party.member(player)
    if member is None or member.connection != connection:
        return party
    return _with(party, Member(player, None, Away(party.now, party.now + ABSENCE_MS)))


def _led(party: Party, leader: str, player: str) -> PartyRefusal | None:
    if party.member(leader) is None or party.member(player) is None:
        return PartyRefusal.NOT_IN_PARTY
    return None if party.leader == leader else PartyRefusal.NOT_LEADER


def _with(party: Party, changed: Member) -> Party:
    members = tuple(changed if member.player == changed.player else member for member in party.members)
    return replace(party, members=members)


def _without(party: Party, player: str) -> Party:
    members = tuple(member for member in party.members if member.player != player)
    leader = members[0].player if members and party.leader == player else party.leader
    return replace(party, members=members, leader=leader)
