"""Samples of every frame, with and without optional fields; their golden texts are in ``tests/golden/frames``.

``python -m tests.protocol.samples`` writes the golden files again. Read the difference before you commit it: clients
rely on these texts.
"""

# ruff: noqa: S106 - secret words and a made-up token, not passwords

import json
from pathlib import Path

from wordle_tournament.core.events import Outcome, Reason
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.tournament import Phase
from wordle_tournament.protocol import frames, inbound
from wordle_tournament.protocol.errors import ErrorCode
from wordle_tournament.protocol.frames import ServerFrame
from wordle_tournament.protocol.inbound import ClientFrame
from wordle_tournament.protocol.render import render_error

GOLDEN = Path(__file__).parents[1] / "golden" / "frames"

AT = 1_800_000_000_000
ID = "2f0b7c1e-5d53-4a0e-9d2b-0e6a4c0f3b11"
T = "t-7Q"
PLAYERS = ("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8")

CLIENT_SAMPLES: tuple[ClientFrame, ...] = (
    inbound.Hello(id=ID, v=1),
    inbound.Hello(id=ID, v=1, tournament=T, seq=17),
    inbound.Rename(id=ID, nickname="Ґанок Їжак"),
    inbound.Queue(id=ID, language="uz"),
    inbound.Unqueue(id=ID),
    inbound.PartyCreate(id=ID),
    inbound.PartyJoin(id=ID, code="K7WQ2M9XRT4CZP8H"),
    inbound.PartyLeave(id=ID),
    inbound.PartyKick(id=ID, player="p3"),
    inbound.PartyLead(id=ID, player="p2"),
    inbound.PartyRenew(id=ID),
    inbound.PartyStart(id=ID, language="fr"),
    inbound.Guess(id=ID, tournament=T, duel="4.1", turn=3, word="ёЖиК"),
    inbound.Leave(id=ID, tournament=T),
    inbound.Sync(id=ID, tournament=T, seq=0),
    inbound.Ping(id=ID),
    inbound.Ping(id=ID, tournament=T, seq=17),
)

_ME = frames.Player(id="p1", nickname="Тихий Їжак", rating=1012)
_SCORED = frames.GuessRow(
    turn=1,
    player="p1",
    word="oʻrdak",
    tiles=("oʻ", "r", "d", "a", "k"),
    marks=(Mark.CORRECT, Mark.PRESENT, Mark.ABSENT, Mark.ABSENT, Mark.ABSENT),
)
_RATED = frames.Rated(at=AT, tournament=T, player="p8", place=8, before=1000, change=-25, after=975)


def _players(lives: int) -> tuple[frames.StartedPlayer, ...]:
    return tuple(
        frames.StartedPlayer(player=player, nickname=player.upper(), rating=1000, lives=lives) for player in PLAYERS
    )


def _standings(count: int) -> tuple[frames.Standing, ...]:
    return tuple(frames.Standing(player=player, place=place) for place, player in enumerate(PLAYERS[:count], start=1))


_INTRO = frames.Snapshot(
    at=AT,
    re=ID,
    tournament=T,
    seq=11,
    phase=Phase.INTRO,
    language="uz",
    round=1,
    starts_at=AT + 6_000,
    players=tuple(
        frames.SnapshotPlayer(player=player, nickname=player.upper(), rating=1000, lives=3) for player in PLAYERS
    ),
    duels=tuple(
        frames.SnapshotDuel(duel=f"1.{number}", players=(one, other), first=other, length=4, rows=())
        for number, (one, other) in enumerate(zip(PLAYERS[::2], PLAYERS[1::2], strict=True), start=1)
    ),
    rated=(),
)
_PLAYING = frames.Snapshot(
    at=AT,
    tournament=T,
    seq=93,
    phase=Phase.PLAYING,
    language="uz",
    round=5,
    players=(
        frames.SnapshotPlayer(player="p1", nickname="P1", rating=1012, lives=2),
        frames.SnapshotPlayer(player="p2", nickname="P2", rating=990, lives=1, away=AT + 41_000),
        frames.SnapshotPlayer(player="p3", nickname="P3", rating=1000, lives=0),
        frames.SnapshotPlayer(player="p4", nickname="P4", rating=1000, lives=2),
        frames.SnapshotPlayer(player="p5", nickname="P5", rating=1000, lives=3),
        *(
            frames.SnapshotPlayer(player=f"p{place}", nickname=f"P{place}", rating=1000, lives=0, place=place)
            for place in (6, 7, 8)
        ),
    ),
    duels=(
        frames.SnapshotDuel(
            duel="5.1",
            players=("p1", "p2"),
            first="p1",
            length=5,
            rows=(_SCORED, frames.SkippedRow(turn=2, player="p2")),
            turn=3,
            to_move="p1",
            deadline=AT + 12_500,
        ),
        frames.SnapshotDuel(
            duel="5.2",
            players=("p3", "p4"),
            first="p4",
            length=4,
            rows=(frames.GuessRow(turn=1, player="p4", word="elev", tiles=tuple("elev"), marks=(Mark.CORRECT,) * 4),),
            outcome=Outcome.SOLVED,
            winner="p4",
            secret="elev",
            display="élev",
        ),
    ),
    bye="p5",
    rated=(_RATED,),
)
_OVER = _INTRO.model_copy(
    update={
        "phase": Phase.OVER,
        "round": 9,
        "starts_at": None,
        "players": tuple(
            frames.SnapshotPlayer(
                player=player, nickname=player.upper(), rating=1000, lives=int(place == 1), place=place
            )
            for place, player in enumerate(PLAYERS, start=1)
        ),
        "duels": (
            frames.SnapshotDuel(
                duel="9.1",
                players=("p2", "p1"),
                first="p2",
                length=5,
                rows=(),
                outcome=Outcome.FORFEIT,
                winner="p1",
                secret="crane",
            ),
        ),
        "standings": _standings(8),
        "rated": (_RATED,),
    }
)

SERVER_SAMPLES: tuple[ServerFrame, ...] = (
    frames.Welcome(at=AT, re=ID, player=_ME, token="e30.e30.c2ln"),
    frames.Welcome(at=AT, re=ID, player=_ME, token="e30.e30.c2ln", party="party-5", tournament=T),
    frames.Renamed(at=AT, re=ID, player=_ME),
    frames.Lobby(
        at=AT,
        re=ID,
        tournament=T,
        seq=3,
        language="uz",
        seats=(
            frames.LobbySeat(player="p1", nickname="Тихий Їжак", rating=1012),
            frames.LobbySeat(player="p2", nickname="P2", rating=989, party="party-5", away=AT + 10_000),
        ),
        range=(801, 1200),
        replaces="t-6P",
    ),
    frames.Lobby(
        at=AT,
        tournament=T,
        seq=1,
        language="en",
        seats=(frames.LobbySeat(player="p1", nickname="P1", rating=1000),),
        range=(800, 1200),
    ),
    frames.Synced(at=AT, re=ID, tournament=T, seq=17),
    frames.Unqueued(at=AT, re=ID, reason=Reason.ASKED, tournament=T),
    frames.Unqueued(at=AT, reason=Reason.LOST),
    frames.PartyLeft(at=AT, reason=Reason.KICKED),
    frames.WatchEnded(at=AT, re=ID, reason=Reason.ASKED, tournament=T),
    frames.Party(
        at=AT,
        re=ID,
        code="K7WQ2M9XRT4CZP8H",
        link="https://play.example/#K7WQ2M9XRT4CZP8H",
        leader="p1",
        members=(
            frames.Member(player="p1", nickname="P1", rating=1012, online=True, playing=False),
            frames.Member(player="p2", nickname="P2", rating=989, online=False, playing=True),
        ),
        state="gathering",
    ),
    frames.Pong(at=AT, re=ID),
    frames.Pong(at=AT, re=ID, seq=17),
    frames.Superseded(at=AT),
    render_error(ErrorCode.WORD_UNKNOWN, at=AT, re=ID),
    render_error(ErrorCode.INTERNAL, at=AT, re=ID),
    render_error(ErrorCode.BAD_FRAME, at=AT),
    render_error(ErrorCode.TOO_MANY_REQUESTS, at=AT, re=ID, retry_after=300_000),
    _INTRO,
    _PLAYING,
    _OVER,
    frames.TournamentStarted(at=AT, tournament=T, seq=9, language="uz", players=_players(3)),
    frames.RoundOpened(
        at=AT,
        tournament=T,
        seq=90,
        round=5,
        duels=(
            frames.RoundDuel(duel="5.1", players=("p1", "p2"), first="p1", length=5),
            frames.RoundDuel(duel="5.2", players=("p3", "p4"), first="p4", length=4),
        ),
        bye="p5",
        starts_at=AT + 6_000,
    ),
    frames.RoundOpened(
        at=AT,
        tournament=T,
        seq=120,
        round=6,
        duels=(frames.RoundDuel(duel="6.1", players=("p1", "p4"), first="p1", length=6),),
        starts_at=AT + 6_000,
    ),
    frames.TurnStarted(at=AT, tournament=T, seq=91, duel="5.1", turn=12, player="p2", deadline=AT + 30_000),
    frames.GuessScored(at=AT, re=ID, tournament=T, seq=92, duel="5.1", **dict(_SCORED)),
    frames.TurnSkipped(at=AT, tournament=T, seq=93, duel="5.1", turn=2, player="p2"),
    frames.DuelEnded(
        at=AT,
        tournament=T,
        seq=94,
        duel="5.1",
        outcome=Outcome.SOLVED,
        winner="p1",
        secret="eleve",
        display="élève",
        lives={"p1": 2, "p2": 0},
    ),
    frames.DuelEnded(
        at=AT, tournament=T, seq=95, duel="5.2", outcome=Outcome.DRAW, secret="crane", lives={"p3": 1, "p4": 2}
    ),
    frames.PlayerEliminated(at=AT, tournament=T, seq=96, player="p2", round=5, guaranteed=-4, possible=18),
    frames.PlayerLeft(at=AT, re=ID, tournament=T, seq=97, player="p4", place=5),
    frames.PlayerAway(at=AT, tournament=T, seq=98, player="p3", until=AT + 60_000),
    frames.PlayerBack(at=AT, tournament=T, seq=99, player="p3"),
    frames.RoundClosed(
        at=AT,
        tournament=T,
        seq=100,
        round=5,
        lives={"p1": 2, "p2": 0, "p3": 1, "p4": 0, "p5": 3, "p6": 0, "p7": 0, "p8": 0},
        out=(frames.Standing(player="p2", place=4), frames.Standing(player="p4", place=5)),
    ),
    frames.TournamentEnded(at=AT, tournament=T, seq=140, standings=_standings(8)),
    _RATED,
)


def text_of(frame: ClientFrame | ServerFrame) -> str:
    """The frame's text on the wire: compact, without null."""
    return frame.model_dump_json(exclude_none=True)


def _write() -> None:
    named: dict[str, list[object]] = {}
    for client in CLIENT_SAMPLES:
        named.setdefault(client.action, []).append(json.loads(text_of(client)))
    for server in SERVER_SAMPLES:
        named.setdefault(server.type, []).append(json.loads(frames.dump(server)))
    for name, samples in named.items():
        golden = json.dumps(samples, ensure_ascii=False, indent=2) + "\n"
        (GOLDEN / f"{name}.json").write_text(golden, encoding="utf-8")


if __name__ == "__main__":
    _write()
