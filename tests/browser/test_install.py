"""Installing the page, opening it without a network, and loading it again."""

import json
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, expect

from infra.site import PAGE

READY = "navigator.serviceWorker.ready.then(() => true)"


def opened(browser: Browser, address: str) -> Page:
    """A page in a context of its own, with its service worker at work."""
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(address)
    page.locator("main.home").wait_for()
    assert page.evaluate(READY)
    return page


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads((PAGE / "app.webmanifest").read_text("utf-8"))
    icons = {icon["src"]: icon for icon in manifest["icons"]}
    assert all((PAGE / name).is_file() for name in icons)
    assert {icon["sizes"] for icon in icons.values()} >= {"192x192", "512x512"}
    assert "maskable" in {icon["purpose"] for icon in icons.values()}
    for name, icon in icons.items():
        if icon["type"] == "image/png":
            assert size_of(PAGE / name) == icon["sizes"]
    assert size_of(PAGE / "apple-touch-icon.png") == "180x180"
    assert size_of(PAGE / "og.png") == "1200x630"


def size_of(picture: Path) -> str:
    """The width and height that stand in a PNG file's head."""
    head = picture.read_bytes()[16:24]
    return f"{int.from_bytes(head[:4], 'big')}x{int.from_bytes(head[4:], 'big')}"


def test_the_browser_finds_the_page_installable(browser: Browser, scripted_address: str) -> None:
    page = opened(browser, scripted_address)
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    page.context.close()
    # A context of a test is a private window, which the browser does not install from.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


def test_without_a_network_the_page_says_so_and_comes_back(browser: Browser, scripted_address: str) -> None:
    page = opened(browser, scripted_address)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("main.home")).to_be_visible()
    page.context.close()


def test_the_worker_keeps_no_file_of_the_game(browser: Browser, scripted_address: str) -> None:
    page = opened(browser, scripted_address)
    kept = page.evaluate("""async () => {
        const kept = [];
        for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
        return kept.sort();
    }""")
    page.context.close()
    assert kept == ["/offline.html", "/styles/offline.css"]


def test_a_reload_costs_next_to_nothing(browser: Browser, scripted_address: str) -> None:
    page = opened(browser, scripted_address)
    page.wait_for_timeout(5_000)  # for the screens beyond home
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright looks into a handler
    page.reload()
    page.locator("main.home").wait_for()
    own = [answer for answer in answers if answer.url.startswith(scripted_address)]
    wire = sum(answer.request.sizes()["responseBodySize"] for answer in own)
    page.context.close()
    assert len(own) > 30
    assert wire < 2_000, f"{wire} bytes in {len(own)} files"
