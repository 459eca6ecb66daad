"""``$disconnect``: the connection is gone."""

from wordle_tournament.runtime.lifecycle import disconnecting

handler = disconnecting()
