"""Any order of any commands: the invariants are checked after every step (Hypothesis, stateful)."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.support.builders import PLAYERS, START, connection_of, entrant, lobby_of, running
from tests.support.invariants import Scoreboard, check_composition, check_step
from tests.support.play import Play
from wordle_tournament.core.commands import Attach, Command, Drop, Guess, Leave, Ping, TakeSeats, Tick
from wordle_tournament.core.events import PlayerEliminated
from wordle_tournament.core.step import next_due
from wordle_tournament.core.tournament import Duel, Phase

players = st.sampled_from(PLAYERS)


class AnyTournament(RuleBasedStateMachine):
    """Begins in a lobby or in a late round, close to an end; players, words and moments are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.play = Play(lobby_of())
        self.board: Scoreboard | None = None  # only of a tournament seen from its beginning
        self.connections = 0
        self.said: list[Command] = []

    @initialize(
        seated=st.integers(0, 7),
        seed=st.integers(0, 2**128 - 1),
        lives=st.lists(st.integers(1, 3), min_size=2, max_size=8),
        turn=st.sampled_from((1, 6, 11, 12)),
        phase=st.sampled_from((Phase.LOBBY, Phase.INTRO, Phase.PLAYING)),
        away=st.dictionaries(players, st.sampled_from((-59_999, -30_000, 0)), max_size=3),
    )
    def begin(self, seated: int, seed: int, lives: list[int], turn: int, phase: Phase, away: dict[str, int]) -> None:
        if phase is Phase.LOBBY:
            self.play = Play(lobby_of(*map(entrant, PLAYERS[:seated]), seed=f"{seed:032x}"))
            self.board = Scoreboard()
            return
        self.play = Play(
            running(
                [*lives, *[0] * (8 - len(lives))],
                phase=phase,
                turns=dict.fromkeys(range(1, 5), turn),
                away={player: since for player, since in away.items() if player in PLAYERS[: len(lives)]},
                seed=f"{seed:032x}",
            )
        )

    def do(self, command: Command) -> None:
        now = START + self.play.now
        step = self.play.do(command)
        check_step(step, command, now, self.play.lexicon)
        self.said.append(command)
        if self.board is not None:
            for event in step.events:
                self.board.take(event)

    def running_duel(self, data: int) -> Duel | None:
        duels = [duel for duel in self.play.tournament.duels if duel.deadline is not None]
        return duels[data % len(duels)] if duels else None

    # Time

    @rule(ms=st.sampled_from((0, 1, 500, 5_000, 29_999)))
    def time_passes(self, ms: int) -> None:
        self.play.now += ms

    @rule(off=st.sampled_from((-1, 0, 0, 1)))
    def time_passes_to_what_is_due(self, off: int) -> None:
        due = next_due(self.play.tournament)
        if due is not None:
            self.play.now = due - START + off

    @rule(back=st.sampled_from((1, 40_000)))
    def something_was_received_earlier(self, back: int) -> None:
        self.play.now -= back

    @rule()
    def the_timer_fires(self) -> None:
        self.do(Tick())

    # Commands of players

    @rule(unit=st.lists(players, min_size=1, max_size=3), is_party=st.booleans())
    def a_unit_joins(self, unit: list[str], *, is_party: bool) -> None:
        self.do(TakeSeats(tuple(entrant(player, party=unit[0] if is_party else None) for player in unit)))

    @rule(which=st.integers(0, 3), is_right=st.booleans(), nth=st.integers(0, 5))
    def the_player_to_move_guesses(self, which: int, *, is_right: bool, nth: int) -> None:
        duel = self.running_duel(which)
        if duel is not None:
            mover = duel.mover(duel.turn)
            word = duel.secret if is_right else self.play.lexicon.another(duel.secret, nth)
            self.do(Guess(mover, self.play.connection(mover), duel.duel, duel.turn, word))

    @rule(
        player=players,
        name=st.sampled_from(("1.1", "1.4", "2.1", "4.1", "5.1", "5.2", "6.1", "x", "")),
        turn=st.integers(-1, 13),
        word=st.sampled_from(("baba", "babab", "bababa", "zzzz", "b4ba", "")),
    )
    def a_player_guesses_anything(self, player: str, name: str, turn: int, word: str) -> None:
        self.do(Guess(player, self.play.connection(player), name, turn, word))

    @precondition(lambda self: self.said)
    @rule(which=st.integers(1, 8))
    def a_command_comes_again(self, which: int) -> None:
        self.do(self.said[-min(which, len(self.said))])

    @rule(player=players)
    def a_player_pings(self, player: str) -> None:
        self.do(Ping(player, self.play.connection(player)))

    @rule(player=players)
    def an_old_connection_pings(self, player: str) -> None:
        self.do(Ping(player, connection_of(player)))

    @rule(player=players)
    def a_player_leaves(self, player: str) -> None:
        self.do(Leave(player, self.play.connection(player)))

    # Connections

    @rule(player=players)
    def a_connection_drops(self, player: str) -> None:
        self.do(Drop(player, self.play.connection(player)))

    @rule(player=players)
    def an_old_connection_disconnects_late(self, player: str) -> None:
        self.do(Drop(player, connection_of(player)))

    @rule(player=players)
    def a_player_says_hello(self, player: str) -> None:
        self.connections += 1
        self.do(Attach(player, f"{player}/{self.connections}"))

    # Always

    @rule(first=st.integers(0, 200_000), second=st.integers(0, 200_000))
    def it_does_not_matter_when_the_timer_fires(self, first: int, second: int) -> None:
        middle, end = sorted((first, second))
        now = START + self.play.now
        check_composition(self.play.tournament, now + middle, now + end, self.play.lexicon)

    @invariant()
    def the_bounds_of_eliminated_players_hold(self) -> None:
        for told in self.play.happened(PlayerEliminated):
            change = self.play.seat(told.player).change
            assert change is None or told.guaranteed <= change <= told.possible

    def teardown(self) -> None:
        """Without further commands every tournament ends, unless it is a lobby."""
        self.play.now += 2 * 3_600_000
        self.do(Tick())
        assert self.play.tournament.phase in {Phase.OVER, Phase.LOBBY}


AnyTournament.TestCase.settings = settings(
    max_examples=60, stateful_step_count=50, suppress_health_check=[HealthCheck.too_slow]
)
test_any_tournament = AnyTournament.TestCase
