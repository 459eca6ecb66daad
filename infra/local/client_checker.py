"""Checks what one bot was shown.

Lives here: the promises of the protocol that a client alone can check. Pure. Must not: import the backend.
"""

from dataclasses import dataclass, field

from infra.local.client_state import Frame
from infra.local.parameters import SEATS
from infra.local.session import Session

_EXPECTED_REFUSALS = frozenset({"turn-over", "duel-over", "not-your-turn", "not-playing", "retry"})
"""Expected refusals: of a guess that arrives too late, and of a hello during another hello."""


@dataclass(slots=True)
class ClientChecker:
    """One bot's frames in the order in which they were shown."""

    name: str
    seqs: dict[str, list[int]] = field(default_factory=dict)  # by tournament
    errors: list[Frame] = field(default_factory=list)

    def see(self, frame: Frame) -> None:
        """Note a frame."""
        if frame["type"] == "error" and frame["code"] not in _EXPECTED_REFUSALS:
            self.errors.append(frame)
        if "seq" in frame and "tournament" in frame and frame["type"] != "synced":
            self.seqs.setdefault(frame["tournament"], []).append(frame["seq"])

    def faults(self, session: Session, tournament: str) -> list[str]:
        """Returns what went wrong in the tournament, as sentences."""
        found = [f"{self.name} was told {error['code']}: {error['message']}" for error in self.errors]
        state = session.states.get(tournament)
        if state is None or state.phase != "over":
            return [*found, f"{self.name} did not see the end"]
        seqs = self.seqs.get(tournament, [])
        missing = sorted(set(range(seqs[0], seqs[-1] + 1)) - set(seqs)) if seqs else []
        if missing:
            found.append(f"{self.name} was never shown the events {missing}")
        if seqs != sorted(set(seqs)):
            found.append(f"{self.name} was shown events out of order or twice")
        unrated = sorted(player for player in state.players if player not in state.rated)
        if unrated or len(state.players) != SEATS:
            found.append(f"{self.name} has no rating change of {', '.join(unrated) or 'some players'}")
        found += [
            f"{frame['player']}: {frame['before']} {frame['change']:+d} is not {frame['after']}"
            for frame in state.rated.values()
            if frame["before"] + frame["change"] != frame["after"] or frame["place"] != state.places[frame["player"]]
        ]
        return found
