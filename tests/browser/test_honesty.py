"""What the page says when there is little to say: waiting alone, others away, a seat that was lost."""

from playwright.sync_api import expect

from tests.browser.person import OpenPerson
from tests.browser.rehearsal import ME, Rehearsal, lobby, now, snapshot


def test_who_waits_alone_is_told_the_truth(person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str) -> None:
    someone = person(rehearsed_web)
    someone.sees("home")
    rehearsal.say(lobby(1))
    someone.sees("lobby")
    honest = someone.page.locator(".honest")
    expect(honest).to_have_count(0)
    rehearsal.say({"type": "unqueued", "reason": "asked", "tournament": "t"})
    someone.sees("home")

    rehearsal.say(lobby(1, seq=9) | {"at": now() - 65_000})  # a minute ago

    expect(honest).to_contain_text("Nobody else is looking for this game")
    expect(honest).to_contain_text("never widens")
    expect(someone.page.locator(".steady")).to_have_text("1:05")
    rehearsal.say(lobby(3, seq=10))
    expect(honest).to_contain_text("as soon as all seats are taken")
    expect(someone.page.locator(".steady")).to_contain_text("1:0")  # who comes and goes does not start it anew


def test_who_leaves_with_a_party_is_told_that_it_goes_along(
    person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str
) -> None:
    """D11."""
    someone = person(rehearsed_web)
    someone.sees("home")
    gathered = lobby(3)
    for seat in gathered["seats"][:2]:
        seat["party"] = "party-1"
    rehearsal.say(gathered)
    someone.sees("lobby")
    expect(someone.page.get_by_text("your whole party leaves with you")).to_be_visible()
    expect(someone.page.get_by_text("your party", exact=False).first).to_be_visible()
    assert someone.page.locator(".seat:has-text('your party')").count() == 1


def test_an_opponent_who_is_away_and_comes_back_shows(
    person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str
) -> None:
    """R8.3."""
    someone = person(rehearsed_web)
    someone.sees("home")
    rehearsal.say(snapshot())
    someone.sees("duel")
    opponent = someone.page.locator(".contestant.right")
    rehearsal.say({"type": "player-away", "tournament": "t", "seq": 51, "player": "p2", "until": now() + 41_000})
    expect(opponent).to_contain_text("away, 4")
    expect(someone.page.locator("[role=log]")).to_contain_text("Brave Hummingbird 17 lost the connection")
    rehearsal.say({"type": "player-back", "tournament": "t", "seq": 52, "player": "p2"})
    expect(opponent).not_to_contain_text("away")
    expect(someone.page.locator("[role=log]")).to_contain_text("Brave Hummingbird 17 is back")


def test_a_seat_that_was_lost_is_told_once(person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str) -> None:
    """D11: a lobby keeps a seat for ten seconds."""
    someone = person(rehearsed_web)
    someone.sees("home")
    rehearsal.say(lobby(2))
    someone.sees("lobby")
    rehearsal.say({"type": "unqueued", "reason": "lost", "tournament": "t"})
    someone.sees("home")
    told = someone.page.get_by_role("alert").filter(has_text="your seat in the lobby was given up")
    expect(told).to_be_visible()
    someone.page.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)


def test_a_refusal_of_the_server_is_said_in_words(person: OpenPerson, rehearsed_web: str) -> None:
    someone = person(rehearsed_web)
    someone.sees("home")
    someone.click("Play with friends")
    expect(someone.page.get_by_role("alert").filter(has_text="This server does not offer that yet.")).to_be_visible()
    assert someone.screen == "home"


def test_a_turn_that_begins_unseen_is_answered_by_a_ping_at_once(
    person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str
) -> None:
    """D15: a browser may hold a hidden page's timers for a minute, but not its messages."""
    someone = person(rehearsed_web)
    someone.sees("home")
    rehearsal.say(snapshot())
    someone.sees("duel")
    someone.page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    before = sum(frame["action"] == "ping" for frame in rehearsal.heard)
    event = {"tournament": "t", "duel": "3.1", "player": ME}
    rehearsal.say({"type": "turn-skipped", "seq": 51, "turn": 5, **event})
    rehearsal.say({"type": "turn-started", "seq": 52, "turn": 7, "deadline": now() + 30_000, **event})
    for _ in range(40):
        if sum(frame["action"] == "ping" for frame in rehearsal.heard) > before:
            return
        someone.page.wait_for_timeout(50)
    raise AssertionError("no ping came")
