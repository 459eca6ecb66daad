"""A harness for the use cases: players on connections send frames, the fakes keep what became of them.

Lives here: sending frames through the wrappers that the functions use, time, the timers and the stream. Players are
named ``p1``, ``p2``...; a connection is named by the test and belongs to whom it was opened for.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from tests.app.touched import recording
from tests.support.observed import ObservedTournaments
from tests.support.ports import FakePorts
from tests.support.served import served
from wordle_tournament.app.outbox import relay
from wordle_tournament.app.ports import Ports, Timer
from wordle_tournament.app.record import Record
from wordle_tournament.app.tournament.ratings import rate
from wordle_tournament.core.tournament import Duel, Phase, Tournament
from wordle_tournament.protocol import routes
from wordle_tournament.runtime.lifecycle import authorizing, connecting, disconnecting
from wordle_tournament.runtime.sockets import serve
from wordle_tournament.runtime.timer import ticking

Frame = dict[str, Any]

EVERYBODY = tuple(f"p{number}" for number in range(1, 9))
FUNCTIONS: Mapping[str, str] = {
    "$default": routes.DEFAULT_FUNCTION,
    **{route.action: route.function for route in routes.ROUTES},
}


@dataclass(slots=True)
class Harness:
    """One stored. ``ports`` may be replaced by ports that fail or interleave; ``say`` goes through them."""

    fakes: FakePorts = field(default_factory=FakePorts)
    commits: list[tuple[Record, Sequence[str]]] = field(default_factory=list)
    observed: ObservedTournaments = field(init=False)
    ports: Ports = field(init=False)
    owners: dict[str, str] = field(default_factory=dict)
    _ids: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.observed = ObservedTournaments(
            self.fakes.tournaments, lambda record, placed, _: self.commits.append((record, placed))
        )
        self.ports = self.fakes.ports(lambda _tournaments: self.observed)

    # --- time ---

    @property
    def now(self) -> int:
        """Epoch ms."""
        return self.fakes.clock.time

    def pass_ms(self, milliseconds: int) -> "Harness":
        """Let time pass; no timer ticks."""
        self.fakes.clock.time += milliseconds
        return self

    def tick(self, tournament: str = "t1", round_number: int | None = None) -> Frame:
        """Tick a tournament's timer now, for the running round or the lobby unless told otherwise."""
        number = self.tournament(tournament).round if round_number is None else round_number
        return self.tick_timer(Timer("round" if number else "lobby", tournament, number))

    def tick_timer(self, timer: Timer) -> Frame:
        """Tick a timer now, by the input of its execution."""
        return ticking(lambda: recording(routes.TICK_FUNCTION, self.ports))(
            {"kind": timer.kind, "id": timer.id, "round": timer.round}, None
        )

    # --- connections ---

    def authorize(self, token: str | None = None) -> Frame:
        """Ask for a connection, as a new guest or with a token; returns the authorizer's policy."""
        event = {"methodArn": "arn", "queryStringParameters": None if token is None else {"token": token}}
        return authorizing(lambda: recording(routes.AUTHORIZER_FUNCTION, self.ports))(event, None)

    def send_connect(self, connection: str, command: str) -> None:
        """Send a frame whose action is ``$connect``: API Gateway hands it to that route's function."""
        context = {**self._context(connection, "$connect", None), "eventType": "MESSAGE"}
        body = json.dumps({"action": "$connect", "id": command})
        connecting(lambda: recording(routes.CONNECT_FUNCTION, self.ports))(
            {"requestContext": context, "body": body}, None
        )

    def connect(self, player: str, connection: str | None = None, **fields: Any) -> str:
        """Open a connection for the player and say ``hello`` on it."""
        connection = connection or f"c-{player}"
        self.owners[connection] = player
        self.send(connection, "hello", v=1, **fields)
        return connection

    def open(self, player: str, connection: str) -> str:
        """Open a connection and say nothing."""
        self.owners[connection] = player
        return connection

    def disconnect(self, connection: str, *, at: int | None = None) -> None:
        """The connection is gone and API Gateway says so."""
        self.fakes.connections.gone.add(connection)
        event = {"requestContext": self._context(connection, "$disconnect", at)}
        disconnecting(lambda: recording(routes.DISCONNECT_FUNCTION, self.ports))(event, None)

    def lose_connection(self, connection: str) -> None:
        """The connection is gone and nobody says so."""
        self.fakes.connections.gone.add(connection)

    # --- frames ---

    def send(
        self, connection: str, action: str, *, re: str | None = None, at: int | None = None, **fields: Any
    ) -> Frame:
        """Say a frame; the one answer that carries its ``re``. ``AssertionError`` if there is not exactly one."""
        answers = self.answers(connection, action, re=re, at=at, **fields)
        assert len(answers) == 1, answers
        return answers[0]

    def answers(
        self, connection: str, action: str, *, re: str | None = None, at: int | None = None, **fields: Any
    ) -> list[Frame]:
        """Say a frame; whatever now carries its ``re`` on this connection."""
        command = re if re is not None else f"id-{next(self._ids)}"
        before = len(self._texts(connection))
        self.transmit(connection, action, json.dumps({"action": action, "id": command, **fields}), at=at)
        frames = map(json.loads, self._texts(connection)[before:])
        return [frame for frame in frames if frame.get("re") == command]

    def _texts(self, connection: str) -> Sequence[str]:
        return self.fakes.connections._texts.get(connection, ())  # not parsed: a whole game is long

    def transmit(self, connection: str, route: str, text: str, *, at: int | None = None) -> None:
        """Hand a text to the function of a route, whatever it is."""
        model, use_case = served()[route]
        event = {"requestContext": self._context(connection, route, at), "body": text}
        serve(model, use_case, lambda: recording(FUNCTIONS[route], self.ports))(event, None)

    def _context(self, connection: str, route: str, at: int | None) -> Frame:
        return {
            "routeKey": route,
            "connectionId": connection,
            "requestTimeEpoch": self.now if at is None else at,
            "authorizer": {"player": self.owners[connection]},
        }

    def guess(self, player: str, word: str | None = None, *, re: str | None = None, **fields: Any) -> Frame:
        """Guess in the player's running duel: ``word``, or else a listed word that is not the secret."""
        duel = self.duel(player)
        told: Frame = {
            "tournament": "t1",
            "duel": duel.duel,
            "turn": duel.turn,
            "word": word or self.wrong_word(player),
        }
        return self.send(f"c-{player}", "guess", re=re, **told | fields)

    def wrong_word(self, player: str) -> str:
        """A listed word that does not solve the player's duel."""
        secret = self.duel(player).secret
        words = self.fakes.lexicons.lexicon("xx").secrets(len(secret))
        return next(word for word in words if word != secret)

    def seen(self, who: str, kind: str | None = None) -> list[Frame]:
        """The frames of a connection, or of the player's first one."""
        return self.fakes.connections.seen(who if who in self.owners else f"c-{who}", kind)

    def clear_frames(self) -> "Harness":
        """Forget all frames so far."""
        self.fakes.connections.clear_frames()
        return self

    # --- what is stored ---

    def record(self, tournament: str = "t1") -> Record:
        return self.fakes.stored.records[tournament]

    def tournament(self, tournament: str = "t1") -> Tournament:
        return self.record(tournament).tournament

    def duel(self, player: str, tournament: str = "t1") -> Duel:
        duel = self.tournament(tournament).duel_of(player)
        assert duel is not None
        return duel

    def mover(self, index: int = 0, tournament: str = "t1") -> str:
        """Who is to move in a duel of the round."""
        duel = self.tournament(tournament).duels[index]
        return duel.mover(duel.turn)

    def store(self, tournament: Tournament, *players: str, rating: int = 1000) -> None:
        """Store a built tournament as version 1, and greet the players of its seats at their connections."""
        for player in players or [seat.player for seat in tournament.seats]:
            self.connect(player)
        seats = tuple(replace(seat, connection=f"c-{seat.player}") for seat in tournament.seats)
        self.fakes.stored.records[tournament.id] = Record(replace(tournament, seats=seats), version=1)
        for seat in seats:
            self.set_rating(seat.player, seat.rating or rating)
            self.set_seat(seat.player, tournament.id)
        self.clear_frames()

    def set_rating(self, player: str, rating: int) -> None:
        """Set a player's rating."""
        players = self.fakes.stored.players
        players[player] = replace(players[player], rating=rating)

    def set_seat(self, player: str, tournament: str | None) -> None:
        """Set a player's claim."""
        players = self.fakes.stored.players
        players[player] = replace(players[player], seat=tournament)

    # --- the stream ---

    def deliver_stream(self, *, start: int = 0) -> int:
        """Deliver the stream's records from ``start`` on, each alone, to the relay and the rating; where it ends."""
        for record, placed in self.commits[start:]:
            relay(recording(routes.RELAY_FUNCTION, self.ports), [record], self.now)
            if placed:
                rate(recording(routes.RATING_FUNCTION, self.ports), record, placed)
        return len(self.commits)


def seated(number: int, *, rules: str = "standard") -> Harness:
    """A harness with ``p1``.. connected and queued, in order; eight start the tournament ``t1``."""
    harness = Harness(FakePorts(rules=rules))
    for index in range(1, number + 1):
        harness.connect(f"p{index}")
        harness.send(f"c-p{index}", "queue", language="xx")
    return harness


def in_play(*, rules: str = "standard") -> Harness:
    """A tournament of eight whose first turns run; earlier frames are cleared."""
    harness = seated(8, rules=rules)
    harness.pass_ms(harness.tournament().rules.intro_ms)
    harness.tick()
    assert harness.tournament().phase is Phase.PLAYING
    return harness.clear_frames()
