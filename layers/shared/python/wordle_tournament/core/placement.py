"""Place numbers: competition ranks (R3.3, R3.4, D2, D3)."""


def elimination_place(survivors: int) -> int:
    """Return the shared place of all players whom a round's duels eliminated: right below the survivors (D2).

    Without survivors it is the first place (R3.4). Leavers of the round are placed below, the earliest lowest (D3).
    """
    return survivors + 1


def leaver_place(began: int, earlier_leavers: int) -> int:
    """Return the place of a player who leaves a round of ``began`` players after ``earlier_leavers`` others (D3)."""
    return began - earlier_leavers
