"""The authorizer: whose token it is, or a new guest."""

from wordle_tournament.runtime.lifecycle import authorizing

handler = authorizing()
