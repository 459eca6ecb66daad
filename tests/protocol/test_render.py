"""What a player may see: every event and state as its frame, and no secret before its duel is over (D14)."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.builders import PLAYERS, SEED, START, empty_lobby, entrant, lobby_of, running
from tests.support.play import Play
from wordle_tournament.core import events
from wordle_tournament.core.events import Freed, Lives, LobbyChanged, OpenedDuel, Outcome, Placed, PublicEvent, Reason
from wordle_tournament.core.marks import Mark
from wordle_tournament.core.rules import RATING_RANGE
from wordle_tournament.core.seat import Away, Seat
from wordle_tournament.core.tournament import Phase, Tournament
from wordle_tournament.protocol import frames
from wordle_tournament.protocol.errors import ERRORS, ErrorCode
from wordle_tournament.protocol.frames import ServerFrame, dump, parse_server_frame
from wordle_tournament.protocol.render import (
    render_error,
    render_event,
    render_lobby,
    render_pong,
    render_rated,
    render_renamed,
    render_snapshot,
    render_superseded,
    render_synced,
    render_unqueued,
    render_watch_ended,
    render_welcome,
)

AT = START + 5
STAMP = {"at": AT, "tournament": "t1", "seq": 7}
SECRET, DISPLAY, CONNECTION = "zzsecretzz", "zzDISPLAYzz", "zzconnectionzz"

# The cores are shared: a slow example says nothing about the code.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def show(event: PublicEvent, viewer: str = "p1") -> ServerFrame:
    return render_event("t1", "uz", 7, event, viewer=viewer, at=AT)


def said(frame: ServerFrame) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(dump(frame))
    return document


# --- Events ---


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (
            events.TournamentStarted((Seat("p1", "P1", 1012, "party", CONNECTION, lives=3),)),
            {
                "type": "tournament-started",
                "language": "uz",
                "players": [{"player": "p1", "nickname": "P1", "rating": 1012, "lives": 3}],
            },
        ),
        (
            events.RoundOpened(2, (OpenedDuel("2.1", ("p1", "p2"), "p2", 5, SECRET, DISPLAY),), None, AT + 6_000),
            {
                "type": "round-opened",
                "round": 2,
                "duels": [{"duel": "2.1", "players": ["p1", "p2"], "first": "p2", "length": 5}],
                "starts_at": AT + 6_000,
            },
        ),
        (
            events.RoundOpened(3, (), "p3", AT),
            {"type": "round-opened", "round": 3, "duels": [], "bye": "p3", "starts_at": AT},
        ),
        (
            events.TurnStarted("2.1", 12, "p2", AT + 30_000),
            {"type": "turn-started", "duel": "2.1", "turn": 12, "player": "p2", "deadline": AT + 30_000},
        ),
        (
            events.GuessScored("2.1", 1, "p2", "oʻt", ("oʻ", "t"), (Mark.PRESENT, Mark.ABSENT)),
            {
                "type": "guess-scored",
                "duel": "2.1",
                "turn": 1,
                "player": "p2",
                "word": "oʻt",
                "tiles": ["oʻ", "t"],
                "marks": ["present", "absent"],
            },
        ),
        (
            events.TurnSkipped("2.1", 2, "p1"),
            {"type": "turn-skipped", "duel": "2.1", "turn": 2, "player": "p1"},
        ),
        (
            events.DuelEnded("2.1", Outcome.SOLVED, "p2", "eleve", "élève", (Lives("p1", 0), Lives("p2", 3))),
            {
                "type": "duel-ended",
                "duel": "2.1",
                "outcome": "solved",
                "winner": "p2",
                "secret": "eleve",
                "display": "élève",
                "lives": {"p1": 0, "p2": 3},
            },
        ),
        (
            events.DuelEnded("2.1", Outcome.DRAW, None, "crane", "crane", (Lives("p1", 1), Lives("p2", 2))),
            {
                "type": "duel-ended",
                "duel": "2.1",
                "outcome": "draw",
                "secret": "crane",
                "lives": {"p1": 1, "p2": 2},
            },
        ),
        (
            events.PlayerEliminated("p1", 4, -4, 18),
            {"type": "player-eliminated", "player": "p1", "round": 4, "guaranteed": -4, "possible": 18},
        ),
        (events.PlayerLeft("p1", 8, -25), {"type": "player-left", "player": "p1", "place": 8}),
        (
            events.PlayerAway("p1", Away(AT, AT + 60_000), is_gone=True),
            {"type": "player-away", "player": "p1", "until": AT + 60_000},
        ),
        (events.PlayerBack("p1", CONNECTION), {"type": "player-back", "player": "p1"}),
        (
            events.RoundClosed(4, (Lives("p1", 0), Lives("p2", 2)), (Placed("p1", 2, 18),)),
            {"type": "round-closed", "round": 4, "lives": {"p1": 0, "p2": 2}, "out": [{"player": "p1", "place": 2}]},
        ),
        (
            events.TournamentEnded((Placed("p2", 1, 25), Placed("p1", 2, 18)), Placed("p2", 1, 25)),
            {
                "type": "tournament-ended",
                "standings": [{"player": "p2", "place": 1}, {"player": "p1", "place": 2}],
            },
        ),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_an_event_is_shown_with_exactly_these_fields(event: PublicEvent, fields: dict[str, object]) -> None:
    assert said(show(event)) == STAMP | fields


def test_the_answer_to_a_frame_carries_its_id() -> None:
    frame = render_event("t1", "uz", 7, events.TurnSkipped("2.1", 2, "p1"), viewer="p1", at=AT, re="c-1")

    assert said(frame)["re"] == "c-1"


def test_a_player_whose_seat_was_freed_gets_the_reason_and_all_others_the_lobby() -> None:
    seats = (
        Seat("p1", "P1", 1000, "party", CONNECTION),
        Seat("p2", "P2", 1001, away=Away(AT, AT + 10_000)),
    )
    event = LobbyChanged(seats, (Freed("p3", Reason.LOST, CONNECTION),), replaces="t0")

    assert said(show(event, "p3")) == {"type": "unqueued", "at": AT, "reason": "lost", "tournament": "t1"}
    assert said(show(event, "p1")) == STAMP | {
        "type": "lobby",
        "language": "uz",
        "size": 8,
        "seats": [
            {"player": "p1", "nickname": "P1", "rating": 1000, "party": "party"},
            {"player": "p2", "nickname": "P2", "rating": 1001, "away": AT + 10_000},
        ],
        "range": [801, 1200],
        "replaces": "t0",
    }
    assert show(event, "p1") == show(event, "p2")


def test_the_last_player_to_leave_a_lobby_gets_the_reason() -> None:
    event = LobbyChanged((), (Freed("p1", Reason.ASKED, CONNECTION),))

    assert said(show(event, "p1")) == {"type": "unqueued", "at": AT, "reason": "asked", "tournament": "t1"}


@UNHURRIED
@given(st.lists(st.integers(-500, 4_000), min_size=1, max_size=8), st.integers(-1_000, 5_000))
def test_the_range_of_a_lobby_holds_exactly_the_ratings_that_may_join(
    ratings: list[int], newcomer: int
) -> None:  # R7.1, D9
    seats = tuple(Seat(f"p{at}", "", rating) for at, rating in enumerate(ratings))
    frame = show(LobbyChanged(seats))
    mean = Fraction(sum(ratings), len(ratings))

    assert isinstance(frame, frames.Lobby)
    low, high = frame.range
    assert (low <= newcomer <= high) == (abs(newcomer - mean) <= RATING_RANGE)


# --- Secrets (D14) ---

_PLAYER = st.sampled_from(PLAYERS)
_NUMBER = st.integers(1, 99)
_MOMENT = st.integers(START, START + 10**9)
_AWAY = st.builds(Away, _MOMENT, _MOMENT)
_LIVES = st.builds(Lives, _PLAYER, st.integers(0, 3))
_PLACED = st.builds(Placed, _PLAYER, st.integers(1, 8), st.integers(-50, 50))
_TURN = st.integers(1, 12)
_WORD = st.text("abcdeʻёş", min_size=4, max_size=6)
_SEAT = st.builds(
    Seat,
    _PLAYER,
    st.text(max_size=20),
    st.integers(0, 3_000),
    st.none() | st.just("party"),
    st.just(CONNECTION),
    st.none() | _AWAY,
    st.integers(0, 3),
)
_OPENED = st.builds(
    OpenedDuel,
    st.just("5.1"),
    st.tuples(_PLAYER, _PLAYER),
    _PLAYER,
    st.integers(4, 6),
    st.just(SECRET),
    st.just(DISPLAY),
)


def _tuples(of: st.SearchStrategy[object], most: int = 8) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(of, max_size=most).map(tuple)


EVENTS: dict[type[PublicEvent], st.SearchStrategy[PublicEvent]] = {
    events.LobbyChanged: st.builds(
        events.LobbyChanged,
        st.lists(_SEAT, min_size=1, max_size=8).map(tuple),
        _tuples(st.builds(Freed, _PLAYER, st.sampled_from(Reason), st.just(CONNECTION))),
        st.none() | st.just("t0"),
    ),
    events.TournamentStarted: st.builds(events.TournamentStarted, _tuples(_SEAT)),
    events.RoundOpened: st.builds(events.RoundOpened, _NUMBER, _tuples(_OPENED, 4), st.none() | _PLAYER, _MOMENT),
    events.TurnStarted: st.builds(events.TurnStarted, st.just("5.1"), _TURN, _PLAYER, _MOMENT),
    events.GuessScored: st.builds(
        events.GuessScored,
        st.just("5.1"),
        _TURN,
        _PLAYER,
        _WORD,
        _tuples(st.text(min_size=1, max_size=2), 6),
        _tuples(st.sampled_from(Mark), 6),
    ),
    events.TurnSkipped: st.builds(events.TurnSkipped, st.just("5.1"), _TURN, _PLAYER),
    events.DuelEnded: st.builds(
        events.DuelEnded,
        st.just("5.1"),
        st.sampled_from(Outcome),
        st.none() | _PLAYER,
        st.just(SECRET),
        st.sampled_from((SECRET, DISPLAY)),
        st.tuples(_LIVES, _LIVES),
    ),
    events.PlayerEliminated: st.builds(
        events.PlayerEliminated, _PLAYER, _NUMBER, st.integers(-50, 50), st.integers(-50, 50)
    ),
    events.PlayerLeft: st.builds(events.PlayerLeft, _PLAYER, st.integers(1, 8), st.integers(-50, 50)),
    events.PlayerAway: st.builds(events.PlayerAway, _PLAYER, _AWAY, st.booleans()),
    events.PlayerBack: st.builds(events.PlayerBack, _PLAYER, st.just(CONNECTION)),
    events.RoundClosed: st.builds(events.RoundClosed, _NUMBER, _tuples(_LIVES), _tuples(_PLACED)),
    events.TournamentEnded: st.builds(events.TournamentEnded, _tuples(_PLACED), st.none() | _PLACED),
}


def test_the_strategies_know_every_kind_of_public_event() -> None:
    assert set(get_args(PublicEvent)) == EVENTS.keys()


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@UNHURRIED
@given(st.data(), _PLAYER)
def test_only_the_end_of_a_duel_shows_a_secret_and_nothing_shows_a_connection(
    kind: type[PublicEvent], data: st.DataObject, viewer: str
) -> None:
    event = data.draw(EVENTS[kind])
    frame = show(event, viewer)
    text = dump(frame)

    assert (SECRET in text) == isinstance(event, events.DuelEnded)
    assert DISPLAY not in text or isinstance(event, events.DuelEnded)
    assert CONNECTION not in text
    assert frame == parse_server_frame(text)
    assert frame.type in {event.kind, "unqueued"}


def _otherwise_secret(tournament: Tournament) -> Tournament:
    """The same tournament with everything secret replaced: running secrets, seed, connections, used words."""
    return replace(
        tournament,
        seed=SEED[::-1],
        used=(),
        duels=tuple(
            duel if duel.is_over else replace(duel, secret=SECRET[: duel.length], display=DISPLAY[: duel.length])
            for duel in tournament.duels
        ),
        seats=tuple(replace(seat, connection=CONNECTION) for seat in tournament.seats),
    )


@UNHURRIED
@given(st.data())
def test_a_snapshot_of_a_played_tournament_does_not_depend_on_what_is_secret(data: st.DataObject) -> None:
    play = Play(running((3, 2, 1, 3, 1, 2, 1, 0)))
    for _ in range(data.draw(st.integers(0, 25))):
        movers = [duel.mover(duel.turn) for duel in play.tournament.duels if duel.deadline is not None]
        if not movers:
            play.at((play.tournament.starts_at or START) - START).tick()
            continue
        mover = data.draw(st.sampled_from(movers))
        data.draw(st.sampled_from((play.solve, play.fail, play.leave)))(mover)
        tournament = play.tournament
        frame = render_snapshot(tournament, AT)

        assert frame == render_snapshot(_otherwise_secret(tournament), AT)
        assert frame == parse_server_frame(dump(frame))
        assert [duel.secret is not None for duel in frame.duels] == [duel.is_over for duel in tournament.duels]
        assert (frame.standings is not None) == (tournament.phase is Phase.OVER)
        if tournament.phase is Phase.OVER:
            break


# --- Snapshots ---


def test_a_snapshot_of_the_intro_shows_when_it_ends_and_no_turn() -> None:
    document = said(render_snapshot(running(phase=Phase.INTRO), AT))

    assert (document["phase"], document["starts_at"]) == ("intro", START + 6_000)
    assert document["duels"][0] == {
        "duel": "5.1",
        "players": ["p1", "p2"],
        "first": "p1",
        "length": 4,
        "rows": [],
    }
    assert "standings" not in document
    assert document["rated"] == []


def test_a_snapshot_in_play_shows_rows_the_running_turn_and_absences() -> None:
    play = Play(running((3, 3, 2, 1, 1, 0, 0, 0), pairs=[("p1", "p2"), ("p3", "p4")], away={"p2": -9_000}))
    play.fail("p1")
    play.at(30_000).tick()
    word = play.lexicon.another("baba")
    document = said(render_snapshot(play.tournament, AT, re="c-1"))

    assert document["re"] == "c-1"
    assert document["bye"] == "p5"
    assert "starts_at" not in document
    assert document["players"][1] == {
        "player": "p2",
        "nickname": "P2",
        "rating": 1000,
        "lives": 3,
        "away": START - 9_000 + 60_000,
    }
    assert document["players"][7] == {
        "player": "p8",
        "nickname": "P8",
        "rating": 1000,
        "lives": 0,
        "place": 8,
    }
    (board, _) = document["duels"]
    assert [row["turn"] for row in board["rows"]] == [1, 2]
    assert (board["rows"][0]["word"], board["rows"][0]["tiles"]) == (word, list(word))
    assert board["rows"][1] == {"turn": 2, "player": "p2", "skipped": True}
    assert (board["turn"], board["to_move"], board["deadline"]) == (3, "p1", START + 60_000)
    assert "secret" not in board


def test_a_snapshot_shows_an_ended_duel_with_its_secret_and_no_turn() -> None:
    play = Play(running())
    play.solve("p1")
    board = render_snapshot(play.tournament, AT).duels[0]

    assert (board.outcome, board.winner) == (Outcome.SOLVED, "p1")
    assert (board.secret, board.display) == ("baba", "BABA")
    assert (board.turn, board.to_move, board.deadline) == (None, None, None)


def test_a_snapshot_of_the_end_shows_the_standings_best_first_and_what_was_rated() -> None:
    play = Play(running((1, 0, 0, 1, 0, 0, 0, 0), pairs=[("p1", "p4")]))
    play.fail("p1")
    play.solve("p4")
    rated = render_rated("t1", "p1", place=2, before=1000, change=18, at=AT)
    frame = render_snapshot(play.tournament, AT, [rated])
    (ended,) = play.happened(events.TournamentEnded)

    assert (frame.phase, frame.rated) == (Phase.OVER, (rated,))
    assert frame.standings == show(ended).standings  # type: ignore[union-attr]
    assert [standing.place for standing in frame.standings or ()] == sorted(
        standing.place for standing in frame.standings or ()
    )


def test_a_lobby_is_shown_as_a_lobby_and_a_tournament_as_a_snapshot() -> None:
    lobby = lobby_of(entrant("p1", 1000), entrant("p2", 1100, "party"))

    assert [seat.player for seat in render_lobby(lobby, AT, re="c-1").seats] == ["p1", "p2"]
    assert render_lobby(lobby, AT, re="c-1").range == (850, 1250)
    assert (render_lobby(lobby, AT, re="c-1").re, render_lobby(lobby, AT).seq) == ("c-1", lobby.seq)
    with pytest.raises(ValueError, match="still a lobby"):
        render_snapshot(empty_lobby(), AT)
    with pytest.raises(ValueError, match="no longer a lobby"):
        render_lobby(running(), AT)


# --- Everything else ---


@pytest.mark.parametrize("code", ErrorCode)
def test_an_error_says_what_the_registry_says(code: ErrorCode) -> None:
    assert said(render_error(code, at=AT, re="c-1")) == {
        "type": "error",
        "at": AT,
        "re": "c-1",
        "code": code.value,
        "message": ERRORS[code].message,
        "definite": ERRORS[code].is_definite,
    }


def test_an_error_may_say_how_long_to_wait() -> None:
    frame = render_error(ErrorCode.TOO_MANY_REQUESTS, at=AT, re="c-1", retry_after=300_000)

    assert said(frame)["retry_after"] == 300_000
    assert parse_server_frame(dump(frame)) == frame


_ME = frames.Player(id="p1", nickname="Їжак", rating=1012)
_CARD = {"id": "p1", "nickname": "Їжак", "rating": 1012}


@pytest.mark.parametrize(
    ("frame", "fields"),
    [
        (render_welcome(_ME, "e30", at=AT), {"type": "welcome", "player": _CARD, "token": "e30"}),
        (
            render_welcome(_ME, "e30", at=AT, re="c-1", party="y", tournament="t1"),
            {"type": "welcome", "re": "c-1", "player": _CARD, "token": "e30", "party": "y", "tournament": "t1"},
        ),
        (render_renamed(_ME, at=AT, re="c-1"), {"type": "renamed", "re": "c-1", "player": _CARD}),
        (render_pong(at=AT, re="c-1"), {"type": "pong", "re": "c-1"}),
        (render_pong(at=AT, re="c-1", seq=0), {"type": "pong", "re": "c-1", "seq": 0}),
        (render_synced("t1", 7, at=AT, re="c-1"), {"type": "synced", "re": "c-1", "tournament": "t1", "seq": 7}),
        (render_unqueued(Reason.PARTY, at=AT), {"type": "unqueued", "reason": "party"}),
        (
            render_watch_ended(Reason.ASKED, at=AT, re="c-1", tournament_id="t1"),
            {"type": "watch-ended", "re": "c-1", "reason": "asked", "tournament": "t1"},
        ),
        (render_superseded(at=AT), {"type": "superseded"}),
        (
            render_rated("t1", "p1", place=8, before=1012, change=-25, at=AT),
            {
                "type": "rated",
                "tournament": "t1",
                "player": "p1",
                "place": 8,
                "before": 1012,
                "change": -25,
                "after": 987,
            },
        ),
    ],
    ids=lambda value: getattr(value, "type", ""),
)
def test_a_frame_outside_the_sequence_says_exactly_this(frame: ServerFrame, fields: dict[str, object]) -> None:
    assert said(frame) == {"at": AT} | fields
