"""Scenes: what the scripted server sends so that each screen of the page is shown."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.player_page import PlayerPage
from tests.browser.scripted_server import (
    ME,
    NAMES,
    ScriptedServer,
    duel,
    error,
    event,
    four_duels,
    lobby,
    now,
    row,
    seated,
    snapshot,
)
from tests.browser.scripted_server import over as finished

STILL = """Promise.allSettled(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < 5_000)  // not those that never end, nor clocks
    .map(one => one.finished))"""

PLAYED = [
    {
        "tournament": f"t{n}",
        "at": 1_790_000_000_000 - n * 86_400_000,
        "place": place,
        "change": change,
        "after": after,
        "language": "en" if n % 3 else "de",
        "duels": [{"length": 4 + n % 3, "isWon": place < 4}, {"length": 5, "isWon": n % 2 == 0}],
    }
    for n, (place, change, after) in enumerate(
        [(2, 18, 1042), (1, 25, 1024), (6, -11, 999), (4, 4, 1010), (5, -4, 1006), (3, 11, 1010)]
    )
]

Scene = Callable[[ScriptedServer], None]


def party(*, is_leader: bool = True) -> dict[str, Any]:
    members = [
        {"player": f"p{n}", "nickname": NAMES[n - 1], "rating": 1042 - 9 * n, "online": n != 3, "playing": n == 4}
        for n in range(1, 5)
    ]
    return {
        "type": "party",
        "code": "K7WQ2M9XRT4CZP8H",
        "link": "https://play.example/#K7WQ2M9XRT4CZP8H",
        "leader": ME if is_leader else "p2",
        "members": members,
        "state": "gathering",
    }


def rated(player: str, place: int, change: int) -> dict[str, Any]:
    settled = {"place": place, "before": 1042, "change": change, "after": 1042 + change}
    return {"type": "rated", "at": now(), "tournament": "t", "player": player, **settled}


def out(server: ScriptedServer) -> None:
    """Knocked out, the round goes on."""
    duels = four_duels()
    duels[0] = duel(1, ME, "p2", duels[0]["rows"], **finished("p2", "cadre"))
    server.send(snapshot(duels=duels, players=seated((0, 2, 3, 1, 2, 3, 1, 2))))
    server.send(
        {
            "type": "player-eliminated",
            "tournament": "t",
            "seq": 51,
            "player": ME,
            "round": 3,
            "guaranteed": -25,
            "possible": 4,
        }
    )


def over(server: ScriptedServer) -> None:
    changes = [25, 18, 11, 4, -4, -11, -18, -25]
    order = ["p3", ME, "p6", "p2", "p5", "p8", "p4", "p7"]
    standings = [{"player": player, "place": place} for place, player in enumerate(order, 1)]
    settled = [rated(player, place, changes[place - 1]) for place, player in enumerate(order, 1)]
    players = [one | {"place": order.index(one["player"]) + 1} for one in seated((0, 0, 1, 0, 0, 0, 0, 0))]
    server.send(snapshot("over", standings=standings, rated=settled, players=players))


def ended(server: ScriptedServer) -> None:
    """Our duel is over, the others go on."""
    duels = four_duels()
    rows = [*duels[0]["rows"], row(5, ME, "cadre", "GGGGG")]
    duels[0] = duel(1, ME, "p2", rows, **finished(ME, "cadre"), display="cadré")
    server.send(snapshot(duels=duels))


def intro(server: ScriptedServer) -> None:
    duels = [duel(n, f"p{2 * n - 1}", f"p{2 * n}", []) for n in range(1, 4)]
    for one in duels:
        for field in ("turn", "to_move", "deadline"):
            one.pop(field)
    server.send(
        snapshot("intro", duels=duels, bye="p7", starts_at=now() + 15_200, players=seated((3, 2, 3, 1, 2, 3, 1, 0)))
    )


def champion(server: ScriptedServer) -> None:
    """The player solves the final."""
    lives = (1, 1, 0, 0, 0, 0, 0, 0)
    rows = [row(1, ME, "slate", "--Y-Y"), row(2, "p2", "raven", "YY-G-")]
    server.send(snapshot(duels=[duel(1, ME, "p2", rows)], players=seated(lives)))
    order = [ME, "p2", "p6", "p3", "p5", "p8", "p4", "p7"]
    changes = [25, 18, 11, 4, -4, -11, -18, -25]
    standings = [{"player": one, "place": place} for place, one in enumerate(order, 1)]
    ending = {"outcome": "solved", "winner": ME, "secret": "cadre", "lives": {"p2": 0}}
    server.send(
        row(3, ME, "cadre", "GGGGG") | event("guess-scored", 51, duel="3.1"),
        event("duel-ended", 52, duel="3.1", **ending),
        event("tournament-ended", 53, standings=standings),
        *[rated(one, place, changes[place - 1]) for place, one in enumerate(order, 1)],
    )


SCENES: dict[str, tuple[str, Scene]] = {
    "home": ("home", lambda _server: None),
    "lobby": ("lobby", lambda server: server.send(lobby(5))),
    "party": ("party", lambda server: server.send(party())),
    "intro": ("intro", intro),
    "duel": ("duel", lambda server: server.send(snapshot())),
    "watching": ("watching", ended),
    "out": ("watching", out),
    "result": ("result", over),
    "champion": ("result", champion),
    "practice": ("lobby", lambda server: server.send(lobby(5))),
    "history": ("home", lambda _server: None),
    "rules-over-a-duel": ("duel", lambda server: server.send(snapshot())),
    "incompatible": ("blocked", lambda _server: None),
    "rules": ("rules", lambda _server: None),
    "settings": ("home", lambda _server: None),
    "leave": ("duel", lambda server: server.send(snapshot())),
    "superseded": ("blocked", lambda server: server.send({"type": "superseded"})),
}


def show(player: PlayerPage, server: ScriptedServer, scene: str) -> None:
    """Bring a scene about, and let its animations end."""
    screen, bring = SCENES[scene]
    page = player.page
    if scene == "incompatible":
        server.answers["hello"] = error("unsupported-version")
        page.reload()
    else:
        player.sees("home")
    if scene == "history":
        page.evaluate(f"localStorage.setItem('wordle-tournament', JSON.stringify({{ history: {json.dumps(PLAYED)} }}))")
        page.reload()
        player.sees("home")
        player.click("Your tournaments")
    bring(server)
    if scene == "rules":
        page.get_by_role("link", name="Rules").last.click()
    player.sees(screen)
    if scene in {"settings", "leave"}:
        page.locator(f"#open-{scene}").click()
        page.locator("dialog").wait_for()
    if scene == "practice":
        player.click("Practise while you wait")
        player.sees("duel")
        page.locator(".keyboard").wait_for()
    if scene == "rules-over-a-duel":
        page.get_by_role("link", name="Rules").click()
        page.locator("dialog").wait_for()
    if scene == "duel":
        page.locator(".keyboard").wait_for()
        page.keyboard.type("cad")
        expect(page.locator(".row.typing .tile.filled")).to_have_count(3)
    page.evaluate(STILL)
