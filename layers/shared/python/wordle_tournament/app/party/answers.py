"""Answers to the sender of a party command. An accepted one is answered by the party's screen, which was posted."""

from wordle_tournament.app.answers import Answer, refuse
from wordle_tournament.app.attempts.decision import Decision
from wordle_tournament.app.lookup import find_members
from wordle_tournament.app.party_record import PartyReceipt, PartyRecord
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.screens.party import party_frame
from wordle_tournament.core import party as rules
from wordle_tournament.core.events import Reason
from wordle_tournament.protocol.render import render_party_left


def answer(ports: Ports, decision: Decision[PartyRecord], request: Request, at: int) -> Answer:
    """Return what the sender must still be told: a refusal, or the answer to a command that was carried out before."""
    if decision.refusal is not None:
        return refuse(ports, request, decision.refusal)
    if not isinstance(decision.receipt, PartyReceipt) or decision.record is None:
        return ()
    now = ports.clock.now()
    party = rules.advance(decision.record.party, at)
    if decision.receipt.has_left or party.member(request.player) is None:
        return (render_party_left(Reason.ASKED, at=now, re=request.id),)
    return (party_frame(ports, party, find_members(ports, party), at=now, re=request.id),)
