"""One running timer at most for a lobby, a round, a party, however often people come and go (D21)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from tests.app.stage import Stage, seated
from tests.support.ports import FakeTimers
from wordle_tournament.app.ports import Timer
from wordle_tournament.app.running_timer import OVERDUE_MS, RunningTimer
from wordle_tournament.app.timers import tick
from wordle_tournament.aws.document import decode, decode_party, encode, encode_party
from wordle_tournament.core.tournament import Phase


@dataclass(slots=True)
class Machine:
    """Step Functions on the stage's clock: every started timer ticks, waits until it is told to, and ticks again."""

    stage: Stage
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
            self.running[timer] = self.stage.now
        self.most = max(self.most, len(self.running))

    def pass_ms(self, milliseconds: int) -> None:
        """Let time pass; timers tick at their moments, which are whole seconds."""
        end = self.stage.now + milliseconds
        while (first := min(self.running.values(), default=end + 1)) <= end:
            self.stage.fakes.clock.time = max(first, self.stage.now)
            (timer,) = [one for one, at in self.running.items() if at == first][:1]
            due = tick(self.stage.ports, timer, self.stage.now)
            if due is None:
                del self.running[timer]
            else:
                self.running[timer] = -(-due // 1000) * 1000
        self.stage.fakes.clock.time = end


def machine(stage: Stage) -> Machine:
    made = Machine(stage, stage.fakes.timers)
    stage.ports = replace(stage.ports, timers=made)
    return made


def in_lobby(number: int = 2) -> tuple[Stage, Machine]:
    stage = seated(number)
    return stage, machine(stage)


def in_party(number: int = 2) -> tuple[Stage, Machine]:
    stage = Stage()
    for index in range(1, number + 1):
        stage.greet(f"p{index}")
    stage.say("c-p1", "party-create")
    (record,) = stage.fakes.world.parties.values()
    for index in range(2, number + 1):
        stage.say(f"c-p{index}", "party-join", code=record.party.code)
    return stage, machine(stage)


def come_and_go(stage: Stage, clock: Machine, times: int, *, gap: int) -> None:
    """Two players in turn: one drops, a moment later the other one is back."""
    live = {"p1": "c-p1", "p2": "c-p2"}
    for number in range(times):
        goes, comes = ("p1", "p2") if number % 2 == 0 else ("p2", "p1")
        stage.hang_up(live[goes])
        clock.pass_ms(gap)
        live[comes] = stage.greet(comes, f"c-{comes}-{number}")
        clock.pass_ms(gap)


def test_a_lobby_that_two_guests_leave_and_enter_in_turn_has_one_timer() -> None:
    stage, clock = in_lobby()
    come_and_go(stage, clock, 8, gap=830)
    assert stage.tournament().phase is Phase.LOBBY
    assert clock.most == 1
    clock.pass_ms(15_000)
    assert clock.running == {}


def test_48_drops_in_a_lobby_never_run_two_timers_at_once() -> None:
    stage, clock = in_lobby()
    live = {"p1": "c-p1", "p2": "c-p2"}
    for number in range(48):
        player = ("p1", "p2")[number % 2]
        stage.hang_up(live[player])
        clock.pass_ms(1_000)
        live[player] = stage.greet(player, f"c-{player}-{number}")
        if player not in [seat.player for seat in stage.tournament().seats]:
            stage.answers(live[player], "queue", language="xx")
        clock.pass_ms(700)
        assert len([timer for timer in clock.running if timer.id == "t1"]) <= 1
    clock.pass_ms(15_000)
    assert clock.running == {}


def test_a_party_that_two_members_leave_and_enter_75_times_has_one_timer() -> None:
    stage, clock = in_party()
    come_and_go(stage, clock, 75, gap=500)
    assert clock.most == 1
    clock.pass_ms(75_000)
    assert clock.running == {}
    (record,) = stage.fakes.world.parties.values()
    assert (record.timer, [member.player for member in record.party.members]) == (None, ["p2"])


def test_a_partys_timer_ends_soon_after_the_last_absence() -> None:
    stage, clock = in_party()
    stage.hang_up("c-p2")
    clock.pass_ms(5_000)
    stage.greet("p2", "c-back")
    assert len(clock.running) == 1
    clock.pass_ms(15_000)
    assert clock.running == {}


@pytest.mark.parametrize("seed", range(12))
def test_however_players_come_and_go_every_seat_is_freed_in_time_by_one_timer(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - a test's
    stage, clock = in_lobby(5)
    live: dict[str, str | None] = {f"p{number}": f"c-p{number}" for number in range(1, 6)}
    for number in range(60):
        player = chance.choice(sorted(live))
        connection = live[player]
        if connection is None:
            live[player] = stage.greet(player, f"c-{player}-{number}")
        else:
            stage.hang_up(connection)
            live[player] = None
        clock.pass_ms(chance.choice((50, 400, 1_300, 3_100)))
        assert clock.most <= 1
        for seat in stage.tournament().seats:
            assert seat.away is None or stage.now < seat.away.until + 1_000  # a wait is rounded up to whole seconds
    clock.pass_ms(15_000)
    assert clock.running == {}
    assert all(seat.away is None for seat in stage.tournament().seats)


@pytest.mark.parametrize("made", [in_lobby, in_party])
def test_a_start_that_was_refused_is_made_up_for_by_the_next_commit(
    made: Callable[[int], tuple[Stage, Machine]],
) -> None:
    stage, clock = made(3)
    clock.refuses = True
    stage.hang_up("c-p1")
    assert clock.running == {}
    clock.refuses = False
    stage.hang_up("c-p2")
    assert len(clock.running) == 1
    clock.pass_ms(65_000)
    assert clock.running == {}


def test_a_timer_that_has_failed_is_replaced_when_it_is_overdue() -> None:
    stage, clock = in_lobby()
    stage.hang_up("c-p1")
    clock.running.clear()  # the execution has failed: its name stays taken
    clock.pass_ms(OVERDUE_MS + 11_000)
    stage.say("c-p2", "ping")  # which frees the seat that was due
    stage.hang_up("c-p2")
    assert len(clock.running) == 1
    clock.pass_ms(15_000)
    assert clock.running == {}
    assert stage.tournament().phase is Phase.OVER


def test_a_superseded_timer_ends_at_its_next_tick() -> None:
    stage, _ = in_lobby()
    stage.hang_up("c-p1")
    record = stage.record()
    other = RunningTimer(stage.now + 3_000, stage.now + 3_000)
    stage.fakes.world.records["t1"] = replace(record, timer=other)
    assert tick(stage.ports, Timer("lobby", "t1", until=stage.now + 10_000), stage.now) is None
    assert stage.record().timer == other
    assert tick(stage.ports, Timer("lobby", "t1", until=other.until), stage.now) == stage.now + 10_000


def test_a_timer_that_looked_too_early_takes_no_other_along_and_one_that_has_nothing_left_says_so() -> None:
    stage, clock = in_lobby()
    stage.hang_up("c-p1")
    clock.pass_ms(1_000)
    stage.greet("p1", "c-back")
    assert stage.record().timer is not None
    clock.pass_ms(10_000)
    assert (stage.record().timer, clock.running) == (None, {})
    stage.hang_up("c-back")
    assert len(clock.running) == 1


def test_a_record_keeps_its_timer_when_it_is_stored_and_an_older_record_has_none() -> None:
    stage, _ = in_lobby()
    before = stage.record()
    stage.hang_up("c-p1")
    record = stage.record()
    assert record.timer == RunningTimer(stage.now + 10_000, stage.now + 10_000)
    assert decode(encode(record)) == record
    assert decode(encode(before)).timer is None
    stage, _ = in_party()
    stage.hang_up("c-p2")
    (party,) = stage.fakes.world.parties.values()
    assert decode_party(encode_party(party)) == party


def test_a_record_of_an_earlier_release_gets_a_timer_from_the_tick_that_comes() -> None:
    stage, _ = in_lobby()
    stage.hang_up("c-p1")
    stage.fakes.world.records["t1"] = replace(stage.record(), timer=None)
    due = stage.now + 10_000
    assert tick(stage.ports, Timer("lobby", "t1", until=due), stage.now) == due
    assert stage.record().timer == RunningTimer(due, due)
