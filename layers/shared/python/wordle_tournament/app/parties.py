"""Parties: create, join, leave, remove, hand over, renew, start (R9, D13).

A party changes like a tournament: load, apply what is due, decide, one conditional write, then everybody is shown. A
change of its members while it sits in a lobby first withdraws it from there, all told; while it plays nobody comes in.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from wordle_tournament.app.answers import Answer, refuse
from wordle_tournament.app.attendance import show
from wordle_tournament.app.commit import carry_out
from wordle_tournament.app.lobbies import Unit, merge_lobbies, seat_unit
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.party_screen import party_frame, tell_removed
from wordle_tournament.app.ports import ATTEMPTS, SEAT_ATTEMPTS, Busy, Conflict, Player, Ports
from wordle_tournament.app.preconditions import Departed, PartyClaim, PartyPrecondition, PartySeated
from wordle_tournament.app.record import Request
from wordle_tournament.app.whereabouts import Whereabouts, find_members
from wordle_tournament.core import party as rules
from wordle_tournament.core.commands import Withdraw
from wordle_tournament.core.events import Reason
from wordle_tournament.core.lexicon import UnknownLanguage
from wordle_tournament.core.party import Member, Party, PartyRefusal
from wordle_tournament.protocol import inbound
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.render import render_party_left

JOINS_A_MINUTE = 10  # of one player; a code has 96 random bits, so this only keeps the noise down


@dataclass(frozen=True, slots=True)
class Turn:
    """One attempt (0, 1, ...) at a command: the sender, and the party as it is at this moment, if he is in one.

    ``record`` is what his claim names, whether or not he still is a member.
    """

    number: int
    player: Player
    record: PartyRecord | None
    party: Party | None


def create(ports: Ports, _frame: inbound.PartyCreate, request: Request, at: int) -> Answer:
    """Found a party and lead it."""

    def attempt(turn: Turn) -> Answer:
        if turn.party is not None:
            return refuse(ports, request, ErrorCode.ALREADY_IN_PARTY)
        founder = Member(turn.player.id, request.connection)
        party = rules.found_party(ports.chance.name(), ports.chance.name(), founder, at)
        return _enter(ports, PartyRecord(party), party, turn, request, at)

    return _attempts(ports, request, at, attempt)


def join(ports: Ports, frame: inbound.PartyJoin, request: Request, at: int) -> Answer:
    """Follow an invitation. Wrong, old and expired codes answer alike."""

    def attempt(turn: Turn) -> Answer:
        if turn.number == 0 and not ports.rate_limiter.allow(f"join-{request.player}", JOINS_A_MINUTE, at):
            return refuse(ports, request, ErrorCode.TOO_MANY_REQUESTS)
        name = ports.parties.find(frame.code)
        record = ports.parties.load(name) if name is not None else None
        if record is None or record.party.code != frame.code:
            return refuse(ports, request, ErrorCode.PARTY_UNKNOWN)
        if turn.party is not None:
            is_same = turn.party.id == record.party.id
            return _once_more(ports, turn, request) if is_same else refuse(ports, request, ErrorCode.ALREADY_IN_PARTY)
        party = rules.advance(record.party, at)
        joined = rules.join(party, Member(turn.player.id, request.connection))
        if isinstance(joined, PartyRefusal):
            return refuse(ports, request, ErrorCode(joined.value))
        found = find_members(ports, party)
        if found.plays(party):
            return refuse(ports, request, ErrorCode.PARTY_BUSY)
        _withdraw(ports, party, found, at)
        return _enter(ports, record, joined, turn, request, at)

    return _attempts(ports, request, at, attempt)


def leave(ports: Ports, _frame: inbound.PartyLeave, request: Request, at: int) -> Answer:
    """Go; what one plays goes on."""
    return _change(ports, request, at, lambda party: rules.leave(party, request.player), Reason.ASKED)


def kick(ports: Ports, frame: inbound.PartyKick, request: Request, at: int) -> Answer:
    """Remove a member."""
    return _change(ports, request, at, lambda party: rules.kick(party, request.player, frame.player), Reason.KICKED)


def lead(ports: Ports, frame: inbound.PartyLead, request: Request, at: int) -> Answer:
    """Hand over the lead."""
    return _change(ports, request, at, lambda party: rules.hand_over(party, request.player, frame.player))


def renew(ports: Ports, _frame: inbound.PartyRenew, request: Request, at: int) -> Answer:
    """Invite by another code; the old one is worth nothing any more."""
    return _change(ports, request, at, lambda party: rules.renew(party, request.player, ports.chance.name()))


def start(ports: Ports, frame: inbound.PartyStart, request: Request, at: int) -> Answer:
    """Take the whole party into one lobby of the language; a full party starts at once (R9.1, R9.2)."""
    try:
        ports.lexicons.lexicon(frame.language)
    except UnknownLanguage:
        return refuse(ports, request, ErrorCode.LANGUAGE_UNKNOWN)

    def attempt(turn: Turn) -> Answer:
        if turn.record is None or turn.party is None:
            return refuse(ports, request, ErrorCode.NOT_IN_PARTY)
        party = rules.check_start(turn.party, request.player)
        if isinstance(party, PartyRefusal):
            return refuse(ports, request, ErrorCode(party.value))
        found = find_members(ports, party)
        names = [member.player for member in party.members]
        if any(found.is_held(name) or name not in found.players for name in names):
            if ports.parties.load(party.id) != turn.record:
                raise Conflict  # held by this very start, if the frame came twice
            return refuse(ports, request, ErrorCode.PARTY_BUSY)
        players = tuple(replace(found.players[one.player], connection=one.connection) for one in party.members)
        bound = {record.tournament.id: record for record in map(found.bound, names) if record is not None}
        seated = turn.record.after(party, request)
        unit = Unit(players, tuple(bound.values()), PartySeated(seated))
        outcome = seat_unit(ports, frame.language, unit, at, None)
        show(ports, seated, at, request)
        merge_lobbies(ports, outcome.record.tournament.id, at)
        return ()

    return _attempts(ports, request, at, attempt, most=SEAT_ATTEMPTS)


def _attempts(
    ports: Ports, request: Request, at: int, attempt: Callable[[Turn], Answer], *, most: int = ATTEMPTS
) -> Answer:
    """Try a command on what is there now, again and again while others are faster; a repeated one is only answered."""
    for number in range(most):
        player = ports.players.load(request.player)
        if player is None or player.connection != request.connection:
            return refuse(ports, request, ErrorCode.RETRY)
        record = ports.parties.load(player.party) if player.party is not None else None
        party = rules.advance(record.party, at) if record is not None else None
        is_member = party is not None and party.member(player.id) is not None
        turn = Turn(number, player, record, party if is_member else None)
        if record is not None and (receipt := record.receipt(request)) is not None:
            return _once_more(ports, turn, request, has_left=receipt.has_left)
        try:
            return attempt(turn)
        except Conflict:
            ports.clock.back_off(number)
    raise Busy


def _change(
    ports: Ports,
    request: Request,
    at: int,
    decide: Callable[[Party], Party | PartyRefusal],
    removed: Reason | None = None,
) -> Answer:
    """Change the sender's own party; ``removed`` is why who is no longer in it was removed."""

    def attempt(turn: Turn) -> Answer:
        if turn.record is None or turn.party is None:
            return refuse(ports, request, ErrorCode.NOT_IN_PARTY)
        decided = decide(turn.party)
        if isinstance(decided, PartyRefusal):
            return refuse(ports, request, ErrorCode(decided.value))
        if len(decided.members) != len(turn.record.party.members):
            _withdraw(ports, turn.record.party, find_members(ports, turn.record.party), at)
        record = turn.record.after(decided, request)
        ports.parties.save(record)
        if removed is not None:
            gone = [member for member in turn.party.members if decided.member(member.player) is None]
            tell_removed(ports, gone, removed, request)
        show(ports, record, at, request)
        return ()

    return _attempts(ports, request, at, attempt)


def _enter(ports: Ports, record: PartyRecord, party: Party, turn: Turn, request: Request, at: int) -> Answer:
    """Make the sender a member."""
    after = record.after(party, request).brought_by(turn.player.id, turn.record)
    preconditions: list[PartyPrecondition] = [PartyClaim(turn.player.id, request.connection, turn.player.party)]
    if turn.record is not None and turn.record.party.id != party.id:
        preconditions.append(Departed(turn.record.party.id, turn.record.version))
    ports.parties.save(after, preconditions)
    show(ports, after, at, request)
    return ()


def _withdraw(ports: Ports, party: Party, found: Whereabouts, at: int) -> None:
    """Take the party out of the lobby it was found in; raise ``Conflict`` if it is not there: its game may be on."""
    lobby = found.lobby_of(party)
    if lobby is not None:
        outcome = carry_out(ports, lobby, Withdraw(party.id), at)
        if outcome is None or outcome.refusal is not None:
            raise Conflict


def _once_more(ports: Ports, turn: Turn, request: Request, *, has_left: bool = False) -> Answer:
    """Answer a command that has been carried out before: with the party as it stands, or that one has left it."""
    if turn.party is None or has_left:
        return (render_party_left(Reason.ASKED, at=ports.clock.now(), re=request.id),)
    now = ports.clock.now()
    return (party_frame(ports, turn.party, find_members(ports, turn.party), at=now, re=request.id),)
