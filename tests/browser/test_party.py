"""Two browsers in a party (R9): they meet by the link, play in one lobby, and return to the party."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player_page import OpenPage, SeatBots
from tests.browser.test_tournament import play_on

pytestmark = pytest.mark.emulator

LANGUAGE = "nl"  # that no other test plays in: nobody is left in a lobby


def test_two_friends_meet_by_the_link_and_play_in_one_lobby(
    open_page: OpenPage, bots: SeatBots, live_address: str
) -> None:
    leader = open_page(live_address)
    leader.sees("home")
    leader.click("Play with friends")
    leader.sees("party")
    link = leader.page.get_by_label("Invite link").input_value()
    assert link.startswith(f"{live_address}#party=")

    friend = open_page(live_address)
    friend.sees("home")
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Join the party").click()
    friend.sees("party")
    for one in (leader, friend):
        expect(one.page.locator(".member.online")).to_have_count(2)
        expect(one.page.get_by_role("heading", name="Members: 2 of 8")).to_be_visible()
    assert friend.page.get_by_role("button", name="Start the game").count() == 0
    friend.page.reload()
    friend.sees("party")
    expect(friend.page.get_by_text(re.compile("starts the game"))).to_be_visible()

    leader.page.locator("#game").select_option(LANGUAGE)
    leader.click("Start the game")
    for one in (leader, friend):
        one.sees("lobby")
        expect(one.page.locator(".seat:not(.free)")).to_have_count(2)
        expect(one.page.get_by_text("your party")).to_have_count(1)

    bots(6, LANGUAGE)
    friend.sees("intro", 40)
    screens = play_on(leader, LANGUAGE)  # the friend only looks on, skips its turns, and is out after three duels
    assert "duel" in screens
    friend.sees("result", 30)
    for one in (leader, friend):
        expect(one.page.locator(".standing")).to_have_count(8)
        one.click("Back to the party")
        one.sees("party")
    expect(leader.page.get_by_role("button", name="Start the game")).not_to_have_attribute("aria-disabled", "true")


def test_the_leader_hands_over_renews_the_link_and_removes(open_page: OpenPage, live_address: str) -> None:
    leader, friend = open_page(live_address), open_page(live_address)
    for one in (leader, friend):
        one.sees("home")
    leader.click("Play with friends")
    leader.sees("party")
    field = leader.page.get_by_label("Invite link")
    old = field.input_value()
    leader.click("New link")
    expect(field).not_to_have_value(old)

    friend.page.goto(old)
    friend.page.get_by_role("button", name="Join the party").click()
    expect(friend.page.get_by_role("alert").filter(has_text="the invitation has expired")).to_be_visible()
    friend.page.goto(field.input_value())
    friend.page.get_by_role("button", name="Join the party").click()
    friend.sees("party")

    leader.page.get_by_role("button", name=re.compile("^Make leader: ")).click()
    expect(friend.page.get_by_role("button", name="Start the game")).to_be_visible()
    friend.page.get_by_role("button", name=re.compile("^Remove: ")).click()
    leader.sees("home")
    expect(leader.page.get_by_role("alert").filter(has_text="The leader removed you")).to_be_visible()
    expect(friend.page.locator(".member")).to_have_count(1)
    friend.click("Leave the party")
    friend.sees("home")
