"""Servers, networks and files that fail: the page says so in a sentence, and offers a way on."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player_page import OpenPage
from tests.browser.scripted_server import ScriptedServer, error, snapshot

SOON = 3_000  # ms in which the player must know


@pytest.mark.parametrize("code", ["unsupported-version", "bad-frame", "unknown-action"])
def test_a_page_that_is_too_old_says_so_and_can_be_loaded_again(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, code: str
) -> None:
    server.answers["hello"] = error(code)
    player = open_page(scripted_address)
    expect(player.page.get_by_role("heading", name="The game has moved on")).to_be_visible(timeout=SOON)
    del server.answers["hello"]
    player.click("Load the page again")
    player.sees("home")


@pytest.mark.parametrize("code", ["internal", "not-available", "too-many-requests"])
def test_a_server_in_trouble_is_reported_and_tried_again(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, code: str
) -> None:
    server.answers["hello"] = error(code)
    player = open_page(scripted_address)
    expect(player.page.get_by_role("status")).to_contain_text("does not answer properly", timeout=SOON)
    expect(player.page.get_by_role("button", name="Load the page again")).to_be_visible()
    del server.answers["hello"]
    player.sees("home")


def test_trouble_during_a_game_is_reported_above_it(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    server.answers["hello"] = error("internal")
    server.drop()
    expect(player.page.locator(".trouble")).to_contain_text("does not answer properly", timeout=SOON)
    assert player.screen == "duel"
    del server.answers["hello"]
    server.welcome = {"tournament": "t"}
    expect(player.page.locator(".trouble")).to_have_count(0)


def test_a_page_without_a_network_says_so_at_once(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    player.page.context.set_offline(True)
    expect(player.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible(timeout=500)
    player.page.context.set_offline(False)
    expect(player.page.get_by_text("Connection lost. Reconnecting…")).to_have_count(0)


def test_a_blocked_page_offers_no_way_to_leave_the_tournament(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    expect(player.page.locator("#open-leave")).to_be_visible()
    server.send({"type": "superseded"})
    player.sees("blocked")
    expect(player.page.locator("#open-leave")).to_have_count(0)


@pytest.mark.parametrize("missing", ["config.json", "i18n/en.json", "views/home.js", "main.js"])
def test_a_file_that_does_not_load_leaves_a_way_to_load_the_page_again(
    browser: Browser, scripted_address: str, missing: str
) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.route(f"**/{missing}", lambda route: route.fulfill(status=503))
    page.goto(scripted_address)
    again = page.get_by_role("link", name="Load it again")
    expect(again).to_be_visible(timeout=SOON)
    page.unroute(f"**/{missing}")
    again.click()
    expect(page.locator("main.home")).to_be_visible()
    context.close()


def test_modules_that_never_come_leave_a_way_to_load_the_page_again(browser: Browser, scripted_address: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.route("**/app.js", lambda _route: None)
    page.goto(scripted_address, wait_until="commit")
    again = page.get_by_role("link", name="Load it again")
    page.wait_for_timeout(1_000)
    expect(again).to_be_hidden()  # a slow network is no failure yet
    expect(again).to_be_visible(timeout=8_000)
    context.close()


def test_screens_that_do_not_load_leave_a_way_to_load_the_page_again(
    browser: Browser, server: ScriptedServer, scripted_address: str
) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.route("**/views/board.js", lambda route: route.fulfill(status=503))
    server.after_welcome = [snapshot()]
    page.goto(scripted_address)
    again = page.get_by_role("button", name="Load the page again")
    expect(again).to_be_visible(timeout=SOON)
    page.unroute("**/views/board.js")
    again.click()
    expect(page.locator("main.duel")).to_be_visible()
    context.close()


@pytest.mark.parametrize("broken", ["#party=%", "#party=%E0%A4%A", "#party="])
def test_a_broken_invitation_leads_home_with_a_notice(open_page: OpenPage, scripted_address: str, broken: str) -> None:
    player = open_page(scripted_address)
    player.page.goto(f"{scripted_address}{broken}")
    player.page.reload()  # a new address after the sign # loads nothing
    player.sees("home")
    notice = player.page.get_by_role("alert").filter(has_text="This invitation is broken")
    expect(notice).to_be_visible()
    player.page.reload()
    player.sees("home")
    expect(notice).to_be_visible()
    player.click("Close")
    expect(notice).to_have_count(0)
    assert player.page.url == scripted_address


def test_a_long_wait_is_given_in_minutes(open_page: OpenPage, server: ScriptedServer, scripted_address: str) -> None:
    """D20."""
    server.answers["queue"] = error("too-many-requests", retry_after=290_000)
    player = open_page(scripted_address)
    player.play()
    expect(player.page.get_by_role("alert").filter(has_text="You can play again in 5 minutes.")).to_be_visible()
