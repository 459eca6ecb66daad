"""The one way in which a command changes a tournament or a party.

    attempt: load -> receipt -> advance -> decide         (``attempts/``)
    transact: attempt -> save -> react; a lost race backs off with jitter and attempts anew
    then: the connections that turned out to be gone are lost by commands of their own, until no more are found

An old decision is never applied to a newer version.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from wordle_tournament.app.attempts.decision import Attempt, Decision, TournamentWrite, Write
from wordle_tournament.app.attempts.party import attempt_change
from wordle_tournament.app.attempts.tournament import attempt_command
from wordle_tournament.app.ports import PASSING, Busy, Conflict, Ports
from wordle_tournament.app.reactions import Lost, Reaction, react
from wordle_tournament.core import party as party_rules
from wordle_tournament.core.commands import Drop

ATTEMPTS = 8  # of a command against others on the same aggregate


def transact(ports: Ports, attempt: Attempt, at: int, *, attempts: int = ATTEMPTS) -> Decision[Any]:
    """Carry out a command received at ``at``, epoch ms, and return what was decided.

    Raise ``Busy`` if every attempt lost its race, ``Superseded`` if a connection is no longer the player's live one.
    """
    decision, reaction = _commit(ports, attempt, attempts)
    lose_connections(ports, reaction.lost, at)
    reaction.raise_fault()
    return decision


def _commit(ports: Ports, attempt: Attempt, attempts: int) -> tuple[Decision[Any], Reaction]:
    """Attempt until a final decision is stored; return it and what its reactions came to.

    An effect that failed for a passing reason is left to the outbox relay.
    """
    reaction = Reaction()
    for number in range(attempts):
        try:
            decision = attempt(number)
            if decision.write is not None:
                _save(ports, decision.write)
        except Conflict:
            ports.clock.back_off(number)
            continue
        if decision.write is not None:
            reaction += react(ports, decision.write)
        if decision.is_final:
            return decision, reaction
    raise Busy


def _save(ports: Ports, write: Write) -> None:
    if isinstance(write, TournamentWrite):
        ports.tournaments.save(write.record, write.placed, write.preconditions)
    else:
        ports.parties.save(write.record, write.preconditions)


def lose_connections(ports: Ports, lost: Iterable[Lost], at: int) -> None:
    """Carry out that connections were lost, also those that are found gone on the way: ``$disconnect`` is best effort.

    A drop that fails for a passing reason is no failure of what was committed: the next post fails as well.
    """
    waiting = deque(sorted(lost, key=_order))
    seen = set(waiting)
    while waiting:
        one = waiting.popleft()
        found: set[Lost] = set()
        try:
            for attempt in _drops(ports, one, at):
                found |= _commit(ports, attempt, ATTEMPTS)[1].lost
        except PASSING:
            ports.log.warning("not dropped", player=one.player, tournament=one.tournament, party=one.party)
        waiting.extend(sorted(found - seen, key=_order))
        seen |= found


def _order(lost: Lost) -> tuple[str, str, str, str]:
    return lost.player, lost.connection, lost.tournament or "", lost.party or ""


def _drops(ports: Ports, lost: Lost, at: int) -> Iterator[Attempt]:
    """Yield the commands by which a player's connection is lost, wherever it was their live one (D11, D12)."""
    player = ports.players.disconnect(lost.player, lost.connection)
    if player is None and lost.tournament is not None and _is_taken_over(ports, lost):
        return  # the new connection's ``hello`` is about to bring the seat along
    tournaments, parties = {lost.tournament}, {lost.party}
    if player is not None:
        tournaments.add(player.seat)
        parties.add(player.party)
    yield from _drops_from(ports, lost, tournaments - {None}, parties - {None}, at)


def _is_taken_over(ports: Ports, lost: Lost) -> bool:
    player = ports.players.load(lost.player)
    return player is not None and player.seat == lost.tournament and player.connection not in {None, lost.connection}


def _drops_from(
    ports: Ports, lost: Lost, tournaments: Iterable[str | None], parties: Iterable[str | None], at: int
) -> Iterator[Attempt]:
    for tournament in sorted(filter(None, tournaments)):
        yield attempt_command(ports, tournament, Drop(lost.player, lost.connection), at)
    for party in sorted(filter(None, parties)):
        yield attempt_change(ports, party, at, lambda state: party_rules.drop(state, lost.player, lost.connection))


def disconnect(ports: Ports, player: str, connection: str, at: int) -> None:
    """Lose a connection that is closed; the late goodbye of an old one does nothing."""
    lose_connections(ports, [Lost(player, connection)], at)
