"""Parties: create, join, leave, remove, hand over, renew, start."""

from wordle_tournament.app.party import membership, start
from wordle_tournament.protocol import inbound
from wordle_tournament.runtime.sockets import serve_each

handler = serve_each(
    {
        inbound.PartyCreate: membership.create,
        inbound.PartyJoin: membership.join,
        inbound.PartyLeave: membership.leave,
        inbound.PartyKick: membership.kick,
        inbound.PartyLead: membership.lead,
        inbound.PartyRenew: membership.renew,
        inbound.PartyStart: start.start,
    }
)
