"""A new player plays a whole tournament in the page, against seven bots, on the emulator."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.player_page import OpenPage, PlayerPage, SeatBots, words

pytestmark = pytest.mark.emulator

PLAYED = 240.0  # seconds


def play_on(player: PlayerPage, language: str = "en", seconds: float = PLAYED) -> list[str]:
    """Guess on every own turn, watch once out, until the standings. Returns the screens in their order."""
    screens: list[str] = []
    answered = ""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        screen = player.screen
        if screens[-1:] != [screen]:
            screens.append(screen)
        if screen == "result":
            return screens
        if screen == "duel" and player.is_on_turn:
            turn = f"{player.page.locator('main.duel').get_attribute('class')} {player.turn}"
            if turn != answered:
                answered = turn
                guesses = words(language, player.length)
                player.type_word(guesses[(len(guesses) // 13 * max(1, player.turn)) % len(guesses)])
        player.page.wait_for_timeout(150)
    raise AssertionError(f"no standings in {seconds} s; the screens were {screens}")


def test_a_player_and_seven_bots_play_from_home_to_the_standings(
    open_page: OpenPage, bots: SeatBots, live_address: str
) -> None:
    newcomer = open_page(live_address)
    newcomer.sees("home")
    assert re.fullmatch(r"\w+ \w+ \d\d", newcomer.name)  # R10.1
    bots(7)
    newcomer.click("Play")  # one click from home to a seat
    screens = play_on(newcomer)

    assert [screen for screen in ("lobby", "intro", "duel", "result") if screen in screens] == [
        "lobby",
        "intro",
        "duel",
        "result",
    ]
    standings = newcomer.page.locator(".standing")
    expect(standings).to_have_count(8)
    expect(newcomer.page.locator(".standing.me")).to_have_count(1)
    expect(newcomer.page.locator(".standing .change.pending")).to_have_count(0, timeout=20_000)
    changes = [int(text.replace("−", "-")) for text in standings.locator(".change").all_inner_texts()]
    places = [int(text) for text in standings.locator(".place").all_inner_texts()]
    assert places == sorted(places)
    assert places[0] == 1
    assert changes == sorted(changes, reverse=True)  # equal ratings: a better place never earns less (R6.5)
    own = newcomer.page.locator(".standing.me .change").inner_text()
    expect(newcomer.page.locator(".title .rating-change")).to_contain_text(own)

    newcomer.click("Done")
    newcomer.sees("home")
    after = newcomer.page.locator(".identity .rating").inner_text()
    assert int(re.sub(r"\D", "", after)) == 1000 + int(own.replace("−", "-"))
    newcomer.click("Play")
    newcomer.sees("lobby")
