"""Commands on lobbies: queue, unqueue, and merging lobbies that could be one."""
