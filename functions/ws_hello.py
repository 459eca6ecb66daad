"""``hello``: the connection becomes the player's live one; what was missed follows."""

from wordle_tournament.app.connection.hello import hello
from wordle_tournament.protocol.inbound import Hello
from wordle_tournament.runtime.sockets import serve

handler = serve(Hello, hello)
