"""A party of friends: an aggregate of its own, beside the tournaments it plays in (R9, D13).

Pure: each function takes the party and answers the party after it, or a refusal that changed nothing. Like a
tournament it first applies what is due at its moment: ``advance``. The leader is told apart by ``leader``; the members
stand in the order in which they joined, so the first is the longest-standing.
"""

from dataclasses import replace
from enum import StrEnum

from wordle_tournament.core import rules as game
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.seat import Away

PARTY_SIZE = game.SEATS  # R9.1
ABSENCE_MS = 60_000  # a short blip removes nobody


class PartyRefusal(StrEnum):
    """Why a party did not change; the words of ``protocol/errors.py``."""

    UNKNOWN = "party-unknown"
    FULL = "party-full"
    BUSY = "party-busy"
    NOT_LEADER = "not-leader"
    NOT_IN_PARTY = "not-in-party"


@dataclass(frozen=True, slots=True)
class Member:
    """A member and where he is reached."""

    player: str
    connection: str | None
    away: Away | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """A party. Without members it is disbanded, and its code invites to nothing.

    ``id`` is shown to strangers beside the seats of a lobby; ``code`` is the invitation, known to members only.
    Where its members sit or play is for their seats' tournaments to say (D12), not kept here.
    """

    id: str
    code: str
    leader: str
    now: int
    members: tuple[Member, ...] = ()

    def member(self, player: str) -> Member | None:
        """The member of that name."""
        return next((member for member in self.members if member.player == player), None)


def found_party(name: str, code: str, founder: Member, now: int) -> Party:
    """A new party of one, who leads it."""
    return Party(name, code, founder.player, now, (founder,))


def next_due(party: Party) -> int | None:
    """When the next absence ends, epoch ms."""
    return min((member.away.until for member in party.members if member.away), default=None)


def advance(party: Party, now: int) -> Party:
    """Remove whoever did not come back in time, the earlier drop first; a time earlier than the latest counts as it."""
    now = max(now, party.now)
    due = [member for member in party.members if member.away and member.away.until <= now]
    for member in sorted(due, key=lambda one: one.away.since if one.away else 0):
        party = _without(party, member.player)
    return replace(party, now=now)


def join(party: Party, member: Member) -> Party | PartyRefusal:
    """Come in; who is in already stays as he is (D-35: a doubled join has one effect)."""
    if not party.members:
        return PartyRefusal.UNKNOWN
    if party.member(member.player):
        return party
    if len(party.members) == PARTY_SIZE:
        return PartyRefusal.FULL
    return replace(party, members=(*party.members, member))


def leave(party: Party, player: str) -> Party | PartyRefusal:
    """Go; if he led, the longest-standing member leads (D13)."""
    return _without(party, player) if party.member(player) else PartyRefusal.NOT_IN_PARTY


def kick(party: Party, leader: str, player: str) -> Party | PartyRefusal:
    """The leader removes a member (D13)."""
    return _led(party, leader, player) or _without(party, player)


def hand_over(party: Party, leader: str, player: str) -> Party | PartyRefusal:
    """The leader makes a member lead."""
    return _led(party, leader, player) or replace(party, leader=player)


def renew(party: Party, leader: str, code: str) -> Party | PartyRefusal:
    """The leader changes the invitation: the old one invites to nothing from now on."""
    return _led(party, leader, leader) or replace(party, code=code)


def check_start(party: Party, leader: str) -> Party | PartyRefusal:
    """Whether the leader may start now: everybody must be there (R9.1). That nobody is playing is checked elsewhere."""
    refusal = _led(party, leader, leader)
    if refusal is None and any(member.away for member in party.members):
        return PartyRefusal.BUSY
    return refusal or party


def attach(party: Party, player: str, connection: str) -> Party:
    """The member said ``hello`` on this connection; who was away is back."""
    return _with(party, Member(player, connection))


def drop(party: Party, player: str, connection: str) -> Party:
    """The connection is gone; one that is not the member's live one does nothing."""
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
