"""One emulator, one browser, for all tests of the page; a person is a browser context of its own.

Whatever a page writes to its console as an error, or throws, or asks of another origin, fails the test that opened it.
"""

import asyncio
import os
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from infra.local.bot_run import BotRun
from infra.local.deploy import Deployment, deploy
from infra.local.emulator import running_emulator
from infra.local.pages import served_pages
from infra.local.parameters import Parameters
from infra.local.warming import warm_up
from tests.browser.cable import Cable
from tests.browser.person import OpenPerson, Person, SeatBots
from tests.browser.rehearsal import Rehearsal

WORDS = Path(__file__).resolve().parents[2] / "wordlists"
CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="session")
def deployment() -> Iterator[Deployment]:
    """The stack under the fast rules, every function warm."""
    with running_emulator() as emulator:
        stack = deploy(emulator, rules="fast")
        with Loop() as loop:
            loop.start(warm_up(stack, "en")).result(120)
        yield stack


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without anything that calls home. Where it is not installed only CI insists on it."""
    if not Path(CHROMIUM).exists():
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def cable(deployment: Deployment) -> Iterator[Cable]:
    """The way to the emulator, which a test may cut."""
    with Cable(deployment.emulator.port) as line:
        yield line


@pytest.fixture
def web(deployment: Deployment, cable: Cable) -> Iterator[str]:
    """The page's address; its socket goes over the cable."""
    with served_pages(cable.over(deployment.websocket)) as address:
        yield address


@pytest.fixture
def rehearsal() -> Iterator[Rehearsal]:
    """A server that says what the test lets it say."""
    with Rehearsal() as stage:
        yield stage


@pytest.fixture
def rehearsed_web(rehearsal: Rehearsal) -> Iterator[str]:
    """The page's address, wired to the rehearsal."""
    with served_pages(rehearsal.url) as address:
        yield address


@pytest.fixture
def person(browser: Browser) -> Iterator[OpenPerson]:
    """Open the page as a new person; keyword arguments are the browser context's."""
    faults: list[str] = []
    contexts = []

    def watch(page: Page, address: str) -> None:
        def hear(message: ConsoleMessage) -> None:
            # A handshake that fails while the cable is cut is written by the browser itself: nobody can prevent it.
            if message.type == "error" and "WebSocket connection to" not in message.text:
                faults.append(f"console: {message.text}")

        page.on("console", hear)
        page.on("pageerror", lambda error: faults.append(f"thrown: {error.message}\n{error.stack}"))
        page.on(
            "request",
            lambda request: None if request.url.startswith(address) else faults.append(f"asked: {request.url}"),
        )

    def open_person(address: str, **options: Any) -> Person:
        context = browser.new_context(
            **{"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "has_touch": True, **options}
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        context.on("page", lambda page: watch(page, address))
        page = context.new_page()
        page.add_init_script(
            "addEventListener('unhandledrejection', (event) => console.error('unhandled: ' + event.reason))"
        )
        page.goto(address)
        return Person(page)

    yield open_person
    cookies = [cookie for context in contexts for cookie in context.cookies()]
    for context in contexts:
        context.close()
    assert faults == []
    assert cookies == []


@pytest.fixture
def bots(deployment: Deployment) -> Iterator[SeatBots]:
    """Let bots take seats, tournament after tournament, until the test is over."""
    with Loop() as loop:

        def seat(count: int, language: str = "en") -> None:
            parameters = Parameters(bots=count, rules="fast", language=language, port=None, seed=7)
            crowd = BotRun(deployment.websocket, WORDS, parameters, lambda _frame: None, lambda _line: None)
            loop.start(crowd.keep_playing())

        yield seat


class Loop:
    """An event loop in a thread: Playwright's own keeps the test's thread."""

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="bots", daemon=True)
        self._thread.start()
        self._running: list[Future[Any]] = []
        return self

    def start(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        self._running.append(asyncio.run_coroutine_threadsafe(work, self._loop))
        return self._running[-1]

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _end(self) -> None:
        """Cancel what was started, and let it close what it opened."""
        for work in self._running:
            work.cancel()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=20)
