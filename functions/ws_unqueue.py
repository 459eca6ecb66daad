"""``unqueue``: the seat in the lobby is given up."""

from wordle_tournament.app.lobby.queue import unqueue
from wordle_tournament.protocol.inbound import Unqueue
from wordle_tournament.runtime.sockets import serve

handler = serve(Unqueue, unqueue)
