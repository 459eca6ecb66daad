"""Records to store: lobbies and games as they would be after so many versions."""

from dataclasses import replace

from tests.aws.conftest import Subject
from tests.support.builders import entrant, lobby_of
from wordle_tournament.app.record import Record


def lobby(name: str = "t1", *, version: int = 1, ratings: tuple[int, ...] = (1000,), language: str = "xx") -> Record:
    """A lobby with a player of each of these ratings; ``p1`` sits first."""
    players = [entrant(f"p{number}", rating) for number, rating in enumerate(ratings, start=1)]
    return Record(replace(lobby_of(*players), id=name, language=language), version)


def connect(subject: Subject, *players: str) -> None:
    """Connect players: ``p1`` on connection ``c1``."""
    for player in players:
        subject.players.connect(player, player.replace("p", "c"), player.upper(), 1)


def claims_of(subject: Subject, player: str) -> tuple[str | None, str | None]:
    """The seat and the party that a player's claims name."""
    known = subject.players.load(player)
    return (known.seat, known.party) if known else (None, None)
