"""``ping``: a sign of life; applies what is due."""

from wordle_tournament.app.tournament.play import ping
from wordle_tournament.protocol.inbound import Ping
from wordle_tournament.runtime.sockets import serve

handler = serve(Ping, ping)
