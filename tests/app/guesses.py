"""What the tests of guessing share: the other players, ports that fail, and how far a client gets."""

from dataclasses import replace

from tests.app.frame_checks import read
from tests.app.harness import Frame, Harness, in_play
from tests.support.faults import FaultyTournaments

IN_PLAY = in_play().tournament().seq


def others_of(player: str) -> list[str]:
    return [f"p{number}" for number in range(1, 9) if f"p{number}" != player]


def failing(harness: Harness, **faults: int) -> FaultyTournaments:
    """Let the harness's writes fail."""
    faulty = FaultyTournaments(harness.observed, **faults)
    harness.ports = replace(harness.ports, tournaments=faulty)
    return faulty


def followed(harness: Harness, player: str) -> int:
    """How far a player's screen gets who had seen everything when play began."""
    known: Frame = {"type": "synced", "tournament": "t1", "seq": IN_PLAY}
    return read([known, *harness.seen(player)])["t1"]
