"""The end of a tournament: the own duels, the champion, the text to share, the history; and the first visit."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player_page import OpenPage, PlayerPage
from tests.browser.scripted_server import ME, ScriptedServer, duel, event, now, row, seated, snapshot

SHARED = ["Wordle Tournament: place 1 of 8, rating +25", "3💚", "⬛⬛🟨⬛🟨", "🟩🟩🟩🟩🟩"]
LIVES = (1, 1, 0, 0, 0, 0, 0, 0)


def won(player: PlayerPage, server: ScriptedServer, *, solves: bool = True) -> Page:
    """A final that the player wins or loses, up to the result."""
    player.sees("home")
    server.send(snapshot(duels=[duel(1, ME, "p2", [row(1, ME, "slate", "--Y-Y")])], players=seated(LIVES)))
    player.sees("duel")
    winner, loser = (ME, "p2") if solves else ("p2", ME)
    own = {"duel": "3.1"}
    order = [winner, loser, "p3", "p4", "p5", "p6", "p7", "p8"]
    standings = [{"player": one, "place": place} for place, one in enumerate(order, 1)]
    outcome = {"outcome": "solved", "winner": winner, "secret": "cadre", "lives": {loser: 0}}
    place, change = (1, 25) if solves else (2, 18)
    rating = {"place": place, "before": 1042, "change": change, "after": 1042 + change}
    server.send(
        row(2, winner, "cadre", "GGGGG") | event("guess-scored", 51, **own),
        event("duel-ended", 52, **own, **outcome),
        event("round-closed", 53, round=3, lives={loser: 0}, out=[{"player": loser, "place": 2}]),
        event("tournament-ended", 54, standings=standings),
        {"type": "rated", "tournament": "t", "player": ME, **rating},
    )
    player.sees("result")
    return player.page


@pytest.mark.parametrize(("solves", "how"), [(True, "won"), (False, "lost")])
def test_the_result_tells_the_own_duels(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, how: str, *, solves: bool
) -> None:
    player = open_page(scripted_address)
    page = won(player, server, solves=solves)
    chapter = page.locator(".chapter")
    expect(chapter).to_have_count(1)
    expect(chapter).to_contain_text("3")
    expect(chapter).to_contain_text("Brave Hummingbird 17")
    expect(chapter).to_contain_text(f"{how} · 2 rows")
    expect(chapter.get_by_role("img", name="cadre")).to_be_visible()
    assert page.locator(".crown").count() == (1 if solves else 0)
    assert page.locator(".falling").count() == (1 if solves else 0)


def test_a_champion_who_wants_no_motion_sees_no_tile_fall(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address, reduced_motion="reduce")
    page = won(player, server)
    expect(page.locator(".crown")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    shown = page.locator(".falling .tile").evaluate_all(
        "all => all.filter(one => getComputedStyle(one).opacity !== '0')"
    )
    assert shown == []


def test_a_result_is_shared_without_a_word_of_it(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = won(player, server)
    page.evaluate("""() => {
        window.shared = null;
        navigator.clipboard.writeText = (text) => { window.shared = text; return Promise.resolve(); };
    }""")
    player.click("Share the result")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.shared").splitlines() == [*SHARED, scripted_address]


def test_a_result_that_cannot_be_copied_is_shown_as_text(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = won(player, server)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    player.click("Share the result")
    field = page.get_by_label("Result as text")
    expect(field).to_be_focused()
    expect(field).to_have_value(
        f"Wordle Tournament: place 1 of 8, rating +25\n3💚\n⬛⬛🟨⬛🟨\n🟩🟩🟩🟩🟩\n{scripted_address}"
    )


def test_the_device_remembers_the_tournament(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    expect(page.get_by_role("button", name="Your tournaments")).to_have_count(0)
    won(player, server)
    server.send({"type": "watch-ended", "reason": "asked", "tournament": "t"})
    player.sees("home")
    page.reload()
    player.sees("home")
    player.click("Your tournaments")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Best place")
    expect(dialog).to_contain_text("5 letters")
    expect(dialog).to_contain_text("1 of 1")
    expect(dialog.get_by_role("img", name="1042, 1067")).to_be_visible()
    expect(dialog.locator(".past li")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_first_visit_shows_the_game_in_three_pictures(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    expect(page.get_by_role("list", name="How it works").get_by_role("listitem")).to_have_count(3)
    server.answers["queue"] = {"type": "unqueued", "reason": "asked", "tournament": "t"}
    player.click("Play")
    expect(page.get_by_role("list", name="How it works")).to_have_count(0)
    page.reload()
    player.sees("home")
    expect(page.get_by_role("list", name="How it works")).to_have_count(0)


SPY = """
    window.tones = 0;
    window.contexts = 0;
    const { AudioContext: Real } = window;
    window.AudioContext = class extends Real { constructor() { super(); window.contexts += 1; } };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
    navigator.vibrate = (pattern) => { (window.vibrations ??= []).push(pattern); return true; };
"""


def test_nothing_sounds_before_the_first_touch_nor_when_it_is_off(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    page.add_init_script(SPY)
    page.reload()
    player.sees("home")
    own = {"duel": "3.1", "player": ME}

    def turn(seq: int) -> None:
        server.send(event("turn-skipped", seq, turn=5, **own))
        server.send(event("turn-started", seq + 1, turn=7, deadline=now() + 30_000, **own))
        page.wait_for_timeout(300)

    server.send(snapshot())
    player.sees("duel")
    turn(51)
    assert page.evaluate("[window.contexts, window.tones]") == [0, 0]
    page.locator(".keyboard").click(position={"x": 2, "y": 2})
    turn(53)
    assert page.evaluate("[window.contexts, window.tones, window.vibrations.length]") == [1, 2, 1]

    page.locator("#open-settings").click()
    for name in ("sound", "vibration"):
        page.locator(f'input[name="{name}"][value="off"]').check(force=True)
    page.keyboard.press("Escape")
    turn(55)
    assert page.evaluate("[window.contexts, window.tones, window.vibrations.length]") == [1, 2, 1]
