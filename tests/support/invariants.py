"""Invariants of the rules: what must hold after every step of every tournament.

Of the code under test only the fold (``evolve``) and what is due (``advance``, ``next_due``) are used, and their own
invariants are checked as well. Lives and places are counted again from the public events alone.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from tests.support.elo import change_of
from wordle_tournament.core.commands import Command, Leave, TakeSeats
from wordle_tournament.core.events import (
    DuelEnded,
    Event,
    LobbyChanged,
    Outcome,
    Placed,
    PlayerAway,
    PlayerBack,
    PlayerEliminated,
    PlayerHeard,
    PlayerLeft,
    PrivateEvent,
    RoundClosed,
    RoundOpened,
    TournamentEnded,
    TournamentStarted,
)
from wordle_tournament.core.lexicon import Lexicon
from wordle_tournament.core.step import Step, advance, next_due
from wordle_tournament.core.tournament import Phase, Tournament, evolve


def check_step(step: Step, command: Command, now: int, lexicon: Lexicon) -> None:
    """Check one step: its events, its time, and what it may have changed."""
    before, after = step.before, step.after
    folded = reduce(evolve, step.events, before)
    assert after == replace(folded, now=after.now), "the events lead from before to after"
    assert after.now == max(before.now, now), "D10: time never runs back"
    public = [event for event in step.events if not isinstance(event, PrivateEvent)]
    assert after.seq == before.seq + len(public), "one seq for each public event"
    _check_answer(step, command)
    _check_refusal(step, now, lexicon)
    _check_seats(before, after)
    check_state(after)
    again = advance(after, after.now, lexicon)
    assert (again.events, again.after) == ((), after), "advance is idempotent"


def _check_answer(step: Step, command: Command) -> None:
    if step.refusal is not None:
        assert step.answer is None
    elif isinstance(command, Leave | TakeSeats):
        assert step.answer is not None
    if step.answer is not None:
        assert 0 <= step.answer < len(step.events)


def _check_refusal(step: Step, now: int, lexicon: Lexicon) -> None:
    """A refused command changes nothing beyond what was due, except that its sender may have been heard (D15)."""
    if step.refusal is None:
        return
    due = advance(step.before, now, lexicon)
    assert step.events[: len(due.events)] == due.events
    for event in step.events[len(due.events) :]:
        assert isinstance(event, PlayerHeard | PlayerBack), event


def _check_seats(before: Tournament, after: Tournament) -> None:
    """Lives never rise; a place and its change are given once (R3.2, R3.3, R6.3)."""
    if before.phase is Phase.LOBBY:
        return
    for old, new in zip(before.seats, after.seats, strict=True):
        assert (old.player, old.rating) == (new.player, new.rating)
        assert old.lives >= new.lives >= 0
        if old.place is not None:
            assert (old.place, old.change, old.out_in) == (new.place, new.change, new.out_in)


def check_state(tournament: Tournament) -> None:
    """Check a state between two steps."""
    if tournament.phase is not Phase.OVER:
        due = next_due(tournament)
        assert due is None or due > tournament.now, "everything that is due was applied"
    assert (tournament.starts_at is not None) == (tournament.phase is Phase.INTRO)
    if tournament.phase is Phase.LOBBY:
        assert len(tournament.seats) < 8 or any(seat.away for seat in tournament.seats)
        return
    assert len(tournament.used) == len(set(tournament.used)), "D8: no secret twice"
    _check_standing(tournament)
    _check_duels(tournament)


def _check_standing(tournament: Tournament) -> None:
    for seat in tournament.seats:
        assert (seat.place is None) == (seat.change is None)
        is_waiting = seat.out_in == tournament.round and not seat.has_left and tournament.is_running  # D4
        is_winner = tournament.phase is Phase.OVER and seat.place == 1
        assert (seat.place is None) == ((seat.is_in and not is_winner) or is_waiting)
        assert seat.is_in == (seat.out_in is None)
        if seat.away is not None and tournament.is_running:
            assert seat.is_in, "a player without lives cannot be away (D5)"
    if tournament.is_running:
        assert len(tournament.survivors) > 1, "D6: over at once"


def _check_duels(tournament: Tournament) -> None:
    if not tournament.is_running:
        assert all(duel.deadline is None for duel in tournament.duels)
        return
    assert not tournament.are_duels_over, "R1.4: a round ends when its last duel ends"
    for duel in tournament.duels:
        assert [row.turn for row in duel.rows] == list(range(1, len(duel.rows) + 1))
        for row in duel.rows:
            assert (row.player == duel.first) == (row.turn % 2 == 1), "R4.1: alternating turns"
        is_playing = tournament.phase is Phase.PLAYING and not duel.is_over
        assert (duel.deadline is not None) == is_playing
        if is_playing:
            assert duel.turn == len(duel.rows) + 1 <= 12
            assert duel.deadline is not None
            assert duel.deadline <= tournament.now + tournament.rules.turn_ms
            assert all(tournament.require_seat(player).is_in for player in duel.players)


def check_composition(tournament: Tournament, middle: int, end: int, lexicon: Lexicon) -> None:
    """``advance(advance(t, a), b) == advance(t, b)`` for a <= b."""
    first = advance(tournament, middle, lexicon)
    second = advance(first.after, end, lexicon)
    whole = advance(tournament, end, lexicon)
    assert second.after == whole.after
    assert first.events + second.events == whole.events


class Scoreboard:
    """Counts a tournament again from its public events, by the rules alone (R2, R3, D2 to D6)."""

    def __init__(self) -> None:
        self.lives: dict[str, int] = {}
        self.ratings: dict[str, int] = {}
        self.places: dict[str, int] = {}
        self.changes: dict[str, int] = {}
        self.bounds: dict[str, tuple[int, int]] = {}
        self.placements: Counter[str] = Counter()
        self.round = 0
        self.opened: RoundOpened | None = None
        self.began = 0
        self.left: list[str] = []  # in this round, in order
        self.eliminated: list[str] = []  # in this round
        self.away: set[str] = set()
        self.is_over = False

    @property
    def standing(self) -> set[str]:
        return {player for player, lives in self.lives.items() if lives}

    def take(self, event: Event) -> None:  # noqa: C901 - one arm an event
        assert not self.is_over or isinstance(event, PrivateEvent | PlayerBack)
        match event:
            case TournamentStarted(seats=seats):
                self.lives = {seat.player: seat.lives for seat in seats}
                self.ratings = {seat.player: seat.rating for seat in seats}
                assert list(self.lives.values()) == [3] * 8
                assert not any(seat.away for seat in seats), "D11: not while a player is away"
            case RoundOpened():
                self._open(event)
            case DuelEnded():
                self._end_duel(event)
            case PlayerEliminated(player=player, guaranteed=guaranteed, possible=possible):
                assert self.lives[player] == 0
                assert guaranteed <= possible
                assert player not in self.bounds
                self.bounds[player] = (guaranteed, possible)
                self.away.discard(player)
            case PlayerLeft(player=player, place=place, change=change):
                self.lives[player] = 0
                assert place == self.began - len(self.left), "D3"
                self.left.append(player)
                self.away.discard(player)
                self._place(Placed(player, place, change))
            case PlayerAway(player=player):
                assert player in self.standing
                assert player not in self.away, "one away, then one back"
                self.away.add(player)
            case PlayerBack(player=player):
                self.away.remove(player)
            case RoundClosed():
                self._close(event)
            case TournamentEnded():
                self._end(event)
            case LobbyChanged():
                assert not self.lives, "no lobby after the start"
            case _:
                pass

    def _open(self, event: RoundOpened) -> None:
        assert event.round == self.round + 1
        standing = self.standing
        paired = [player for duel in event.duels for player in duel.players]
        assert sorted([*paired, *([event.bye] if event.bye else [])]) == sorted(standing), "R1.2"
        assert len(event.duels) == len(standing) // 2
        assert len({duel.secret for duel in event.duels}) == len(event.duels), "R5.2"
        before = self.opened
        if before is not None:
            assert event.bye is None or event.bye != before.bye, "R2.3"
            met = {frozenset(duel.players) for duel in before.duels}
            assert len(standing) == 2 or not met & {frozenset(duel.players) for duel in event.duels}, "D7"
        self.round, self.opened, self.began = event.round, event, len(standing)
        self.left, self.eliminated = [], []

    def _end_duel(self, event: DuelEnded) -> None:
        players = {one.player for one in event.lives}
        for player in players:
            if event.outcome is Outcome.FORFEIT:
                cost = 0 if player == event.winner else self.lives[player]
            else:
                cost = 0 if player == event.winner else 1  # R3.1: a draw has no winner and costs both
            self.lives[player] -= cost
            if self.lives[player] == 0 and event.outcome is not Outcome.FORFEIT:
                self.eliminated.append(player)
        assert {one.player: one.lives for one in event.lives} == {player: self.lives[player] for player in players}
        assert (event.winner is None) == (event.outcome is Outcome.DRAW)

    def _close(self, event: RoundClosed) -> None:
        assert event.round == self.round
        assert {one.player: one.lives for one in event.lives} == self.lives
        for placed in event.out:
            if placed.player in self.left:
                assert self.places[placed.player] == placed.place
            else:
                assert placed.place == len(self.standing) + 1, "R3.3, D2"
                self._place(placed)
        assert {placed.player for placed in event.out} == {*self.left, *self.eliminated}
        assert [placed.place for placed in event.out] == sorted(placed.place for placed in event.out)

    def _end(self, event: TournamentEnded) -> None:
        assert len(self.standing) <= 1, "R3.2"
        assert {event.winner.player} == self.standing if event.winner else not self.standing
        if event.winner:
            assert event.winner.place == 1
            self._place(event.winner)
        self.is_over = True
        assert {placed.player: placed.place for placed in event.standings} == self.places
        assert {placed.player: placed.change for placed in event.standings} == self.changes
        self.check_end()

    def _place(self, placed: Placed) -> None:
        self.placements[placed.player] += 1
        self.places[placed.player] = placed.place
        self.changes[placed.player] = placed.change

    def check_end(self) -> None:
        """Check a finished tournament."""
        assert self.placements == dict.fromkeys(self.lives, 1), "each player is placed once"
        for player, place in self.places.items():
            above = sum(other < place for other in self.places.values())
            assert place == 1 + above, "D2: competition ranks"
            # However early the change was final, it is what the final standings give at the seats' ratings (D1, D3).
            assert self.changes[player] == change_of(player, self.places, self.ratings)
        for player, (guaranteed, possible) in self.bounds.items():
            assert guaranteed <= self.changes[player] <= possible, "D4"


def score(events: Sequence[Event]) -> Scoreboard:
    """Count a whole tournament again."""
    board = Scoreboard()
    for event in events:
        board.take(event)
    return board
