"""What the people of a crowd do: come alone or with friends, wait, change their minds, fall away and come back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tests.sim.crowd import Crowd, Frame, Person

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


def told(answer: Frame) -> str:
    """The type of an answer, or the code of a refusal."""
    return str(answer.get("code", answer["type"])) if answer["type"] == "error" else str(answer["type"])


def expect(answer: Frame, *outcomes: str) -> str:
    """One of these outcomes, and no other."""
    outcome = told(answer)
    assert outcome in outcomes, answer
    return outcome


def fall(person: Person) -> bool:
    """Lose the connection; whether one comes back."""
    person.vanish()
    fate = person.chance.random()
    if fate < 0.2:
        return False
    person.pause(*(A_BLIP if fate < 0.7 else FAR_AWAY))
    person.come()
    return True


def cancel(person: Person) -> str:
    """Give the seat up, by either way of saying so. Who came alone is not told that he has none while he sits there."""
    seen = [frame["tournament"] for frame in person.crowd.screens.of(person.connection, "lobby")]
    if seen and person.chance.random() < 0.5:
        tournament = person.chance.choice(seen[-2:])  # perhaps one that has been merged
        seats = {person.seat} & {person.crowd.referee.led_to(tournament)}
        outcome = expect(person.say("leave", tournament=tournament), *CANCELLED, "player-left", "watch-ended")
    else:
        seats = {person.seat}
        outcome = expect(person.say("unqueue"), *CANCELLED, "already-seated")
    if outcome == "not-seated" and person.is_alone:
        assert person.seat is None or not seats - {None}
    return outcome


def come_alone(person: Person) -> None:
    person.is_alone = True
    person.pause(0, 3_000)
    expect(person.say("queue", language=LANGUAGE), *HERE)
    for _ in range(person.chance.randrange(4)):
        person.pause(300, 5_000)
        match person.chance.randrange(4):
            case 0:
                cancel(person)
                person.pause(0, 500)
                expect(person.say("queue", language=LANGUAGE), *HERE)
            case 1:
                if not fall(person):
                    return
                expect(person.say("queue", language=LANGUAGE), *HERE)
            case 2:
                expect(person.say("ping"), "pong")
            case _:
                person.pause(0, 2_000)


def lead(person: Person, friends: Friends) -> None:
    person.pause(0, 1_000)
    answer = person.say("party-create")
    expect(answer, "party")
    friends.code = answer["code"]
    person.pause(500, 5_000)  # some come too late, and find the party in a lobby or in a game
    for _ in range(person.chance.randrange(1, 6)):
        answer = person.say("party-start", language=LANGUAGE)
        if expect(answer, "party", "party-busy", "not-leader", "not-in-party").startswith("not"):
            return
        person.pause(500, 4_000)
        match person.chance.randrange(6):
            case 0:
                cancel(person)
            case 1 if friends.members:
                kicked = person.chance.choice(friends.members)
                expect(person.say("party-kick", player=kicked), "party", "not-in-party", "not-leader")
            case 2:
                if not fall(person):
                    return
            case _:
                pass


def follow(person: Person, friends: Friends) -> None:
    while not friends.code:
        person.pause(100, 300)
    person.pause(0, 4_000)
    if expect(person.say("party-join", code=friends.code), *JOINED) != "party":
        expect(person.say("queue", language=LANGUAGE), *HERE)
        return
    friends.members.append(person.name)
    for _ in range(person.chance.randrange(3)):
        person.pause(500, 6_000)
        match person.chance.randrange(7):
            case 0:
                expect(person.say("party-leave"), "party-left", "not-in-party")
                expect(person.say("queue", language=LANGUAGE), *HERE)
                return
            case 1:
                if not fall(person):
                    return
            case 2:
                cancel(person)
            case 3:
                expect(person.say("party-join", code=friends.code), *JOINED)
            case _:
                expect(person.say("ping"), "pong")


def group_sizes(people: int, chance: Random) -> Sequence[int]:
    """Groups of one to eight, of so many people in all; half of the groups are one alone."""
    sizes: list[int] = []
    while (left := people - sum(sizes)) > 0:
        sizes.append(min(left, 1 if chance.random() < 0.5 else chance.randrange(2, 9)))
    return sizes


def invite(crowd: Crowd, people: int, *, within_ms: float = 2_000) -> None:
    """Let so many people come, in groups; ``p1``, ``p2``..."""
    chance = crowd.schedule.chance
    number = 0
    for size in group_sizes(people, chance):
        names = [f"p{number + index}" for index in range(1, size + 1)]
        number += size
        after = chance.uniform(0, within_ms)
        friends = Friends(size)
        if size == 1:
            crowd.come(names[0], come_alone, after)
            continue
        crowd.come(names[0], partial(lead, friends=friends), after)
        for name in names[1:]:
            crowd.come(name, partial(follow, friends=friends), after)
