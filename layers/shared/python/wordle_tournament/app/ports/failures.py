"""What a port may raise, and what the use cases make of it."""


class Conflict(Exception):
    """Another write came first. Decide anew on what is there now."""


class Busy(Exception):
    """Every attempt lost its race and nothing was changed. Clients see ``retry``."""


class InvalidToken(Exception):
    """The text is no token of ours, or it is no longer valid."""


class Superseded(Exception):
    """The connection is no longer the player's live one (D11)."""
