"""Every screen, on a phone and a desktop, light and dark: for everybody, and in pictures (`.build/screens`)."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.person import OpenPerson, Person
from tests.browser.rehearsal import ME, NAMES, Rehearsal, duel, four_duels, lobby, now, row, seated, snapshot
from tests.browser.rehearsal import over as finished

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
AXE = HERE / "tools" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / ".build" / "screens"
SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
STILL = """Promise.allSettled(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < 5_000)  // not those that never end, nor clocks
    .map(one => one.finished))"""
THUMB = 44  # px, the least side of what is tapped

Scene = Callable[[Rehearsal], None]


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


def out(stage: Rehearsal) -> None:
    """Knocked out, the round goes on."""
    duels = four_duels()
    duels[0] = duel(1, ME, "p2", duels[0]["rows"], **finished("p2", "cadre"))
    stage.say(snapshot(duels=duels, players=seated((0, 2, 3, 1, 2, 3, 1, 2))))
    stage.say(
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


def over(stage: Rehearsal) -> None:
    changes = [25, 18, 11, 4, -4, -11, -18, -25]
    order = ["p3", ME, "p6", "p2", "p5", "p8", "p4", "p7"]
    standings = [{"player": player, "place": place} for place, player in enumerate(order, 1)]
    settled = [rated(player, place, changes[place - 1]) for place, player in enumerate(order, 1)]
    players = [one | {"place": order.index(one["player"]) + 1} for one in seated((0, 0, 1, 0, 0, 0, 0, 0))]
    stage.say(snapshot("over", standings=standings, rated=settled, players=players))


def ended(stage: Rehearsal) -> None:
    """Our duel is over, the others go on."""
    duels = four_duels()
    rows = [*duels[0]["rows"], row(5, ME, "cadre", "GGGGG")]
    duels[0] = duel(1, ME, "p2", rows, **finished(ME, "cadre"), display="cadré")
    stage.say(snapshot(duels=duels))


def intro(stage: Rehearsal) -> None:
    duels = [duel(n, f"p{2 * n - 1}", f"p{2 * n}", []) for n in range(1, 4)]
    for one in duels:
        for field in ("turn", "to_move", "deadline"):
            one.pop(field)
    stage.say(
        snapshot("intro", duels=duels, bye="p7", starts_at=now() + 15_200, players=seated((3, 2, 3, 1, 2, 3, 1, 0)))
    )


SCENES: dict[str, tuple[str, Scene]] = {
    "home": ("home", lambda _stage: None),
    "lobby": ("lobby", lambda stage: stage.say(lobby(5))),
    "party": ("party", lambda stage: stage.say(party())),
    "intro": ("intro", intro),
    "duel": ("duel", lambda stage: stage.say(snapshot())),
    "watching": ("watching", ended),
    "out": ("watching", out),
    "result": ("result", over),
    "rules": ("rules", lambda _stage: None),
    "settings": ("home", lambda _stage: None),
    "leave": ("duel", lambda stage: stage.say(snapshot())),
    "superseded": ("standstill", lambda stage: stage.say({"type": "superseded"})),
}


def show(someone: Person, stage: Rehearsal, scene: str) -> None:
    """Bring a scene about, and let its animations end."""
    screen, bring = SCENES[scene]
    page = someone.page
    someone.sees("home")
    bring(stage)
    if scene == "rules":
        page.get_by_role("link", name="Rules").last.click()
    someone.sees(screen)
    if scene in {"settings", "leave"}:
        page.locator(f"#open-{scene}").click()
        page.locator("dialog").wait_for()
    if scene == "duel":
        page.locator(".keyboard").wait_for()
        page.keyboard.type("cad")
        expect(page.locator(".row.typing .tile.filled")).to_have_count(3)
    page.evaluate(STILL)


@pytest.mark.parametrize("scene", list(SCENES))
def test_a_screen_is_for_everybody(person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str, scene: str) -> None:
    """On a phone and a desktop, light and dark."""
    someone = person(rehearsed_web)
    page = someone.page
    show(someone, rehearsal, scene)
    # Trusted types keep the page from making scripts of text: the tool comes in by the debugger's own door.
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
    PICTURES.mkdir(parents=True, exist_ok=True)
    for size, theme in product(SIZES, THEMES):
        page.set_viewport_size(SIZES[size])
        page.emulate_media(color_scheme=theme)
        page.evaluate(STILL)
        page.screenshot(path=PICTURES / f"{scene}-{size}-{theme}.png")
        examine(page, SIZES[size]["width"])


def examine(page: Page, width: int) -> None:
    """Axe finds nothing serious; nothing is too small for a thumb or sticks out."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.eval_on_selector_all(
        "button, select, input[type=text], a:not(.skip)",
        f"""all => all.map(one => [one, one.getBoundingClientRect()])
            .filter(([one, box]) => box.height > 0 && box.height < {THUMB} && !one.closest('[inert]'))
            .map(([one, box]) => `${{one.className}} ${{one.textContent}} ${{box.height}}`)""",
    )
    assert small == []
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    serious = [
        f"{one['id']} ({one['impact']}): {one['help']}: {json.dumps([node['html'] for node in one['nodes']][:3])}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical", "moderate"}
    ]
    assert serious == []


@pytest.mark.parametrize("palette", ["usual", "colour-blind"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_differ_without_hue(
    person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str, palette: str, theme: str
) -> None:
    """Letters are legible on every mark; the colour-blind palette adds a shape to each colour."""
    someone = person(rehearsed_web, color_scheme=theme)
    page = someone.page
    someone.sees("home")
    page.evaluate(
        "palette => localStorage.setItem('wordle-tournament',"
        " JSON.stringify({ ...JSON.parse(localStorage.getItem('wordle-tournament')), palette }))",
        palette,
    )
    page.reload()
    someone.sees("home")
    rehearsal.say(snapshot())
    someone.sees("duel")
    page.wait_for_timeout(400)
    if palette == "colour-blind":
        page.screenshot(path=PICTURES / f"duel-colour-blind-{theme}.png")
    looks = page.evaluate(
        """() => Object.fromEntries(['correct', 'present', 'absent'].map((mark) => {
            const tile = document.querySelector(`.row .tile.${mark}`);
            const style = getComputedStyle(tile);
            const shape = getComputedStyle(tile, '::after');
            const ground = style.backgroundColor;
            return [mark, { ground, ink: style.color, shape: shape.content + shape.backgroundColor }];
        }))"""
    )
    grounds = [luminance(look["ground"]) for look in looks.values()]
    for look, ground in zip(looks.values(), grounds, strict=True):
        ink = luminance(look["ink"])
        assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) >= 4.5, look
    assert len({look["ground"] for look in looks.values()}) == 3
    if palette == "colour-blind":
        assert len({look["shape"] for look in looks.values()}) == 3


def luminance(colour: str) -> float:
    """Of `rgb(…)`, as WCAG has it."""
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("how", ["system", "setting"])
def test_reduced_motion_is_respected(person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str, how: str) -> None:
    someone = person(rehearsed_web, reduced_motion="reduce" if how == "system" else "no-preference")
    page = someone.page
    someone.sees("home")
    if how == "setting":
        page.locator("#open-settings").click()
        page.locator('input[name="motion"][value="reduced"]').check(force=True)
        page.keyboard.press("Escape")
    rehearsal.say(snapshot())
    someone.sees("duel")
    news = row(5, ME, "cadre", "GGGGG") | {"type": "guess-scored", "tournament": "t", "seq": 51, "duel": "3.1"}
    rehearsal.say(news)
    page.locator(".row.fresh").wait_for()
    assert page.evaluate("document.getAnimations().length") == 0


def test_tiles_flip_one_after_the_other(person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str) -> None:
    someone = person(rehearsed_web)
    someone.sees("home")
    rehearsal.say(snapshot())
    someone.sees("duel")
    news = row(5, ME, "cadre", "GGGGG") | {"type": "guess-scored", "tournament": "t", "seq": 51, "duel": "3.1"}
    rehearsal.say(news)
    someone.page.locator(".row.fresh").wait_for()
    running = someone.page.evaluate(
        "document.getAnimations().filter(a => a.animationName === 'turn').map(a => a.effect.getTiming().delay)"
    )
    assert sorted(running) == [0, 110, 220, 330, 440]


def test_everything_can_be_done_by_keyboard(person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str) -> None:
    """Tab reaches every control in order, the focus is seen, a dialog holds it and gives it back."""
    someone = person(rehearsed_web, viewport=SIZES["desktop"])
    page = someone.page
    someone.sees("home")
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", reached
    assert reached[0] == "Skip to the game"
    assert reached[2:] == ["open-settings", "rename", "game", "Play", "Play with friends", "Rules"]

    page.locator("#open-settings").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "open-settings"

    rehearsal.say(snapshot())
    someone.sees("duel")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.type("cadre")
    expect(page.locator(".row.typing .tile.filled")).to_have_count(5)
    page.keyboard.press("Backspace")
    expect(page.locator(".row.typing .tile.filled")).to_have_count(4)


def test_a_screen_reader_hears_turns_guesses_and_the_end(
    person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str
) -> None:
    someone = person(rehearsed_web)
    page = someone.page
    someone.sees("home")
    rehearsal.say(snapshot())
    someone.sees("duel")
    log, urgent = page.locator("[role=log]"), page.locator(".unseen[role=alert]")
    event = {"tournament": "t", "duel": "3.1"}
    rehearsal.say(row(5, ME, "cedar", "G--YY") | {"type": "guess-scored", "seq": 51, **event})
    expect(log).to_contain_text("You: cedar. C correct, E not in the word, D not in the word, A in another place")
    rehearsal.say({"type": "turn-started", "seq": 52, "turn": 6, "player": "p2", "deadline": now() + 20_000, **event})
    rehearsal.say({"type": "turn-skipped", "seq": 53, "turn": 6, "player": "p2", **event})
    expect(log).to_contain_text("Brave Hummingbird 17: turn skipped")
    rehearsal.say({"type": "turn-started", "seq": 54, "turn": 7, "player": ME, "deadline": now() + 20_000, **event})
    expect(urgent).to_have_text("Your turn")
    expect(page).to_have_title("● Your turn – Wordle Tournament")
    lives = {"p1": 2, "p2": 2}
    rehearsal.say(
        {
            "type": "duel-ended",
            "seq": 55,
            "outcome": "solved",
            "winner": "p2",
            "secret": "crane",
            "lives": lives,
            **event,
        }
    )
    expect(log).to_contain_text("Your opponent was first. The word was crane")
    board = page.locator(".row:not([aria-hidden]) .unseen").all_inner_texts()
    absent, present = "not in the word", "in another place"
    marks = f"S {absent}, L {absent}, A {present}, T {absent}, E {present}"
    assert board[0] == f"Quiet Otter 42: slate. {marks}"


def test_the_clock_is_right_by_the_server_s_time(person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str) -> None:
    """Our own clock may be minutes off; what counts is the server's (`at`)."""
    someone = person(rehearsed_web)
    page = someone.page
    page.clock.set_fixed_time("2026-01-01T00:00:00Z")  # months away from the server's
    page.reload()
    someone.sees("home")
    rehearsal.say(snapshot(duels=[duel(1, ME, "p2", [], deadline=now() + 20_400)]))
    someone.sees("duel")
    left = int(page.locator(".clock .seconds").inner_text())
    assert 19 <= left <= 21


def test_no_zoom_on_tap_and_thumb_sized_keys_on_the_smallest_phone(
    person: OpenPerson, rehearsal: Rehearsal, rehearsed_web: str
) -> None:
    someone = person(rehearsed_web, viewport={"width": 320, "height": 568})
    page = someone.page
    someone.sees("home")
    assert page.locator("#game").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 16
    for language, widest in (("en", 10), ("kk", 12)):
        rehearsal.say(snapshot(language=language, seq=60 + widest))
        someone.sees("duel")
        page.locator(f'.keyboard[lang="{language}"]').wait_for()
        boxes = page.eval_on_selector_all(".key", "all => all.map(one => one.getBoundingClientRect().toJSON())")
        assert min(box["height"] for box in boxes) >= 44
        assert min(box["width"] for box in boxes) >= (320 - 12) / (widest + 0.5) - 3
        assert max(box["right"] for box in boxes) <= 320
        assert page.locator(".key").first.evaluate("one => getComputedStyle(one).touchAction") == "manipulation"
        rows = page.eval_on_selector_all(".row", "all => all.map(one => one.getBoundingClientRect().toJSON())")
        assert len(rows) == 12
        assert max(box["bottom"] for box in rows) <= min(box["top"] for box in boxes)
