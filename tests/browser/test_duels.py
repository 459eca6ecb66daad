"""Guessing: what is refused, what is typed on which keyboard, and watching once out."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from tests.browser.person import OpenPerson, SeatBots, tiles_of, words

pytestmark = pytest.mark.emulator


def test_a_refused_guess_shakes_and_costs_nothing(person: OpenPerson, bots: SeatBots, web: str) -> None:
    """R4.5: a message shows, turn and clock run on."""
    someone = person(web)
    bots(7)
    someone.play()
    message = someone.page.get_by_role("alert").filter(has_text="Not in the word list")
    for _ in range(6):  # a turn is 3 s, and may be nearly over when we see it
        someone.await_turn()
        turn, length = someone.turn, someone.length
        lives = someone.page.locator(".contestant.left .hearts").get_attribute("aria-label")
        someone.type_word("zqxjkv"[:length])
        with suppress(AssertionError):
            expect(message).to_be_visible(timeout=2_500)
            break
        for _ in range(length):
            someone.page.keyboard.press("Backspace")

    expect(message).to_be_visible(timeout=1)
    assert re.search("shake-[ab]", someone.row(turn).get_attribute("class") or "")
    assert someone.turn in {turn, turn + 1, 0}  # ours until its time is up
    for _ in range(length):
        someone.page.keyboard.press("Backspace")
    someone.await_turn()
    assert someone.page.locator(".contestant.left .hearts").get_attribute("aria-label") == lives
    rows = someone.page.locator(".row.left .tile:is(.correct, .present, .absent)")
    assert rows.count() == 0  # nothing of it stands on the board

    someone.type_word(words("en", length)[3][: length - 1])
    expect(someone.page.get_by_role("alert").filter(has_text=f"The word has {length} letters")).to_be_visible()


# The tiles of our first guess, and how many keys are marked; null unless both are there to be seen.
OWN_ROW = """() => {
    const marks = ':is(.correct, .present, .absent)';
    const row = [...document.querySelectorAll('.row.left')].find((one) => one.querySelector('.tile' + marks));
    const marked = document.querySelectorAll('.key' + marks).length;
    return row && marked > 0 ? [[...row.querySelectorAll('.tile')].map((one) => one.innerText), marked] : null;
}"""
SPECIAL = {"kk": "әіңғүұқөһ", "uz": "ʻ", "de": "äöüß"}


@pytest.mark.parametrize("language", ["kk", "uz", "de"])
def test_a_duel_is_typed_on_the_on_screen_keyboard(person: OpenPerson, bots: SeatBots, web: str, language: str) -> None:
    """R5: Kazakh's 42 letters, Uzbek's oʻ as one key and one tile, German's umlauts and ß."""
    someone = person(web)
    bots(7, language)
    someone.play(language)
    someone.await_turn()
    length = someone.length
    special = set(SPECIAL[language])
    word = next(word for word in words(language, length) if special & set(word) and len(tiles_of(word)) == length)
    keys = someone.page.locator(".keyboard")
    assert keys.get_attribute("lang") == language

    seen = None
    for _ in range(8):  # likewise; and the duel may end at any time
        someone.tap_word(tiles_of(word))
        someone.page.wait_for_timeout(400)
        seen = someone.page.evaluate(OWN_ROW)
        if seen is not None:
            break
        someone.await_turn()
        for _ in range(someone.length):
            someone.page.locator(".key.erase").click()

    assert seen is not None, "no guess of ours came onto the board"
    shown, marked = seen
    assert [text.lower() for text in shown] == tiles_of(word)
    assert marked >= len(set(shown))


def test_who_is_knocked_out_watches_the_others_to_the_end_of_it(person: OpenPerson, bots: SeatBots, web: str) -> None:
    """R3.5, D4: the bounds at once, the change when the round has ended, the other boards all the while."""
    someone = person(web)
    bots(7)
    someone.play()
    someone.sees("duel", 40)
    # Never a guess: three duels are lost or drawn.
    fate = someone.page.locator(".fate")
    fate.wait_for(timeout=180_000)
    told = fate.inner_text()
    assert re.search(r"(at worst|will change by|→)", told)
    expect(fate.locator(".rating-change")).to_be_visible(timeout=60_000)
    assert re.search(r"Place \d", fate.locator(".headline").inner_text())

    boards = someone.page.locator(".small-board")
    someone.sees("watching", 30)
    expect(boards.first).to_be_visible()
    boards.last.click()
    expect(boards.last).to_have_attribute("aria-pressed", "true")
    expect(someone.page.locator(".arena .board")).to_be_visible()
    expect(someone.page.locator(".arena .tile:is(.correct, .present, .absent)").first).to_be_visible(timeout=20_000)

    someone.click("Play again")  # D12: who is out may queue while the old tournament goes on
    someone.sees("lobby")
    expect(someone.page.locator(".seat.me")).to_be_visible()
