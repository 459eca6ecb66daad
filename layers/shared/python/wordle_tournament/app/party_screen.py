"""A party as its members see it: who is in it, who is online, who is playing, and what the party as such is doing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Player, Ports
from wordle_tournament.app.record import Record, Request
from wordle_tournament.core.events import Reason
from wordle_tournament.core.party import Member, Party
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol import frames
from wordle_tournament.protocol.frames import dump
from wordle_tournament.protocol.party import PartyState, render_party, render_party_left


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The members' own items, and the tournaments that their claims name, as read."""

    players: dict[str, Player]
    tournaments: dict[str, Record]

    def bound(self, player: str) -> Record | None:
        """The tournament that the player's claim names, whether or not he still sits there."""
        known = self.players.get(player)
        return self.tournaments.get(known.seat) if known is not None and known.seat is not None else None

    def is_held(self, player: str) -> bool:
        """Whether the player sits in a lobby or has lives in a running tournament (D12)."""
        record = self.bound(player)
        return record is not None and record.tournament.holds(player)

    def is_playing(self, player: str) -> bool:
        """Whether the player has lives in a running tournament (R9.3, D12), with the party or elsewhere."""
        record = self.bound(player)
        return record is not None and record.tournament.phase is not Phase.LOBBY and record.tournament.holds(player)

    def lobby_of(self, party: Party) -> str | None:
        """The lobby in which the party sits."""
        for record in self.tournaments.values():
            tournament = record.tournament
            if tournament.phase is Phase.LOBBY and any(seat.party == party.id for seat in tournament.seats):
                return tournament.id
        return None

    def plays(self, party: Party) -> bool:
        """Whether somebody has lives in a running tournament that the party entered together."""
        return any(
            seat.party == party.id and seat.is_in
            for record in self.tournaments.values()
            if record.tournament.is_running
            for seat in record.tournament.seats
        )


def find_members(ports: Ports, party: Party) -> Whereabouts:
    """Read where everybody of the party is."""
    players = dict(ports.players.load_all(member.player for member in party.members))
    tournaments = {}
    for name in {player.seat for player in players.values() if player.seat}:
        record = ports.tournaments.load(name)
        if record is not None:
            tournaments[name] = record
    return Whereabouts(players, tournaments)


def show_party(ports: Ports, record: PartyRecord, request: Request | None = None) -> None:
    """Send every member the party as it stands; it answers the request's sender."""
    party = record.party
    if not party.members:
        return
    found = find_members(ports, party)
    batches = {
        member.connection: [dump(party_frame(ports, party, found, _re(request, member.player)))]
        for member in party.members
        if member.connection is not None
    }
    ports.screens.post(batches)


def show_parties(ports: Ports, parties: Iterable[str]) -> None:
    """Show parties of which something outside themselves has changed: a lobby, a game."""
    for name in sorted(parties):
        record = ports.parties.load(name)
        if record is not None:
            show_party(ports, record)


def tell_removed(ports: Ports, gone: Sequence[Member], reason: Reason, request: Request | None = None) -> None:
    """Tell those who are no longer members; it answers the one who asked for it himself."""
    batches = {}
    for member in gone:
        if member.connection is not None:
            re = _re(request, member.player)
            batches[member.connection] = [dump(render_party_left(reason, at=ports.clock.now(), re=re))]
    if batches:
        ports.screens.post(batches)


def party_frame(ports: Ports, party: Party, found: Whereabouts, re: str | None = None) -> frames.Party:
    """The party as it stands."""
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
    return render_party(party, members, _state(party, found), link, at=ports.clock.now(), re=re)


def _state(party: Party, found: Whereabouts) -> PartyState:
    if found.lobby_of(party):
        return PartyState.QUEUED
    return PartyState.PLAYING if found.plays(party) else PartyState.GATHERING


def _re(request: Request | None, player: str) -> str | None:
    return request.id if request is not None and request.player == player else None
