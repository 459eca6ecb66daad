"""What a client may send: one strict model for each action (``models``), and ``parse_frame``, the only way to them.

Here: shapes and limits. Not here: whether a command may be carried out now (``core``, ``app``), or which player sent it
(the connection tells).
"""

from wordle_tournament.protocol.inbound.models import (
    CLIENT_FRAMES,
    VERSION,
    ClientFrame,
    Guess,
    Hello,
    Inbound,
    Leave,
    PartyCreate,
    PartyJoin,
    PartyKick,
    PartyLead,
    PartyLeave,
    PartyRenew,
    PartyStart,
    Ping,
    Queue,
    Rename,
    Sync,
    Unqueue,
)
from wordle_tournament.protocol.inbound.parse import MAX_BYTES, BadFrame, parse_frame

__all__ = [
    "CLIENT_FRAMES",
    "MAX_BYTES",
    "VERSION",
    "BadFrame",
    "ClientFrame",
    "Guess",
    "Hello",
    "Inbound",
    "Leave",
    "PartyCreate",
    "PartyJoin",
    "PartyKick",
    "PartyLead",
    "PartyLeave",
    "PartyRenew",
    "PartyStart",
    "Ping",
    "Queue",
    "Rename",
    "Sync",
    "Unqueue",
    "parse_frame",
]
