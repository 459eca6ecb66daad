"""Whole tournaments as text: the commands and, step by step, the events they led to.

A recording shows in a review how a change of the rules' code changes a game. To record again after an intended change:

    PYTHONPATH=layers/shared/python:. python -m tests.support.recording
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.support.builders import START, empty_lobby
from tests.support.play import Play
from tests.support.random_tournament import play_at_random
from wordle_tournament.core.commands import Attach, Command, Drop, Entrant, Guess, Leave, Ping, TakeSeats, Tick
from wordle_tournament.core.rules import PROFILES

FOLDER = Path(__file__).parents[1] / "golden" / "tournaments"

# The name of a recording and the seed of the random tournament (``play_at_random``) that was recorded.
RECORDED = {"quiet": 528, "eventful": 1358}

_KINDS: dict[str, type[Command]] = {
    "take-seats": TakeSeats,
    "guess": Guess,
    "leave": Leave,
    "ping": Ping,
    "attach": Attach,
    "drop": Drop,
    "tick": Tick,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def _command(document: dict[str, Any]) -> Command:
    fields = {name: value for name, value in document.items() if name not in {"at", "command"}}
    kind = _KINDS[document["command"]]
    if kind is TakeSeats:
        return TakeSeats(tuple(Entrant(**entrant) for entrant in fields["entrants"]))
    return kind(**fields)


def replay(recording: dict[str, Any]) -> dict[str, Any]:
    """Carry out the recorded commands in a new tournament of the recorded seed; return its recording."""
    play = Play(empty_lobby(seed=recording["seed"], rules=PROFILES[recording["rules"]]))
    steps = []
    for recorded in recording["steps"]:
        said = recorded["said"]
        step = play.at(said["at"]).do(_command(said))
        done: dict[str, Any] = {"said": said, "events": [_plain(event) for event in step.events]}
        if step.answer is not None:
            done["answer"] = step.answer
        if step.refusal is not None:
            done["refusal"] = step.refusal.code
        steps.append(done)
    return {**recording, "steps": steps}


def _plain(event: Any) -> Any:
    """An event as JSON has it: lists for tuples, texts for members of an enumeration."""
    return json.loads(json.dumps({"kind": event.kind} | asdict(event)))


def record(seed: int) -> dict[str, Any]:
    """Record a random tournament. Times are ms after its beginning; in events, epoch ms."""
    play = play_at_random(seed)
    said = [{"at": at, "command": _NAMES[type(command)], **asdict(command)} for at, command in play.said]
    tournament = play.tournament
    empty = {
        "began": START,
        "seed": tournament.seed,
        "rules": tournament.rules.name,
        "steps": [{"said": json.loads(json.dumps(one))} for one in said],
    }
    return replay(empty)


def text(recording: dict[str, Any]) -> str:
    """One line for each command and for each event, so that a difference shows as lines."""
    return "".join(_lines(recording))


def _lines(recording: dict[str, Any]) -> Iterator[str]:
    yield "{\n"
    for name, value in recording.items():
        if name != "steps":
            yield f" {json.dumps(name)}: {json.dumps(value)},\n"
    yield ' "steps": [\n'
    for step in recording["steps"]:
        head = json.dumps({name: value for name, value in step.items() if name != "events"}, ensure_ascii=False)
        yield f'  {head[:-1]}, "events": ['
        yield ",".join("\n   " + json.dumps(event, ensure_ascii=False) for event in step["events"])
        yield "]}" + ("\n" if step is recording["steps"][-1] else ",\n")
    yield " ]\n}\n"


def main() -> None:
    """Record all tournaments again."""
    for name, seed in RECORDED.items():
        (FOLDER / f"{name}.json").write_text(text(record(seed)), "utf-8")


if __name__ == "__main__":
    main()
