"""A worked example for testers: two players play a duel to its end, by handlers and moto alone.

Copy it for a test of your own. ``cloud`` is a whole stage on moto (``conftest.py``); ``cloud.seed()`` stores a
tournament whose first round runs. Everything else goes through the handlers that are deployed: a frame in, frames out.
"""

from typing import Any

from tests.functions.cloud import SECRETS, WRONG, Cloud, message


def guess(cloud: Cloud, player: str, turn: int, word: str) -> dict[str, Any]:
    """Send a guess in the first duel; the first frame that answers it."""
    frame = {
        "action": "guess",
        "id": f"turn-{turn}",
        "tournament": "t-recorded",
        "duel": "1.1",
        "turn": turn,
        "word": word,
    }
    assert cloud.call("ws_guess", message("guess", frame, player=player)) == {"statusCode": 200}
    return next(one for one in cloud.frames(player) if one.get("re") == frame["id"])


def test_two_players_play_a_duel_to_its_end(cloud: Cloud) -> None:  # R3.1, R4.1, R4.4, R4.5
    cloud.seed()

    refused = guess(cloud, "p2", 1, WRONG)
    missed = guess(cloud, "p1", 1, WRONG)
    solved = guess(cloud, "p2", 2, SECRETS[0])

    assert refused["code"] == "not-your-turn"
    assert missed["marks"] == ["absent", "absent", "correct", "absent", "correct"]  # crane against slate
    assert solved["marks"] == ["correct"] * 5
    for player in ("p1", "p2", "p8"):  # the whole tournament sees the end
        (ended,) = (one for one in cloud.frames(player) if one["type"] == "duel-ended")
        assert (ended["outcome"], ended["winner"], ended["secret"]) == ("solved", "p2", SECRETS[0])
        assert (ended["lives"]["p1"], ended["lives"]["p2"]) == (2, 3)
