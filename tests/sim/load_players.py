"""What the players of a load do: come alone or with friends, wait, cancel, lose their connection, come back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tests.sim.load import Load, LoadPlayer
from tests.sim.load_ports import Frame

LANGUAGE = "xx"
HERE = {"lobby", "already-seated"}
CANCELLED = {"unqueued", "not-seated"}
JOINED = {"party", "party-busy", "party-full", "party-unknown"}
FAR_AWAY = (12_000, 20_000)  # ms: longer than a lobby waits
A_BLIP = (500, 8_000)


@dataclass(slots=True)
class Friends:
    """What friends tell each other outside of the game: the code."""

    size: int
    code: str = ""
    members: list[str] = field(default_factory=list)


def answer_kind(answer: Frame) -> str:
    """The type of an answer, or the code of a refusal."""
    return str(answer.get("code", answer["type"])) if answer["type"] == "error" else str(answer["type"])


def expect(answer: Frame, *outcomes: str) -> str:
    """One of these outcomes, and no other."""
    outcome = answer_kind(answer)
    assert outcome in outcomes, answer
    return outcome


def fall(player: LoadPlayer) -> bool:
    """Lose the connection; whether one comes back."""
    player.lose_connection()
    fate = player.chance.random()
    if fate < 0.2:
        return False
    player.pause(*(A_BLIP if fate < 0.7 else FAR_AWAY))
    player.come()
    return True


def cancel(player: LoadPlayer) -> str:
    """Give the seat up by ``leave`` or ``unqueue``.

    A player who came alone is never told that they have none while they sit there.
    """
    seen = [frame["tournament"] for frame in player.load.connections.of(player.connection, "lobby")]
    if seen and player.chance.random() < 0.5:
        tournament = player.chance.choice(seen[-2:])  # perhaps one that has been merged
        seats = {player.seat} & {player.load.checker.led_to(tournament)}
        outcome = expect(player.send("leave", tournament=tournament), *CANCELLED, "player-left", "watch-ended")
    else:
        seats = {player.seat}
        outcome = expect(player.send("unqueue"), *CANCELLED, "already-seated")
    if outcome == "not-seated" and player.is_alone:
        assert player.seat is None or not seats - {None}
    return outcome


def come_alone(player: LoadPlayer) -> None:
    player.is_alone = True
    player.pause(0, 3_000)
    expect(player.send("queue", language=LANGUAGE), *HERE)
    for _ in range(player.chance.randrange(4)):
        player.pause(300, 5_000)
        match player.chance.randrange(4):
            case 0:
                cancel(player)
                player.pause(0, 500)
                expect(player.send("queue", language=LANGUAGE), *HERE)
            case 1:
                if not fall(player):
                    return
                expect(player.send("queue", language=LANGUAGE), *HERE)
            case 2:
                expect(player.send("ping"), "pong")
            case _:
                player.pause(0, 2_000)


def lead(player: LoadPlayer, friends: Friends) -> None:
    player.pause(0, 1_000)
    answer = player.send("party-create")
    expect(answer, "party")
    friends.code = answer["code"]
    player.pause(500, 5_000)  # some come too late, and find the party in a lobby or in a game
    for _ in range(player.chance.randrange(1, 6)):
        answer = player.send("party-start", language=LANGUAGE)
        if expect(answer, "party", "party-busy", "not-leader", "not-in-party").startswith("not"):
            return
        player.pause(500, 4_000)
        match player.chance.randrange(6):
            case 0:
                cancel(player)
            case 1 if friends.members:
                kicked = player.chance.choice(friends.members)
                expect(player.send("party-kick", player=kicked), "party", "not-in-party", "not-leader")
            case 2:
                if not fall(player):
                    return
            case _:
                pass


def follow(player: LoadPlayer, friends: Friends) -> None:
    while not friends.code:
        player.pause(100, 300)
    player.pause(0, 4_000)
    if expect(player.send("party-join", code=friends.code), *JOINED) != "party":
        expect(player.send("queue", language=LANGUAGE), *HERE)
        return
    friends.members.append(player.name)
    for _ in range(player.chance.randrange(3)):
        player.pause(500, 6_000)
        match player.chance.randrange(7):
            case 0:
                expect(player.send("party-leave"), "party-left", "not-in-party")
                expect(player.send("queue", language=LANGUAGE), *HERE)
                return
            case 1:
                if not fall(player):
                    return
            case 2:
                cancel(player)
            case 3:
                expect(player.send("party-join", code=friends.code), *JOINED)
            case _:
                expect(player.send("ping"), "pong")


def group_sizes(players: int, chance: Random) -> Sequence[int]:
    """Groups of one to eight, of so many players in all; half of the groups are one player alone."""
    sizes: list[int] = []
    while (left := players - sum(sizes)) > 0:
        sizes.append(min(left, 1 if chance.random() < 0.5 else chance.randrange(2, 9)))
    return sizes


def add_players(load: Load, players: int, *, within_ms: float = 2_000) -> None:
    """Let so many players come, in groups; ``p1``, ``p2``..."""
    chance = load.schedule.chance
    number = 0
    for size in group_sizes(players, chance):
        names = [f"p{number + index}" for index in range(1, size + 1)]
        number += size
        after = chance.uniform(0, within_ms)
        friends = Friends(size)
        if size == 1:
            load.come(names[0], come_alone, after)
            continue
        load.come(names[0], partial(lead, friends=friends), after)
        for name in names[1:]:
            load.come(name, partial(follow, friends=friends), after)
