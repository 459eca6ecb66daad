"""A party on the harness: ``p1`` leads, the others have followed the invitation, in order."""

from tests.app.harness import Frame, Harness
from tests.support.ports import FakePorts
from wordle_tournament.app.party_record import PartyRecord
from wordle_tournament.app.ports import Player, Timer


def party_of(size: int, *, more: int = 0, rules: str = "standard") -> Harness:
    """A party of so many, and ``more`` players who are in none; earlier frames are cleared."""
    harness = Harness(FakePorts(rules=rules))
    for number in range(1, size + more + 1):
        harness.connect(f"p{number}")
    harness.send("c-p1", "party-create")
    for number in range(2, size + 1):
        harness.send(f"c-p{number}", "party-join", code=code(harness))
    return harness.clear_frames()


def queued_party(size: int, *, more: int = 0, rules: str = "standard") -> Harness:
    """The same, waiting in a lobby (or playing, if they are eight)."""
    harness = party_of(size, more=more, rules=rules)
    harness.send("c-p1", "party-start", language="xx")
    return harness.clear_frames()


def record(harness: Harness, player: str = "p1") -> PartyRecord:
    """The party that the player's claim names."""
    party = harness.fakes.stored.players[player].party
    assert party is not None
    return harness.fakes.stored.parties[party]


def code(harness: Harness, player: str = "p1") -> str:
    """The party's invitation."""
    return record(harness, player).party.code


def members(harness: Harness, player: str = "p1") -> list[str]:
    return [member.player for member in record(harness, player).party.members]


def party_frame(harness: Harness, who: str) -> Frame:
    """The party as a screen shows it."""
    frame: Frame = harness.seen(who, "party")[-1]
    return frame


def shown_party(harness: Harness, who: str) -> tuple[list[str], str]:
    """Whom a screen shows, and what it says they are doing."""
    frame = harness.seen(who, "party")[-1]
    return [member["player"] for member in frame["members"]], frame["state"]


def playing(harness: Harness, who: str) -> list[str]:
    """Who plays, says a screen."""
    return [member["player"] for member in harness.seen(who, "party")[-1]["members"] if member["playing"]]


def answer_kind(answer: Frame) -> str:
    """The type of an answer, or the code of a refusal."""
    return str(answer.get("code") if answer["type"] == "error" else answer["type"])


def unqueued(harness: Harness, *players: str) -> dict[str, list[str]]:
    """Why each was told to be out of the lobby."""
    return {player: [frame["reason"] for frame in harness.seen(player, "unqueued")] for player in players}


def seats_of(harness: Harness) -> dict[str, list[str]]:
    """Who is held where, by tournament."""
    tournaments = [one.tournament for one in harness.fakes.stored.records.values()]
    held = {one.id: [seat.player for seat in one.seats if one.holds(seat.player)] for one in tournaments}
    return {name: players for name, players in held.items() if players}


def tick_party(harness: Harness, player: str = "p1") -> Frame:
    """Tick the party's timer now."""
    return harness.tick_timer(Timer("party", record(harness, player).id))


def player(harness: Harness, name: str) -> Player:
    return harness.fakes.stored.players[name]


def member_away(harness: Harness, name: str, leader: str = "p1") -> bool:
    """Whether the party takes the member's connection for lost."""
    member = record(harness, leader).party.member(name)
    assert member is not None
    return member.away is not None
