"""Who belongs to a party: create, join, leave, remove, hand over, renew the invitation (R9, D13).

A change of the members while the party sits in a lobby first withdraws it from there, and all of them are told. While
the party plays nobody comes in.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wordle_tournament.app.answers import Answer
from wordle_tournament.app.attempts.decision import Decision, PartyWrite
from wordle_tournament.app.attempts.party import Sender, attempt_by_player
from wordle_tournament.app.attempts.tournament import attempt_command
from wordle_tournament.app.lookup import find_members, find_record, lobby_of
from wordle_tournament.app.party.answers import answer
from wordle_tournament.app.party_record import PartyReceipt, PartyRecord
from wordle_tournament.app.ports import Conflict, Ports
from wordle_tournament.app.preconditions import Departed, PartyClaim, PartyPrecondition
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.transact import transact
from wordle_tournament.core import party as rules
from wordle_tournament.core.commands import Withdraw
from wordle_tournament.core.events import Reason
from wordle_tournament.core.party import Member, Party, PartyRefusal
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.errors import ErrorCode

JOINS_A_MINUTE = 10  # of one player; a code has 96 random bits, so this only keeps the noise down


def create(ports: Ports, _frame: inbound.PartyCreate, request: Request, at: int) -> Answer:
    """Found a party and lead it."""

    def decide(sender: Sender) -> Decision[PartyRecord]:
        if sender.party is not None:
            return Decision(None, ErrorCode.ALREADY_IN_PARTY)
        founder = Member(sender.player.id, request.connection)
        party = rules.found_party(ports.chance.new_id(), ports.chance.new_id(), founder, at)
        return _enter(PartyRecord(party), party, sender, request)

    return answer(ports, transact(ports, attempt_by_player(ports, request, at, decide), at), request, at)


def join(ports: Ports, frame: inbound.PartyJoin, request: Request, at: int) -> Answer:
    """Follow an invitation. Wrong, old and expired codes are answered alike."""

    def decide(sender: Sender) -> Decision[PartyRecord]:
        if sender.attempt == 0 and not ports.rate_limiter.allow(f"join-{request.player}", JOINS_A_MINUTE, at):
            return Decision(None, ErrorCode.TOO_MANY_REQUESTS)
        record = _find_invited(ports, frame.code)
        return Decision(None, ErrorCode.PARTY_UNKNOWN) if record is None else decide_join(sender, record)

    def decide_join(sender: Sender, record: PartyRecord) -> Decision[PartyRecord]:
        if sender.party is not None:
            is_same = sender.party.id == record.id
            is_in = PartyReceipt(request.player, request.id)
            return Decision(record, receipt=is_in) if is_same else Decision(None, ErrorCode.ALREADY_IN_PARTY)
        party = rules.advance(record.party, at)
        joined = rules.join(party, Member(sender.player.id, request.connection))
        if isinstance(joined, PartyRefusal):
            return Decision(None, ErrorCode(joined.value))
        found = find_members(ports, party)
        if found.plays(party):
            return Decision(None, ErrorCode.PARTY_BUSY)
        if (lobby := found.lobby_of(party)) is not None:
            return _withdraw(ports, lobby, party, at)
        return _enter(record, joined, sender, request)

    return answer(ports, transact(ports, attempt_by_player(ports, request, at, decide), at), request, at)


def _find_invited(ports: Ports, code: str) -> PartyRecord | None:
    """Return the party that the code invites to now."""
    name = ports.parties.find(code)
    record = ports.parties.load(name) if name is not None else None
    return record if record is not None and record.party.code == code else None


def leave(ports: Ports, _frame: inbound.PartyLeave, request: Request, at: int) -> Answer:
    """Leave the party; a tournament that the player plays goes on."""
    return _change(ports, request, at, lambda party: rules.leave(party, request.player), {request.player: Reason.ASKED})


def kick(ports: Ports, frame: inbound.PartyKick, request: Request, at: int) -> Answer:
    """Remove a member, who cannot come back; the others get another code (D19)."""
    reasons = {frame.player: Reason.KICKED}
    return _change(
        ports,
        request,
        at,
        lambda party: rules.kick(party, request.player, frame.player, ports.chance.new_id()),
        reasons,
    )


def lead(ports: Ports, frame: inbound.PartyLead, request: Request, at: int) -> Answer:
    """Hand over the lead."""
    return _change(ports, request, at, lambda party: rules.hand_over(party, request.player, frame.player))


def renew(ports: Ports, _frame: inbound.PartyRenew, request: Request, at: int) -> Answer:
    """Invite by another code; the old one invites to nothing any more."""
    return _change(ports, request, at, lambda party: rules.renew(party, request.player, ports.chance.new_id()))


def _change(
    ports: Ports,
    request: Request,
    at: int,
    change: Callable[[Party], Party | PartyRefusal],
    reasons: dict[str, Reason] | None = None,
) -> Answer:
    """Change the sender's own party; ``reasons`` say why a member is removed."""

    def decide(sender: Sender) -> Decision[PartyRecord]:
        if sender.record is None or sender.party is None:
            return Decision(None, ErrorCode.NOT_IN_PARTY)
        changed = change(sender.party)
        if isinstance(changed, PartyRefusal):
            return Decision(None, ErrorCode(changed.value))
        if len(changed.members) != len(sender.record.party.members):
            lobby = _find_lobby(ports, sender.player.id, sender.party)
            if lobby is not None:
                return _withdraw(ports, lobby, sender.party, at)
        after = sender.record.after(changed, request, reasons)
        return Decision(after, write=PartyWrite(after))

    return answer(ports, transact(ports, attempt_by_player(ports, request, at, decide), at), request, at)


def _find_lobby(ports: Ports, member: str, party: Party) -> str | None:
    """Return the lobby in which the party sits. It sits there whole, so one member's claim leads to it.

    The claim is read after the party: a start between the two reads would be missed the other way round.
    """
    player = ports.players.load(member)
    seat = find_record(ports, player.seat) if player is not None and player.seat is not None else None
    return lobby_of(seat, party.id)


def _enter(record: PartyRecord, party: Party, sender: Sender, request: Request) -> Decision[PartyRecord]:
    """Decide to make the sender a member."""
    after = record.after(party, request).brought_by(sender.player.id, sender.record)
    claimed: list[PartyPrecondition] = [PartyClaim(sender.player.id, request.connection, sender.player.party)]
    if sender.record is not None and sender.record.id != party.id:
        claimed.append(Departed(sender.record.id, sender.record.version))
    return Decision(after, write=PartyWrite(after, tuple(claimed)))


def _withdraw(ports: Ports, lobby: str, party: Party, at: int) -> Decision[Any]:
    """Decide to take the party out of the lobby first; raise ``Conflict`` if it is not there: its game may be on."""
    withdrawn = attempt_command(ports, lobby, Withdraw(party.id), at)(0)
    if withdrawn.refusal is not None or withdrawn.write is None:
        raise Conflict
    return replace(withdrawn, is_final=False)
