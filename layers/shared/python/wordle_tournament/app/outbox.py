"""The outbox relay: what a committer that died left undone is done from the table's stream."""

from collections.abc import Sequence

from wordle_tournament.app.attempts.decision import PartyWrite, TournamentWrite
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Outbox, Ports
from wordle_tournament.app.reactions import Reaction, react
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import lose_connections

GRACE_MS = 1_000  # how long a committer may take from its moment to the end of its effects
GAP = 64  # versions before a batch that are looked at before all of them count as delivered


def relay(ports: Ports, records: Sequence[Record] | Sequence[PartyRecord], at: int) -> None:
    """Perform the pending effects of stored versions of one tournament or one party, oldest first.

    A committer is given a moment to perform them itself, so that normally nothing is sent twice. Every version is
    tried. If effects of one fail, raise what failed: ``Unavailable`` if a later delivery of the same versions can help.
    """
    aggregate = records[0].id
    outbox: Outbox = ports.tournaments if isinstance(records[0], Record) else ports.parties
    versions = [record.version for record in records]
    earlier = range(max(versions[-1] - GAP, 0) + 1, versions[0])
    pending = outbox.pending(aggregate, [*earlier, *versions])
    newest = max((record.now for record in records if record.version in pending), default=None)
    if newest is not None and (early := newest + GRACE_MS - ports.clock.now()) > 0:
        ports.clock.wait(min(early, GRACE_MS))
        pending = outbox.pending(aggregate, [*earlier, *versions])
    reaction = Reaction()
    for record in records:
        if record.version in pending:
            ports.log.warning("relayed", aggregate=aggregate, version=record.version)
            reaction += react(ports, TournamentWrite(record) if isinstance(record, Record) else PartyWrite(record))
    if not reaction.failures and not pending & frozenset(earlier):  # an earlier one may still be on its way
        outbox.mark_delivered_through(aggregate, versions[-1])
    lose_connections(ports, reaction.lost, at)
    reaction.raise_failure()
