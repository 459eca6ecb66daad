"""``hello`` and ``rename`` (D11, D17, R10)."""

from wordle_tournament.app.answers import Answer, refuse
from wordle_tournament.app.connection.reconnect import ResumePoint, find_seat, resume
from wordle_tournament.app.party.presence import attach_to_party
from wordle_tournament.app.ports import Conflict, Player, Ports, Superseded
from wordle_tournament.app.reactions import refresh_parties_of
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.transact import disconnect, lose_connections
from wordle_tournament.core.chance import stream
from wordle_tournament.core.nickname import InvalidNickname, clean_nickname, make_nickname
from wordle_tournament.protocol import frames, inbound
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.frames import dump
from wordle_tournament.protocol.render import render_renamed, render_superseded, render_welcome


def hello(ports: Ports, frame: inbound.Hello, request: Request, at: int) -> Answer:
    """Make this connection the player's live one, and return what was missed.

    The older connection is told and closed; whatever it still says changes nothing.
    """
    nickname = make_nickname(stream(ports.chance.new_seed(), "nickname"))
    try:
        connected = ports.players.connect(request.player, request.connection, nickname, at)
    except Conflict:
        return _supersede(ports, request.connection)
    if connected.superseded is not None:
        _supersede(ports, connected.superseded)
    player = connected.player
    point = ResumePoint(frame.tournament, frame.seq)
    record = find_seat(ports, player, point, at)
    party = ports.parties.load(player.party) if player.party is not None else None
    is_member = party is not None and party.party.member(player.id) is not None
    welcome = render_welcome(
        _player_frame(player),
        ports.tokens.issue(player.id, at),
        at=ports.clock.now(),
        re=request.id,
        party=player.party if is_member else None,
        tournament=record.id if record else None,
    )
    # Sent at once, not with the rest: whatever happens next in the tournament must not be seen before it.
    gone = ports.connections.post({request.connection: [dump(welcome)]})
    try:
        if is_member:
            attach_to_party(ports, player, request.connection, at)
        missed = resume(ports, record.id, point, request, at) if record else ()
    except Superseded:
        missed = ()  # the hello that took over has told this connection
    if gone:  # its ``$disconnect`` may have come before this hello, when it was not the live connection yet
        disconnect(ports, player.id, request.connection, at)
    return missed


def rename(ports: Ports, frame: inbound.Rename, request: Request, at: int) -> Answer:
    """Take another nickname; a seat keeps the one it was taken with, the party's screen shows the new one at once."""
    try:
        player = ports.players.rename(request.player, request.connection, clean_nickname(frame.nickname))
    except InvalidNickname:
        return refuse(ports, request, ErrorCode.NICKNAME_INVALID)
    except Conflict:
        return refuse(ports, request, ErrorCode.RETRY)
    if player.party is not None:
        lose_connections(ports, refresh_parties_of(ports, [player.id]), at)
    return (render_renamed(_player_frame(player), at=ports.clock.now(), re=request.id),)


def _supersede(ports: Ports, connection: str) -> Answer:
    ports.connections.post({connection: [dump(render_superseded(at=ports.clock.now()))]})
    ports.connections.close(connection)
    return ()


def _player_frame(player: Player) -> frames.Player:
    return frames.Player(id=player.id, nickname=player.nickname, rating=player.rating)
