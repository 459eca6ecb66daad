"""The live log: what the bots' frames show, as lines that a person can follow.

Lives here: words and colours. Must not: decide anything, or hold the game up. Frames may come from several clients;
each event is told once, by whoever has it first.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from infra.local.client_state import Frame

_COLOURS = {"correct": "\x1b[30;42m", "present": "\x1b[30;43m", "absent": "\x1b[37;100m"}
_LETTERS = {"correct": "G", "present": "Y", "absent": "-"}
_PLAIN = "\x1b[0m"


@dataclass(slots=True)
class _Story:
    """What was told of one tournament."""

    is_coloured: bool
    seq: int = 0
    names: dict[str, str] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=dict)  # by duel
    rated: set[str] = field(default_factory=set)


class GameLog:
    """Tells frames as lines to ``write``; ``is_coloured`` for a terminal, letters G Y - for a file."""

    def __init__(self, write: Callable[[str], None], *, is_coloured: bool) -> None:
        self._write = write
        self._is_coloured = is_coloured
        self._stories: dict[str, _Story] = {}

    def tell(self, frame: Frame) -> None:
        """Tell a frame, unless it has been told."""
        teller = _TELLERS.get(frame["type"])
        if teller is None or "tournament" not in frame:
            return
        story = self._stories.setdefault(frame["tournament"], _Story(self._is_coloured))
        if "seq" in frame:
            if frame["seq"] <= story.seq:
                return
            story.seq = frame["seq"]
        for line in teller(story, frame):
            self._write(line)


def _lobby(story: _Story, frame: Frame) -> Iterable[str]:
    seats = frame["seats"]
    story.names = {seat["player"]: seat["nickname"] for seat in seats}
    yield f"Lobby ({frame['language']}): {len(seats)} of {frame['size']} seats taken"


def _started(story: _Story, frame: Frame) -> Iterable[str]:
    players = frame["players"]
    story.names = {player["player"]: player["nickname"] for player in players}
    yield ""
    yield f"The tournament begins, in {frame['language']}: " + ", ".join(
        f"{player['nickname']} ({player['rating']})" for player in players
    )


def _round(story: _Story, frame: Frame) -> Iterable[str]:
    story.pairs = {
        duel["duel"]: " - ".join(story.names.get(player, player) for player in duel["players"])
        for duel in frame["duels"]
    }
    yield ""
    yield f"Round {frame['round']}"
    for duel in frame["duels"]:
        yield f"  {_pair(story, duel)}: {duel['length']} letters"
    if frame.get("bye"):
        yield f"  {story.names[frame['bye']]} has a bye"


def _guess(story: _Story, frame: Frame) -> Iterable[str]:
    name = story.names[frame["player"]]
    yield f"  {_pair(story, frame)} {frame['turn']:>2}  {_tiles(story, frame)}  {name}"


def _skip(story: _Story, frame: Frame) -> Iterable[str]:
    yield f"  {_pair(story, frame)} {frame['turn']:>2}  time ran out  {story.names[frame['player']]}"


def _duel_end(story: _Story, frame: Frame) -> Iterable[str]:
    match frame["outcome"]:
        case "draw":
            result = f"a draw, it was {frame['secret'].upper()}"
        case "forfeit":
            result = f"{story.names[frame['winner']]} wins by forfeit, it was {frame['secret'].upper()}"
        case _:
            result = f"{story.names[frame['winner']]} solves {frame['secret'].upper()}"
    yield f"  {_pair(story, frame)}  => {result}; lives: {_lives(story, frame['lives'])}"


def _eliminated(story: _Story, frame: Frame) -> Iterable[str]:
    yield (
        f"  {story.names[frame['player']]} is out: {frame['guaranteed']:+d} for certain,"
        f" {frame['possible']:+d} still possible"
    )


def _left(story: _Story, frame: Frame) -> Iterable[str]:
    yield f"  {story.names[frame['player']]} has left, place {frame['place']}"


def _away(story: _Story, frame: Frame) -> Iterable[str]:
    yield f"  {story.names[frame['player']]} has lost the connection"


def _back(story: _Story, frame: Frame) -> Iterable[str]:
    yield f"  {story.names[frame['player']]} is back"


def _round_end(story: _Story, frame: Frame) -> Iterable[str]:
    yield f"  Still in: {_lives(story, {player: left for player, left in frame['lives'].items() if left}) or 'nobody'}"
    for entry in frame["out"]:
        yield f"  Out: {story.names[entry['player']]}, place {entry['place']}"


def _end(story: _Story, frame: Frame) -> Iterable[str]:
    yield ""
    yield "Standings"
    for entry in sorted(frame["standings"], key=lambda entry: entry["place"]):
        yield f"  {entry['place']}. {story.names[entry['player']]}"


def _rated(story: _Story, frame: Frame) -> Iterable[str]:
    if frame["player"] in story.rated:
        return
    story.rated.add(frame["player"])
    name = story.names.get(frame["player"], frame["player"])
    yield f"  Rating: {name} {frame['before']} -> {frame['after']} ({frame['change']:+d}, place {frame['place']})"


def _pair(story: _Story, frame: Frame) -> str:
    width = max((len(pair) for pair in story.pairs.values()), default=0)
    return story.pairs.get(frame["duel"], "?").ljust(width)


def _lives(story: _Story, lives: dict[str, int]) -> str:
    return ", ".join(f"{story.names[player]} {left}" for player, left in lives.items())


def _tiles(story: _Story, frame: Frame) -> str:
    tiles = [tile.upper() for tile in frame["tiles"]]
    if not story.is_coloured:
        return f"{''.join(tiles)} {''.join(_LETTERS[mark] for mark in frame['marks'])}"
    return "".join(f"{_COLOURS[mark]} {tile} {_PLAIN}" for tile, mark in zip(tiles, frame["marks"], strict=True))


_TELLERS: Mapping[str, Callable[[_Story, Frame], Iterable[str]]] = {
    "lobby": _lobby,
    "tournament-started": _started,
    "round-opened": _round,
    "guess-scored": _guess,
    "turn-skipped": _skip,
    "duel-ended": _duel_end,
    "player-eliminated": _eliminated,
    "player-left": _left,
    "player-away": _away,
    "player-back": _back,
    "round-closed": _round_end,
    "tournament-ended": _end,
    "rated": _rated,
}
