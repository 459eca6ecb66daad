"""Server frames as the protocol's page spells them, for tests of the client alone."""

from infra.local.client_state import Frame

T = "t1"
NOW = 1_700_000_000_000  # epoch ms
PLAYERS = [f"p{n}" for n in range(1, 9)]


def lobby(seq: int, *players: str, at: int = NOW, **fields: object) -> Frame:
    seats = [{"player": p, "nickname": p.upper(), "rating": 1000} for p in players]
    frame = {"type": "lobby", "at": at, "tournament": T, "seq": seq, "language": "en", "size": 8, "seats": seats}
    return frame | {"range": [800, 1200]} | fields


def event(kind: str, seq: int, at: int = NOW, **fields: object) -> Frame:
    return {"type": kind, "at": at, "tournament": T, "seq": seq, **fields}


def started(seq: int) -> Frame:
    players = [{"player": p, "nickname": p.upper(), "rating": 1000, "lives": 3} for p in PLAYERS]
    return event("tournament-started", seq, language="en", players=players)


def round_opened(seq: int, number: int = 1, starts_at: int = NOW + 1_000) -> Frame:
    duels = [
        {"duel": f"d{n}", "players": [PLAYERS[2 * n], PLAYERS[2 * n + 1]], "first": PLAYERS[2 * n], "length": 5}
        for n in range(4)
    ]
    return event("round-opened", seq, round=number, duels=duels, starts_at=starts_at)


def turn(seq: int, duel: str, number: int, player: str, *, at: int = NOW, seconds: int = 3) -> Frame:
    return event("turn-started", seq, at, duel=duel, turn=number, player=player, deadline=at + 1_000 * seconds)


def scored(seq: int, duel: str, number: int, player: str, word: str, marks: str) -> Frame:
    names = {"G": "correct", "Y": "present", "-": "absent"}
    return event(
        "guess-scored", seq, duel=duel, turn=number, player=player, word=word, tiles=list(word),
        marks=[names[m] for m in marks],
    )  # fmt: skip


def welcome(at: int = NOW, player: str = "p1", **fields: object) -> Frame:
    who = {"id": player, "nickname": player.upper(), "rating": 1000}
    return {"type": "welcome", "at": at, "player": who, "token": "secret-token"} | fields


def snapshot(seq: int, phase: str = "playing", **fields: object) -> Frame:
    players = [{"player": p, "nickname": p.upper(), "rating": 1000, "lives": 3} for p in PLAYERS]
    frame = event("snapshot", seq, phase=phase, language="en", round=1, players=players, duels=[], rated=[])
    return frame | fields
