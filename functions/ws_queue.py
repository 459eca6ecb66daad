"""``queue``: a seat in a lobby within reach."""

from wordle_tournament.app.lobby.queue import queue
from wordle_tournament.protocol.inbound import Queue
from wordle_tournament.runtime.sockets import serve

handler = serve(Queue, queue)
