"""The page is for everybody: keyboard, screen reader, colours, motion, small phones, a wrong clock."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.player_page import OpenPage
from tests.browser.scripted_server import ME, ScriptedServer, duel, now, row, snapshot
from tests.browser.test_screens import PICTURES

DESKTOP: ViewportSize = {"width": 1280, "height": 800}


@pytest.mark.parametrize("palette", ["usual", "colour-blind"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_differ_without_hue(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, palette: str, theme: str
) -> None:
    """Letters are legible on every mark; the colour-blind palette adds a shape to each colour."""
    player = open_page(scripted_address, color_scheme=theme)
    page = player.page
    player.sees("home")
    page.evaluate(
        "palette => localStorage.setItem('wordle-tournament',"
        " JSON.stringify({ ...JSON.parse(localStorage.getItem('wordle-tournament')), palette }))",
        palette,
    )
    page.reload()
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    page.wait_for_timeout(400)
    if palette == "colour-blind":
        page.screenshot(path=PICTURES / f"duel-colour-blind-{theme}.png")
    looks = page.evaluate(
        """() => Object.fromEntries(['correct', 'present', 'absent'].map((mark) => {
            const tile = document.querySelector(`.row .tile.${mark}`);
            const style = getComputedStyle(tile);
            const shape = getComputedStyle(tile, '::after');
            const ground = style.backgroundColor;
            return [mark, { ground, ink: style.color, shape: shape.content + shape.backgroundColor }];
        }))"""
    )
    grounds = [luminance(look["ground"]) for look in looks.values()]
    for look, ground in zip(looks.values(), grounds, strict=True):
        ink = luminance(look["ink"])
        assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) >= 4.5, look
    assert len({look["ground"] for look in looks.values()}) == 3
    if palette == "colour-blind":
        assert len({look["shape"] for look in looks.values()}) == 3


def luminance(colour: str) -> float:
    """Of `rgb(…)`, as WCAG has it."""
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("how", ["system", "setting"])
def test_reduced_motion_is_respected(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, how: str
) -> None:
    player = open_page(scripted_address, reduced_motion="reduce" if how == "system" else "no-preference")
    page = player.page
    player.sees("home")
    if how == "setting":
        page.locator("#open-settings").click()
        page.locator('input[name="motion"][value="reduced"]').check(force=True)
        page.keyboard.press("Escape")
    server.send(snapshot())
    player.sees("duel")
    news = row(5, ME, "cadre", "GGGGG") | {"type": "guess-scored", "tournament": "t", "seq": 51, "duel": "3.1"}
    server.send(news)
    page.locator(".row.fresh").wait_for()
    assert page.evaluate("document.getAnimations().length") == 0


def test_tiles_flip_one_after_the_other(open_page: OpenPage, server: ScriptedServer, scripted_address: str) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    news = row(5, ME, "cadre", "GGGGG") | {"type": "guess-scored", "tournament": "t", "seq": 51, "duel": "3.1"}
    server.send(news)
    player.page.locator(".row.fresh").wait_for()
    running = player.page.evaluate(
        "document.getAnimations().filter(a => a.animationName === 'turn').map(a => a.effect.getTiming().delay)"
    )
    assert sorted(running) == [0, 110, 220, 330, 440]


def test_everything_can_be_done_by_keyboard(open_page: OpenPage, server: ScriptedServer, scripted_address: str) -> None:
    """Tab reaches every control in order, the focus is seen, a dialog holds it and gives it back."""
    player = open_page(scripted_address, viewport=DESKTOP)
    page = player.page
    player.sees("home")
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", reached
    assert reached[0] == "Skip to the game"
    assert reached[2:] == ["open-settings", "rename", "game", "Play", "Play with friends", "Rules"]

    page.locator("#open-settings").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "open-settings"

    server.send(snapshot())
    player.sees("duel")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.type("cadre")
    expect(page.locator(".row.typing .tile.filled")).to_have_count(5)
    page.keyboard.press("Backspace")
    expect(page.locator(".row.typing .tile.filled")).to_have_count(4)


def test_a_screen_reader_hears_turns_guesses_and_the_end(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    log, urgent = page.locator("[role=log]"), page.locator(".visually-hidden[role=alert]")
    event = {"tournament": "t", "duel": "3.1"}
    server.send(row(5, ME, "cedar", "G--YY") | {"type": "guess-scored", "seq": 51, **event})
    expect(log).to_contain_text("You: cedar. C correct, E not in the word, D not in the word, A in another place")
    server.send({"type": "turn-started", "seq": 52, "turn": 6, "player": "p2", "deadline": now() + 20_000, **event})
    server.send({"type": "turn-skipped", "seq": 53, "turn": 6, "player": "p2", **event})
    expect(log).to_contain_text("Brave Hummingbird 17: turn skipped")
    server.send({"type": "turn-started", "seq": 54, "turn": 7, "player": ME, "deadline": now() + 20_000, **event})
    expect(urgent).to_have_text("Your turn")
    expect(page).to_have_title("● Your turn – Wordle Tournament")
    lives = {"p1": 2, "p2": 2}
    server.send(
        {
            "type": "duel-ended",
            "seq": 55,
            "outcome": "solved",
            "winner": "p2",
            "secret": "crane",
            "lives": lives,
            **event,
        }
    )
    expect(log).to_contain_text("Brave Hummingbird 17 was first. The word was crane")
    board = page.locator(".row:not([aria-hidden]) .visually-hidden").all_inner_texts()
    absent, present = "not in the word", "in another place"
    marks = f"S {absent}, L {absent}, A {present}, T {absent}, E {present}"
    assert board[0] == f"Quiet Otter 42: slate. {marks}"


def test_a_screen_reader_hears_what_is_typed(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    page.locator(".keyboard").wait_for()
    page.keyboard.type("ca")
    page.keyboard.press("Backspace")
    expect(page.locator("[role=log] p")).to_have_text(["C", "A", "A deleted"])


def test_the_clock_is_right_by_the_server_s_time(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    """Our own clock may be minutes off; what counts is the server's (`at`)."""
    player = open_page(scripted_address)
    page = player.page
    page.clock.set_fixed_time("2026-01-01T00:00:00Z")  # months away from the server's
    page.reload()
    player.sees("home")
    server.send(snapshot(duels=[duel(1, ME, "p2", [], deadline=now() + 20_400)]))
    player.sees("duel")
    left = int(page.locator(".clock .seconds").inner_text())
    assert 19 <= left <= 21


def test_no_zoom_on_tap_and_thumb_sized_keys_on_the_smallest_phone(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address, viewport={"width": 320, "height": 568})
    page = player.page
    player.sees("home")
    assert page.locator("#game").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 16
    for language, widest in (("en", 10), ("kk", 12)):
        server.send(snapshot(language=language, seq=60 + widest))
        player.sees("duel")
        page.locator(f'.keyboard[lang="{language}"]').wait_for()
        boxes = page.eval_on_selector_all(".key", "all => all.map(one => one.getBoundingClientRect().toJSON())")
        assert min(box["height"] for box in boxes) >= 44
        assert min(box["width"] for box in boxes) >= (320 - 12) / (widest + 0.5) - 3
        assert max(box["right"] for box in boxes) <= 320
        assert page.locator(".key").first.evaluate("one => getComputedStyle(one).touchAction") == "manipulation"
        rows = page.eval_on_selector_all(".row", "all => all.map(one => one.getBoundingClientRect().toJSON())")
        assert len(rows) == 12
        assert max(box["bottom"] for box in rows) <= min(box["top"] for box in boxes)
