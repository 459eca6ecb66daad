"""A whole tournament of eight, driven by nothing but frames, time and the stream (R1 to R6, D14)."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tests.app.frame_checks import check_models, check_numbers, check_secrets, kinds
from tests.app.harness import EVERYBODY, Frame, Harness
from tests.support.elo import change_of
from tests.support.ports import FakeChance, FakePorts
from wordle_tournament.core.marks import mark
from wordle_tournament.core.tournament import Phase


@dataclass(slots=True)
class Player:
    """A player who knows what their client shows and nothing else."""

    name: str
    harness: Harness
    chance: random.Random
    skill: float  # how often they narrow the words down by the marks
    heard: int = 0
    lengths: dict[str, int] = field(default_factory=dict)
    rows: dict[str, list[Frame]] = field(default_factory=dict)
    turns: list[Frame] = field(default_factory=list)  # their own, not answered yet

    def look(self) -> None:
        """Take in what is new on the screen."""
        texts = self.harness._texts(f"c-{self.name}")
        for frame in map(json.loads, texts[self.heard :]):
            if frame["type"] == "round-opened":
                self.lengths |= {duel["duel"]: duel["length"] for duel in frame["duels"]}
            elif frame["type"] == "guess-scored":
                self.rows.setdefault(frame["duel"], []).append(frame)
            elif frame["type"] == "turn-started" and frame["player"] == self.name:
                self.turns.append(frame)
        self.heard = len(texts)

    def act(self) -> bool:
        """Guess, if it is the player's turn; returns whether they did."""
        self.look()
        if not self.turns:
            return False
        turn = self.turns.pop(0)
        duel = turn["duel"]
        word = self._choose(self.lengths[duel], self.rows.get(duel, ()))
        self.harness.answers(
            f"c-{self.name}", "guess", tournament=turn["tournament"], duel=duel, turn=turn["turn"], word=word
        )
        return True

    def _choose(self, length: int, rows: Sequence[Frame]) -> str:
        words = self.harness.fakes.lexicons.lexicon("xx").secrets(length)
        if self.chance.random() < self.skill:
            words = [word for word in words if all(_fits(word, row) for row in rows)]
        return self.chance.choice(words)


def _fits(word: str, row: Frame) -> bool:
    marks: list[str] = row["marks"]
    return [str(one) for one in mark(tuple(word), tuple(row["tiles"]))] == marks


class DrawnChance(FakeChance):
    """Seeds that differ from game to game."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance

    def new_seed(self) -> str:
        return f"{self._chance.getrandbits(128):032x}"


def play(seed: int, *, silent: Sequence[str] = ()) -> Harness:
    """Greet eight, queue them and let them play with fast rules to the end; ``silent`` ones only ping."""
    chance = random.Random(seed)  # noqa: S311 - a test's
    harness = Harness(FakePorts(rules="fast", chance=DrawnChance(chance)))
    for name in EVERYBODY:
        harness.connect(name)
    for name in EVERYBODY:
        harness.send(f"c-{name}", "queue", language="xx")
    players = [Player(name, harness, chance, chance.uniform(0.3, 0.9)) for name in EVERYBODY]
    flowed = 0
    for _ in range(10_000):
        if harness.tournament().phase is Phase.OVER:
            break
        harness.pass_ms(chance.randint(20, 400))
        chance.shuffle(players)
        for player in players:
            if player.name in silent and chance.random() < 0.4:
                harness.send(f"c-{player.name}", "ping", tournament="t1")
            elif player.name not in silent and chance.random() < 0.5:
                player.act()
        harness.tick()
        if chance.random() < 0.2:
            flowed = harness.deliver_stream(start=flowed)
    harness.deliver_stream(start=flowed)
    return harness


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_eight_play_to_the_last_rating_change(seed: int) -> None:
    harness = play(seed)
    assert harness.tournament().phase is Phase.OVER
    places: dict[str, int] = {}
    for name in EVERYBODY:
        frames = harness.seen(name)
        check_models(frames)
        check_numbers(frames)
        seqs = [frame["seq"] for frame in frames if "seq" in frame]
        assert len(seqs) == len(set(seqs)), "normally nothing is sent twice"
        assert seqs[-1] == harness.tournament().seq
        assert check_secrets(frames) == kinds(frames).count("duel-ended")
        (ended,) = harness.seen(name, "tournament-ended")
        places = {one["player"]: one["place"] for one in ended["standings"]}
        assert sorted(places) == list(EVERYBODY)
        rated = {frame["player"]: frame["change"] for frame in harness.seen(name, "rated")}
        assert rated == {player: change_of(player, places, dict.fromkeys(EVERYBODY, 1000)) for player in EVERYBODY}
    assert {name: harness.fakes.stored.players[name].rating for name in EVERYBODY} == {
        name: 1000 + change_of(name, places, dict.fromkeys(EVERYBODY, 1000)) for name in EVERYBODY
    }
    rounds = harness.tournament().round
    assert list(harness.fakes.timers.started) == [f"t1-r{number}" for number in range(1, rounds + 1)]


def test_every_frame_had_exactly_one_answer() -> None:
    harness = play(4)
    for name in EVERYBODY:
        answers = Counter(frame["re"] for frame in harness.seen(name) if "re" in frame)
        assert set(answers.values()) == {1}


def test_nobody_else_sees_whose_answer_it_is() -> None:
    harness = play(5)
    for name in EVERYBODY:
        for frame in harness.seen(name, "guess-scored"):
            assert ("re" in frame) is (frame["player"] == name)


def test_everybody_idle_at_live_clients_shares_the_first_place_and_no_rating_changes() -> None:  # R3.4
    harness = play(6, silent=EVERYBODY)
    assert harness.tournament().round == 3
    assert not harness.seen("p1", "player-away")
    assert len(harness.seen("p1", "turn-skipped")) == 3 * 4 * 12
    (ended,) = harness.seen("p1", "tournament-ended")
    assert {one["place"] for one in ended["standings"]} == {1}
    assert [frame["change"] for frame in harness.seen("p1", "rated")] == [0] * 8
