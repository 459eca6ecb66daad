"""A duel fits every window: the clock, the board and the Enter key are in sight and apart, whatever else is shown."""

from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player_page import OpenPage
from tests.browser.scripted_server import ScriptedServer, error, event, now, snapshot

SIZES = [(320, 568), (390, 844), (640, 400), (844, 390), (1280, 800), (1920, 1080)]
SMALLEST_TILE = 12  # px
PARTS = [".clock .seconds", ".rows", ".key.enter", ".hint", ".contestant.left", ".contestant.right"]
BOXES = """parts => parts.map(part => {
    const box = document.querySelector(part).getBoundingClientRect();
    return { part, left: box.left, top: box.top, right: box.right, bottom: box.bottom };
})"""
CLIPPED = """() => [...document.querySelectorAll('.contestant .hearts, .contestant .name, .away-note, .notice p')]
    .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline-flex'
        || one.getBoundingClientRect().height === 0)
    .map(one => one.className + one.textContent)"""


def bring_about(page: Page, server: ScriptedServer, situation: str) -> None:
    """A notice, an absent opponent, a lost connection: alone or all at once."""
    if situation in {"absent", "all"}:
        server.send(event("player-away", 51, player="p2", until=now() + 58_000))
        expect(page.locator(".contestant.right")).to_contain_text("away")
    if situation in {"notice", "all"}:
        server.answers["party-create"] = error("party-busy")
        page.evaluate("location.hash = '#party=%'")  # a notice of two lines
        expect(page.locator(".notice")).to_be_visible()
    if situation in {"lost", "all"}:
        server.answers["hello"] = error("internal")
        server.drop()
        expect(page.locator(".trouble")).to_be_visible()


@pytest.mark.parametrize("situation", ["quiet", "notice", "absent", "lost", "all"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_clock_board_and_enter_key_are_in_sight_and_apart(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, size: tuple[int, int], situation: str
) -> None:
    width, height = size
    player = open_page(scripted_address, viewport={"width": width, "height": height})
    page = player.page
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    page.locator(".keyboard").wait_for()
    bring_about(page, server, situation)

    boxes = page.evaluate(BOXES, PARTS)
    for box in boxes:
        assert box["left"] >= 0, box
        assert box["top"] >= 0, box
        assert box["right"] <= width, box
        assert box["bottom"] <= height, box
    for one, other in combinations(boxes, 2):
        is_apart = (
            one["right"] <= other["left"] + 1
            or other["right"] <= one["left"] + 1
            or one["bottom"] <= other["top"] + 1
            or other["bottom"] <= one["top"] + 1
        )
        assert is_apart, (one, other)
    tiles = page.eval_on_selector_all(".row .tile", "all => all.map(one => one.getBoundingClientRect().height)")
    assert min(tiles) >= SMALLEST_TILE
    assert page.evaluate(CLIPPED) == []
    expect(page.locator(".contestant.right .hearts")).to_be_visible()


def test_a_desktop_gives_its_room_to_the_board(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address, viewport={"width": 1920, "height": 1200})
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    player.page.locator(".keyboard").wait_for()
    tile = player.page.locator(".row .tile").first.bounding_box()
    assert tile is not None
    assert 56 <= tile["height"] <= 64
    for part in (".table", ".arena", ".others"):
        expect(player.page.locator(part)).to_be_visible()


def test_at_400_percent_zoom_a_duel_can_be_played(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    """1280 x 800 at 400 %: the page scrolls, the clock stays, and everything can be reached."""
    player = open_page(scripted_address, viewport={"width": 320, "height": 200})
    page = player.page
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    page.locator(".keyboard").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for part in (".row >> nth=0", ".row >> nth=11", ".key.enter"):
        page.locator(part).scroll_into_view_if_needed()
        expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
        expect(page.locator(".clock .seconds")).to_be_in_viewport(ratio=0.9)
    page.keyboard.type("cad")
    expect(page.locator(".row.typing .tile.filled")).to_have_count(3)


def test_a_player_has_one_colour_on_every_screen(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.send(snapshot("intro", starts_at=2**42, seq=50))
    player.sees("intro")
    colour = "one => getComputedStyle(one).getPropertyValue('--hue')"
    intro = page.locator(".pair.own .avatar").evaluate_all(f"all => all.map({colour})")
    server.send(snapshot(seq=51))
    player.sees("duel")
    duel = page.locator(".contestant .tag").evaluate_all(f"all => all.map({colour})")
    rows = [page.locator(f".row.{side} .tag").first.evaluate(colour) for side in ("left", "right")]
    strip = page.locator(".pairing.own .avatar").evaluate_all(f"all => all.map({colour})")
    assert intro[0] != intro[1]
    assert duel == intro
    assert rows == intro
    assert strip == intro
