"""``guess``: a word for a turn of a duel."""

from wordle_tournament.app.tournament.play import guess
from wordle_tournament.protocol.inbound import Guess
from wordle_tournament.runtime.sockets import serve

handler = serve(Guess, guess)
