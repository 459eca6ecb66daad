"""The functions on the table's stream: all of a batch, once or twice, in any order, whatever is wrong with one of them.

The recorded batch has ten records; four are versions of two tournaments, in each of which somebody guesses and leaves.
"""

import copy
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

import pytest

from tests.app.frame_checks import check_models, kinds
from tests.functions.cloud import Cloud, Event, connection_of, recorded
from tests.functions.images import state, with_state
from tests.support.builders import PLAYERS
from wordle_tournament.aws.dead_letters import letter
from wordle_tournament.aws.document import decode
from wordle_tournament.runtime.log import InvocationFailed
from wordle_tournament.runtime.settings import settings

Spoil = Callable[[Event], Event]
OTHERS = tuple(player.replace("p", "q") for player in PLAYERS)
SEEN = ["guess-scored", "turn-started", "duel-ended", "player-left"]


def batch() -> list[Event]:
    records: list[Event] = recorded("stream_relay")["Records"]
    return records


def versions() -> list[Event]:
    """The four of interest."""
    return [one for one in batch() if _is_version(one)]


def _is_version(raw: Event) -> bool:
    return bool(raw["dynamodb"]["Keys"]["sk"]["S"] == "TOURNAMENT" and raw["eventName"] != "REMOVE")


def of(records: Sequence[Event], tournament: str) -> list[Event]:
    return [one for one in records if one["dynamodb"]["Keys"]["pk"]["S"] == f"T#{tournament}"]


@pytest.fixture
def relayed(cloud: Cloud) -> Iterator[Cloud]:
    """Both tournaments are stored as the batch left them; the players are greeted, nothing has been posted."""
    for tournament in ("t-recorded", "t-other"):
        newest = decode(state(of(versions(), tournament)[-1]))
        cloud.store(newest)
    yield cloud
    assert cloud.item("T#t-expired", "TOURNAMENT") is None


def seqs(cloud: Cloud, player: str) -> list[int]:
    return [frame["seq"] for frame in cloud.frames(player) if "seq" in frame]


# --- The relay ---


def test_four_of_ten_are_handled_and_the_rest_is_let_pass(relayed: Cloud) -> None:
    assert len(batch()) == 10
    assert relayed.call("stream_relay", {"Records": batch()}) == {}
    for player in (*PLAYERS, *OTHERS):
        assert kinds(relayed.frames(player)) == SEEN
        check_models(relayed.frames(player))
    assert relayed.aside() == []
    assert [line["level"] for line in relayed.lines()].count("ERROR") == 0


def test_a_batch_delivered_twice_is_posted_once(relayed: Cloud) -> None:
    relayed.call("stream_relay", {"Records": batch()})
    relayed.call("stream_relay", {"Records": batch()})
    for player in (*PLAYERS, *OTHERS):
        assert kinds(relayed.frames(player)) == SEEN


def test_what_a_committer_noted_is_not_posted_again(relayed: Cloud) -> None:
    relayed.tournaments.mark_delivered("t-recorded", 2)
    relayed.call("stream_relay", {"Records": batch()})
    assert kinds(relayed.frames("p3")) == SEEN[2:]
    assert kinds(relayed.frames("q3")) == SEEN


@pytest.mark.parametrize("order", sorted(set(permutations("aabb"))), ids="".join)
def test_however_tournaments_are_mixed_each_keeps_its_order(relayed: Cloud, order: Sequence[str]) -> None:
    queues = {"a": of(versions(), "t-recorded"), "b": of(versions(), "t-other")}
    mixed = [queues[name].pop(0) for name in order]
    relayed.call("stream_relay", {"Records": mixed})
    for player in ("p2", "q2"):
        assert seqs(relayed, player) == [17, 18, 19, 20]


def test_versions_out_of_order_within_a_batch_are_put_in_order(relayed: Cloud) -> None:
    relayed.call("stream_relay", {"Records": batch()[::-1]})
    assert seqs(relayed, "p2") == [17, 18, 19, 20]


def test_an_older_version_delivered_again_later_is_not_posted_again(relayed: Cloud) -> None:
    relayed.call("stream_relay", {"Records": batch()})
    for one in versions():
        relayed.call("stream_relay", {"Records": [one]})
    assert kinds(relayed.frames("p2")) == SEEN


# --- Poison ---


def unreadable(raw: Event) -> Event:
    """The version with a state of no known shape; a seed and a running secret stand in it."""
    return with_state(raw, state(raw).replace('"phase":"playing"', '"phase":"dreaming"'))


def damaged(raw: Event) -> Event:
    """The version with a state that was cut off."""
    bad = copy.deepcopy(raw)
    bad["dynamodb"]["NewImage"]["state"]["B"] = bad["dynamodb"]["NewImage"]["state"]["B"][:400]
    return bad


def unrenderable(raw: Event) -> Event:
    """The version in which an event cannot be rendered: read without complaint, then failing every time."""
    return with_state(raw, state(raw).replace('"seq":17,', '"seq":-17,'))


@pytest.mark.parametrize("broken", [{}, {"dynamodb": {}}, {"dynamodb": {"Keys": {}}}, {"dynamodb": None}])
def test_what_is_no_record_at_all_is_put_aside_and_the_others_flow(relayed: Cloud, broken: Event) -> None:
    relayed.call("stream_relay", {"Records": [broken, *batch()]})
    assert relayed.aside() == [letter(broken)]
    assert kinds(relayed.frames("p2")) == SEEN


@pytest.mark.parametrize("spoil", [unreadable, damaged, unrenderable])
def test_a_poison_version_is_put_aside_and_everything_else_flows(relayed: Cloud, spoil: Spoil) -> None:
    first, second = of(versions(), "t-recorded")
    bad = spoil(first)
    assert relayed.call("stream_relay", {"Records": [bad, second, *of(versions(), "t-other")]}) == {}
    assert relayed.aside() == [letter(bad)]
    assert kinds(relayed.frames("q2")) == SEEN
    assert seqs(relayed, "p2") == [19, 20]  # the rest of the same tournament flows too


@pytest.mark.parametrize("spoil", [unreadable, damaged, unrenderable])
def test_no_seed_or_secret_of_a_poison_version_gets_into_the_log(  # D14
    relayed: Cloud, spoil: Spoil
) -> None:
    first, _ = of(versions(), "t-recorded")
    relayed.call("stream_relay", {"Records": [spoil(first)]})
    relayed.call("stream_rating", {"Records": [spoil(first)]})
    log = relayed.log.getvalue()
    assert "exception" in log
    record = decode(state(first))
    for secret in (record.tournament.seed, *record.tournament.used):
        assert secret not in log


# --- The rating ---


def test_every_placement_is_rated_and_shown(relayed: Cloud) -> None:  # R6.3, R8.2
    relayed.call("stream_rating", recorded("stream_rating"))
    for player, witness in (("p1", "p2"), ("q1", "q2")):
        for who in (player, witness):
            (rated,) = relayed.frames(who)
            assert (rated["type"], rated["player"], rated["place"]) == ("rated", player, 8)
            assert (rated["before"], rated["change"], rated["after"]) == (1000, -25, 975)
        item = relayed.item(f"P#{player}", "PLAYER")
        assert item is not None
        assert item["rating"] == {"N": "975"}


def test_a_placement_delivered_twice_is_rated_once(relayed: Cloud) -> None:
    for _ in range(3):
        relayed.call("stream_rating", recorded("stream_rating"))
    item = relayed.item("P#p1", "PLAYER")
    assert item is not None
    assert item["rating"] == {"N": "975"}
    assert relayed.item("T#t-recorded", "RATED#p1") is not None


def test_versions_that_place_nobody_are_skipped(relayed: Cloud) -> None:
    relayed.call("stream_rating", {"Records": batch()})
    assert kinds(relayed.frames("p2")) == ["rated"]
    assert relayed.aside() == []


def test_a_poison_placement_is_put_aside_and_the_others_are_rated(relayed: Cloud) -> None:
    records: list[Event] = recorded("stream_rating")["Records"]
    bad = copy.deepcopy(records[0])
    bad["dynamodb"]["NewImage"]["placed"] = {"SS": ["nobody"]}
    relayed.call("stream_rating", {"Records": [bad, *records]})
    assert relayed.aside() == [letter(bad)]
    assert [frame["player"] for frame in relayed.frames("p2")] == ["p1"]
    assert [frame["player"] for frame in relayed.frames("q2")] == ["q1"]


def test_a_player_whose_profile_has_expired_still_gets_an_entry(relayed: Cloud) -> None:  # D17
    relayed.forget_player("p1")
    relayed.call("stream_rating", recorded("stream_rating"))
    assert relayed.item("T#t-recorded", "RATED#p1") is not None
    assert relayed.item("P#p1", "PLAYER") is None


def test_if_nothing_can_be_put_aside_the_batch_fails_and_comes_again(
    relayed: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_LETTER_QUEUE_URL", relayed.queue + "-that-is-not-there")
    settings.cache_clear()
    with pytest.raises(InvocationFailed):
        relayed.call("stream_relay", {"Records": [{}]})


def test_a_stream_function_writes_one_line_for_a_batch(relayed: Cloud) -> None:
    relayed.tournaments.mark_delivered("t-recorded", 2)
    relayed.tournaments.mark_delivered("t-recorded", 3)
    relayed.call("stream_relay", {"Records": of(versions(), "t-recorded")})
    (line,) = relayed.lines()
    assert (line["message"], line["records"]) == ("relay", 2)
    assert connection_of("p1") not in relayed.log.getvalue()
