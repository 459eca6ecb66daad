"""Connections that come and go, as a player sees them (R8.2, R8.3, D11, D15), by the fast clocks: 3 and 10 s."""

import json
import re
import time
from base64 import urlsafe_b64decode
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.player_page import OpenPage, PlayerPage, SeatBots, words
from tests.browser.tcp_proxy import TcpProxy

pytestmark = pytest.mark.emulator

ABSENCE = 10.0  # seconds to come back, under the fast rules


def in_a_duel(player: PlayerPage) -> PlayerPage:
    """Go from home into the first duel; the bots must be seated already."""
    player.play()
    player.sees("duel", 40)
    return player


def nickname_on_top(player: PlayerPage) -> str:
    """The initials on the player's own side of the board."""
    return player.page.locator(".contestant.left .tag").inner_text()


class DuelShown(NamedTuple):
    """What the page shows of a duel."""

    nickname: str
    title: str
    rows: list[str]


def duel_shown(player: PlayerPage) -> DuelShown:
    """The player's side of the board, the title, and the rows that were used."""
    rows = player.page.locator(".row:not([aria-hidden])").all_inner_texts()
    title = player.page.locator("h1").inner_text()
    return DuelShown(nickname_on_top(player), title, [text.split(":")[1] for text in rows])


def guess(player: PlayerPage) -> None:
    """Guess a word of the list on one of the next own turns: a turn is 3 s, and may be nearly over when it is seen."""
    scored = player.page.locator(".row.left .tile:is(.correct, .present, .absent)")
    before = scored.count()
    for _ in range(6):
        player.await_turn()
        player.type_word(words("en", player.length)[7])
        player.page.wait_for_timeout(1_200)
        if scored.count() > before:
            return
        for _ in range(player.length):
            player.page.keyboard.press("Backspace")
    raise AssertionError("no guess of ours came onto the board")


def test_a_reload_during_a_duel_resumes_it(open_page: OpenPage, bots: SeatBots, live_address: str) -> None:
    player = open_page(live_address)
    bots(7)
    in_a_duel(player)
    for _ in range(4):  # the opponent may solve the word during the reload: then the next duel is reloaded
        guess(player)
        before = duel_shown(player)
        player.page.reload()
        player.sees("duel", 60)
        after = duel_shown(player)
        assert after.nickname == before.nickname
        if after.title == before.title:
            break
    assert after.title == before.title, "no duel outlasted a reload"
    assert after.rows[: len(before.rows)] == before.rows
    assert len(before.rows) >= 1


def test_a_second_tab_takes_over_and_the_first_reports_it(
    open_page: OpenPage, bots: SeatBots, live_address: str
) -> None:
    player = open_page(live_address)
    bots(7)
    in_a_duel(player)
    who = nickname_on_top(player)

    second = PlayerPage(player.page.context.new_page())
    second.page.goto(live_address)

    second.sees("duel")
    assert nickname_on_top(second) == who
    player.sees("blocked")
    expect(player.page.get_by_role("heading", level=1)).to_have_text("You are playing somewhere else")
    player.page.wait_for_timeout(2_000)  # the first does not take the game back by itself
    assert second.screen != "blocked"

    player.click("Play here instead")
    second.sees("blocked")
    expect(player.page.locator("main.blocked")).to_have_count(0)


def test_a_player_whose_socket_is_cut_for_three_seconds_returns_to_the_game(
    open_page: OpenPage, bots: SeatBots, live_address: str, proxy: TcpProxy
) -> None:
    player = open_page(live_address)
    bots(7)
    in_a_duel(player)
    who = nickname_on_top(player)

    proxy.cut()
    lost = player.page.get_by_text("Connection lost. Reconnecting…")
    expect(lost).to_be_visible()
    player.page.wait_for_timeout(3_000)
    proxy.mend()

    expect(lost).to_be_hidden(timeout=8_000)
    guess(player)  # in the same duel or, if that ended meanwhile, in the next one
    assert nickname_on_top(player) == who
    expect(player.page.locator(".link-state.live")).to_be_attached()


def assert_is_out_as_a_leaver(player: PlayerPage) -> None:
    """The game went on: the player is out, with a place and a rating change (R8.3, D3)."""
    player.page.locator(".fate, main.result").first.wait_for(timeout=30_000)
    expect(player.page.locator(".rating-change").first).to_be_visible(timeout=20_000)
    assert re.search(r"1000 → 9\d\d", player.page.locator(".rating-change").first.inner_text())
    assert player.page.locator("main.duel").count() == 0


def test_a_player_whose_socket_is_cut_beyond_the_limit_is_out(
    open_page: OpenPage, bots: SeatBots, live_address: str, proxy: TcpProxy
) -> None:
    player = open_page(live_address)
    bots(7)
    in_a_duel(player)

    proxy.cut()
    player.page.wait_for_timeout((ABSENCE + 4) * 1000)
    proxy.mend()

    assert_is_out_as_a_leaver(player)


def test_a_player_whose_connection_hangs_beyond_the_limit_is_out(
    open_page: OpenPage, bots: SeatBots, live_address: str
) -> None:
    """D15: the server is not told; it notices the silence at the end of a whole turn of the player."""
    player = open_page(live_address)
    bots(7)
    in_a_duel(player)
    began = time.monotonic()

    player.page.context.set_offline(True)
    lost = player.page.get_by_text("Connection lost. Reconnecting…")
    expect(lost).to_be_visible(timeout=15_000)  # the page notices by itself that nothing answers
    player.page.wait_for_timeout(max(0.0, began + ABSENCE + 12 - time.monotonic()) * 1000)
    player.page.context.set_offline(False)

    expect(lost).to_be_hidden(timeout=15_000)
    assert_is_out_as_a_leaver(player)


def test_leaving_costs_what_the_dialog_says(open_page: OpenPage, bots: SeatBots, live_address: str) -> None:
    player = open_page(live_address)
    bots(7)
    in_a_duel(player)
    player.page.get_by_role("button", name="Leave the tournament?").click()
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_contain_text("placed below everybody else")
    price = dialog.locator(".price")
    expect(price).to_contain_text("Place 8")
    expect(price).to_contain_text(re.compile("[-−]25"))

    dialog.get_by_role("button", name="Leave", exact=True).click()

    expect(player.page.locator(".fate .headline")).to_have_text("Place 8")
    expect(player.page.locator(".fate .rating-change")).to_contain_text("1000 → 975", timeout=15_000)


def stored_player(player: PlayerPage) -> Any:
    """The player's id, from the token that the page has stored."""
    token = player.page.evaluate("JSON.parse(localStorage.getItem('wordle-tournament')).token")
    payload = token.split(".")[1]
    return json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["sub"]


def test_only_the_player_gives_up_a_refused_token(open_page: OpenPage, live_address: str) -> None:
    """D17: a browser does not say why a handshake failed, so the page finds out, then asks the player."""
    player = open_page(live_address)
    player.sees("home")
    first = stored_player(player)
    player.page.evaluate(
        "localStorage.setItem('wordle-tournament', JSON.stringify({ token: 'not.a.token', theme: 'dark' }))"
    )
    player.page.reload()
    player.sees("blocked", 30)
    expect(player.page.get_by_role("heading", level=1)).to_have_text("This player is not known any more")

    player.click("Start as a new player")

    player.sees("home")
    assert stored_player(player) != first
    assert player.page.locator("html").get_attribute("data-theme") == "dark"  # the settings stay
