"""Finding a lobby, and giving up the seat in it (R7, R8.1, D9, D12).

An index proposes lobbies, possibly stale; a conditional write decides. Opening one is serialised: bands of 200 rating
points have a pointer to their newest lobby, and who opens one holds his band's and its neighbours' still. Two players
who could sit together are at most one band apart, so of two who open at one instant one fails, looks again and joins.
"""

from wordle_tournament.app.answers import Answer, answer, refuse
from wordle_tournament.app.commit import ATTEMPTS, Busy, Outcome, attempt_on
from wordle_tournament.app.ports import Claim, Conflict, Opening, Player, Ports, SeatClaim, Vacated
from wordle_tournament.app.record import Record, Request
from wordle_tournament.core import rules as game
from wordle_tournament.core.commands import Entrant, Leave, RefusalCode, TakeSeats
from wordle_tournament.core.lexicon import UnknownLanguage
from wordle_tournament.core.rules import PROFILES
from wordle_tournament.core.tournament import Phase, Tournament
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.errors import ErrorCode


def queue(ports: Ports, frame: inbound.Queue, request: Request, at: int) -> Answer:
    """Take a seat in the best lobby of the language within reach, or open one."""
    try:
        ports.lexicons.lexicon(frame.language)
    except UnknownLanguage:
        return refuse(ports, request, ErrorCode.LANGUAGE_UNKNOWN)
    for attempt in range(ATTEMPTS):
        player = ports.players.load(request.player)
        if player is None or player.connection != request.connection:
            return refuse(ports, request, ErrorCode.RETRY)
        bound = ports.tournaments.load(player.seat) if player.seat else None
        if bound is not None and (receipt := bound.receipt(request)) is not None:
            return answer(ports, Outcome(bound, receipt=receipt), request)
        if bound is not None and bound.tournament.holds(player.id):
            return refuse(ports, request, ErrorCode.ALREADY_SEATED)
        try:
            return answer(ports, _seat(ports, frame.language, player, bound, request, at), request)
        except Conflict:
            ports.clock.back_off(attempt)
    raise Busy


def _seat(ports: Ports, language: str, player: Player, bound: Record | None, request: Request, at: int) -> Outcome:
    entrant = Entrant(player.id, player.nickname, player.rating, request.connection)
    command = TakeSeats((entrant,))
    claims: tuple[Claim, ...] = (SeatClaim(player.id, request.connection, player.seat),)
    if bound is not None and bound.tournament.phase is Phase.LOBBY:  # once it has started, who is out stays out
        claims += (Vacated(bound.tournament.id, bound.version),)
    band = player.rating // game.RATING_RANGE
    tried: set[str] = set()
    for lobby in ports.tournaments.propose(language, player.rating, 1):
        if (outcome := _join(ports, lobby, command, claims, request, at)) is not None:
            return outcome
        tried.add(lobby)
    pointers = ports.tournaments.pointers(language, (band - 1, band, band + 1))
    for lobby in {newest for newest in pointers.values() if newest is not None} - tried:
        if (outcome := _join(ports, lobby, command, claims, request, at)) is not None:
            return outcome
    opened = Tournament(ports.chance.name(), language, PROFILES[ports.rules], ports.chance.seed(), at)
    claims += (Opening(language, band, pointers),)
    return attempt_on(ports, Record(opened), command, at, request=request, claims=claims)


def _join(
    ports: Ports, lobby: str, command: TakeSeats, claims: tuple[Claim, ...], request: Request, at: int
) -> Outcome | None:
    record = ports.tournaments.load(lobby)
    if record is None or not record.tournament.is_open:
        return None
    # The lobby itself is written only if unchanged: nothing more need be promised of it.
    others = tuple(claim for claim in claims if not (isinstance(claim, Vacated) and claim.tournament == lobby))
    outcome = attempt_on(ports, record, command, at, request=request, claims=others)
    return outcome if outcome.refusal is None else None


def unqueue(ports: Ports, _frame: inbound.Unqueue, request: Request, at: int) -> Answer:
    """Give up the seat in the lobby, or hear that it is too late (the tournament has started)."""
    player = ports.players.load(request.player)
    if player is None or player.connection != request.connection:
        return refuse(ports, request, ErrorCode.RETRY)
    for attempt in range(ATTEMPTS):
        record = ports.tournaments.load(player.seat) if player.seat else None
        if record is None:
            return refuse(ports, request, RefusalCode.NOT_SEATED)
        receipt = record.receipt(request)
        if receipt is not None:
            return answer(ports, Outcome(record, receipt=receipt), request)
        if record.tournament.phase is not Phase.LOBBY:
            code = RefusalCode.ALREADY_SEATED if record.tournament.holds(player.id) else RefusalCode.NOT_SEATED
            return refuse(ports, request, code)
        try:
            command = Leave(request.player, request.connection)
            return answer(ports, attempt_on(ports, record, command, at, request=request), request)
        except Conflict:
            ports.clock.back_off(attempt)
    raise Busy
