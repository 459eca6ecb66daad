"""Two tournaments at once under the fast rules, for the tests of presence on the emulator.

In one, the players differ: one is idle, one half-open, one gone for good, one cut in mid-turn again and again, one
cut by the gateway as after two hours, one on two devices. In the other, all eight are gone for good.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random

from infra.local.bot import Bot
from infra.local.client import Client
from infra.local.client_state import Board, ClientState, Frame
from infra.local.deploy import Deployment
from tests.local.conftest import WORDS
from tests.local.lost_connections import close_by_the_gateway, go_for_good
from tests.local.recorded_clients import SEATS, RecordedClient, recorded_clients, until
from tests.local.round_timers import executions, is_running

ABSENCE = 10_000  # ms, by the fast rules
LIMIT = 200.0  # seconds
CUTS = 3
IDLE_TURNS = 2

IDLE, MUTE, GONE, TUNNEL, TWO_HOURS, TWO_DEVICES = range(6)  # who is who of the eight; the others just play


class QuickBot(Bot):
    """A bot that does not pretend to think, so that the rounds are short."""

    def _thinking_time(self, _board: Board) -> float:
        return 0.1


@dataclass(slots=True)
class PresenceScenario:
    """What became of the two tournaments."""

    clients: list[RecordedClient]
    tournament: str = ""
    second: RecordedClient | None = None  # the other device of TWO_DEVICES
    late: list[RecordedClient] = field(default_factory=list)  # MUTE and GONE, back after the end on other devices
    cuts: dict[int, int] = field(default_factory=dict)
    lives_around_the_cut: tuple[int, int] = (0, 0)
    abandoned: str = ""  # the other tournament
    back_at_the_end: list[RecordedClient] = field(default_factory=list)  # two of its eight, after its end

    def id_of(self, who: int) -> str:
        return self.clients[who].session.id

    def events(self, guest: RecordedClient, kind: str, who: int) -> list[Frame]:
        """What a guest received of a kind about one of the eight; what came twice counts once."""
        player = self.id_of(who)
        received = [f for f in guest.frames if f["type"] == kind and f.get("player") == player]
        return list({f["seq"]: f for f in reversed(received)}.values())[::-1]

    @property
    def steady(self) -> RecordedClient:
        """One who was there all the time."""
        return self.clients[-1]

    def screens(self) -> dict[str, ClientState]:
        """The screens that saw the end, by who looks at them."""
        assert self.second is not None
        there = {f"player {n}": self.clients[n] for n in (IDLE, TUNNEL, TWO_HOURS, 6, 7)}
        there |= {"second device": self.second, "mute": self.late[0], "gone": self.late[1]}
        return {name: guest.session.states[self.tournament] for name, guest in there.items()}


def recorded(url: str, token: str) -> RecordedClient:
    received: list[tuple[float, str]] = []
    return RecordedClient(Client(url, token=token, on_text=lambda text: received.append((0.0, text))), received)


async def gathered(clients: Sequence[RecordedClient]) -> str:
    """Seat them all, and wait for the first turns; the tournament."""
    for guest in clients:
        await guest.client.request("queue", language="en")
    await until(lambda: all(guest.state.phase == "playing" for guest in clients), "the tournament did not begin")
    return clients[0].state.tournament


async def cut_in_own_turns(scenario: PresenceScenario, guest: RecordedClient) -> None:
    """Kill the socket in mid-turn, again and again; the client comes back by itself."""
    for _ in range(CUTS):
        await until(lambda: guest.session.own_turn is not None or not guest.state.players[guest.session.id].lives,
                    "no turn came", LIMIT)  # fmt: skip
        if guest.session.own_turn is None:
            return
        await guest.client.drop()
        scenario.cuts[TUNNEL] = scenario.cuts.get(TUNNEL, 0) + 1
        await asyncio.sleep(4.0)


async def cut_after_two_hours(scenario: PresenceScenario, guest: RecordedClient, deployment: Deployment) -> None:
    await until(lambda: guest.session.own_turn is not None, "no turn came", LIMIT)
    me = guest.session.id
    before = guest.state.players[me].lives
    await asyncio.to_thread(close_by_the_gateway, deployment, me)
    await until(lambda: welcomes(guest) == 2, "never back", 5.0)
    scenario.lives_around_the_cut = (before, guest.state.players[me].lives)


def welcomes(guest: RecordedClient) -> int:
    return sum(frame["type"] == "welcome" for frame in guest.frames)


async def be_idle_for_a_while(scenario: PresenceScenario, guest: RecordedClient) -> None:
    """Be there without guessing for some turns (the client pings), then play."""
    idle = asyncio.create_task(Bot(guest.client, WORDS, Random(0), is_idle=True).play())  # noqa: S311
    try:
        await until(
            lambda: len(scenario.events(guest, "turn-skipped", IDLE)) >= IDLE_TURNS, "no turn was skipped", 60.0
        )
    finally:
        idle.cancel()
        await asyncio.gather(idle, return_exceptions=True)
    await QuickBot(guest.client, WORDS, Random(0)).play()  # noqa: S311


async def play_with_all_kinds(deployment: Deployment, begun: asyncio.Event) -> PresenceScenario:
    async with AsyncExitStack() as stack:
        clients = await stack.enter_async_context(recorded_clients(deployment.websocket, SEATS))
        scenario = PresenceScenario(clients)
        scenario.tournament = await gathered(clients)
        begun.set()
        bots = [
            (QuickBot if n > TWO_DEVICES else Bot)(guest.client, WORDS, Random(n))  # noqa: S311  (a bot's taste, not a secret)
            for n, guest in enumerate(clients)
            if n not in {IDLE, MUTE, GONE}
        ]
        tasks = [asyncio.create_task(bot.play()) for bot in bots]
        tasks.append(asyncio.create_task(be_idle_for_a_while(scenario, clients[IDLE])))
        mute = clients[MUTE].client
        assert mute._connection is not None
        mute.is_quiet = True
        mute._connection.socket.transport.pause_reading()  # open, and neither reads nor says anything
        await go_for_good(clients[GONE])
        tasks.append(asyncio.create_task(cut_in_own_turns(scenario, clients[TUNNEL])))
        tasks.append(asyncio.create_task(cut_after_two_hours(scenario, clients[TWO_HOURS], deployment)))

        scenario.second = recorded(deployment.websocket, clients[TWO_DEVICES].session.token or "")
        await stack.enter_async_context(scenario.second.client)
        second_bot = QuickBot(scenario.second.client, WORDS, Random(99))  # noqa: S311
        tasks.append(asyncio.create_task(second_bot.play()))

        there = [*(clients[n] for n in (IDLE, TUNNEL, TWO_HOURS, 6, 7)), scenario.second]
        try:
            await until(
                lambda: all(is_ended(guest, scenario.tournament) for guest in there), "the tournament had no end", LIMIT
            )
        finally:
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        failures = [repr(one) for one in outcomes if isinstance(one, Exception)]
        assert failures == [], failures
        for who in (MUTE, GONE):
            guest = recorded(deployment.websocket, clients[who].session.token or "")
            await stack.enter_async_context(guest.client)
            scenario.late.append(guest)
            await until(lambda guest=guest: is_ended(guest, scenario.tournament), "who came late was not shown the end")  # type: ignore[misc]
        return scenario


async def abandon(deployment: Deployment) -> tuple[str, list[RecordedClient]]:
    """All eight are cut in mid-turn and nobody comes back, until all is over."""
    async with recorded_clients(deployment.websocket, SEATS) as clients:
        tournament = await gathered(clients)
        for guest in clients:
            await go_for_good(guest)
        tokens = [guest.session.token or "" for guest in clients[:2]]
    await until(lambda: executions(deployment, tournament) != [] and not is_running(deployment, tournament),
                "its clocks still run", 60.0)  # fmt: skip
    returned: list[RecordedClient] = []
    for token in tokens:
        guest = recorded(deployment.websocket, token)
        async with guest.client:
            # The stream may still be settling the last of them.
            await until(lambda guest=guest: is_ended(guest, tournament), "the end was not shown")  # type: ignore[misc]
        returned.append(guest)
    return tournament, returned


def is_ended(guest: RecordedClient, tournament: str) -> bool:
    """Whether the guest's screen shows the end and all ratings."""
    state = guest.session.states.get(tournament)
    return state is not None and state.phase == "over" and len(state.rated) == SEATS


async def play_scenario(deployment: Deployment) -> PresenceScenario:
    """Play both, the abandoned one from when the other has its eight seats."""
    begun = asyncio.Event()
    game = asyncio.create_task(play_with_all_kinds(deployment, begun))
    waiting = asyncio.create_task(begun.wait())
    await asyncio.wait({game, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if game.done():
        return await game
    abandoned = asyncio.create_task(abandon(deployment))
    found = await game
    found.abandoned, found.back_at_the_end = await abandoned
    return found
