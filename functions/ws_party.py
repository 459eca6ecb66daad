"""Parties: create, join, leave, remove, hand over, renew, start."""

from wordle_tournament.app import parties
from wordle_tournament.protocol import inbound
from wordle_tournament.runtime.sockets import serve_each

handler = serve_each(
    {
        inbound.PartyCreate: parties.create,
        inbound.PartyJoin: parties.join,
        inbound.PartyLeave: parties.leave,
        inbound.PartyKick: parties.kick,
        inbound.PartyLead: parties.lead,
        inbound.PartyRenew: parties.renew,
        inbound.PartyStart: parties.start,
    }
)
