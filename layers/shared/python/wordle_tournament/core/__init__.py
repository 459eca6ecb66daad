"""The game's rules, pure: no clock, no chance, no I/O; standard library only."""
