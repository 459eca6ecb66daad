"""Moments of a tournament and what can happen to one player in them: the two sides of the table of cells.

Every moment is reached, and every action done, through the functions' own wrappers (harness.py). An action begins
one second after the moment. Everybody else is there and idle: their clients ping (D15).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.app.frame_checks import kinds
from tests.app.harness import Frame, Harness, seated
from tests.support.builders import running
from wordle_tournament.core.tournament import Phase

ABSENCE = 60_000  # ms
LOBBY_ABSENCE = 10_000  # ms
_PINGS = 10_000  # ms between two pings of an idle client
_LIVES = (2, 3, 3, 3, 2, 1, 2, 0)  # duels of p1 and p2, p3 and p4, p5 and p6; p7 has the bye; p8 was placed before

SHORT = {
    "player-away": "away",
    "player-back": "back",
    "player-left": "left",
    "turn-skipped": "skip",
    "turn-started": "turn",
    "duel-ended": "end",
}
"""How the table spells the longest names of frames."""


@dataclass(slots=True)
class Scene:
    """A harness at a moment, and the player it is about; ``seq`` is what their client has seen."""

    harness: Harness
    player: str
    limit: int = ABSENCE

    @property
    def old(self) -> str:
        """The player's connection at the moment."""
        return f"c-{self.player}"

    @property
    def seq(self) -> int:
        return self.harness.tournament().seq

    @property
    def others(self) -> list[str]:
        """Who else sits in the tournament."""
        return [one.player for one in self.harness.tournament().seats if one.player != self.player]

    def about(self, connection: str) -> list[Frame]:
        """The frames about the player on a connection: no pongs, no frames of other players' duels and turns."""
        duel = self.harness.tournament().duel_of(self.player)
        return [
            frame
            for frame in self.harness.seen(connection)
            if frame["type"] not in {"pong", "rated"}
            and ("duel" not in frame or (duel is not None and frame["duel"] == duel.duel))
            and ("duel" in frame or not isinstance(frame.get("player"), str) or frame["player"] == self.player)
        ]

    def answer_kind(self, connection: str) -> str:
        """The same as a row of the table says it."""
        return " ".join(SHORT.get(kind, kind) for kind in kinds(self.about(connection)))

    def disconnect(self, connection: str) -> None:
        """The connection is gone; clients that are there still say their pings on it."""
        self.harness.disconnect(connection)

    def come_back(self, seq: int) -> None:
        """The player's client is back on another connection and says what it has seen."""
        self.harness.connect(self.player, "c-new", tournament="t1", seq=seq)

    def pass_idly(self, milliseconds: int, *, but: str | None = None) -> None:
        """Let time pass in which everybody's client pings, ``but`` one; the timer ticks at its end."""
        tournament = self.harness.tournament()
        while milliseconds > 0:
            step = min(milliseconds, _PINGS)
            self.harness.pass_ms(step)
            milliseconds -= step
            for seat in tournament.seats if milliseconds else ():
                live = self.harness.fakes.stored.players[seat.player].connection
                if seat.player != but and live is not None:
                    self.harness.send(live, "ping", tournament="t1")
        self.harness.tick()


def _lobby() -> Scene:
    return Scene(seated(3), "p2", LOBBY_ABSENCE)


def _mid_round(player: str, phase: Phase = Phase.PLAYING) -> Scene:
    harness = Harness()
    harness.store(running(_LIVES, phase=phase))
    return Scene(harness, player)


def _after_solving(solver: str, player: str) -> Scene:
    scene = _mid_round(player)
    scene.harness.guess(solver, scene.harness.duel(solver).secret)
    return scene


def _over() -> Scene:
    harness = Harness()
    harness.store(running((2, 1, 0, 0, 0, 0, 0, 0)))
    harness.guess("p1", harness.duel("p1").secret)
    harness.deliver_stream()
    return Scene(harness, "p1")


MOMENTS: Mapping[str, Callable[[], Scene]] = {
    "lobby": _lobby,
    "intro": lambda: _mid_round("p1", Phase.INTRO),
    "my turn": lambda: _mid_round("p1"),
    "opponent's turn": lambda: _mid_round("p2"),
    "my duel over": lambda: _after_solving("p3", "p3"),
    "bye": lambda: _mid_round("p7"),
    "knocked out": lambda: _after_solving("p5", "p6"),
    "over": _over,
}


def _leave(scene: Scene) -> None:
    scene.harness.send(scene.old, "leave", tournament="t1")


def _drop(scene: Scene) -> None:
    scene.disconnect(scene.old)


def _drop_and_return(scene: Scene, milliseconds: int) -> None:
    seq = scene.seq
    scene.disconnect(scene.old)
    scene.pass_idly(milliseconds, but=scene.player)
    scene.come_back(seq)


def _second_tab(scene: Scene) -> None:
    scene.harness.connect(scene.player, "c-new")
    scene.disconnect(scene.old)  # as it was closed


def _duplicate_disconnect(scene: Scene) -> None:
    scene.disconnect(scene.old)
    scene.harness.pass_ms(2_000)
    scene.disconnect(scene.old)


def _late_disconnect(scene: Scene) -> None:
    """Lost at 1 s, back at 5 s, and at 8 s the gateway says that it was lost."""
    scene.harness.lose_connection(scene.old)
    scene.harness.pass_ms(4_000)
    scene.come_back(scene.seq)
    scene.harness.pass_ms(3_000)
    scene.disconnect(scene.old)


def _tick_of_an_old_absence(scene: Scene) -> None:
    """Lost at 1 s, back at 5 s; the timer ticks when that absence would have ended."""
    _drop_and_return(scene, 4_000)
    scene.pass_idly(scene.limit - 4_000)


ACTIONS: Mapping[str, Callable[[Scene], None]] = {
    "leave": _leave,
    "drop": _drop,
    "drop and back in time": lambda scene: _drop_and_return(scene, scene.limit - 1),
    "drop and back late": lambda scene: _drop_and_return(scene, scene.limit),
    "second tab": _second_tab,
    "duplicate $disconnect": _duplicate_disconnect,
    "late $disconnect": _late_disconnect,
    "tick of an old absence": _tick_of_an_old_absence,
}
