"""Typing on a real keyboard: where the focus is after a dialog, keys of other layouts, a locked word, renaming."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player_page import OpenPage, PlayerPage
from tests.browser.scripted_server import ME, ScriptedServer, event, lobby, now, row, snapshot

PRESS = """([key, code]) => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))"""


def in_a_duel(player: PlayerPage, server: ScriptedServer) -> Page:
    """The player's own turn in a running duel."""
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    player.page.locator(".keyboard").wait_for()
    return player.page


def guesses(server: ScriptedServer) -> list[str]:
    """The words that were sent."""
    return [frame["word"] for frame in server.received if frame["action"] == "guess"]


def await_guess(page: Page, server: ScriptedServer, word: str) -> None:
    for _ in range(40):
        if guesses(server):
            break
        page.wait_for_timeout(50)
    assert guesses(server) == [word]


@pytest.mark.parametrize("when", ["typed after", "typed before"])
@pytest.mark.parametrize("opener", ["#open-settings", "#open-leave", "a[href='#/rules']"])
@pytest.mark.parametrize("closed_by", ["Escape", "button"])
def test_enter_sends_the_guess_after_a_dialog(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, opener: str, closed_by: str, when: str
) -> None:
    player = open_page(scripted_address)
    page = in_a_duel(player, server)
    if when == "typed before":
        page.keyboard.type("cadre")
    page.locator(opener).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    if closed_by == "Escape":
        page.keyboard.press("Escape")
    else:
        dialog.get_by_role("button", name="Stay" if opener == "#open-leave" else "", exact=False).last.click()
        if opener == "#open-leave":
            expect(dialog).to_have_count(0)
    expect(dialog).to_have_count(0)
    if when == "typed after":
        page.keyboard.type("cadre")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    await_guess(page, server, "cadre")


def test_a_letter_takes_the_focus_from_a_button(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = in_a_duel(player, server)
    page.locator("#open-settings").focus()
    page.keyboard.type("cadre")
    page.keyboard.press("Enter")
    await_guess(page, server, "cadre")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_small_boards_beside_the_own_duel_are_no_buttons(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address, viewport={"width": 1280, "height": 800})
    page = in_a_duel(player, server)
    expect(page.locator(".small-board")).to_have_count(3)
    assert page.locator(".small-board").evaluate_all("all => all.map(one => one.tagName)") == ["DIV"] * 3
    page.locator(".small-board").first.click()
    page.keyboard.type("cadre")
    page.keyboard.press("Enter")
    await_guess(page, server, "cadre")


@pytest.mark.parametrize(
    ("language", "keys", "expected"),
    [
        ("en", [("ω", "KeyV"), ("ς", "KeyW")], "vw"),  # Greek
        ("en", [("ц", "KeyW"), ("щ", "KeyO")], "wo"),  # Cyrillic
        ("en", [("ㅂ", "KeyQ"), ("Process", "KeyA")], "qa"),  # Hangul, and an input method
        ("en", [("q", "KeyA")], "q"),  # a French layout: the letter counts, not the place
        ("ru", [("a", "KeyA"), ("[", "BracketLeft")], "фх"),
        ("uk", [("s", "KeyS"), ("]", "BracketRight")], "ії"),
        ("kk", [("2", "Digit2"), ("-", "Minus")], "әө"),
    ],
)
def test_the_place_of_a_key_counts_on_a_layout_of_another_script(
    open_page: OpenPage,
    server: ScriptedServer,
    scripted_address: str,
    language: str,
    keys: list[tuple[str, str]],
    expected: str,
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot(language=language))
    player.sees("duel")
    page = player.page
    page.locator(f'.keyboard[lang="{language}"]').wait_for()
    for key, code in keys:
        page.evaluate(PRESS, [key, code])
    expect(page.locator(".row.typing .tile.filled")).to_have_count(len(expected))
    typed = "".join(page.locator(".row.typing .tile.filled").all_inner_texts())
    assert typed.lower() == expected
    page.evaluate(PRESS, ["ж" if language == "en" else "1", "Numpad1"])
    expect(page.get_by_role("alert").filter(has_text="not in the alphabet")).to_be_visible()


def test_a_word_is_locked_on_the_opponent_s_turn_and_sent_on_the_own(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = in_a_duel(player, server)
    duel = {"duel": "3.1"}
    server.send(event("turn-skipped", 51, turn=5, player=ME, **duel))
    server.send(event("turn-started", 52, turn=6, player="p2", deadline=now() + 30_000, **duel))
    expect(page.locator(".contestant.right.moving")).to_be_visible()
    page.keyboard.type("cadre")
    page.keyboard.press("Enter")
    expect(page.locator(".row.typing.locked")).to_be_visible()
    expect(page.locator(".hint")).to_contain_text("Locked")
    page.keyboard.type("x")
    expect(page.locator(".row.typing.locked")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".row.typing.locked")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".row.typing.locked")).to_have_count(0)
    page.keyboard.press("Enter")
    assert guesses(server) == []

    server.send(row(6, "p2", "slate", "-----") | event("guess-scored", 53, **duel))
    server.send(event("turn-started", 54, turn=7, player=ME, deadline=now() + 30_000, **duel))
    await_guess(page, server, "cadre")


def test_a_word_that_is_not_locked_waits(open_page: OpenPage, server: ScriptedServer, scripted_address: str) -> None:
    player = open_page(scripted_address)
    page = in_a_duel(player, server)
    duel = {"duel": "3.1"}
    server.send(event("turn-skipped", 51, turn=5, player=ME, **duel))
    server.send(event("turn-started", 52, turn=6, player="p2", deadline=now() + 30_000, **duel))
    page.keyboard.type("cadre")
    server.send(event("turn-skipped", 53, turn=6, player="p2", **duel))
    server.send(event("turn-started", 54, turn=7, player=ME, deadline=now() + 30_000, **duel))
    expect(page.locator(".contestant.left.moving")).to_be_visible()
    page.wait_for_timeout(300)
    assert guesses(server) == []


def test_renaming_keeps_the_focus_and_can_be_cancelled(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.answers["rename"] = {"type": "renamed", "player": {"id": ME, "nickname": "Ann", "rating": 1042}}
    field, rename = page.get_by_label("Your nickname"), page.locator("#rename")
    for way_out in ("Escape", "Cancel"):
        rename.click()
        expect(field).to_be_focused()
        page.keyboard.type("Somebody")
        if way_out == "Escape":
            page.keyboard.press("Escape")
        else:
            player.click("Cancel")
        expect(rename).to_be_focused()
        assert player.name == "Quiet Otter 42"
    rename.click()
    expect(field).to_be_focused()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(rename).to_be_focused()
    assert player.name == "Ann"


def test_a_refused_nickname_is_explained_at_its_field(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.answers["rename"] = {"type": "error", "code": "nickname-invalid", "message": "", "definite": True}
    page.locator("#rename").click()
    field = page.get_by_label("Your nickname")
    expect(field).to_be_focused()
    page.keyboard.type("?")
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("A nickname has 2 to 20 letters, digits, spaces and simple signs.")
    expect(field).to_be_focused()


def test_no_round_is_shown_before_the_first_one(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(lobby(8))
    player.sees("lobby")
    players = [one | {"lives": 3} for one in snapshot()["players"]]
    server.send(event("tournament-started", 2, language="en", players=players))
    player.page.wait_for_timeout(400)
    assert player.screen == "lobby"
    expect(player.page.get_by_text("Round 0")).to_have_count(0)
    pairs = [{"duel": "1.1", "players": [ME, "p2"], "first": ME, "length": 5}]
    server.send(event("round-opened", 3, round=1, duels=pairs, starts_at=now() + 6_000))
    player.sees("intro")
    expect(player.page.get_by_role("heading", name="Round 1")).to_be_visible()
