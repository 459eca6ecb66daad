"""Frames of a party. Only its members get them, because the code in them is an invitation (R9.1)."""

from collections.abc import Iterable
from enum import StrEnum

from wordle_tournament.core.events import Reason
from wordle_tournament.core.party import Party
from wordle_tournament.protocol import frames


class PartyState(StrEnum):
    """What the party as a whole is doing."""

    GATHERING = "gathering"
    QUEUED = "queued"
    PLAYING = "playing"


def render_party(
    party: Party, members: Iterable[frames.Member], state: PartyState, link: str, *, at: int, re: str | None = None
) -> frames.Party:
    """Return the party now; ``link`` is the invite link of its code."""
    return frames.Party(
        at=at, re=re, code=party.code, link=link, leader=party.leader, members=tuple(members), state=state.value
    )


def render_party_left(reason: Reason, *, at: int, re: str | None = None) -> frames.PartyLeft:
    """Return the frame for a player who is no longer in the party."""
    return frames.PartyLeft(at=at, re=re, reason=reason)
