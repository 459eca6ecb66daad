"""The two generated parts of the core's README: which command is allowed when, and a duel's states.

PYTHONPATH=layers/shared/python:. python -m tests.support.core_readme      writes both
"""

import re
from pathlib import Path
from typing import get_args

import wordle_tournament.core
from tests.support.builders import running
from tests.support.play import Play, code
from wordle_tournament.core.commands import Command, Refusal, Tick
from wordle_tournament.core.step import TRANSITIONS
from wordle_tournament.core.tournament import Phase, Tournament

README = Path(wordle_tournament.core.__file__).with_name("README.md")
FOUR = (3, 3, 3, 3, 0, 0, 0, 0)  # so that the round goes on when the duel of p1 and p2 is over

LAST = 12


def transitions() -> str:
    """The table of phases and commands, from ``step.TRANSITIONS``."""
    lines = ["| command | " + " | ".join(Phase) + " |", "|---" * (1 + len(Phase)) + "|"]
    for kind in get_args(Command):
        cells = [_cell(phase, kind) for phase in Phase]
        lines.append(f"| `{kind.__name__}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(phase: Phase, kind: type[Command]) -> str:
    if kind is Tick:
        return "what is due"
    rule = TRANSITIONS[phase, kind]
    if rule.__name__ != "<lambda>":
        return f"`{rule.__name__}`"
    refusal = rule(None, None, 0)  # type: ignore[arg-type]  # a rule that only refuses uses no argument
    assert isinstance(refusal, Refusal)
    return f'"{refusal.code}"'


def diagram() -> str:
    """The state diagram of a duel, found by playing every transition."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for tournament in (
        running(FOUR, phase=Phase.INTRO),
        *(running(FOUR, turns={1: turn}) for turn in range(1, LAST + 1)),
    ):
        for stimulus, to in _played(tournament):
            labels = arrows.setdefault((_state(tournament), to), [])
            if stimulus not in labels:
                labels.append(stimulus)
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> intro"]
    lines += [f"    {here} --> {there}: {' / '.join(labels)}" for (here, there), labels in arrows.items()]
    ends = dict.fromkeys(there for _, there in arrows if not any(here == there for here, _ in arrows))
    lines += [f"    {end} --> [*]" for end in ends]
    return "\n".join([*lines, "```"])


def _played(tournament: Tournament) -> list[tuple[str, str]]:
    """What can happen to the duel of p1 and p2, and the state it is in afterwards."""
    found: list[tuple[str, str]] = []
    running_turn = tournament.duels[0].turn
    mover = tournament.duels[0].mover(max(running_turn, 1))
    for stimulus in ("the word", "another word", "an unknown word", "time is up", "one leaves"):
        play = Play(tournament)
        match stimulus:
            case "the word":
                refusal = code(play.solve(mover))
            case "another word":
                refusal = code(play.fail(mover))
            case "an unknown word":
                refusal = code(play.guess(mover, "zzzz"))
            case "time is up":
                refusal = code(play.at(30_000 if running_turn else 6_000).tick())
            case _:
                refusal = code(play.leave("p1"))
        after = play.tournament.duels[0]
        if refusal is None:
            found.append((stimulus, _state(play.tournament)))
        else:
            assert (after.rows, after.deadline) == (tournament.duels[0].rows, tournament.duels[0].deadline)
    return found


def _state(tournament: Tournament) -> str:
    duel = tournament.duels[0]
    if duel.outcome is not None:
        return str(duel.outcome)
    return "intro" if duel.turn == 0 else "last_turn" if duel.turn == LAST else "turn"


PARTS = {"transitions": transitions, "diagram": diagram}


def part(name: str) -> re.Pattern[str]:
    """Where a generated part stands in the README: group 1."""
    return re.compile(rf"(?<=<!-- {name} -->\n)(.*?)(?=<!-- end of {name} -->)", re.DOTALL)


def main() -> None:
    """Write the generated parts into the README."""
    content = README.read_text("utf-8")
    for name, generate in PARTS.items():
        (written,) = part(name).findall(content)
        content = content.replace(f"<!-- {name} -->\n{written}", f"<!-- {name} -->\n{generate()}\n")
    README.write_text(content, "utf-8")


if __name__ == "__main__":
    main()
