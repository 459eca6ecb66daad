"""``$connect``: let the connection open."""

from wordle_tournament.runtime.lifecycle import connecting

handler = connecting()
