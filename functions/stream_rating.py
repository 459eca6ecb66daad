"""The rating on the table's stream: settled placements, once each."""

from wordle_tournament.runtime.streams import rating

handler = rating()
