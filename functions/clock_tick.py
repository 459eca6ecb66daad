"""The timer's tick: apply what is due, tell when to tick again."""

from wordle_tournament.runtime.timer import ticking

handler = ticking()
