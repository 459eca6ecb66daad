"""Commands on a running tournament: guess, leave, ping, sync, the round's tick and the ratings."""
