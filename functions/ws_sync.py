"""``sync``: the events that were missed, or a snapshot."""

from wordle_tournament.app.tournament.play import sync
from wordle_tournament.protocol.inbound import Sync
from wordle_tournament.runtime.sockets import serve

handler = serve(Sync, sync)
