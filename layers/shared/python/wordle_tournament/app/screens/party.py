"""The party as its members see it: who is in it, online and playing, and what the party as such is doing."""

from wordle_tournament.app.lookup import MemberLookup, find_members
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.core.party import Member, Party
from wordle_tournament.protocol import frames
from wordle_tournament.protocol.frames import dump
from wordle_tournament.protocol.render import PartyState, render_party, render_party_left


def show_party(ports: Ports, record: PartyRecord, request: Request | None = None) -> frozenset[tuple[str, str]]:
    """Send every member the newest state of the party; it answers the request's sender, where they asked.

    Return the (player, connection) pairs that are gone. Frames may overtake each other and the one with the latest
    ``at`` counts, so ``at`` is taken before anything is read.
    """
    at = ports.clock.now()
    newest = ports.parties.load(record.id) or record
    shown = [(member, newest) for member in newest.party.members]
    if request is not None and newest.party.member(request.player) is None:
        # The sender has been removed meanwhile, and was told so. This is still the answer to what they asked.
        shown += [(member, record) for member in record.party.members if member.player == request.player]
    if not shown:
        return frozenset()
    found = find_members(ports, newest.party)
    owners = {}
    batches = {}
    for member, seen in shown:
        connection, re = _reached(member, request)
        if connection is not None:
            owners[connection] = member.player
            batches[connection] = [dump(party_frame(ports, seen.party, found, at=at, re=re))]
    return frozenset((owners[connection], connection) for connection in ports.connections.post(batches))


def tell_removed(ports: Ports, record: PartyRecord) -> tuple[()]:
    """Tell the members whom this version removed; it answers the one who asked for it.

    Return no connection: one that is gone is no member's any more.
    """
    batches = {}
    for removed in record.removed:
        connection, re = _reached(removed.member, record.request)
        if connection is not None:
            batches[connection] = [dump(render_party_left(removed.reason, at=ports.clock.now(), re=re))]
    if batches:
        ports.connections.post(batches)
    return ()


def party_frame(ports: Ports, party: Party, found: MemberLookup, *, at: int, re: str | None = None) -> frames.Party:
    """Return the frame of a party as it was read, not before ``at``, epoch ms."""
    members = [
        frames.Member(
            player=member.player,
            nickname=found.players[member.player].nickname,
            rating=found.players[member.player].rating,
            online=member.away is None,
            playing=found.is_playing(member.player),
        )
        for member in party.members
        if member.player in found.players
    ]
    link = f"{ports.page}#party={party.code}"  # in the fragment: it stays out of every server's log
    return render_party(party, members, _state(party, found), link, at=at, re=re)


def _state(party: Party, found: MemberLookup) -> PartyState:
    if found.lobby_of(party):
        return PartyState.QUEUED
    return PartyState.PLAYING if found.plays(party) else PartyState.GATHERING


def _reached(member: Member, request: Request | None) -> tuple[str | None, str | None]:
    """Return the member's connection and the id of the request that this answers, if the member asked."""
    if request is not None and request.player == member.player:
        return request.connection, request.id
    return member.connection, None
