"""Players who queue, and who is bound to which tournament."""

from tests.app.harness import Harness
from wordle_tournament.core import rules as game


def queued(harness: Harness, player: str) -> None:
    harness.answers(f"c-{player}", "queue", language="xx", re=f"queue-{player}")


def connected(*ratings: int) -> Harness:
    """``p1``.. have said hello; nobody has a seat."""
    harness = Harness()
    for number, rating in enumerate(ratings, start=1):
        harness.connect(f"p{number}")
        harness.set_rating(f"p{number}", rating)
    return harness


def seats_of(harness: Harness) -> dict[str, list[str]]:
    """Who is bound where, by tournament."""
    tournaments = [record.tournament for record in harness.fakes.stored.records.values()]
    return {one.id: [seat.player for seat in one.seats if one.holds(seat.player)] for one in tournaments if one.seats}


def assert_bound_once(harness: Harness, *players: str) -> None:
    bound = sorted(player for players in seats_of(harness).values() for player in players)
    assert bound == sorted(players)
    assert all(len(seats) <= game.SEATS for seats in seats_of(harness).values())
