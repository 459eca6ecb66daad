"""The live log: the bots' frames as lines to read.

Lives here: words and colours. Must not: decide anything, or delay the game. Several clients receive the same event; it
is written once, when the first of them shows it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from infra.local.client_state import Frame

_COLOURS = {"correct": "\x1b[30;42m", "present": "\x1b[30;43m", "absent": "\x1b[37;100m"}
_LETTERS = {"correct": "G", "present": "Y", "absent": "-"}
_PLAIN = "\x1b[0m"


@dataclass(slots=True)
class _TournamentLog:
    """What was written of one tournament."""

    is_coloured: bool
    seq: int = 0
    names: dict[str, str] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=dict)  # by duel
    rated: set[str] = field(default_factory=set)


class GameLog:
    """Writes frames as lines to ``write``, in colours (``is_coloured``) or with the letters G, Y and -."""

    def __init__(self, write: Callable[[str], None], *, is_coloured: bool) -> None:
        self._write = write
        self._is_coloured = is_coloured
        self._logs: dict[str, _TournamentLog] = {}

    def write(self, frame: Frame) -> None:
        """Write a frame, unless it was written before."""
        renderer = _RENDERERS.get(frame["type"])
        if renderer is None or "tournament" not in frame:
            return
        log = self._logs.setdefault(frame["tournament"], _TournamentLog(self._is_coloured))
        if "seq" in frame:
            if frame["seq"] <= log.seq:
                return
            log.seq = frame["seq"]
        for line in renderer(log, frame):
            self._write(line)


def _lobby(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    seats = frame["seats"]
    log.names = {seat["player"]: seat["nickname"] for seat in seats}
    yield f"Lobby ({frame['language']}): {len(seats)} of {frame['size']} seats taken"


def _started(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    players = frame["players"]
    log.names = {player["player"]: player["nickname"] for player in players}
    yield ""
    yield f"The tournament begins, in {frame['language']}: " + ", ".join(
        f"{player['nickname']} ({player['rating']})" for player in players
    )


def _round(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    log.pairs = {
        duel["duel"]: " - ".join(log.names.get(player, player) for player in duel["players"]) for duel in frame["duels"]
    }
    yield ""
    yield f"Round {frame['round']}"
    for duel in frame["duels"]:
        yield f"  {_pair(log, duel)}: {duel['length']} letters"
    if frame.get("bye"):
        yield f"  {log.names[frame['bye']]} has a bye"


def _guess(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    name = log.names[frame["player"]]
    yield f"  {_pair(log, frame)} {frame['turn']:>2}  {_tiles(log, frame)}  {name}"


def _skip(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    yield f"  {_pair(log, frame)} {frame['turn']:>2}  time ran out  {log.names[frame['player']]}"


def _duel_end(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    match frame["outcome"]:
        case "draw":
            result = f"a draw, it was {frame['secret'].upper()}"
        case "forfeit":
            result = f"{log.names[frame['winner']]} wins by forfeit, it was {frame['secret'].upper()}"
        case _:
            result = f"{log.names[frame['winner']]} solves {frame['secret'].upper()}"
    yield f"  {_pair(log, frame)}  => {result}; lives: {_lives(log, frame['lives'])}"


def _eliminated(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    yield (
        f"  {log.names[frame['player']]} is out: {frame['guaranteed']:+d} for certain,"
        f" {frame['possible']:+d} still possible"
    )


def _left(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    yield f"  {log.names[frame['player']]} has left, place {frame['place']}"


def _away(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    yield f"  {log.names[frame['player']]} has lost the connection"


def _back(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    yield f"  {log.names[frame['player']]} is back"


def _round_end(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    yield f"  Still in: {_lives(log, {player: left for player, left in frame['lives'].items() if left}) or 'nobody'}"
    for entry in frame["out"]:
        yield f"  Out: {log.names[entry['player']]}, place {entry['place']}"


def _end(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    yield ""
    yield "Standings"
    for entry in sorted(frame["standings"], key=lambda entry: entry["place"]):
        yield f"  {entry['place']}. {log.names[entry['player']]}"


def _rated(log: _TournamentLog, frame: Frame) -> Iterable[str]:
    if frame["player"] in log.rated:
        return
    log.rated.add(frame["player"])
    name = log.names.get(frame["player"], frame["player"])
    yield f"  Rating: {name} {frame['before']} -> {frame['after']} ({frame['change']:+d}, place {frame['place']})"


def _pair(log: _TournamentLog, frame: Frame) -> str:
    width = max((len(pair) for pair in log.pairs.values()), default=0)
    return log.pairs.get(frame["duel"], "?").ljust(width)


def _lives(log: _TournamentLog, lives: dict[str, int]) -> str:
    return ", ".join(f"{log.names[player]} {left}" for player, left in lives.items())


def _tiles(log: _TournamentLog, frame: Frame) -> str:
    tiles = [tile.upper() for tile in frame["tiles"]]
    if not log.is_coloured:
        return f"{''.join(tiles)} {''.join(_LETTERS[mark] for mark in frame['marks'])}"
    return "".join(f"{_COLOURS[mark]} {tile} {_PLAIN}" for tile, mark in zip(tiles, frame["marks"], strict=True))


_RENDERERS: Mapping[str, Callable[[_TournamentLog, Frame], Iterable[str]]] = {
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
