"""Frames of a party, for its members: the only screens that may see its code, which is an invitation (R9.1)."""

from collections.abc import Iterable
from enum import StrEnum

from wordle_tournament.core.events import Reason
from wordle_tournament.core.party import Party
from wordle_tournament.protocol import frames


class PartyState(StrEnum):
    """What a party as such is doing."""

    GATHERING = "gathering"
    QUEUED = "queued"
    PLAYING = "playing"


def render_party(
    party: Party, members: Iterable[frames.Member], state: PartyState, link: str, *, at: int, re: str | None = None
) -> frames.Party:
    """The party as it stands."""
    return frames.Party(
        at=at, re=re, code=party.code, link=link, leader=party.leader, members=tuple(members), state=state.value
    )


def render_party_left(reason: Reason, *, at: int, re: str | None = None) -> frames.PartyLeft:
    """Somebody is no longer in the party."""
    return frames.PartyLeft(at=at, re=re, reason=reason)
