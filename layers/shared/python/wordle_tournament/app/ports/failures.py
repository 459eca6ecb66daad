"""What a port may raise, and what the use cases make of it."""


class Conflict(Exception):
    """Another write came first. Decide anew on what is there now."""


class Busy(Exception):
    """Every attempt lost its race and nothing was changed. Clients see ``retry``."""


class Unavailable(Exception):
    """A service could not be reached or would not serve now: throttled, failing, too slow. The same may succeed later.

    Whether a write was carried out is not known.
    """


class InvalidToken(Exception):
    """The text is no token of ours, or it is no longer valid."""


class Superseded(Exception):
    """The connection is no longer the player's live one (D11)."""


# What may go well when it is tried again. Everything else is a fault of what was asked.
PASSING = (Conflict, Busy, Superseded, Unavailable)
