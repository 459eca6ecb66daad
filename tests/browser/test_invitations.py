"""Invitations wherever the player is, and links that cannot be copied (R9)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player_page import OpenPage
from tests.browser.scenes import party
from tests.browser.scripted_server import ScriptedServer, lobby, now, snapshot

CODE = "N4BX7QK2M9ZT5WPR"


def invite(page: Page, address: str) -> None:
    """Open an invite link in the page that is open."""
    page.evaluate("address => { location.href = address; }", f"{address}#party={CODE}")


@pytest.mark.parametrize(("frame", "screen"), [(lobby(2), "lobby"), (snapshot(), "duel")])
def test_an_invitation_during_a_game_can_be_answered_afterwards(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, frame: dict[str, object], screen: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(frame)
    player.sees(screen)
    invite(player.page, scripted_address)
    notice = player.page.get_by_role("alert").filter(has_text="You are invited to a party. You can answer once")
    expect(notice).to_be_visible()
    player.click("Close")
    expect(notice).to_have_count(0)
    assert player.screen == screen
    server.send({"type": "watch-ended", "reason": "asked", "tournament": "t"})
    player.sees("home")
    expect(player.page.get_by_role("button", name="Join the party")).to_be_visible()


def test_an_invitation_in_a_party_can_be_accepted_or_declined(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(party())
    player.sees("party")
    invite(player.page, scripted_address)
    notice = player.page.get_by_role("alert").filter(has_text="You are invited to another party.")
    expect(notice).to_be_visible()
    player.click("Close")
    expect(notice).to_have_count(0)

    player.page.evaluate("location.hash = ''")
    invite(player.page, scripted_address)
    server.answers |= {"party-leave": {"type": "party-left", "reason": "asked"}}
    server.answers |= {"party-join": party(is_leader=False) | {"code": CODE, "at": now() + 60_000}}
    player.click("Leave this party and join")
    expect(player.page.get_by_label("Invite link")).to_have_value(f"{scripted_address}#party={CODE}")
    expect(player.page.get_by_role("button", name="Start the game")).to_have_count(0)
    expect(notice).to_have_count(0)
    asked = [frame for frame in server.received if frame["action"].startswith("party-")]
    assert [frame["action"] for frame in asked] == ["party-leave", "party-join"]
    assert asked[1]["code"] == CODE


def test_the_own_party_s_link_is_no_invitation(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(party() | {"code": CODE})
    player.sees("party")
    invite(player.page, scripted_address)
    player.page.wait_for_timeout(300)
    expect(player.page.locator(".notice")).to_have_count(0)


def test_a_clipboard_that_refuses_leaves_the_link_to_copy_by_hand(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.send(party())
    player.sees("party")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    player.click("Copy link")
    expect(page.get_by_role("alert").filter(has_text="did not allow copying")).to_be_visible()
    expect(page.get_by_text("Copied", exact=True)).to_have_count(0)
    field = page.get_by_label("Invite link")
    expect(field).to_be_focused()
    assert page.evaluate("getSelection().toString()") == field.input_value()

    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.resolve(); }")
    player.click("Copy link")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="did not allow copying")).to_have_count(0)


def test_an_older_word_about_the_party_is_ignored(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    at = now()
    server.send(party() | {"at": at + 200}, party(is_leader=False) | {"at": at + 100})
    player.sees("party")
    expect(player.page.get_by_role("button", name="Start the game")).to_be_visible()
    server.send({"type": "party-left", "reason": "kicked", "at": at + 300}, party() | {"at": at + 250})
    player.sees("home")
    player.page.wait_for_timeout(300)
    assert player.screen == "home"
