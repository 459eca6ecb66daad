"""Lobbies that could be one, for the tests of merging."""

from collections.abc import Sequence
from dataclasses import replace

from tests.app.harness import Harness
from tests.app.party_harness import answer_kind, seats_of
from tests.support.builders import entrant, lobby_of
from wordle_tournament.core.seat import Seat

Rating = int | tuple[int, str]


def apart(*lobbies: Sequence[Rating]) -> Harness:
    """Lobbies ``a``, ``b``... of players of these ratings (and parties), which nobody has brought together yet."""
    harness = Harness()
    number = 0
    for name, ratings in zip("abcdefgh", lobbies, strict=False):
        entrants = []
        for rating in ratings:
            number += 1
            own, party = rating if isinstance(rating, tuple) else (rating, None)
            entrants.append(entrant(f"p{number}", own, party))
        harness.store(replace(lobby_of(*entrants), id=name, seq=len(entrants)))
    return harness


def lobbies(harness: Harness) -> dict[str, list[str]]:
    return {name: sorted(players, key=lambda one: int(one[1:])) for name, players in seats_of(harness).items()}


def seat(harness: Harness, player: str) -> Seat:
    (found,) = (
        one
        for record in harness.fakes.stored.records.values()
        for one in record.tournament.seats
        if one.player == player and record.tournament.holds(player)
    )
    return found


def answer(harness: Harness, who: str, re: str) -> str:
    (found,) = (answer_kind(frame) for frame in harness.seen(who) if frame.get("re") == re)
    return found


def ping(harness: Harness, player: str = "p1") -> None:
    harness.answers(f"c-{player}", "ping", re=f"ping-{player}")
