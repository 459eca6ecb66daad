"""The relay on the table's stream: what a committer left undone."""

from wordle_tournament.runtime.streams import relaying

handler = relaying()
