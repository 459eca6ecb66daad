"""Endings are seen: the last row turns, then the verdict shows; rounds and the final stay for a moment."""

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.player_page import OpenPage, PlayerPage
from tests.browser.scripted_server import ME, ScriptedServer, duel, event, now, row, seated, snapshot

SEEN = 2.0  # seconds in which a last row must stay
LATEST = 6.0  # seconds after which the page must have gone on


def ending(number: int, seq: int, winner: str, loser: str, lives: int, turn: int = 1) -> list[dict[str, Any]]:
    """A duel's last row and its end, as one commit of the server says them."""
    named = {"duel": f"{number}.1"}
    outcome = {"outcome": "solved", "winner": winner, "secret": "cadre", "lives": {loser: lives}}
    return [
        row(turn, winner, "cadre", "GGGGG") | event("guess-scored", seq, **named),
        event("duel-ended", seq + 1, **named, **outcome),
    ]


def seconds_in_sight(page: Page, last_row: str) -> float:
    """How long a row that has just come stays on the screen."""
    page.locator(last_row).wait_for()
    began = time.monotonic()
    page.locator(last_row).wait_for(state="detached", timeout=LATEST * 1000)
    return time.monotonic() - began


def watcher(player: PlayerPage, server: ScriptedServer) -> Page:
    """A player who is out and watches the third round's only duel."""
    player.sees("home")
    lives = (0, 1, 3, 2, 0, 0, 0, 0)
    server.send(snapshot(duels=[duel(1, "p3", "p4", [])], players=seated(lives), bye="p2"))
    player.sees("watching")
    return player.page


def test_a_watcher_sees_every_last_row_through_three_rounds_and_a_final(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = watcher(player, server)
    solved = ".arena .row.solved"
    seq = 51
    for number, lives in ((3, 1), (4, 0)):
        frames = ending(number, seq, "p3", "p4", lives)
        out = [{"player": "p4", "place": 3}] if lives == 0 else []
        following = {"duel": f"{number + 1}.1", "players": ["p3", "p4" if lives else "p2"], "first": "p3", "length": 5}
        server.send(
            *frames,
            event("round-closed", seq + 2, round=number, lives={"p4": lives}, out=out),
            event("round-opened", seq + 3, round=number + 1, duels=[following], starts_at=now() + 6_000),
        )
        assert seconds_in_sight(page, solved) >= SEEN
        player.sees("intro")
        expect(page.locator(".recap")).to_have_count(0)  # the player had no duel in that round
        start = {"duel": f"{number + 1}.1", "turn": 1, "player": "p3", "deadline": now() + 30_000}
        server.send(event("turn-started", seq + 4, **start))
        player.sees("watching")
        seq += 5
    standings = [{"player": one, "place": place} for place, one in enumerate(("p3", "p2", "p4", ME), 1)]
    server.send(
        *ending(5, seq, "p3", "p2", 0),
        event("round-closed", seq + 2, round=5, lives={"p2": 0}, out=[{"player": "p2", "place": 2}]),
        event("tournament-ended", seq + 3, standings=standings),
    )
    assert seconds_in_sight(page, solved) >= SEEN
    player.sees("result")


def test_the_own_final_row_stays_before_the_result(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot(duels=[duel(1, ME, "p2", [])], players=seated((2, 1, 0, 0, 0, 0, 0, 0))))
    player.sees("duel")
    server.send(
        *ending(3, 51, ME, "p2", 0),
        event("round-closed", 53, round=3, lives={"p2": 0}, out=[{"player": "p2", "place": 2}]),
        event("tournament-ended", 54, standings=[{"player": ME, "place": 1}, {"player": "p2", "place": 2}]),
    )
    assert seconds_in_sight(player.page, ".row.solved") >= SEEN
    player.sees("result")


def test_a_watched_duel_that_ends_stays_while_others_go_on(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    duels = [duel(1, "p3", "p4", []), duel(2, "p5", "p6", [row(1, "p5", "house", "-----")])]
    server.send(snapshot(duels=duels, players=seated((0, 0, 3, 2, 2, 2, 0, 0))))
    player.sees("watching")
    server.send(*ending(3, 51, "p3", "p4", 1))
    assert seconds_in_sight(player.page, ".arena .row.solved") >= SEEN
    expect(player.page.locator(".arena .contestant.left")).to_contain_text("Тихий Їжак")


def test_the_verdict_comes_after_the_tiles_have_turned(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.send(snapshot(duels=[duel(1, ME, "p2", [])], players=seated((3, 3, 3, 1, 2, 3, 1, 2))))
    player.sees("duel")
    page.locator(".keyboard").wait_for()
    page.evaluate("""() => {
        window.early = [];
        window.seen = new Set();
        const look = () => {
            const turning = document.getAnimations().some(one => one.animationName === 'turn'
                && one.playState === 'running' && one.effect.getComputedTiming().progress !== null
                && one.effect.getComputedTiming().progress < 1);
            const hearts = document.querySelectorAll('.contestant.right .heart.lost').length;
            const marked = document.querySelectorAll('.key.correct').length;
            const verdict = document.querySelectorAll('.verdict').length;
            if (turning) window.seen.add('turning');
            if (verdict) window.seen.add('verdict');
            if (turning && (hearts || marked || verdict)) window.early.push({ hearts, marked, verdict });
            requestAnimationFrame(look);
        };
        look();
    }""")
    server.send(*ending(3, 51, ME, "p2", 2))
    expect(page.locator(".verdict .headline")).to_have_text("You solved it against Brave Hummingbird 17!")
    expect(page.locator(".contestant.right .heart.lost")).to_have_count(1)
    assert page.evaluate("[...window.seen].sort()") == ["turning", "verdict"]
    assert page.evaluate("window.early") == []


def test_the_recap_names_the_round_just_over_or_nothing(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.send(snapshot(duels=[duel(1, ME, "p2", [])], players=seated((3, 3, 3, 1, 2, 3, 1, 2))))
    player.sees("duel")
    pairs = [{"duel": "4.1", "players": ["p2", "p3"], "first": "p2", "length": 5}]
    server.send(
        *ending(3, 51, ME, "p2", 2),
        event("round-closed", 53, round=3, lives={"p2": 2}, out=[]),
        event("round-opened", 54, round=4, duels=pairs, bye=ME, starts_at=now() + 6_000),
    )
    player.sees("intro")
    expect(page.locator(".recap")).to_contain_text("You solved it")
    server.send(event("turn-started", 55, duel="4.1", turn=1, player="p2", deadline=now() + 30_000))
    player.sees("watching")
    again = [{"duel": "5.1", "players": [ME, "p3"], "first": ME, "length": 5}]
    server.send(
        *ending(4, 56, "p2", "p3", 1),
        event("round-closed", 58, round=4, lives={"p3": 1}, out=[]),
        event("round-opened", 59, round=5, duels=again, starts_at=now() + 6_000),
    )
    player.sees("intro")
    expect(page.locator(".recap")).to_have_count(0)
