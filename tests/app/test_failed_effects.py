"""Effects that fail: none takes the others along, and what is missing is made up for later."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.app.frame_checks import kinds
from tests.app.harness import Harness, in_play, seated
from tests.support.ports import FakeConnections, FakeTimers
from wordle_tournament.app.outbox import relay
from wordle_tournament.app.ports import Timer, Unavailable
from wordle_tournament.core.tournament import Phase

EVERYBODY = tuple(f"p{number}" for number in range(1, 9))


@dataclass(slots=True)
class RefusingTimers:
    """Timers that cannot be started until ``until``, epoch ms."""

    harness: Harness
    inner: FakeTimers
    until: int
    tries: list[Timer] = field(default_factory=list)

    def start(self, timer: Timer) -> None:
        self.tries.append(timer)
        if self.harness.now < self.until:
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


def refuse_timers(harness: Harness, milliseconds: int = 60_000) -> RefusingTimers:
    timers = RefusingTimers(harness, harness.fakes.timers, harness.now + milliseconds)
    harness.ports = replace(harness.ports, timers=timers)
    return timers


def relay_all(harness: Harness, start: int = 0) -> None:
    records: Iterable[Any] = [record for record, _ in harness.commits[start:]]
    relay(harness.ports, list(records), harness.now)


def test_a_timer_that_cannot_be_started_leaves_every_screen_its_frames() -> None:
    harness = seated(7)
    harness.connect("p8")
    harness.clear_frames()
    refuse_timers(harness)
    assert harness.send("c-p8", "queue", language="xx")["type"] == "lobby"
    for player in EVERYBODY:
        assert kinds(harness.seen(player))[-2:] == ["tournament-started", "round-opened"]


def test_a_version_whose_timer_is_missing_stays_pending_and_the_relay_starts_it() -> None:
    harness = seated(7)
    harness.connect("p8")
    refuse_timers(harness)
    harness.send("c-p8", "queue", language="xx")
    version = harness.record().version
    assert harness.fakes.tournaments.pending("t1", [version]) == {version}
    for _ in range(3):
        with pytest.raises(Unavailable):
            relay_all(harness)
        harness.pass_ms(10_000)
    assert harness.fakes.timers.started == {}
    harness.pass_ms(60_000)
    relay_all(harness)
    assert harness.fakes.timers.started == {"t1-r1": Timer("round", "t1", 1)}
    assert harness.fakes.tournaments.pending("t1", [version]) == frozenset()


def test_a_round_goes_on_by_itself_after_a_minute_without_timers_and_without_a_word_from_anybody() -> None:
    harness = seated(7)
    harness.connect("p8")
    refuse_timers(harness, 60_000)
    harness.send("c-p8", "queue", language="xx")
    harness.pass_ms(61_000)
    relay_all(harness)
    assert list(harness.fakes.timers.started) == ["t1-r1"]
    assert harness.tick()["over"] is False
    assert harness.tournament().phase is Phase.PLAYING
    assert [duel.turn for duel in harness.tournament().duels] == [2] * 4


def test_one_timer_that_fails_does_not_keep_the_relay_from_other_versions() -> None:
    harness = seated(6)
    start = len(harness.commits)
    timers = refuse_timers(harness)
    harness.disconnect("c-p1")
    harness.connect("p7")
    harness.send("c-p7", "queue", language="xx")
    with pytest.raises(Unavailable):
        relay_all(harness, start)
    assert {timer.kind for timer in timers.tries} == {"lobby"}
    assert harness.seen("p2")[-1]["seats"][6]["player"] == "p7"


def test_posts_that_fail_leave_the_timer_its_start() -> None:
    harness = seated(7)
    harness.connect("p8")
    failing = FailingConnections(1)
    harness.ports = replace(harness.ports, connections=failing)
    harness.answers("c-p8", "queue", language="xx")
    assert list(harness.fakes.timers.started) == ["t1-r1"]
    relay_all(harness)
    kinds_shown = [json.loads(text)["type"] for text in failing._texts["c-p1"]]
    assert kinds_shown[-2:] == ["tournament-started", "round-opened"]


def test_a_note_of_delivery_that_fails_is_no_failure_of_the_guess() -> None:
    harness = in_play()
    inner = harness.observed

    class Unnoting:
        def mark_delivered(self, _aggregate: str, _version: int) -> None:
            raise Unavailable

        def __getattr__(self, name: str) -> Any:
            return getattr(inner, name)

    harness.ports = replace(harness.ports, tournaments=Unnoting())
    assert harness.guess(harness.mover())["type"] == "guess-scored"


def test_a_party_is_shown_although_its_timer_cannot_be_started() -> None:
    harness = Harness()
    for player in ("p1", "p2"):
        harness.connect(player)
    harness.send("c-p1", "party-create")
    (record,) = harness.fakes.stored.parties.values()
    harness.send("c-p2", "party-join", code=record.party.code)
    refuse_timers(harness)
    harness.clear_frames().disconnect("c-p2")
    (shown,) = harness.seen("p1", "party")
    assert [member["online"] for member in shown["members"]] == [True, False]
    (record,) = harness.fakes.stored.parties.values()
    with pytest.raises(Unavailable):
        relay(harness.ports, [record], harness.now)
    harness.pass_ms(60_000)
    relay(harness.ports, [record], harness.now)
    assert [timer.kind for timer in harness.fakes.timers.started.values()] == ["party"]


def test_a_version_relayed_before_an_earlier_one_does_not_count_that_as_delivered() -> None:
    harness = in_play()
    start = len(harness.commits)
    failing = FailingConnections(1)
    harness.ports = replace(harness.ports, connections=failing)
    harness.answers(f"c-{harness.mover(0)}", "guess", **_guess(harness, harness.mover(0)))
    harness.ports = replace(harness.ports, connections=harness.fakes.connections)
    harness.guess(harness.mover(1))
    first, second = [record for record, _ in harness.commits[start:]]
    relay(harness.ports, [second], harness.now)
    assert harness.fakes.tournaments.pending("t1", [first.version]) == {first.version}
    relay(harness.ports, [first], harness.now)
    assert [frame["seq"] for frame in harness.seen("p1", "guess-scored")] == [
        second.tournament.seq - 1,
        first.tournament.seq - 1,
    ]


def _guess(harness: Harness, player: str) -> dict[str, Any]:
    duel = harness.duel(player)
    return {"tournament": "t1", "duel": duel.duel, "turn": duel.turn, "word": harness.wrong_word(player)}
