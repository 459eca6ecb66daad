"""Where a lobby is that was merged, and where the members of a party are (R9.3, D9, D12). Only reads.

A claim and the lobby it names are read one after the other, and a merge may come between: then the lobby read says
into which one it went, and nobody is taken for somebody without a seat.
"""

from wordle_tournament.app.ports import Player, Ports
from wordle_tournament.app.record import Record, Request
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.party import Party
from wordle_tournament.core.tournament import Phase


def find_record(ports: Ports, tournament: str, request: Request | None = None) -> Record | None:
    """The newest record; of a lobby that was merged, that of the one it became.

    A merged lobby that has carried out the request itself is the one to answer it.
    """
    record = ports.tournaments.load(tournament)
    while record is not None and record.tournament.into is not None:
        if request is not None and record.receipt(request) is not None:
            return record
        record = ports.tournaments.load(record.tournament.into)
    return record


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The members' own items, and the tournaments that their claims lead to, as read."""

    players: dict[str, Player]
    tournaments: dict[str, Record]  # by what the claims name

    def bound(self, player: str) -> Record | None:
        """The tournament that the player's claim leads to, whether or not he still sits there."""
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
        """Whether a member has lives in a running tournament that the party entered together."""
        return any(
            seat.party == party.id and seat.is_in and party.member(seat.player) is not None
            for record in self.tournaments.values()
            if record.tournament.is_running
            for seat in record.tournament.seats
        )


def find_members(ports: Ports, party: Party) -> Whereabouts:
    """Read where everybody of the party is."""
    players = dict(ports.players.load_all(member.player for member in party.members))
    tournaments = {}
    for name in sorted({player.seat for player in players.values() if player.seat}):
        record = find_record(ports, name)
        if record is not None:
            tournaments[name] = record
    return Whereabouts(players, tournaments)
