"""``rename``: another nickname."""

from wordle_tournament.app.connection.hello import rename
from wordle_tournament.protocol.inbound import Rename
from wordle_tournament.runtime.sockets import serve

handler = serve(Rename, rename)
