"""``hello``, ``rename`` and the end of a connection (D11, D17, R10)."""

from wordle_tournament.app.answers import Answer, refuse
from wordle_tournament.app.attendance import come_to_party, show_parties_of
from wordle_tournament.app.commit import drop_player
from wordle_tournament.app.ports import Conflict, Player, Ports, Superseded
from wordle_tournament.app.record import Request
from wordle_tournament.app.resumption import ResumePoint, find_seat, resume
from wordle_tournament.core.chance import stream
from wordle_tournament.core.nickname import InvalidNickname, clean_nickname, make_nickname
from wordle_tournament.protocol import frames, inbound
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.frames import dump
from wordle_tournament.protocol.render import render_renamed, render_superseded, render_welcome


def hello(ports: Ports, frame: inbound.Hello, request: Request, at: int) -> Answer:
    """Make this connection the player's live one, then tell what was missed.

    The older connection is told and closed; whatever it still says changes nothing.
    """
    nickname = make_nickname(stream(ports.chance.seed(), "nickname"))
    try:
        greeted = ports.players.greet(request.player, request.connection, nickname, at)
    except Conflict:
        return _give_way(ports, request.connection)
    if greeted.superseded is not None:
        _give_way(ports, greeted.superseded)
    player = greeted.player
    known = ResumePoint(frame.tournament, frame.seq)
    record = find_seat(ports, player, known, at)
    party = ports.parties.load(player.party) if player.party is not None else None
    is_member = party is not None and party.party.member(player.id) is not None
    welcome = render_welcome(
        _player_frame(player),
        ports.tokens.issue(player.id, at),
        at=ports.clock.now(),
        re=request.id,
        party=player.party if is_member else None,
        tournament=record.tournament.id if record else None,
    )
    # At once, not with the rest: whatever happens next in the tournament must not be seen before it.
    gone = ports.connections.post({request.connection: [dump(welcome)]})
    try:
        if is_member:
            come_to_party(ports, player, request.connection, at)
        missed = resume(ports, record.tournament.id, known, request, at) if record else ()
    except Superseded:
        missed = ()  # whoever took over has told this connection
    if gone:  # its goodbye may have come before this hello, when it was nobody's live connection yet
        disconnect(ports, player.id, request.connection, at)
    return missed


def _give_way(ports: Ports, connection: str) -> Answer:
    ports.connections.post({connection: [dump(render_superseded(at=ports.clock.now()))]})
    ports.connections.close(connection)
    return ()


def rename(ports: Ports, frame: inbound.Rename, request: Request, at: int) -> Answer:
    """Take another nickname; a seat keeps the one it was taken with, the party's screen shows it at once."""
    try:
        player = ports.players.rename(request.player, request.connection, clean_nickname(frame.nickname))
    except InvalidNickname:
        return refuse(ports, request, ErrorCode.NICKNAME_INVALID)
    except Conflict:
        return refuse(ports, request, ErrorCode.RETRY)
    if player.party is not None:
        show_parties_of(ports, [player.id], at)
    return (render_renamed(_player_frame(player), at=ports.clock.now(), re=request.id),)


def disconnect(ports: Ports, player: str, connection: str, at: int) -> None:
    """Lose a connection; the late goodbye of an old one does nothing."""
    known = ports.players.disconnect(player, connection)
    if known is not None:
        drop_player(ports, known, connection, at)


def _player_frame(player: Player) -> frames.Player:
    return frames.Player(id=player.id, nickname=player.nickname, rating=player.rating)
