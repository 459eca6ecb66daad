"""A member's live connection comes to the party with ``hello`` (R9, D11)."""

from wordle_tournament.app.attempts.party import attempt_change
from wordle_tournament.app.lookup import find_members
from wordle_tournament.app.ports import Player, Ports
from wordle_tournament.app.preconditions import Attachment
from wordle_tournament.app.screens.party import party_frame
from wordle_tournament.app.transact import transact
from wordle_tournament.core import party as rules
from wordle_tournament.core.events import Reason
from wordle_tournament.protocol.frames import dump
from wordle_tournament.protocol.render import render_party_left


def attach_to_party(ports: Ports, player: Player, connection: str, at: int) -> None:
    """Make the connection the member's live one and show the party to all; a player who was away too long is told so.

    Raise ``Superseded`` if the connection is no longer the player's live one.
    """
    if player.party is None:
        return
    claimed = [Attachment(player.id, connection)]
    attempt = attempt_change(ports, player.party, at, lambda party: rules.attach(party, player.id, connection), claimed)
    decision = transact(ports, attempt, at)
    if decision.record is None or decision.record.party.member(player.id) is None:
        ports.connections.post({connection: [dump(render_party_left(Reason.LOST, at=ports.clock.now()))]})
    elif decision.write is None:
        now = ports.clock.now()
        frame = party_frame(ports, decision.record.party, find_members(ports, decision.record.party), at=now)
        ports.connections.post({connection: [dump(frame)]})
