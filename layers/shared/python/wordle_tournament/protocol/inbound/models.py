"""The frames that a client may send: one strict model for each action.

Limits of the fields; characters are code points:

* ``id``: up to 64; the id of a player, tournament or duel: 1 to 64; a party's ``code``: up to 64
* ``word``: up to 64, enough for six letters in any composition; ``wrong-length`` answers a wrong word within it
* ``nickname``: up to 256; ``nickname-invalid`` answers a wrong name within it
* ``language``: up to 16; ``language-unknown`` answers an unknown language within it
* ``turn``: 1 to 12; ``seq``: 0 to 2^53 - 1; no field may be ``null``
"""

from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from wordle_tournament.protocol.routes import ROUTES
from wordle_tournament.protocol.wire import CommandId, Maybe, Reference, Seq, Turn, Wire

VERSION: Final = 1

Word = Annotated[str, Field(max_length=64)]
Nickname = Annotated[str, Field(max_length=256)]
Language = Annotated[str, Field(max_length=16)]
Code = Annotated[str, Field(max_length=64)]


class Inbound(Wire):
    """What every client frame has: an action, and an id, unique per player, that comes back as ``re``."""

    action: str
    id: CommandId


class Hello(Inbound):
    """The first frame of a connection, which makes it the player's live one (D11)."""

    action: Literal["hello"] = "hello"
    v: Annotated[int, Field(ge=VERSION, le=VERSION)]  # Literal[1] would take true and 1.0 as well
    tournament: Maybe[Reference] = None
    seq: Maybe[Seq] = None


class Rename(Inbound):
    """Take another nickname (R10.1)."""

    action: Literal["rename"] = "rename"
    nickname: Nickname


class Queue(Inbound):
    """Look for a lobby (R7.1)."""

    action: Literal["queue"] = "queue"
    language: Language


class Unqueue(Inbound):
    """Give up the seat in the lobby (R8.1)."""

    action: Literal["unqueue"] = "unqueue"


class PartyCreate(Inbound):
    """Open a party (R9.1)."""

    action: Literal["party-create"] = "party-create"


class PartyJoin(Inbound):
    """Join a party by its invite code (R9.1)."""

    action: Literal["party-join"] = "party-join"
    code: Code


class PartyLeave(Inbound):
    """Leave the party (D13)."""

    action: Literal["party-leave"] = "party-leave"


class PartyKick(Inbound):
    """Remove a member (D13)."""

    action: Literal["party-kick"] = "party-kick"
    player: Reference


class PartyLead(Inbound):
    """Make another member the leader."""

    action: Literal["party-lead"] = "party-lead"
    player: Reference


class PartyRenew(Inbound):
    """Replace the invite code: the old code and link are no longer valid."""

    action: Literal["party-renew"] = "party-renew"


class PartyStart(Inbound):
    """Seat the whole party in a lobby (R9.2)."""

    action: Literal["party-start"] = "party-start"
    language: Language


class Guess(Inbound):
    """A word for a turn of a duel, as typed (R4)."""

    action: Literal["guess"] = "guess"
    tournament: Reference
    duel: Reference
    turn: Turn
    word: Word


class Leave(Inbound):
    """Leave the lobby or the game, or stop watching (R8, D5)."""

    action: Literal["leave"] = "leave"
    tournament: Reference


class Sync(Inbound):
    """Ask for the events after ``seq``."""

    action: Literal["sync"] = "sync"
    tournament: Reference
    seq: Seq


class Ping(Inbound):
    """A heartbeat (D15); it also applies what is due in the tournament."""

    action: Literal["ping"] = "ping"
    tournament: Maybe[Reference] = None
    seq: Maybe[Seq] = None


ClientFrame = (
    Hello
    | Rename
    | Queue
    | Unqueue
    | PartyCreate
    | PartyJoin
    | PartyLeave
    | PartyKick
    | PartyLead
    | PartyRenew
    | PartyStart
    | Guess
    | Leave
    | Sync
    | Ping
)

_BY_ACTION: dict[str, type[ClientFrame]] = {
    model.model_fields["action"].default: model for model in get_args(ClientFrame)
}
# The register of routes decides what is an action. A route without a model fails at import, not at a client.
CLIENT_FRAMES: dict[str, type[ClientFrame]] = {route.action: _BY_ACTION.pop(route.action) for route in ROUTES}
if _BY_ACTION:
    raise LookupError(f"no route for {', '.join(_BY_ACTION)}")
