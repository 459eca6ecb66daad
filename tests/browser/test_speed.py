"""Interaction to next paint with eight boards live, as the browser itself measures it (the Event Timing API)."""

import threading

from tests.browser.player_page import OpenPage, PlayerPage
from tests.browser.scripted_server import NAMES, ScriptedServer, duel, now, player_ids, row, snapshot

LIMIT = 200  # ms, the bound of a "good" interaction to next paint
ATTEMPTS = 3
BOARDS = 8
DESKTOP: dict[str, object] = {"viewport": {"width": 1280, "height": 900}, "has_touch": False}
WORDS = ("slate", "noble", "crown", "house", "brick", "mango", "fjord", "pixel", "vivid", "queue", "tango", "zesty")
OBSERVE = """
    window.paints = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.interactionId) window.paints.push([entry.name, entry.duration]);
        }
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def eight_boards() -> dict[str, object]:
    ids = player_ids(2 * BOARDS)
    players = [
        {"player": one, "nickname": f"{NAMES[i % 8]}"[:16] + f" {i}", "rating": 1000, "lives": 3}
        for i, one in enumerate(ids)
    ]
    duels = [duel(n + 1, ids[2 * n], ids[2 * n + 1], []) for n in range(BOARDS)]
    return snapshot(duels=duels, players=players)


def keep_all_boards_busy(server: ScriptedServer, until: threading.Event) -> None:
    """Rows on every board but ours, 20 frames a second: far more than a tournament of eight ever sends."""
    seq = 50
    for turn, word in enumerate(WORDS, 1):
        for number in range(2, BOARDS + 1):
            player = f"p{2 * number - turn % 2}"
            event = {"tournament": "t", "duel": f"3.{number}"}
            scored = row(turn, player, word, "-Y-G-") | {"type": "guess-scored", "seq": seq + 1, **event}
            following = {
                "type": "turn-started",
                "turn": turn + 1,
                "player": player,
                "deadline": now() + 30_000,
                **event,
            }
            server.send(scored, following | {"seq": seq + 2})
            seq += 2
            if until.wait(0.1):
                return


def test_interaction_to_next_paint_is_below_200_ms_with_eight_boards_live(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str
) -> None:
    """What else the machine does can only add to it: the best of a few counts."""
    measured = []
    for _ in range(ATTEMPTS):
        measured.append(interaction_to_next_paint(open_page(scripted_address, **DESKTOP), server))
        if measured[-1] < LIMIT:
            break
    assert min(measured) < LIMIT, measured


def interaction_to_next_paint(player: PlayerPage, server: ScriptedServer) -> float:
    """Ms, of typing and tapping while all other boards change."""
    page = player.page
    page.evaluate(OBSERVE)
    player.sees("home")
    server.send(eight_boards())
    player.sees("duel")
    page.locator(".keyboard").wait_for()
    assert page.locator(".small-board").count() == BOARDS - 1
    over = threading.Event()
    crowd = threading.Thread(target=keep_all_boards_busy, args=(server, over), daemon=True)
    crowd.start()
    try:
        for _ in range(4):
            page.keyboard.type("crane", delay=70)
            for tile in "wordy":
                page.locator(f'.key[data-tile="{tile}"]').click()
            for _ in range(5):
                page.keyboard.press("Backspace")
        page.wait_for_timeout(300)
    finally:
        over.set()
        crowd.join(5)
    rows = page.locator(".small-board .line:has(.dot.correct)").count()
    paints = page.evaluate("window.paints")
    # INP's own definition: the slowest interaction, but for one in fifty.
    durations = sorted((duration for _name, duration in paints), reverse=True)
    inp = float(durations[len(durations) // 50])

    told = f"INP {inp:.0f} ms, median {durations[len(durations) // 2]:.0f} ms, slowest {durations[0]:.0f} ms"
    print(f"{told}; {len(paints)} interactions beside {rows} new rows")  # noqa: T201 - what was measured
    assert rows >= 20, "the boards were live"
    assert page.evaluate("performance.eventCounts.get('keydown')") >= 40
    page.close()
    return inp
