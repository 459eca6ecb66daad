"""One running timer at most for a lobby, a round, a party, however often people come and go (D21)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from tests.app.harness import Harness, seated
from tests.support.ports import FakeTimers
from wordle_tournament.app.ports import Timer
from wordle_tournament.app.running_timer import OVERDUE_MS, RunningTimer
from wordle_tournament.app.timers import tick
from wordle_tournament.aws.document import decode, decode_party, encode, encode_party
from wordle_tournament.core.tournament import Phase


@dataclass(slots=True)
class Machine:
    """Step Functions on the harness's clock: every started timer ticks, waits until it is told to, and ticks again."""

    harness: Harness
    inner: FakeTimers
    running: dict[Timer, int] = field(default_factory=dict)  # and when it ticks next, epoch ms
    names: set[str] = field(default_factory=set)
    most: int = 0
    refuses: bool = False

    def start(self, timer: Timer) -> None:
        if self.refuses:
            raise RuntimeError("ThrottlingException")
        self.inner.start(timer)
        if timer.name not in self.names:
            self.names.add(timer.name)
            self.running[timer] = self.harness.now
        self.most = max(self.most, len(self.running))

    def pass_ms(self, milliseconds: int) -> None:
        """Let time pass; timers tick at their moments, which are whole seconds."""
        end = self.harness.now + milliseconds
        while (first := min(self.running.values(), default=end + 1)) <= end:
            self.harness.fakes.clock.time = max(first, self.harness.now)
            (timer,) = [one for one, at in self.running.items() if at == first][:1]
            due = tick(self.harness.ports, timer, self.harness.now)
            if due is None:
                del self.running[timer]
            else:
                self.running[timer] = -(-due // 1000) * 1000
        self.harness.fakes.clock.time = end


def machine(harness: Harness) -> Machine:
    made = Machine(harness, harness.fakes.timers)
    harness.ports = replace(harness.ports, timers=made)
    return made


def in_lobby(number: int = 2) -> tuple[Harness, Machine]:
    harness = seated(number)
    return harness, machine(harness)


def in_party(number: int = 2) -> tuple[Harness, Machine]:
    harness = Harness()
    for index in range(1, number + 1):
        harness.connect(f"p{index}")
    harness.send("c-p1", "party-create")
    (record,) = harness.fakes.stored.parties.values()
    for index in range(2, number + 1):
        harness.send(f"c-p{index}", "party-join", code=record.party.code)
    return harness, machine(harness)


def come_and_go(harness: Harness, clock: Machine, times: int, *, gap: int) -> None:
    """Two players in turn: one drops, a moment later the other one is back."""
    live = {"p1": "c-p1", "p2": "c-p2"}
    for number in range(times):
        goes, comes = ("p1", "p2") if number % 2 == 0 else ("p2", "p1")
        harness.disconnect(live[goes])
        clock.pass_ms(gap)
        live[comes] = harness.connect(comes, f"c-{comes}-{number}")
        clock.pass_ms(gap)


def test_a_lobby_that_two_guests_leave_and_enter_in_turn_has_one_timer() -> None:
    harness, clock = in_lobby()
    come_and_go(harness, clock, 8, gap=830)
    assert harness.tournament().phase is Phase.LOBBY
    assert clock.most == 1
    clock.pass_ms(15_000)
    assert clock.running == {}


def test_48_drops_in_a_lobby_never_run_two_timers_at_once() -> None:
    harness, clock = in_lobby()
    live = {"p1": "c-p1", "p2": "c-p2"}
    for number in range(48):
        player = ("p1", "p2")[number % 2]
        harness.disconnect(live[player])
        clock.pass_ms(1_000)
        live[player] = harness.connect(player, f"c-{player}-{number}")
        if player not in [seat.player for seat in harness.tournament().seats]:
            harness.answers(live[player], "queue", language="xx")
        clock.pass_ms(700)
        assert len([timer for timer in clock.running if timer.id == "t1"]) <= 1
    clock.pass_ms(15_000)
    assert clock.running == {}


def test_a_party_that_two_members_leave_and_enter_75_times_has_one_timer() -> None:
    harness, clock = in_party()
    come_and_go(harness, clock, 75, gap=500)
    assert clock.most == 1
    clock.pass_ms(75_000)
    assert clock.running == {}
    (record,) = harness.fakes.stored.parties.values()
    assert (record.timer, [member.player for member in record.party.members]) == (None, ["p2"])


def test_a_partys_timer_ends_soon_after_the_last_absence() -> None:
    harness, clock = in_party()
    harness.disconnect("c-p2")
    clock.pass_ms(5_000)
    harness.connect("p2", "c-back")
    assert len(clock.running) == 1
    clock.pass_ms(15_000)
    assert clock.running == {}


@pytest.mark.parametrize("seed", range(12))
def test_however_players_come_and_go_every_seat_is_freed_in_time_by_one_timer(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - a test's
    harness, clock = in_lobby(5)
    live: dict[str, str | None] = {f"p{number}": f"c-p{number}" for number in range(1, 6)}
    for number in range(60):
        player = chance.choice(sorted(live))
        connection = live[player]
        if connection is None:
            live[player] = harness.connect(player, f"c-{player}-{number}")
        else:
            harness.disconnect(connection)
            live[player] = None
        clock.pass_ms(chance.choice((50, 400, 1_300, 3_100)))
        assert clock.most <= 1
        for seat in harness.tournament().seats:
            assert seat.away is None or harness.now < seat.away.until + 1_000  # a wait is rounded up to whole seconds
    clock.pass_ms(15_000)
    assert clock.running == {}
    assert all(seat.away is None for seat in harness.tournament().seats)


@pytest.mark.parametrize("made", [in_lobby, in_party])
def test_a_start_that_was_refused_is_made_up_for_by_the_next_commit(
    made: Callable[[int], tuple[Harness, Machine]],
) -> None:
    harness, clock = made(3)
    clock.refuses = True
    harness.disconnect("c-p1")
    assert clock.running == {}
    clock.refuses = False
    harness.disconnect("c-p2")
    assert len(clock.running) == 1
    clock.pass_ms(65_000)
    assert clock.running == {}


def test_a_timer_that_has_failed_is_replaced_when_it_is_overdue() -> None:
    harness, clock = in_lobby()
    harness.disconnect("c-p1")
    clock.running.clear()  # the execution has failed: its name stays taken
    clock.pass_ms(OVERDUE_MS + 11_000)
    harness.send("c-p2", "ping")  # which frees the seat that was due
    harness.disconnect("c-p2")
    assert len(clock.running) == 1
    clock.pass_ms(15_000)
    assert clock.running == {}
    assert harness.tournament().phase is Phase.OVER


def test_a_superseded_timer_ends_at_its_next_tick() -> None:
    harness, _ = in_lobby()
    harness.disconnect("c-p1")
    record = harness.record()
    other = RunningTimer(harness.now + 3_000, harness.now + 3_000)
    harness.fakes.stored.records["t1"] = replace(record, timer=other)
    assert tick(harness.ports, Timer("lobby", "t1", until=harness.now + 10_000), harness.now) is None
    assert harness.record().timer == other
    assert tick(harness.ports, Timer("lobby", "t1", until=other.until), harness.now) == harness.now + 10_000


def test_a_timer_that_looked_too_early_takes_no_other_along_and_one_that_has_nothing_left_says_so() -> None:
    harness, clock = in_lobby()
    harness.disconnect("c-p1")
    clock.pass_ms(1_000)
    harness.connect("p1", "c-back")
    assert harness.record().timer is not None
    clock.pass_ms(10_000)
    assert (harness.record().timer, clock.running) == (None, {})
    harness.disconnect("c-back")
    assert len(clock.running) == 1


def test_a_record_keeps_its_timer_when_it_is_stored_and_an_older_record_has_none() -> None:
    harness, _ = in_lobby()
    before = harness.record()
    harness.disconnect("c-p1")
    record = harness.record()
    assert record.timer == RunningTimer(harness.now + 10_000, harness.now + 10_000)
    assert decode(encode(record)) == record
    assert decode(encode(before)).timer is None
    harness, _ = in_party()
    harness.disconnect("c-p2")
    (party,) = harness.fakes.stored.parties.values()
    assert decode_party(encode_party(party)) == party


def test_a_record_of_an_earlier_release_gets_a_timer_from_the_tick_that_comes() -> None:
    harness, _ = in_lobby()
    harness.disconnect("c-p1")
    harness.fakes.stored.records["t1"] = replace(harness.record(), timer=None)
    due = harness.now + 10_000
    assert tick(harness.ports, Timer("lobby", "t1", until=due), harness.now) == due
    assert harness.record().timer == RunningTimer(due, due)
