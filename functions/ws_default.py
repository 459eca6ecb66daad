"""``$default``: what is no frame, no action, or no action of this release."""

from wordle_tournament.protocol.inbound import Inbound
from wordle_tournament.runtime.sockets import serve, unserved

handler = serve(Inbound, unserved)
