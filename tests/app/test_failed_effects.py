"""Effects that fail: none takes the others along, and what is missing is made up for later."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.app.screens import kinds
from tests.app.stage import Stage, in_play, seated
from tests.support.ports import FakeConnections, FakeTimers
from wordle_tournament.app.outbox import relay
from wordle_tournament.app.ports import Timer, Unavailable
from wordle_tournament.core.tournament import Phase

EVERYBODY = tuple(f"p{number}" for number in range(1, 9))


@dataclass(slots=True)
class RefusingTimers:
    """Timers that cannot be started until ``until``, epoch ms."""

    stage: Stage
    inner: FakeTimers
    until: int
    tries: list[Timer] = field(default_factory=list)

    def start(self, timer: Timer) -> None:
        self.tries.append(timer)
        if self.stage.now < self.until:
            raise RuntimeError("StateMachineDoesNotExist")
        self.inner.start(timer)


class FailingConnections(FakeConnections):
    """Connections whose posts fail as a whole, ``failures`` times."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    def post(self, batches: Mapping[str, Sequence[str]]) -> frozenset[str]:
        if self.failures:
            self.failures -= 1
            raise Unavailable
        return super().post(batches)


def refuse_timers(stage: Stage, milliseconds: int = 60_000) -> RefusingTimers:
    timers = RefusingTimers(stage, stage.fakes.timers, stage.now + milliseconds)
    stage.ports = replace(stage.ports, timers=timers)
    return timers


def relay_all(stage: Stage, start: int = 0) -> None:
    records: Iterable[Any] = [record for record, _ in stage.journal.images[start:]]
    relay(stage.ports, list(records), stage.now)


def test_a_timer_that_cannot_be_started_leaves_every_screen_its_frames() -> None:
    stage = seated(7)
    stage.greet("p8")
    stage.forget()
    refuse_timers(stage)
    assert stage.say("c-p8", "queue", language="xx")["type"] == "lobby"
    for player in EVERYBODY:
        assert kinds(stage.seen(player))[-2:] == ["tournament-started", "round-opened"]


def test_a_version_whose_timer_is_missing_stays_pending_and_the_relay_starts_it() -> None:
    stage = seated(7)
    stage.greet("p8")
    refuse_timers(stage)
    stage.say("c-p8", "queue", language="xx")
    version = stage.record().version
    assert stage.fakes.tournaments.pending("t1", [version]) == {version}
    for _ in range(3):
        with pytest.raises(Unavailable):
            relay_all(stage)
        stage.pass_ms(10_000)
    assert stage.fakes.timers.started == {}
    stage.pass_ms(60_000)
    relay_all(stage)
    assert stage.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
    assert stage.fakes.tournaments.pending("t1", [version]) == frozenset()


def test_a_round_goes_on_by_itself_after_a_minute_without_timers_and_without_a_word_from_anybody() -> None:
    stage = seated(7)
    stage.greet("p8")
    refuse_timers(stage, 60_000)
    stage.say("c-p8", "queue", language="xx")
    stage.pass_ms(61_000)
    relay_all(stage)
    assert list(stage.fakes.timers.started) == ["t1-r1"]
    assert stage.tick()["over"] is False
    assert stage.tournament().phase is Phase.PLAYING
    assert [duel.turn for duel in stage.tournament().duels] == [2] * 4


def test_one_timer_that_fails_does_not_keep_the_relay_from_other_versions() -> None:
    stage = seated(6)
    start = len(stage.journal.images)
    timers = refuse_timers(stage)
    stage.hang_up("c-p1")
    stage.greet("p7")
    stage.say("c-p7", "queue", language="xx")
    with pytest.raises(Unavailable):
        relay_all(stage, start)
    assert {timer.kind for timer in timers.tries} == {"lobby"}
    assert stage.seen("p2")[-1]["seats"][6]["player"] == "p7"


def test_posts_that_fail_leave_the_timer_its_start() -> None:
    stage = seated(7)
    stage.greet("p8")
    failing = FailingConnections(1)
    stage.ports = replace(stage.ports, connections=failing)
    stage.answers("c-p8", "queue", language="xx")
    assert list(stage.fakes.timers.started) == ["t1-r1"]
    relay_all(stage)
    kinds_shown = [json.loads(text)["type"] for text in failing._texts["c-p1"]]
    assert kinds_shown[-2:] == ["tournament-started", "round-opened"]


def test_a_note_of_delivery_that_fails_is_no_failure_of_the_guess() -> None:
    stage = in_play()
    inner = stage.journal

    class Unnoting:
        def mark_delivered(self, _aggregate: str, _version: int) -> None:
            raise Unavailable

        def __getattr__(self, name: str) -> Any:
            return getattr(inner, name)

    stage.ports = replace(stage.ports, tournaments=Unnoting())
    assert stage.guess(stage.mover())["type"] == "guess-scored"


def test_a_party_is_shown_although_its_timer_cannot_be_started() -> None:
    stage = Stage()
    for player in ("p1", "p2"):
        stage.greet(player)
    stage.say("c-p1", "party-create")
    (record,) = stage.fakes.world.parties.values()
    stage.say("c-p2", "party-join", code=record.party.code)
    refuse_timers(stage)
    stage.forget().hang_up("c-p2")
    (shown,) = stage.seen("p1", "party")
    assert [member["online"] for member in shown["members"]] == [True, False]
    (record,) = stage.fakes.world.parties.values()
    with pytest.raises(Unavailable):
        relay(stage.ports, [record], stage.now)
    stage.pass_ms(60_000)
    relay(stage.ports, [record], stage.now)
    assert [timer.kind for timer in stage.fakes.timers.started.values()] == ["party"]


def test_a_version_relayed_before_an_earlier_one_does_not_count_that_as_delivered() -> None:
    stage = in_play()
    start = len(stage.journal.images)
    failing = FailingConnections(1)
    stage.ports = replace(stage.ports, connections=failing)
    stage.answers(f"c-{stage.mover(0)}", "guess", **_guess(stage, stage.mover(0)))
    stage.ports = replace(stage.ports, connections=stage.fakes.connections)
    stage.guess(stage.mover(1))
    first, second = [record for record, _ in stage.journal.images[start:]]
    relay(stage.ports, [second], stage.now)
    assert stage.fakes.tournaments.pending("t1", [first.version]) == {first.version}
    relay(stage.ports, [first], stage.now)
    assert [frame["seq"] for frame in stage.seen("p1", "guess-scored")] == [
        second.tournament.seq - 1,
        first.tournament.seq - 1,
    ]


def _guess(stage: Stage, player: str) -> dict[str, Any]:
    duel = stage.duel(player)
    return {"tournament": "t1", "duel": duel.duel, "turn": duel.turn, "word": stage.wrong(player)}
