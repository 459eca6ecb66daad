"""The game's rules as pure functions: no clock, no chance, no I/O; standard library only."""
