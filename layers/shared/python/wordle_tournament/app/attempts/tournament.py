"""One attempt at a command on a tournament: load, look for a receipt, advance, decide."""

from collections.abc import Iterable

from wordle_tournament.app.attempts.decision import Attempt, Decision, TournamentWrite
from wordle_tournament.app.lookup import find_record
from wordle_tournament.app.ports import Ports
from wordle_tournament.app.preconditions import Precondition
from wordle_tournament.app.receipts import Request
from wordle_tournament.app.record import Record
from wordle_tournament.core.commands import Command
from wordle_tournament.core.step import perform


def attempt_command(
    ports: Ports,
    tournament: str,
    command: Command,
    at: int,
    *,
    request: Request | None = None,
    preconditions: Iterable[Precondition] = (),
    skip_connections: frozenset[str] = frozenset(),
) -> Attempt:
    """Return the attempt at a command received at ``at``, epoch ms; its record is ``None`` if there is no tournament.

    A command to a lobby that was merged goes to the lobby it was merged into: the sender cannot know yet.
    """

    def attempt(_number: int) -> Decision[Record]:
        record = find_record(ports, tournament, request)
        if record is None:
            return Decision(None)
        return decide_command(
            ports, record, command, at, request=request, preconditions=preconditions, skip_connections=skip_connections
        )

    return attempt


def decide_command(
    ports: Ports,
    record: Record,
    command: Command,
    at: int,
    *,
    request: Request | None = None,
    preconditions: Iterable[Precondition] = (),
    skip_connections: frozenset[str] = frozenset(),
) -> Decision[Record]:
    """Decide a command on a record as loaded. A repeated one is not decided again.

    A refused command claims nothing, but what was due at ``at`` is written all the same.
    """
    if request is not None and (receipt := record.receipt(request)) is not None:
        return Decision(record, receipt=receipt)
    step = perform(record.tournament, command, at, ports.lexicons.lexicon(record.tournament.language))
    code = None if step.refusal is None else step.refusal.code
    if not step.events:
        return Decision(record, code, step=step)
    after = record.after(step, request)
    claimed = () if code else tuple(preconditions)
    write = TournamentWrite(after, after.newly_placed(step.before), claimed, skip_connections)
    return Decision(after, code, step=step, write=write)
