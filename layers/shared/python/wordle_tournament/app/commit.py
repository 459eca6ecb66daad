"""Carrying out a command: load -> advance -> decide -> fold -> one conditional write -> effects.

A lost race reloads and decides anew, with jitter; an old decision is never applied again.
"""

from collections.abc import Iterable

from wordle_tournament.app.attendance import leave_alone
from wordle_tournament.app.effects import perform_effects
from wordle_tournament.app.ports import ATTEMPTS, Busy, Conflict, Player, Ports
from wordle_tournament.app.preconditions import Precondition
from wordle_tournament.app.record import Receipt, Record, Request
from wordle_tournament.app.whereabouts import find_record
from wordle_tournament.core.commands import Command, Drop, Refusal
from wordle_tournament.core.lazy_dataclass import dataclass
from wordle_tournament.core.step import Step, perform


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a command: the record as it is now, and the refusal or the receipt of an earlier delivery."""

    record: Record
    refusal: Refusal | None = None
    receipt: Receipt | None = None
    step: Step | None = None

    def answers_by(self, kind: type) -> bool:
        """Whether the command was answered by an event of this kind."""
        return (
            self.step is not None
            and self.step.answer is not None
            and isinstance(self.step.events[self.step.answer], kind)
        )


def carry_out(
    ports: Ports,
    tournament: str,
    command: Command,
    at: int,
    *,
    request: Request | None = None,
    preconditions: Iterable[Precondition] = (),
    skip_connections: frozenset[str] = frozenset(),
) -> Outcome | None:
    """Carry out a command received at ``at``, epoch ms; ``None`` if there is no such tournament.

    What is said to a lobby that has been merged goes to the one it became: the sender cannot know yet.
    ``unposted`` are connections that are not sent the events, because the caller tells them all of it himself.
    Raise ``Busy`` if the write lost against others over and over.
    """
    preconditions = tuple(preconditions)
    for attempt in range(ATTEMPTS):
        record = find_record(ports, tournament, request)
        if record is None:
            return None
        try:
            return attempt_on(
                ports,
                record,
                command,
                at,
                request=request,
                preconditions=preconditions,
                skip_connections=skip_connections,
            )
        except Conflict:
            ports.clock.back_off(attempt)
    raise Busy


def attempt_on(
    ports: Ports,
    record: Record,
    command: Command,
    at: int,
    *,
    request: Request | None = None,
    preconditions: tuple[Precondition, ...] = (),
    skip_connections: frozenset[str] = frozenset(),
) -> Outcome:
    """Carry out a command on the record as loaded; raise ``Conflict`` if it has been overtaken."""
    if request is not None and (receipt := record.receipt(request)) is not None:
        return Outcome(record, receipt=receipt)
    lexicon = ports.lexicons.lexicon(record.tournament.language)
    step = perform(record.tournament, command, at, lexicon)
    if not step.events:
        return Outcome(record, step.refusal, step=step)
    after = record.after(step, request)
    # A refused command claims nothing; what was due is stored all the same.
    ports.tournaments.save(after, after.placed(step.before), preconditions if step.refusal is None else ())
    drop_gone(ports, perform_effects(ports, after, skip_connections), after.tournament.id, at)
    return Outcome(after, step.refusal, step=step)


def drop_gone(ports: Ports, gone: Iterable[tuple[str, str]], tournament: str, at: int) -> None:
    """Take the (player, connection) pairs to which a post failed for lost: ``$disconnect`` is best effort.

    It does nothing more once the connection is forgotten here, so his party and his other tournament are told as well
    (D12). Losing every race for it is no failure of what was committed: the next post fails too.
    """
    for player, connection in sorted(gone):
        try:
            known = ports.players.disconnect(player, connection)
            if known is None and _is_taken_over(ports, player, connection, tournament):
                continue
            carry_out(ports, tournament, Drop(player, connection), at)
            if known is not None:
                drop_player(ports, known, connection, at)
        except Busy:
            ports.log.warning("not dropped", tournament=tournament, player=player)


def _is_taken_over(ports: Ports, player: str, connection: str, tournament: str) -> bool:
    """Whether another connection is the player's live one by now: its ``hello`` is about to bring the seat along."""
    known = ports.players.load(player)
    return known is not None and known.seat == tournament and known.connection not in {None, connection}


def drop_player(ports: Ports, player: Player, connection: str, at: int) -> None:
    """Make a player whose live connection was this one away from the seat that he claims and from his party."""
    if player.seat is not None:
        carry_out(ports, player.seat, Drop(player.id, connection), at)
    if player.party is not None:
        leave_alone(ports, player.party, player.id, connection, at)
