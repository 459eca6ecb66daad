"""Place numbers: competition ranks (R3.3, R3.4, D2, D3)."""


def elimination_place(survivors: int) -> int:
    """The shared place of all whom a round's duels knocked out: right below those who go on (D2).

    Nobody goes on: they all are first (R3.4). Leavers of the round stand below them, earlier leavers lowest (D3).
    """
    return survivors + 1


def leaver_place(began: int, earlier_leavers: int) -> int:
    """The place of who leaves a round that ``began`` players began, after ``earlier_leavers`` left it (D3)."""
    return began - earlier_leavers
