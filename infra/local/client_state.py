"""One tournament as a client knows it: the order of its frames, and what they say.

Lives here: dropping repeats, holding early frames back, the state behind a screen. No I/O and no clock: times are
epoch milliseconds that come in. Must not: import the backend. The reference client is written against the protocol
alone, so that it cross-checks the server.
"""

from dataclasses import dataclass, field
from typing import Any

Frame = dict[str, Any]
"""A decoded JSON frame."""

WHOLE = frozenset({"lobby", "snapshot"})
"""Frames that state everything anew, and so replace all frames before them."""


@dataclass(slots=True)
class PlayerState:
    """A player of the tournament."""

    player: str
    nickname: str
    rating: int
    lives: int = 0
    place: int | None = None
    away: int | None = None  # epoch ms


@dataclass(slots=True)
class Board:
    """A duel: its shared board and whose turn it is."""

    duel: str
    players: tuple[str, str]
    first: str
    length: int
    rows: list[Frame] = field(default_factory=list)
    turn: int | None = None
    to_move: str | None = None
    deadline: int | None = None  # epoch ms, of the running turn
    outcome: str | None = None
    winner: str | None = None
    secret: str | None = None


@dataclass(slots=True)
class ClientState:
    """A tournament, from its lobby on.

    ``seq`` is the last event applied (None: nothing known yet), ``early`` holds what came before its turn,
    ``announced`` is the highest seq that the server has named.
    """

    tournament: str
    seq: int | None = None
    early: dict[int, Frame] = field(default_factory=dict)
    announced: int = 0
    is_watched: bool = True

    phase: str = "lobby"  # lobby | intro | playing | over
    language: str = ""
    round: int = 0
    starts_at: int | None = None  # epoch ms, the end of the intro
    players: dict[str, PlayerState] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    bye: str | None = None
    places: dict[str, int] = field(default_factory=dict)
    rated: dict[str, Frame] = field(default_factory=dict)

    @property
    def has_gap(self) -> bool:
        """Whether an event that the server has named is missing."""
        return self.is_watched and self.announced > (self.seq or 0)

    def take(self, frame: Frame) -> list[Frame]:
        """Apply a frame in its order. Returns the frames that became visible; none for a repeat or an early frame."""
        if "seq" not in frame:
            self._apply(frame)
            return [frame]
        seq: int = frame["seq"]
        self.announced = max(self.announced, seq)
        shown: list[Frame] = []
        if frame["type"] in WHOLE and seq >= (self.seq or 0):
            self._apply(frame)
            self.seq = seq
            shown.append(frame)
        elif self.seq is None or seq > self.seq:
            self.early[seq] = frame
        while self.seq is not None and (following := self.early.pop(self.seq + 1, None)):
            self._apply(following)
            self.seq += 1
            shown.append(following)
        self.early = {s: f for s, f in self.early.items() if self.seq is None or s > self.seq}
        return shown

    def next_deadline(self) -> int | None:
        """The earliest moment at which something must happen, in the server's epoch ms."""
        if self.phase == "intro":
            return self.starts_at
        if self.phase != "playing":
            return None
        return min((b.deadline for b in self.boards.values() if b.deadline is not None), default=None)

    def board_of(self, player: str) -> Board | None:
        """The duel of this round that the player sits in; None on a bye, in the lobby, or once out."""
        return next((b for b in self.boards.values() if player in b.players), None)

    def _apply(self, frame: Frame) -> None:
        apply = _APPLIED.get(frame["type"])
        if apply is not None:
            apply(self, frame)


def _lobby(state: ClientState, frame: Frame) -> None:
    state.language = frame["language"]
    state.players = {s["player"]: PlayerState(s["player"], s["nickname"], s["rating"]) for s in frame["seats"]}


def _snapshot(state: ClientState, frame: Frame) -> None:
    state.phase, state.language, state.round = frame["phase"], frame["language"], frame["round"]
    state.starts_at, state.bye = frame.get("starts_at"), frame.get("bye")
    state.players = {p["player"]: _seated(p) for p in frame["players"]}
    state.boards = {d["duel"]: _board(d) for d in frame["duels"]}
    state.rated |= {r["player"]: r for r in frame["rated"]}
    _keep_places(state, frame.get("standings") or [])


def _tournament_started(state: ClientState, frame: Frame) -> None:
    state.phase, state.language = "intro", frame["language"]
    state.players = {p["player"]: _seated(p) for p in frame["players"]}


def _round_opened(state: ClientState, frame: Frame) -> None:
    state.phase, state.round = "intro", frame["round"]
    state.starts_at, state.bye = frame["starts_at"], frame.get("bye")
    state.boards = {d["duel"]: _board(d) for d in frame["duels"]}


def _turn_started(state: ClientState, frame: Frame) -> None:
    state.phase = "playing"
    board = state.boards[frame["duel"]]
    board.turn, board.to_move, board.deadline = frame["turn"], frame["player"], frame["deadline"]


def _turn_used(state: ClientState, frame: Frame) -> None:
    board = state.boards[frame["duel"]]
    board.rows.append(frame)
    board.to_move = board.deadline = None


def _duel_ended(state: ClientState, frame: Frame) -> None:
    board = state.boards[frame["duel"]]
    board.to_move = board.deadline = None
    board.outcome, board.winner, board.secret = frame["outcome"], frame.get("winner"), frame["secret"]
    _keep_lives(state, frame["lives"])


def _player_eliminated(state: ClientState, frame: Frame) -> None:
    state.players[frame["player"]].away = None  # a player who is out cannot be absent


def _player_left(state: ClientState, frame: Frame) -> None:
    state.players[frame["player"]].away = None
    _keep_lives(state, {frame["player"]: 0})
    _keep_places(state, [frame])


def _player_away(state: ClientState, frame: Frame) -> None:
    state.players[frame["player"]].away = frame.get("until")


def _player_back(state: ClientState, frame: Frame) -> None:
    state.players[frame["player"]].away = None


def _round_closed(state: ClientState, frame: Frame) -> None:
    _keep_lives(state, frame["lives"])
    _keep_places(state, frame["out"])


def _tournament_ended(state: ClientState, frame: Frame) -> None:
    state.phase = "over"
    _keep_places(state, frame["standings"])


def _rated(state: ClientState, frame: Frame) -> None:
    state.rated[frame["player"]] = frame


def _keep_lives(state: ClientState, lives: dict[str, int]) -> None:
    for player, left in lives.items():
        state.players[player].lives = left


def _keep_places(state: ClientState, places: list[Frame]) -> None:
    for entry in places:
        state.places[entry["player"]] = entry["place"]
        state.players[entry["player"]].place = entry["place"]


_APPLIED = {
    "lobby": _lobby,
    "snapshot": _snapshot,
    "tournament-started": _tournament_started,
    "round-opened": _round_opened,
    "turn-started": _turn_started,
    "guess-scored": _turn_used,
    "turn-skipped": _turn_used,
    "duel-ended": _duel_ended,
    "player-eliminated": _player_eliminated,
    "player-left": _player_left,
    "player-away": _player_away,
    "player-back": _player_back,
    "round-closed": _round_closed,
    "tournament-ended": _tournament_ended,
    "rated": _rated,
}
"""What each frame changes; a frame that is not here changes nothing that we keep."""


def _seated(entry: Frame) -> PlayerState:
    return PlayerState(
        entry["player"], entry["nickname"], entry["rating"], entry["lives"], entry.get("place"), entry.get("away")
    )


def _board(entry: Frame) -> Board:
    first, second = entry["players"]
    return Board(
        entry["duel"],
        (first, second),
        entry["first"],
        entry["length"],
        list(entry.get("rows", [])),
        entry.get("turn"),
        entry.get("to_move"),
        entry.get("deadline"),
        entry.get("outcome"),
        entry.get("winner"),
        entry.get("secret"),
    )
