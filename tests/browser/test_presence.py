"""Connections that come and go, as a person sees them (R8.2, R8.3, D11, D15), by the fast clocks: 3 and 10 s."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.cable import Cable
from tests.browser.person import OpenPerson, Person, SeatBots, words

pytestmark = pytest.mark.emulator

ABSENCE = 10.0  # seconds to come back, under the fast rules


def in_a_duel(someone: Person) -> Person:
    """From home into the first duel; its bots must have been let in."""
    someone.play()
    someone.sees("duel", 40)
    return someone


def nickname_on_top(someone: Person) -> str:
    """Who we are, by the tag of our side of the board."""
    return someone.page.locator(".contestant.left .tag").inner_text()


def guess(someone: Person) -> None:
    """A word of the list on one of our next turns: a turn is 3 s, and may be nearly over when we see it."""
    scored = someone.page.locator(".row.left .tile:is(.correct, .present, .absent)")
    before = scored.count()
    for _ in range(6):
        someone.await_turn()
        someone.type_word(words("en", someone.length)[7])
        someone.page.wait_for_timeout(1_200)
        if scored.count() > before:
            return
        for _ in range(someone.length):
            someone.page.keyboard.press("Backspace")
    raise AssertionError("no guess of ours came onto the board")


def test_a_reload_in_mid_duel_resumes_it(person: OpenPerson, bots: SeatBots, web: str) -> None:
    someone = person(web)
    bots(7)
    in_a_duel(someone)
    rows = someone.page.locator(".row:not([aria-hidden])")
    for _ in range(4):  # the opponent may solve it while we look away
        guess(someone)
        who, title = nickname_on_top(someone), someone.page.locator("h1").inner_text()
        before = [text.split(":")[1] for text in rows.all_inner_texts()]

        someone.page.reload()

        someone.sees("duel", 60)
        after = [text.split(":")[1] for text in rows.all_inner_texts()]
        assert nickname_on_top(someone) == who
        if someone.page.locator("h1").inner_text() == title:
            assert after[: len(before)] == before
            return
    raise AssertionError("no duel of ours lasted")


def test_a_second_tab_takes_over_and_the_first_says_so(person: OpenPerson, bots: SeatBots, web: str) -> None:
    someone = person(web)
    bots(7)
    in_a_duel(someone)
    who = nickname_on_top(someone)

    second = Person(someone.page.context.new_page())
    second.page.goto(web)

    second.sees("duel")
    assert nickname_on_top(second) == who
    someone.sees("standstill")
    expect(someone.page.get_by_role("heading", level=1)).to_have_text("You are playing somewhere else")
    someone.page.wait_for_timeout(2_000)  # it does not fight
    assert second.screen != "standstill"

    someone.click("Play here instead")
    second.sees("standstill")
    expect(someone.page.locator("main.standstill")).to_have_count(0)


def test_a_socket_cut_for_three_seconds_comes_back_into_the_game(
    person: OpenPerson, bots: SeatBots, web: str, cable: Cable
) -> None:
    someone = person(web)
    bots(7)
    in_a_duel(someone)
    title = someone.page.locator("h1").inner_text()

    cable.cut()
    lost = someone.page.get_by_text("Connection lost. Reconnecting…")
    expect(lost).to_be_visible()
    someone.page.wait_for_timeout(3_000)
    cable.mend()

    expect(lost).to_be_hidden(timeout=8_000)
    if someone.page.locator("h1").inner_text() == title:  # the duel may have ended meanwhile
        assert someone.screen in {"duel", "watching", "intro"}
    guess(someone)


def assert_is_out_as_a_leaver(someone: Person) -> None:
    """The game went on without us: out, with a place and its change (R8.3, D3)."""
    someone.page.locator(".fate, main.result").first.wait_for(timeout=30_000)
    expect(someone.page.locator(".rating-change").first).to_be_visible(timeout=20_000)
    assert re.search(r"1000 → 9\d\d", someone.page.locator(".rating-change").first.inner_text())
    assert someone.page.locator("main.duel").count() == 0


def test_a_socket_cut_for_longer_than_the_limit_is_out(
    person: OpenPerson, bots: SeatBots, web: str, cable: Cable
) -> None:
    someone = person(web)
    bots(7)
    in_a_duel(someone)

    cable.cut()
    someone.page.wait_for_timeout((ABSENCE + 4) * 1000)
    cable.mend()

    assert_is_out_as_a_leaver(someone)


def test_a_connection_left_half_open_beyond_the_limit_is_out_too(person: OpenPerson, bots: SeatBots, web: str) -> None:
    """D15: no goodbye reaches the server; it notices the silence at the end of a whole turn of ours."""
    someone = person(web)
    bots(7)
    in_a_duel(someone)
    began = time.monotonic()

    someone.page.context.set_offline(True)
    lost = someone.page.get_by_text("Connection lost. Reconnecting…")
    expect(lost).to_be_visible(timeout=15_000)  # the page notices by itself that nothing answers
    someone.page.wait_for_timeout(max(0.0, began + ABSENCE + 12 - time.monotonic()) * 1000)
    someone.page.context.set_offline(False)

    expect(lost).to_be_hidden(timeout=15_000)
    assert_is_out_as_a_leaver(someone)


def test_leaving_says_what_it_costs_and_costs_that(person: OpenPerson, bots: SeatBots, web: str) -> None:
    someone = person(web)
    bots(7)
    in_a_duel(someone)
    someone.page.get_by_role("button", name="Leave the tournament?").click()
    dialog = someone.page.get_by_role("dialog")
    expect(dialog).to_contain_text("placed below everybody else")
    price = dialog.locator(".price")
    expect(price).to_contain_text("Place 8")
    expect(price).to_contain_text(re.compile("[-−]25"))

    dialog.get_by_role("button", name="Leave", exact=True).click()

    expect(someone.page.locator(".fate .headline")).to_have_text("Place 8")
    expect(someone.page.locator(".fate .rating-change")).to_contain_text("1000 → 975", timeout=15_000)


def test_a_token_that_is_refused_is_given_up_only_by_the_person(person: OpenPerson, web: str) -> None:
    """D17: a browser is not told why a handshake fails, so the page finds out, and then asks."""
    someone = person(web)
    someone.sees("home")
    first = someone.name
    someone.page.evaluate(
        "localStorage.setItem('wordle-tournament', JSON.stringify({ token: 'not.a.token', theme: 'dark' }))"
    )
    someone.page.reload()
    someone.sees("standstill", 30)
    expect(someone.page.get_by_role("heading", level=1)).to_have_text("This player is not known any more")

    someone.click("Start as a new player")

    someone.sees("home")
    assert someone.name != first or someone.page.evaluate("localStorage.length") == 1
    assert someone.page.locator("html").get_attribute("data-theme") == "dark"  # the settings stay
