"""``leave``: out of the lobby, the game, or the stands."""

from wordle_tournament.app.tournament.play import leave
from wordle_tournament.protocol.inbound import Leave
from wordle_tournament.runtime.sockets import serve

handler = serve(Leave, leave)
