"""A party on the stage: ``p1`` leads, the others have followed his invitation, in order."""

from typing import Any

from tests.app.stage import Stage
from tests.support.ports import FakePorts
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Player, Timer

Frame = dict[str, Any]


def gathered(size: int, *, more: int = 0, rules: str = "standard") -> Stage:
    """A party of so many, and ``more`` players who are in none; the screens have forgotten what led here."""
    stage = Stage(FakePorts(rules=rules))
    for number in range(1, size + more + 1):
        stage.greet(f"p{number}")
    stage.say("c-p1", "party-create")
    for number in range(2, size + 1):
        stage.say(f"c-p{number}", "party-join", code=code(stage))
    return stage.forget()


def started(size: int, *, more: int = 0, rules: str = "standard") -> Stage:
    """The same, waiting in a lobby (or playing, if they are eight)."""
    stage = gathered(size, more=more, rules=rules)
    stage.say("c-p1", "party-start", language="xx")
    return stage.forget()


def record(stage: Stage, player: str = "p1") -> PartyRecord:
    """The party that the player's claim names."""
    party = stage.fakes.world.players[player].party
    assert party is not None
    return stage.fakes.world.parties[party]


def code(stage: Stage, player: str = "p1") -> str:
    """The party's invitation."""
    return record(stage, player).party.code


def members(stage: Stage, player: str = "p1") -> list[str]:
    return [member.player for member in record(stage, player).party.members]


def screen(stage: Stage, who: str) -> Frame:
    """The party as a screen shows it."""
    frame: Frame = stage.seen(who, "party")[-1]
    return frame


def shown(stage: Stage, who: str) -> tuple[list[str], str]:
    """Whom a screen shows, and what it says they are doing."""
    frame = stage.seen(who, "party")[-1]
    return [member["player"] for member in frame["members"]], frame["state"]


def playing(stage: Stage, who: str) -> list[str]:
    """Who plays, says a screen."""
    return [member["player"] for member in stage.seen(who, "party")[-1]["members"] if member["playing"]]


def told(answer: Frame) -> str:
    """The type of an answer, or the code of a refusal."""
    return str(answer.get("code") if answer["type"] == "error" else answer["type"])


def unqueued(stage: Stage, *players: str) -> dict[str, list[str]]:
    """Why each was told to be out of the lobby."""
    return {player: [frame["reason"] for frame in stage.seen(player, "unqueued")] for player in players}


def seats_of(stage: Stage) -> dict[str, list[str]]:
    """Who is held where, by tournament."""
    tournaments = [one.tournament for one in stage.fakes.world.records.values()]
    held = {one.id: [seat.player for seat in one.seats if one.holds(seat.player)] for one in tournaments}
    return {name: players for name, players in held.items() if players}


def tick_party(stage: Stage, player: str = "p1") -> Frame:
    """Tick the party's timer now."""
    return stage.tick_timer(Timer("party", record(stage, player).id))


def player(stage: Stage, name: str) -> Player:
    return stage.fakes.world.players[name]


def member_away(stage: Stage, name: str, leader: str = "p1") -> bool:
    """Whether the party takes the member's connection for lost."""
    member = record(stage, leader).party.member(name)
    assert member is not None
    return member.away is not None
