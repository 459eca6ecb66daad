"""Whole tournaments under the fast rules, over real sockets, on the stack that goes to AWS.

Two at once, since their sockets wait most of the time: bots that play, and eight that are there and never guess.
"""

import asyncio
import json
from collections.abc import Iterator

import pytest

from infra.local.client import Client
from infra.local.deploy import Deployment
from tests.local.played_tournament import Frame, PlayedTournament, play_tournament
from tests.local.recorded_clients import SEATS, RecordedClient
from tests.support.elo import change_of
from wordle_tournament.protocol.frames import parse_server_frame

pytestmark = pytest.mark.emulator

LATE = {"turn-over", "duel-over", "not-your-turn", "not-playing"}
"""Refusals of a guess that arrives after its turn was skipped."""


@pytest.fixture(scope="module")
def both_tournaments(deployment: Deployment) -> tuple[PlayedTournament, PlayedTournament]:
    async def both() -> tuple[PlayedTournament, PlayedTournament]:
        begun, started = asyncio.Event(), asyncio.Event()
        idle = asyncio.create_task(play_tournament(deployment.websocket, are_idle=True, started=begun))
        await begun.wait()
        played = await play_tournament(deployment.websocket, are_idle=False, started=started)
        return played, await idle

    return asyncio.run(both())


@pytest.fixture(scope="module")
def played(both_tournaments: tuple[PlayedTournament, PlayedTournament]) -> PlayedTournament:
    return both_tournaments[0]


@pytest.fixture(scope="module")
def idle(both_tournaments: tuple[PlayedTournament, PlayedTournament]) -> PlayedTournament:
    return both_tournaments[1]


@pytest.fixture(scope="module", params=["played", "idle"])
def played_tournament(request: pytest.FixtureRequest) -> PlayedTournament:
    found: PlayedTournament = request.getfixturevalue(request.param)
    return found


def test_every_frame_is_one_of_the_protocols(played_tournament: PlayedTournament) -> None:
    for guest in played_tournament.clients:
        for frame in guest.frames:
            assert json.loads(parse_server_frame(json.dumps(frame)).model_dump_json(exclude_none=True)) == frame


def test_every_socket_hears_every_event_without_a_gap(played_tournament: PlayedTournament) -> None:
    last = played_tournament.of("tournament-ended")[0]["seq"]
    for number, guest in enumerate(played_tournament.clients):
        received = guest.seqs(played_tournament.tournament)
        assert sorted(set(received)) == list(range(received[0], last + 1)), f"socket {number}"
        assert guest.session.gaps <= 3, f"socket {number} lived on syncs"  # on a busy machine a post may be late


def test_every_screen_shows_every_event_once_and_in_order(played_tournament: PlayedTournament) -> None:
    for shown in played_tournament.shown:
        assert shown == list(range(shown[0], shown[-1] + 1))
        assert shown[-1] == played_tournament.of("tournament-ended")[0]["seq"]


def test_hardly_anything_is_sent_twice(played_tournament: PlayedTournament) -> None:
    """The relay may step in where a committer was slow; screens drop what they have seen."""
    for guest in played_tournament.clients:
        received = guest.seqs(played_tournament.tournament)
        assert len(received) - len(set(received)) <= len(received) * 0.1


def test_all_sockets_hear_the_same(played_tournament: PlayedTournament) -> None:
    def public(guest: RecordedClient) -> dict[int, Frame]:
        """The numbered events from the start on, less what is each viewer's own."""
        own = {"at", "re"}
        return {
            f["seq"]: {k: v for k, v in f.items() if k not in own}
            for f in played_tournament.events(guest)
            if "seq" in f and f["type"] not in {"lobby", "synced"}
        }

    first = public(played_tournament.clients[0])
    for guest in played_tournament.clients[1:]:
        assert public(guest) == first


WORDING = {"type", "outcome", "marks", "phase", "reason", "level", "message", "route", "location", "logger"}
"""Keys whose values are the protocol's and the log's own words ("draw", "absent", "guess"): secrets may equal them."""
TYPED = {"word", "tiles"}
"""Keys of what a player typed: no leak."""


def values(document: object) -> Iterator[str]:
    """Every text in a document that is neither wording nor typed."""
    match document:
        case str():
            yield document.casefold()
        case dict():
            for key, value in document.items():
                if key not in WORDING | TYPED:
                    yield from values(value)
        case list():
            for value in document:
                yield from values(value)


def test_no_frame_before_the_end_of_a_duel_contains_its_secret(played_tournament: PlayedTournament) -> None:  # D14
    for guest in played_tournament.clients:
        told: set[str] = set()
        ended: set[str] = set()  # the relay may tell an end twice
        for frame in played_tournament.events(guest):
            if frame["type"] == "duel-ended" and frame["duel"] not in ended:
                ended.add(frame["duel"])
                assert frame["secret"] not in told
            told.update(values(frame))


def test_no_secret_stands_in_a_log(played: PlayedTournament, deployment: Deployment) -> None:  # D14
    secrets = {end["secret"] for end in played.of("duel-ended")}
    logs = [
        json.loads(line)
        for log in deployment.emulator.function_logs.glob("*.log")
        for line in log.read_text("utf-8").splitlines()
    ]
    assert len(logs) > 100
    assert secrets & set(values(logs)) == set()


def test_every_duels_words_differ(played: PlayedTournament) -> None:  # R5.2, D8
    secrets = [end["secret"] for end in played.of("duel-ended")]
    assert len(secrets) == len(set(secrets)) >= 8


def test_the_duels_are_solved_by_guessing(played: PlayedTournament) -> None:
    outcomes = [end["outcome"] for end in played.of("duel-ended")]
    assert outcomes.count("solved") >= len(outcomes) * 0.8
    assert "forfeit" not in outcomes


def test_rounds_follow_each_other_until_one_is_left_or_none(played: PlayedTournament) -> None:  # R1.4, R3
    opened = [frame["round"] for frame in played.of("round-opened")]
    closed = [frame["round"] for frame in played.of("round-closed")]
    assert opened == closed == list(range(1, len(opened) + 1))
    standings = played.of("tournament-ended")[0]["standings"]
    assert len({entry["player"] for entry in standings}) == SEATS


def test_every_rating_change_is_the_formulas_and_is_heard_by_all(played_tournament: PlayedTournament) -> None:  # R6, D1
    places = {e["player"]: e["place"] for e in played_tournament.of("tournament-ended")[0]["standings"]}
    ratings = dict.fromkeys(places, 1000)
    expected = {player: (place, change_of(player, places, ratings)) for player, place in places.items()}
    for guest in played_tournament.clients:
        rated = played_tournament.rated(guest)
        assert {p: (f["place"], f["change"]) for p, f in rated.items()} == expected
        assert all(f["before"] + f["change"] == f["after"] for f in rated.values())


def test_nobody_is_told_of_a_fault(played_tournament: PlayedTournament) -> None:
    codes = [f["code"] for guest in played_tournament.clients for f in guest.frames if f["type"] == "error"]
    assert set(codes) <= LATE


def test_nothing_failed_behind_the_scenes(played_tournament: PlayedTournament, deployment: Deployment) -> None:
    assert played_tournament.tournament
    assert deployment.failed_executions() == []
    assert deployment.dead_letters() == []
    assert deployment.logged_errors() == []


def test_eight_idle_players_tie_after_three_rounds_and_no_rating_changes(
    idle: PlayedTournament,
) -> None:  # R3.4, R4.3
    assert [frame["round"] for frame in idle.of("round-closed")] == [1, 2, 3]
    assert len(idle.of("turn-skipped")) == 3 * 4 * 12
    assert {frame["outcome"] for frame in idle.of("duel-ended")} == {"draw"}
    assert [e["place"] for e in idle.of("tournament-ended")[0]["standings"]] == [1] * SEATS
    assert [f["change"] for f in idle.rated(idle.clients[0]).values()] == [0] * SEATS
    assert idle.of("player-away") == []  # D15: idle at a live client is not away


def test_a_player_comes_back_with_the_new_rating(played: PlayedTournament, deployment: Deployment) -> None:  # R6.3, R10
    guest = played.clients[0]
    rated = played.rated(guest)[guest.session.id]

    async def rating() -> tuple[str, int]:
        async with Client(deployment.websocket, token=guest.session.token) as again:
            return again.session.id, again.session.player["rating"]

    assert asyncio.run(rating()) == (guest.session.id, rated["after"])
