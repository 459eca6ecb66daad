"""Answers to the sender of a party command. An accepted one is answered by the party's screen, which was posted."""

from wordle_tournament.app.answers import Answer, refuse
from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.party_record import PartyReceipt, PartyRecord
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.reactions import Lost
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.screens.party import show_party
from wordle_tournament.app.transact import lose_connections
from wordle_tournament.core import party as rules
from wordle_tournament.core.events import Reason
from wordle_tournament.protocol.render import render_party_left


def answer(ports: Ports, decision: Decision[PartyRecord], request: Request, at: int) -> Answer:
    """Return what the sender must still be told: a refusal, or the answer to a command that was carried out before.

    A command that comes again may have been carried out by a function that died, so every member is shown the party.
    """
    if decision.refusal is not None:
        return refuse(ports, request, decision.refusal)
    if not isinstance(decision.receipt, PartyReceipt) or decision.record is None:
        return ()
    record = decision.record
    has_left = decision.receipt.has_left or rules.advance(record.party, at).member(request.player) is None
    lost = show_party(ports, record, None if has_left else request)
    lose_connections(ports, [Lost(player, connection, party=record.id) for player, connection in lost], at)
    return (render_party_left(Reason.ASKED, at=ports.clock.now(), re=request.id),) if has_left else ()
