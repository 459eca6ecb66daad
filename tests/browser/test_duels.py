"""Guesses that are refused, the on-screen keyboards, and watching after a knock-out."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from tests.browser.player_page import OpenPage, SeatBots, tiles_of, words

pytestmark = pytest.mark.emulator


def test_a_refused_guess_shakes_and_costs_nothing(open_page: OpenPage, bots: SeatBots, live_address: str) -> None:
    """R4.5: a message shows, turn and clock run on."""
    player = open_page(live_address)
    bots(7)
    player.play()
    message = player.page.get_by_role("alert").filter(has_text="Not in the word list")
    for _ in range(6):  # a turn is 3 s, and may be nearly over when we see it
        player.await_turn()
        turn, length = player.turn, player.length
        lives = player.page.locator(".contestant.left .hearts").get_attribute("aria-label")
        player.type_word("zqxjkv"[:length])
        with suppress(AssertionError):
            expect(message).to_be_visible(timeout=2_500)
            break
        for _ in range(length):
            player.page.keyboard.press("Backspace")

    expect(message).to_be_visible(timeout=1)
    assert re.search("shake-[ab]", player.row(turn).get_attribute("class") or "")
    assert player.turn in {turn, turn + 1, 0}  # ours until its time is up
    for _ in range(length):
        player.page.keyboard.press("Backspace")
    player.await_turn()
    assert player.page.locator(".contestant.left .hearts").get_attribute("aria-label") == lives
    rows = player.page.locator(".row.left .tile:is(.correct, .present, .absent)")
    assert rows.count() == 0  # nothing of it stands on the board

    player.type_word(words("en", length)[3][: length - 1])
    expect(player.page.get_by_role("alert").filter(has_text=f"The word has {length} letters")).to_be_visible()


# The tiles of our first guess once they have turned, and how many keys are marked; null unless both are to be seen.
OWN_ROW = """() => {
    const marks = ':is(.correct, .present, .absent)';
    const row = [...document.querySelectorAll('.row.left')].find((one) => one.querySelector('.tile' + marks));
    const marked = document.querySelectorAll('.key' + marks).length;
    const isTurning = row && row.getAnimations({ subtree: true })
        .some((one) => one.animationName === 'turn' && one.playState === 'running');
    if (!row || isTurning || marked === 0) return null;
    return [[...row.querySelectorAll('.tile')].map((one) => one.innerText), marked];
}"""
SPECIAL = {"kk": "әіңғүұқөһ", "uz": "ʻ", "de": "äöüß"}


@pytest.mark.parametrize("language", ["kk", "uz", "de"])
def test_a_duel_is_typed_on_the_on_screen_keyboard(
    open_page: OpenPage, bots: SeatBots, live_address: str, language: str
) -> None:
    """R5: Kazakh's 42 letters, Uzbek's oʻ as one key and one tile, German's umlauts and ß."""
    player = open_page(live_address)
    bots(7, language)
    player.play(language)
    player.await_turn()
    length = player.length
    special = set(SPECIAL[language])
    word = next(word for word in words(language, length) if special & set(word) and len(tiles_of(word)) == length)
    keys = player.page.locator(".keyboard")
    assert keys.get_attribute("lang") == language

    seen = None
    for _ in range(8):  # likewise; and the duel may end at any time
        player.tap_word(tiles_of(word))
        for _ in range(6):
            player.page.wait_for_timeout(400)
            if player.page.evaluate(OWN_ROW) is not None:
                player.page.wait_for_timeout(400)  # the keys are marked with the next look at the clock
                seen = player.page.evaluate(OWN_ROW)
                break
        if seen is not None:
            break
        player.await_turn()
        for _ in range(player.length):
            player.page.keyboard.press("Backspace")

    assert seen is not None, "no guess of ours came onto the board"
    shown, marked = seen
    assert [text.lower() for text in shown] == tiles_of(word)
    assert marked >= len(set(shown))


def test_a_player_who_is_knocked_out_watches_the_other_duels(
    open_page: OpenPage, bots: SeatBots, live_address: str
) -> None:
    """R3.5, D4: the bounds at once, the change when the round has ended, the other boards all the while."""
    player = open_page(live_address)
    bots(7)
    player.play()
    player.sees("duel", 40)
    # Never a guess: three duels are lost or drawn.
    fate = player.page.locator(".fate")
    fate.wait_for(timeout=180_000)
    told = fate.inner_text()
    assert re.search(r"(at worst|will change by|→)", told)
    expect(fate.locator(".rating-change")).to_be_visible(timeout=60_000)
    assert re.search(r"Place \d", fate.locator(".headline").inner_text())

    boards = player.page.locator(".small-board")
    player.sees("watching", 30)
    expect(boards.first).to_be_visible()
    boards.last.click()
    expect(boards.last).to_have_attribute("aria-pressed", "true")
    expect(player.page.locator(".arena .board")).to_be_visible()
    expect(player.page.locator(".arena .tile:is(.correct, .present, .absent)").first).to_be_visible(timeout=20_000)

    player.click("Play again")  # D12: who is out may queue while the old tournament goes on
    player.sees("lobby")
    expect(player.page.locator(".seat.me")).to_be_visible()
