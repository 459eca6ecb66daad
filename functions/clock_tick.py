"""The round machine's tick: apply what is due, say when to ring again."""

from wordle_tournament.runtime.alarm import ticking

handler = ticking()
