"""The round machine's tick: apply what is due, say when to ring again."""

from wordle_tournament.runtime.timer import ticking

handler = ticking()
