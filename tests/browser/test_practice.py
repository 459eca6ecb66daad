"""While the lobby fills: a practice duel, an invitation, a notification, and where else players wait."""

from playwright.sync_api import Page, expect

from tests.browser.player_page import OpenPage, PlayerPage
from tests.browser.scripted_server import ME, ScriptedServer, event, lobby, now, snapshot

PRACTICE = "Practise while you wait"


def in_practice(player: PlayerPage, server: ScriptedServer, language: str = "en") -> Page:
    """From a lobby of five into a practice duel, on the player's own turn."""
    player.sees("home")
    server.send(lobby(5) | {"language": language})
    player.sees("lobby")
    player.page.evaluate("Math.random = () => 0")  # the first word, and the player begins
    player.click(PRACTICE)
    player.sees("duel")
    player.page.locator(".keyboard").wait_for()
    return player.page


def test_a_practice_duel_is_played_against_a_bot(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = in_practice(player, server)
    expect(page.get_by_text("Practice · 5 of 8")).to_be_visible()
    expect(page.locator("#open-leave")).to_have_count(0)
    player.type_word("zzzzz")
    expect(page.locator(".row.left .tile.absent")).to_have_count(5)
    expect(page.locator("[role=log]")).to_contain_text("You: zzzzz. Z not in the word")
    expect(page.locator(".contestant.right.moving")).to_contain_text("Practice bot")
    # Without chance the bot knows the first word of the list, which is the secret.
    expect(page.locator(".verdict .headline")).to_have_text("Practice bot was first.", timeout=10_000)
    player.click("Another word")
    expect(page.locator(".verdict")).to_have_count(0)
    player.await_turn()
    page.get_by_role("button", name="Back to the lobby").click()
    player.sees("lobby")
    assert [frame["action"] for frame in server.received if frame["action"] == "guess"] == []


def test_a_tournament_that_starts_ends_the_practice(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = in_practice(player, server)
    page.keyboard.type("cra")
    expect(page.locator(".row.typing .tile.filled")).to_have_count(3)
    server.send(lobby(8, seq=2))
    expect(page.get_by_text("Practice · 8 of 8")).to_be_visible()
    players = [one | {"lives": 3} for one in snapshot()["players"]]
    pairs = [{"duel": "1.1", "players": [ME, "p2"], "first": ME, "length": 4}]
    server.send(
        event("tournament-started", 3, language="en", players=players),
        event("round-opened", 4, round=1, duels=pairs, starts_at=now() + 1_000),
    )
    player.sees("intro")
    server.send(event("turn-started", 5, duel="1.1", turn=1, player=ME, deadline=now() + 30_000))
    player.sees("duel")
    expect(page.locator(".row.now .tile")).to_have_count(4)
    expect(page.locator(".row.typing .tile.filled")).to_have_count(0)


def test_practice_speaks_the_language_of_the_lobby(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = in_practice(player, server, "uz")
    expect(page.locator('.keyboard[lang="uz"]')).to_be_visible()
    player.tap_word(["oʻ", "r", "oʻ", "r", "a"])
    expect(page.locator(".row.left .tile:is(.correct, .present, .absent)")).to_have_count(5)


def test_the_page_shows_where_players_wait(open_page: OpenPage, server: ScriptedServer, scripted_address: str) -> None:
    server.welcome = {"waiting": {"de": 3, "en": 1}}
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    assert "German · 3 waiting" in page.locator("#game option").all_inner_texts()
    assert "French" in page.locator("#game option").all_inner_texts()
    server.send(lobby(1) | {"waiting": {"de": 4, "en": 1, "fr": 2}})
    player.sees("lobby")
    expect(page.locator(".elsewhere")).to_have_text("Players wait in: German (4), French (2)")


def test_a_link_to_the_lobby_s_language_can_be_given_on(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    server.send(lobby(1) | {"language": "kk"})
    player.sees("lobby")
    page.evaluate("""() => {
        navigator.share = undefined;
        navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); };
    }""")
    player.click("Invite somebody")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == f"{scripted_address}#play=kk"
    friend = open_page(scripted_address)
    friend.page.goto(f"{scripted_address}#play=kk")
    friend.sees("home")
    expect(friend.page.locator("#game")).to_have_value("kk")


def test_the_title_and_a_notification_tell_that_it_begins(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    player = open_page(scripted_address)
    page = player.page
    player.sees("home")
    page.evaluate("""() => {
        window.notified = [];
        window.Notification = class {
            static permission = 'default';
            static async requestPermission() { this.permission = 'granted'; }
            constructor(title) { window.notified.push(title); }
        };
    }""")
    server.send(lobby(7))
    player.sees("lobby")
    expect(page).to_have_title("7 of 8 – Wordle Tournament")
    player.click("Notify me when it begins")
    expect(page.get_by_text("You will be notified when it begins.")).to_be_visible()
    page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    pairs = [{"duel": "1.1", "players": [ME, "p2"], "first": ME, "length": 4}]
    players = [one | {"lives": 3} for one in snapshot()["players"]]
    server.send(
        event("tournament-started", 2, language="en", players=players),
        event("round-opened", 3, round=1, duels=pairs, starts_at=now() + 6_000),
    )
    expect(page).to_have_title("● Your tournament begins – Wordle Tournament")
    assert page.evaluate("window.notified") == ["Your tournament begins"]
    assert page.locator("link[rel=icon]").get_attribute("href") == "icon-alert.svg"
