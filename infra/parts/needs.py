"""What each function needs: read and review this table. `functions` makes roles and environments of it.

It is compared with what the functions' use cases touch while the suite of the use cases runs (tests/app/test_needs.py):
a need too many fails like one too few. Standard library only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Needs:
    """What one function may touch."""

    items: bool = False
    """Read and write items of the table."""
    ledger: bool = False
    """Query the rating ledger of a tournament (the `rated` frames of a snapshot)."""
    lobbies: bool = False
    """Query the index of open lobbies."""
    rules: bool = False
    """Open a lobby under the stage's rules."""
    connections: bool = False
    """Post to connections."""
    closes: bool = False
    """Close a connection: of a player who has said `hello` on a newer one (D11), or who asks for far too much."""
    timers: bool = False
    """Start the timer of a round, a lobby or a party."""
    words: bool = False
    """Read the words: every command on a tournament may draw or judge one."""
    page: bool = False
    """Show a party, whose invite link leads to the page."""
    keys: bool = False
    """Read the signing keys of tokens."""
    stream: bool = False
    """Read the table's stream, and send records that fail to a dead-letter queue."""


# A command on a tournament. Its posts may find the connection of any member of a party gone, which starts timers and
# shows the party, so this is also what changes a party and what only shows one.
_PLAYS = Needs(items=True, connections=True, timers=True, words=True, page=True)

NEEDS: Mapping[str, Needs] = {
    "ws_authorize": Needs(keys=True),
    "ws_connect": Needs(connections=True),
    "ws_disconnect": _PLAYS,
    "ws_default": Needs(connections=True),
    "ws_hello": replace(_PLAYS, ledger=True, closes=True, keys=True),
    "ws_sync": replace(_PLAYS, ledger=True, closes=True),
    "ws_ping": replace(_PLAYS, ledger=True, lobbies=True, closes=True),
    "ws_rename": replace(_PLAYS, closes=True),
    "ws_queue": replace(_PLAYS, lobbies=True, rules=True, closes=True),
    "ws_unqueue": replace(_PLAYS, closes=True),
    "ws_party": replace(_PLAYS, lobbies=True, rules=True, closes=True),
    "ws_guess": _PLAYS,
    "ws_leave": _PLAYS,
    "clock_tick": _PLAYS,
    "stream_relay": replace(_PLAYS, stream=True),
    "stream_rating": replace(_PLAYS, stream=True),
}
