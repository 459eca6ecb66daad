"""A client's side of the conversation, without the socket: what it knows, and which frames it must send.

Lives here: the tournaments it follows, the server's clock, and when to ping (D15) or sync. No I/O: the present comes in
as epoch milliseconds of the client's own clock. Must not: import the backend (see client_state.py).
"""

from collections import deque
from dataclasses import dataclass, field

from infra.local.client_state import Board, ClientState, Frame

GAP_PATIENCE = 300  # ms: a missing event is usually under way
SILENCE = 2_000  # ms after a known deadline
SYNC_PAUSE = 2_000  # ms between two syncs of one tournament
LOBBY_PING = 20_000  # ms
IDLE_PING = 300_000  # ms
_SAMPLES = 32


@dataclass(slots=True)
class ServerClock:
    """The server's time, learned from the ``at`` of its frames.

    A frame is late, never early: the largest of the last differences is the nearest to the truth.
    """

    _differences: deque[int] = field(default_factory=lambda: deque(maxlen=_SAMPLES))

    def observe(self, at: int, now: int) -> None:
        """Learn from a frame stamped ``at`` that came at ``now`` (own clock), both in epoch ms."""
        self._differences.append(at - now)

    @property
    def ahead(self) -> int:
        """By how many ms the server's clock is ahead of ours (negative: behind)."""
        return max(self._differences, default=0)


@dataclass(frozen=True, slots=True)
class DueFrame:
    """A frame that the client sends by itself, and when: epoch ms of its own clock."""

    due_at: int
    action: str
    tournament: str | None = None
    seq: int | None = None

    @property
    def frame(self) -> Frame:
        """The frame, but for its ``id``."""
        fields = {"tournament": self.tournament, "seq": self.seq}
        return {"action": self.action} | {name: value for name, value in fields.items() if value is not None}


@dataclass(slots=True)
class Session:
    """Everything a client holds in its memory."""

    player: Frame = field(default_factory=dict)
    token: str | None = None
    clock: ServerClock = field(default_factory=ServerClock)
    states: dict[str, ClientState] = field(default_factory=dict)
    seat: str | None = None  # the tournament taken last
    is_superseded: bool = False
    gaps: int = 0  # how often a sync was needed to fill one

    _asked: dict[str, DueFrame] = field(default_factory=dict)  # by id, until answered
    _gap_since: dict[str, int] = field(default_factory=dict)
    _synced_at: dict[str, int] = field(default_factory=dict)
    _needs_sync: set[str] = field(default_factory=set)  # tournaments in which a command may or may not have happened
    _merged: set[str] = field(default_factory=set)  # lobbies that became others: what still comes of them is stale
    _turn_pings: list[int] = field(default_factory=list)  # of the running own turn, own clock
    _sent_at: int = 0

    @property
    def id(self) -> str:
        """The player's id, empty before ``welcome``."""
        return str(self.player.get("id", ""))

    @property
    def state(self) -> ClientState | None:
        """The tournament taken last."""
        return self.states.get(self.seat) if self.seat else None

    @property
    def own_turn(self) -> tuple[ClientState, Board] | None:
        """The tournament and the board on which it is the player's turn."""
        state = self.state
        board = state.board_of(self.id) if state and state.phase == "playing" else None
        return (state, board) if state and board and board.to_move == self.id else None

    def hello(self) -> Frame:
        """The first frame of a connection: with what was seen, after a lost one."""
        known = {"tournament": self.seat, "seq": self.state.seq if self.state else None}
        return {"action": "hello", "v": 1} | {name: value for name, value in known.items() if value is not None}

    def receive(self, frame: Frame, now: int) -> list[Frame]:
        """Apply a frame. Returns the frames it makes visible, in order; none for a repeat or an early frame."""
        self.clock.observe(frame["at"], now)
        asked = self._asked.pop(frame.get("re", ""), None)
        match frame["type"]:
            case "welcome":
                self.player, self.token = frame["player"], frame["token"]
                self._apply_welcome(frame.get("tournament"))
            case "renamed":
                self.player = frame["player"]
            case "superseded":
                self.is_superseded = True
            case "unqueued" | "watch-ended":
                self._leave(frame.get("tournament") or self.seat)
            case "pong" | "synced":
                tournament = frame.get("tournament") or (asked.tournament if asked else None)
                self._note_seq(tournament, frame.get("seq", 0), now)
            case "error" if not frame["definite"]:
                self.request_sync()
            case "error" if frame["code"] == "not-seated" and asked is not None:
                self._leave(asked.tournament)  # a seat that was lost without a word
            case _ if "tournament" in frame:
                return self._take(frame, now)
        return [frame]

    def request_sync(self) -> None:
        """Make a sync due: a command may or may not have happened."""
        if self.seat is not None:
            self._needs_sync.add(self.seat)

    def sent(self, frame: Frame, now: int, due: DueFrame | None = None) -> None:
        """Note that a frame (with its ``id``) went out."""
        self._sent_at = now
        self._turn_pings = [when for when in self._turn_pings if when > now]
        if due is not None:
            self._asked[frame["id"]] = due
        if frame["action"] == "sync":
            tournament = frame["tournament"]
            self._synced_at[tournament] = now
            self._needs_sync.discard(tournament)
            if tournament in self._gap_since:
                self.gaps += 1

    def next_due_frame(self) -> DueFrame:
        """The next ping or sync to send; there is always one."""
        syncs = [when for state in self.states.values() if (when := self._sync_of(state)) is not None]
        return min([self._ping(), *syncs], key=lambda due: due.due_at)

    def lost_connection(self) -> None:
        """Forget what was asked on a connection that is gone."""
        self._asked.clear()

    def _apply_welcome(self, tournament: str | None) -> None:
        """After ``welcome``: the seat is where the server says; what is watched besides is asked for."""
        if tournament is not None:
            self.seat = tournament
        elif self.state and self.state.phase == "lobby":
            self._leave(self.seat)  # the seat was lost while the connection was
        for state in self.states.values():
            if state.tournament != tournament and state.is_watched and state.phase in {"intro", "playing"}:
                self._needs_sync.add(state.tournament)

    def _take(self, frame: Frame, now: int) -> list[Frame]:
        tournament: str = frame["tournament"]
        if tournament in self._merged:
            return []
        if frame["type"] == "rated" and tournament not in self.states:
            return [frame]
        if frame["type"] == "lobby":
            self.seat = tournament
            if "replaces" in frame:
                self._leave(frame["replaces"])
                self._merged.add(frame["replaces"])
        elif frame["type"] == "snapshot" and self.seat is None:
            self.seat = tournament
        state = self.states.setdefault(tournament, ClientState(tournament))
        shown = state.take(frame)
        self._note_gap(state, now)
        for event in shown:
            if event["type"] in {"turn-started", "snapshot"} and tournament == self.seat:
                self._plan_turn_pings(state, event)
        return shown

    def _leave(self, tournament: str | None) -> None:
        """Leave a lobby, or stop watching: of a tournament that began, the ratings still count."""
        state = self.states.get(tournament or "")
        if state is None:
            return
        state.is_watched = False
        if state.phase == "lobby":
            del self.states[state.tournament]
        if self.seat == state.tournament:
            self.seat = None

    def _note_seq(self, tournament: str | None, seq: int, now: int) -> None:
        state = self.states.get(tournament or "")
        if state is not None:
            state.announced = max(state.announced, seq)
            self._note_gap(state, now)

    def _note_gap(self, state: ClientState, now: int) -> None:
        if state.has_gap:
            self._gap_since.setdefault(state.tournament, now)
        else:
            self._gap_since.pop(state.tournament, None)

    def _plan_turn_pings(self, state: ClientState, event: Frame) -> None:
        """D15: a ping after each third of the own turn; the last one makes an expired turn pass at once."""
        board = state.board_of(self.id)
        if board is None or board.to_move != self.id or board.deadline is None:
            return
        if event["type"] == "turn-started" and event["duel"] != board.duel:
            return
        start: int = event["at"]
        third = (board.deadline - start) / 3
        self._turn_pings = [round(start + third * n - self.clock.ahead) for n in (1, 2, 3)]

    def _ping(self) -> DueFrame:
        state = self.state
        is_gathering = state is not None and state.phase == "lobby"
        when = self._sent_at + (LOBBY_PING if is_gathering else IDLE_PING)
        if self._turn_pings and self.own_turn is not None:
            when = min(when, self._turn_pings[0])
        return DueFrame(when, "ping", self.seat, state.seq if state else None)

    def _sync_of(self, state: ClientState) -> DueFrame | None:
        reasons: list[int] = []
        tournament = state.tournament
        if tournament in self._gap_since:
            reasons.append(self._gap_since[tournament] + GAP_PATIENCE)
        if tournament in self._needs_sync:
            reasons.append(0)
        deadline = state.next_deadline()
        if deadline is not None and state.is_watched:
            reasons.append(deadline + SILENCE - self.clock.ahead)
        if not reasons:
            return None
        earliest = self._synced_at.get(tournament, -SYNC_PAUSE) + SYNC_PAUSE
        return DueFrame(max(min(reasons), earliest), "sync", tournament, state.seq or 0)
