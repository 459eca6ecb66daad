"""Every screen at five sizes, light and dark: for everybody, and in pictures (`.build/screens`)."""

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.player_page import OpenPage
from tests.browser.scenes import SCENES, STILL, show
from tests.browser.scripted_server import ScriptedServer

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
AXE = HERE / "tools" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / ".build" / "screens"
SIZES: dict[str, ViewportSize] = {
    "small": {"width": 320, "height": 568},
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
    "desktop": {"width": 1280, "height": 800},
    "large": {"width": 1920, "height": 1080},
}
THEMES: dict[Literal["light", "dark"], tuple[str, ...]] = {"light": tuple(SIZES), "dark": ("phone", "desktop")}
THUMB = 44  # px, the least side of what is tapped


@pytest.mark.parametrize("scene", list(SCENES))
def test_a_screen_is_accessible_at_every_size(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, scene: str
) -> None:
    """At five sizes in light; colours do not depend on the size, so two in dark suffice."""
    player = open_page(scripted_address)
    page = player.page
    show(player, server, scene)
    # Trusted types keep the page from making scripts of text: the tool comes in by the debugger's own door.
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
    PICTURES.mkdir(parents=True, exist_ok=True)
    for theme, sizes in THEMES.items():
        page.emulate_media(color_scheme=theme)
        for size in sizes:
            page.set_viewport_size(SIZES[size])
            page.evaluate(STILL)
            page.screenshot(path=PICTURES / f"{scene}-{size}-{theme}.png")
            examine(page, SIZES[size]["width"])


def examine(page: Page, width: int) -> None:
    """Axe finds nothing serious; nothing is too small for a thumb or sticks out."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.eval_on_selector_all(
        "button, select, input[type=text], a:not(.skip)",
        f"""all => all.map(one => [one, one.getBoundingClientRect()])
            .filter(([one, box]) => box.height > 0 && box.height < {THUMB} && !one.closest('[inert]'))
            .map(([one, box]) => `${{one.className}} ${{one.textContent}} ${{box.height}}`)""",
    )
    assert small == []
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    serious = [
        f"{one['id']} ({one['impact']}): {one['help']}: {json.dumps([node['html'] for node in one['nodes']][:3])}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical", "moderate"}
    ]
    assert serious == []
