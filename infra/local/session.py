"""A client's side of the conversation, without the socket: what it knows and what it owes.

Lives here: the tournaments it follows, the server's clock, and when to ping (D15) or sync. No I/O: the present comes in
as epoch milliseconds of the client's own clock. Must not: import the backend (see table.py).
"""

from collections import deque
from dataclasses import dataclass, field

from infra.local.table import Board, Frame, Table

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

    def hear(self, at: int, now: int) -> None:
        """Learn from a frame stamped ``at`` that came at ``now`` (own clock), both in epoch ms."""
        self._differences.append(at - now)

    @property
    def ahead(self) -> int:
        """By how many ms the server's clock is ahead of ours (negative: behind)."""
        return max(self._differences, default=0)


@dataclass(frozen=True, slots=True)
class Errand:
    """A frame that the client owes by itself, and the moment of its own clock (epoch ms) at which it falls due."""

    when: int
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
    tables: dict[str, Table] = field(default_factory=dict)
    seat: str | None = None  # the tournament taken last
    is_superseded: bool = False
    gaps: int = 0  # how often a sync was needed to fill one

    _asked: dict[str, Errand] = field(default_factory=dict)  # by id, until answered
    _gap_since: dict[str, int] = field(default_factory=dict)
    _synced_at: dict[str, int] = field(default_factory=dict)
    _doubtful: set[str] = field(default_factory=set)  # tournaments in which a command may or may not have happened
    _merged: set[str] = field(default_factory=set)  # lobbies that became others: what still comes of them is stale
    _turn_pings: list[int] = field(default_factory=list)  # of the running own turn, own clock
    _sent_at: int = 0

    @property
    def id(self) -> str:
        """The player's id, empty before ``welcome``."""
        return str(self.player.get("id", ""))

    @property
    def table(self) -> Table | None:
        """The tournament taken last."""
        return self.tables.get(self.seat) if self.seat else None

    @property
    def own_turn(self) -> tuple[Table, Board] | None:
        """The tournament and the board on which it is the player's turn."""
        table = self.table
        board = table.board_of(self.id) if table and table.phase == "playing" else None
        return (table, board) if table and board and board.to_move == self.id else None

    def hello(self) -> Frame:
        """The first frame of a connection: with what was seen, after a lost one."""
        known = {"tournament": self.seat, "seq": self.table.seq if self.table else None}
        return {"action": "hello", "v": 1} | {name: value for name, value in known.items() if value is not None}

    def receive(self, frame: Frame, now: int) -> list[Frame]:
        """Take a frame in; what it shows, in order (nothing for a repeat or an early one)."""
        self.clock.hear(frame["at"], now)
        asked = self._asked.pop(frame.get("re", ""), None)
        match frame["type"]:
            case "welcome":
                self.player, self.token = frame["player"], frame["token"]
                self._take_up(frame.get("tournament"))
            case "renamed":
                self.player = frame["player"]
            case "superseded":
                self.is_superseded = True
            case "unqueued" | "watch-ended":
                self._stand_up(frame.get("tournament") or self.seat)
            case "pong" | "synced":
                tournament = frame.get("tournament") or (asked.tournament if asked else None)
                self._hear_of(tournament, frame.get("seq", 0), now)
            case "error" if not frame["definite"]:
                self.doubt()
            case "error" if frame["code"] == "not-seated" and asked is not None:
                self._stand_up(asked.tournament)  # a seat that was lost without a word
            case _ if "tournament" in frame:
                return self._take(frame, now)
        return [frame]

    def doubt(self) -> None:
        """Something may or may not have happened: ask what did."""
        if self.seat is not None:
            self._doubtful.add(self.seat)

    def sent(self, frame: Frame, now: int, errand: Errand | None = None) -> None:
        """Note that a frame (with its ``id``) went out."""
        self._sent_at = now
        self._turn_pings = [when for when in self._turn_pings if when > now]
        if errand is not None:
            self._asked[frame["id"]] = errand
        if frame["action"] == "sync":
            tournament = frame["tournament"]
            self._synced_at[tournament] = now
            self._doubtful.discard(tournament)
            if tournament in self._gap_since:
                self.gaps += 1

    def next_errand(self) -> Errand:
        """The next ping or sync that is owed; there is always one."""
        syncs = [when for table in self.tables.values() if (when := self._sync_of(table)) is not None]
        return min([self._ping(), *syncs], key=lambda errand: errand.when)

    def lost_connection(self) -> None:
        """Forget what was asked on a connection that is gone."""
        self._asked.clear()

    def _take_up(self, tournament: str | None) -> None:
        """After ``welcome``: the seat is where the server says; what is watched besides is asked for."""
        if tournament is not None:
            self.seat = tournament
        elif self.table and self.table.phase == "lobby":
            self._stand_up(self.seat)  # the seat was lost while the connection was
        for table in self.tables.values():
            if table.tournament != tournament and table.is_watched and table.phase in {"intro", "playing"}:
                self._doubtful.add(table.tournament)

    def _take(self, frame: Frame, now: int) -> list[Frame]:
        tournament: str = frame["tournament"]
        if tournament in self._merged:
            return []
        if frame["type"] == "rated" and tournament not in self.tables:
            return [frame]
        if frame["type"] == "lobby":
            self.seat = tournament
            if "replaces" in frame:
                self._stand_up(frame["replaces"])
                self._merged.add(frame["replaces"])
        elif frame["type"] == "snapshot" and self.seat is None:
            self.seat = tournament
        table = self.tables.setdefault(tournament, Table(tournament))
        shown = table.take(frame)
        self._note_gap(table, now)
        for event in shown:
            if event["type"] in {"turn-started", "snapshot"} and tournament == self.seat:
                self._plan_turn_pings(table, event)
        return shown

    def _stand_up(self, tournament: str | None) -> None:
        """Leave a lobby, or stop watching: of a tournament that began, the ratings still count."""
        table = self.tables.get(tournament or "")
        if table is None:
            return
        table.is_watched = False
        if table.phase == "lobby":
            del self.tables[table.tournament]
        if self.seat == table.tournament:
            self.seat = None

    def _hear_of(self, tournament: str | None, seq: int, now: int) -> None:
        table = self.tables.get(tournament or "")
        if table is not None:
            table.told = max(table.told, seq)
            self._note_gap(table, now)

    def _note_gap(self, table: Table, now: int) -> None:
        if table.has_gap:
            self._gap_since.setdefault(table.tournament, now)
        else:
            self._gap_since.pop(table.tournament, None)

    def _plan_turn_pings(self, table: Table, event: Frame) -> None:
        """D15: a ping after each third of the own turn; the last one makes an expired turn pass at once."""
        board = table.board_of(self.id)
        if board is None or board.to_move != self.id or board.deadline is None:
            return
        if event["type"] == "turn-started" and event["duel"] != board.duel:
            return
        start: int = event["at"]
        third = (board.deadline - start) / 3
        self._turn_pings = [round(start + third * n - self.clock.ahead) for n in (1, 2, 3)]

    def _ping(self) -> Errand:
        table = self.table
        is_gathering = table is not None and table.phase == "lobby"
        when = self._sent_at + (LOBBY_PING if is_gathering else IDLE_PING)
        if self._turn_pings and self.own_turn is not None:
            when = min(when, self._turn_pings[0])
        return Errand(when, "ping", self.seat, table.seq if table else None)

    def _sync_of(self, table: Table) -> Errand | None:
        reasons: list[int] = []
        tournament = table.tournament
        if tournament in self._gap_since:
            reasons.append(self._gap_since[tournament] + GAP_PATIENCE)
        if tournament in self._doubtful:
            reasons.append(0)
        deadline = table.next_deadline()
        if deadline is not None and table.is_watched:
            reasons.append(deadline + SILENCE - self.clock.ahead)
        if not reasons:
            return None
        earliest = self._synced_at.get(tournament, -SYNC_PAUSE) + SYNC_PAUSE
        return Errand(max(min(reasons), earliest), "sync", tournament, table.seq or 0)
