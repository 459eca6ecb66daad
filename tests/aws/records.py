"""Records to store: lobbies and games as they would be after so many versions."""

from dataclasses import replace

from tests.support.builders import entrant, lobby_of
from wordle_tournament.app.record import Record


def lobby(name: str = "t1", *, version: int = 1, ratings: tuple[int, ...] = (1000,), language: str = "xx") -> Record:
    """A lobby with a player of each of these ratings; ``p1`` sits first."""
    players = [entrant(f"p{number}", rating) for number, rating in enumerate(ratings, start=1)]
    return Record(replace(lobby_of(*players), id=name, language=language), version)
