"""Merging lobbies that could be one, so that nobody waits in two half lobbies for long (D9)."""

from wordle_tournament.app.attempts.decision import Decision, TournamentWrite
from wordle_tournament.app.attempts.tournament import decide_command
from wordle_tournament.app.lookup import find_record
from wordle_tournament.app.ports import Busy, Ports
from wordle_tournament.app.preconditions import Absorbed, SeatMove
from wordle_tournament.app.record import Record
from wordle_tournament.app.transact import transact
from wordle_tournament.core import rules as game
from wordle_tournament.core.commands import Absorb, Dissolve, Tick
from wordle_tournament.core.matchmaking import are_mergeable
from wordle_tournament.core.step import perform

MERGE_ATTEMPTS = 12  # lost races and merges together; what a pathological crowd leaves undone the next ping does
PARTNERS = 64  # lobbies looked at for a merge; nearly always the first will do, or there is none
NOTHING: Decision[Record] = Decision(None)


def merge_lobbies(ports: Ports, lobby: str, at: int) -> None:
    """Merge the lobby with every other that could legally be one with it, whole, until there is none.

    Called after each join, and with each ping from a lobby.
    """
    try:
        transact(ports, lambda _number: _attempt_merge(ports, lobby, at), at, attempts=MERGE_ATTEMPTS)
    except Busy:
        return


def _attempt_merge(ports: Ports, lobby: str, at: int) -> Decision[Record]:
    """Decide to merge the lobby with one other, if there is one that fits."""
    record = _find_open(ports, lobby, at)
    if isinstance(record, Decision):
        return record
    one = record.tournament
    # Every unit within 200 of the merged mean keeps the two means within 400.
    proposed = ports.tournaments.propose(
        one.language, float(one.lobby_rating), len(one.seats), reach=2 * game.RATING_RANGE, most=PARTNERS
    )
    for name in proposed:
        if name == one.id:
            continue
        other = _find_open(ports, name, at)
        if isinstance(other, Decision):
            if other.write is not None:
                return other
        elif other.id != one.id and are_mergeable(one.seats, other.tournament.seats):
            return _decide_merge(ports, record, other, at)
    return NOTHING


def _find_open(ports: Ports, lobby: str, at: int) -> Record | Decision[Record]:
    """Return the lobby if it has free seats; else, or if something is due in it, what to do first."""
    record = find_record(ports, lobby)
    if record is None:
        return NOTHING
    due = decide_command(ports, record, Tick(), at)
    if due.write is not None:
        return Decision(due.record, write=due.write, is_final=False)
    return record if record.tournament.is_open else NOTHING


def _decide_merge(ports: Ports, one: Record, other: Record, at: int) -> Decision[Record]:
    """Decide to merge the smaller of two lobbies into the larger."""
    into, merged = sorted((one, other), key=lambda record: (-len(record.tournament.seats), record.id))
    lexicon = ports.lexicons.lexicon(into.tournament.language)
    closed = merged.after(perform(merged.tournament, Dissolve(into.id), at, lexicon), None)
    moves = [SeatMove(seat.player, merged.id) for seat in merged.tournament.seats]
    absorbing = perform(into.tournament, Absorb(merged.id, merged.tournament.seats), at, lexicon)
    after = into.after(absorbing, None).joined_by(merged, into.tournament.seq + 1)
    write = TournamentWrite(after, preconditions=(Absorbed(closed), *moves))
    return Decision(after, write=write, is_final=False)
