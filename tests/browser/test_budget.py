"""Limits of the page: bytes of the first load, requests, storage."""

import http.client
import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Response

from infra.site import PAGE, index, served, stylesheet
from tests.browser.module_shape import imports_of
from tests.browser.scripted_server import ScriptedServer

FIRST_LOAD = 150_000  # bytes, without fonts (there are none)


def test_the_first_load_is_below_150_kb(scripted_address: str, browser: Browser) -> None:
    answers: list[Response] = []
    context = browser.new_context()
    page = context.new_page()
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright looks into a handler
    page.goto(scripted_address)
    page.locator("main.home").wait_for()
    plain = sum(len(answer.body()) for answer in answers)
    wire = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    kinds = {answer.request.resource_type for answer in answers}
    kept = (context.cookies(), page.evaluate("Object.keys(localStorage)"))
    context.close()

    print(f"first load: {len(answers)} files, {plain} bytes, {wire} on the wire")  # noqa: T201 - what was measured
    assert wire < FIRST_LOAD
    assert plain < FIRST_LOAD * 1.5  # as a server would send it that compresses nothing
    assert "font" not in kinds
    assert kept == ([], ["wordle-tournament"])


def test_the_security_policy_allows_no_foreign_origin(scripted_address: str, server: ScriptedServer) -> None:
    connection = http.client.HTTPConnection(urlsplit(scripted_address).netloc)
    connection.request("GET", "/")
    answer = connection.getresponse()
    policy = dict(part.split(" ", 1) for part in (answer.headers["Content-Security-Policy"]).split("; "))
    answer.read()
    connection.close()

    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == f"'self' {server.url.removesuffix('/local')}"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_only_files_of_the_page_are_served(scripted_address: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(scripted_address).netloc)

    def status(path: str) -> int:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status

    asked = {path: status(path) for path in ("/app.js", "/config.json", "/alphabets/uz.json", "/i18n/el.json")}
    refused = {
        path: status(path)
        for path in (
            "/README.md",
            "/../site.py",
            "/%2e%2e/site.py",
            "/protocol/declare.py",
            "/protocol/frames.d.ts",
            "/x",
        )
    }
    connection.close()
    assert set(asked.values()) == {200}, asked
    assert set(refused.values()) == {404}, refused


def test_every_served_file_is_used() -> None:
    """A module, style or picture that nothing names would be dead weight."""
    files = {path.relative_to(PAGE).as_posix(): path for path in served()}
    text = "\n".join(path.read_text("utf-8") for path in files.values() if path.suffix != ".png")
    unnamed = [name for name in files if name.rsplit("/", 1)[-1] not in text and not name.startswith("i18n/")]
    assert sorted(set(unnamed) - {"index.html"}) == []


def test_the_first_load_is_named_at_once() -> None:
    """The served start page names one stylesheet, made of all, and every module that `main.js` reaches by imports."""
    text = index()
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', text) == ["styles/all.css"]
    named = re.findall(r'rel="modulepreload" href="([^"]+)"', text)
    reached, waiting = set[Path](), {PAGE / "main.js"}
    while waiting:
        module = waiting.pop()
        reached.add(module)
        waiting |= imports_of(module) - reached
    assert sorted(named) == sorted(path.relative_to(PAGE).as_posix() for path in reached if path.name != "main.js")
    styles = sorted((PAGE / "styles").glob("*.css"))
    assert all(path.read_text("utf-8") in stylesheet() for path in styles if path.name != "offline.css")
    assert "game.js" not in text


def test_the_readme_s_pictures_are_not_served(scripted_address: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(scripted_address).netloc)
    connection.request("GET", "/pictures/home-phone-light.png")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 404
    assert all("pictures" not in path.parts for path in served())
