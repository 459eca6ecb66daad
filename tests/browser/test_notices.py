"""Explanations and notices: waiting long, absent opponents, a lost seat, refusals."""

from playwright.sync_api import expect

from tests.browser.player_page import OpenPage
from tests.browser.scripted_server import ME, ScriptedServer, lobby, now, snapshot


def test_a_player_who_waits_long_gets_an_explanation(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    server.send(lobby(1))
    player.sees("lobby")
    note = player.page.locator(".wait-note")
    expect(note).to_have_count(0)
    server.send({"type": "unqueued", "reason": "asked", "tournament": "t"})
    player.sees("home")

    server.send(lobby(1, seq=9) | {"at": now() - 65_000})  # a minute ago

    expect(note).to_contain_text("Nobody else is looking for this game")
    expect(note).to_contain_text("never widens")
    expect(player.page.locator(".steady")).to_have_text("1:05")
    server.send(lobby(3, seq=10))
    expect(note).to_contain_text("as soon as all seats are taken")
    expect(player.page.locator(".steady")).to_contain_text("1:0")  # who comes and goes does not start it anew


def test_a_party_member_reads_that_leaving_takes_the_party_along(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    """D11."""
    player = open_page(scripted_address)
    player.sees("home")
    gathered = lobby(3)
    for seat in gathered["seats"][:2]:
        seat["party"] = "party-1"
    server.send(gathered)
    player.sees("lobby")
    expect(player.page.get_by_text("your whole party leaves with you")).to_be_visible()
    expect(player.page.get_by_text("your party", exact=False).first).to_be_visible()
    assert player.page.locator(".seat:has-text('your party')").count() == 1


def test_the_screen_shows_an_opponent_who_is_away_and_comes_back(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    """R8.3."""
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    opponent = player.page.locator(".contestant.right")
    server.send({"type": "player-away", "tournament": "t", "seq": 51, "player": "p2", "until": now() + 41_000})
    expect(opponent).to_contain_text("away, 4")
    expect(player.page.locator("[role=log]")).to_contain_text("Brave Hummingbird 17 lost the connection")
    server.send({"type": "player-back", "tournament": "t", "seq": 52, "player": "p2"})
    expect(opponent).not_to_contain_text("away")
    expect(player.page.locator("[role=log]")).to_contain_text("Brave Hummingbird 17 is back")


def test_a_lost_seat_is_reported_until_the_notice_is_closed(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    """D11: a lobby keeps a seat for ten seconds."""
    player = open_page(scripted_address)
    player.sees("home")
    server.send(lobby(2))
    player.sees("lobby")
    server.send({"type": "unqueued", "reason": "lost", "tournament": "t"})
    player.sees("home")
    told = player.page.get_by_role("alert").filter(has_text="your seat in the lobby was given up")
    expect(told).to_be_visible()
    player.page.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)


def test_a_refusal_of_the_server_becomes_a_sentence(open_page: OpenPage, scripted_address: str) -> None:
    player = open_page(scripted_address)
    player.sees("home")
    player.click("Play with friends")
    expect(player.page.get_by_role("alert").filter(has_text="This server does not offer that yet.")).to_be_visible()
    assert player.screen == "home"


def test_a_hidden_page_pings_as_soon_as_its_turn_begins(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    """D15: a browser may hold a hidden page's timers for a minute, but not its messages."""
    player = open_page(scripted_address)
    player.sees("home")
    server.send(snapshot())
    player.sees("duel")
    player.page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    before = sum(frame["action"] == "ping" for frame in server.received)
    event = {"tournament": "t", "duel": "3.1", "player": ME}
    server.send({"type": "turn-skipped", "seq": 51, "turn": 5, **event})
    server.send({"type": "turn-started", "seq": 52, "turn": 7, "deadline": now() + 30_000, **event})
    for _ in range(40):
        if sum(frame["action"] == "ping" for frame in server.received) > before:
            return
        player.page.wait_for_timeout(50)
    raise AssertionError("no ping came")
