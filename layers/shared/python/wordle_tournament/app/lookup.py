"""Where players are: the newest record of a lobby that was merged, and the tournaments of a party's members.

A claim and the lobby that it names are read one after the other, and a merge may come between the two reads. Then the
lobby says into which one it was merged, so no player is taken for one without a seat (R9.3, D9, D12).
"""

from wordle_tournament.app.ports import Player, Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.party import Party
from wordle_tournament.core.tournament import Phase


def find_record(ports: Ports, tournament: str, request: Request | None = None) -> Record | None:
    """Return the newest record; of a lobby that was merged, that of the lobby it was merged into.

    A merged lobby that has carried out the request itself is the one that answers it.
    """
    record = ports.tournaments.load(tournament)
    while record is not None and record.tournament.into is not None:
        if request is not None and record.receipt(request) is not None:
            return record
        record = ports.tournaments.load(record.tournament.into)
    return record


def live_player(ports: Ports, request: Request) -> Player | None:
    """Return the request's sender if it came on their live connection."""
    player = ports.players.load(request.player)
    return player if player is not None and player.connection == request.connection else None


def lobby_of(record: Record | None, party: str) -> str | None:
    """Return the id of the tournament if it is a lobby in which the party sits."""
    if record is None or record.tournament.phase is not Phase.LOBBY:
        return None
    return record.id if any(seat.party == party for seat in record.tournament.seats) else None


@dataclass(frozen=True, slots=True)
class MemberLookup:
    """The items of a party's members, and the tournaments that their claims lead to, as read."""

    players: dict[str, Player]
    tournaments: dict[str, Record]  # by the id in the claim

    def bound(self, player: str) -> Record | None:
        """Return the tournament that the player's claim leads to, whether or not they still sit there."""
        known = self.players.get(player)
        return self.tournaments.get(known.seat) if known is not None and known.seat is not None else None

    def is_held(self, player: str) -> bool:
        """Return whether the player sits in a lobby or has lives in a running tournament (D12)."""
        record = self.bound(player)
        return record is not None and record.tournament.holds(player)

    def is_playing(self, player: str) -> bool:
        """Return whether the player has lives in a running tournament, with the party or without (R9.3, D12)."""
        record = self.bound(player)
        return record is not None and record.tournament.phase is not Phase.LOBBY and record.tournament.holds(player)

    def lobby_of(self, party: Party) -> str | None:
        """Return the lobby in which the party sits."""
        lobbies = (lobby_of(record, party.id) for record in self.tournaments.values())
        return next((lobby for lobby in lobbies if lobby is not None), None)

    def plays(self, party: Party) -> bool:
        """Return whether a member has lives in a running tournament that the party entered together."""
        return any(
            seat.party == party.id and seat.is_in and party.member(seat.player) is not None
            for record in self.tournaments.values()
            if record.tournament.is_running
            for seat in record.tournament.seats
        )


def find_members(ports: Ports, party: Party, known: Player | None = None) -> MemberLookup:
    """Read where every member of the party is; ``known`` is one whose item has been read already."""
    players = {} if known is None else {known.id: known}
    missing = [member.player for member in party.members if member.player not in players]
    players |= ports.players.load_all(missing) if missing else {}
    tournaments = {}
    for name in sorted({player.seat for player in players.values() if player.seat}):
        record = find_record(ports, name)
        if record is not None:
            tournaments[name] = record
    return MemberLookup(players, tournaments)
