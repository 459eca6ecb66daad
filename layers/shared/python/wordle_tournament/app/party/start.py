"""``party-start``: the whole party takes seats in one lobby; a full party starts at once (R9.1, R9.2)."""

from dataclasses import replace

from wordle_tournament.app.answers import Answer, refuse
from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.attempts.party import Sender, attempt_by_player
from wordle_tournament.app.limits import seat_wait
from wordle_tournament.app.lobby.merge import merge_lobbies
from wordle_tournament.app.lobby.seating import SEAT_ATTEMPTS, Unit, decide_seats
from wordle_tournament.app.lookup import find_members
from wordle_tournament.app.party.answers import answer
from wordle_tournament.app.ports import Conflict, Ports
from wordle_tournament.app.preconditions import PartySeated
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import transact
from wordle_tournament.core import party as rules
from wordle_tournament.core.lexicon import UnknownLanguage
from wordle_tournament.core.party import PartyRefusal
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.errors import ErrorCode


def start(ports: Ports, frame: inbound.PartyStart, request: Request, at: int) -> Answer:
    """Take the whole party into one lobby of the language."""
    try:
        ports.lexicons.lexicon(frame.language)
    except UnknownLanguage:
        return refuse(ports, request, ErrorCode.LANGUAGE_UNKNOWN)

    waits: list[int] = []  # of the last attempt, for the answer

    def decide(sender: Sender) -> Decision[Record]:
        if sender.record is None or sender.party is None:
            return Decision(None, ErrorCode.NOT_IN_PARTY)
        party = rules.check_start(sender.party, request.player)
        if isinstance(party, PartyRefusal):
            return Decision(None, ErrorCode(party.value))
        if (wait := seat_wait(ports, [member.player for member in party.members], at)) is not None:
            waits.append(wait)
            return Decision(None, ErrorCode.TOO_MANY_REQUESTS)
        found = find_members(ports, party, known=sender.player)
        names = [member.player for member in party.members]
        if any(found.is_held(name) or name not in found.players for name in names):
            if ports.parties.load(party.id) != sender.record:
                raise Conflict  # held by this very start, if the frame came twice
            return Decision(None, ErrorCode.PARTY_BUSY)
        players = tuple(replace(found.players[one.player], connection=one.connection) for one in party.members)
        bound = {record.id: record for record in map(found.bound, names) if record is not None}
        seated = PartySeated(sender.record.after(party, request))
        return decide_seats(ports, frame.language, Unit(players, tuple(bound.values()), seated), at, None)

    decision = transact(ports, attempt_by_player(ports, request, at, decide), at, attempts=SEAT_ATTEMPTS)
    if isinstance(decision.record, Record) and decision.write is not None:
        merge_lobbies(ports, decision.record.id, at)
    if decision.refusal is ErrorCode.TOO_MANY_REQUESTS:
        return refuse(ports, request, ErrorCode.TOO_MANY_REQUESTS, retry_after=waits[-1])
    return answer(ports, decision, request, at)
