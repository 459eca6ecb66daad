"""One emulator and one browser for all tests of the page; every player is a browser context of their own.

A test fails when one of its pages writes an error to the console, throws, or asks another origin for something.
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
from tests.browser.player_page import OpenPage, PlayerPage, SeatBots
from tests.browser.scripted_server import ScriptedServer
from tests.browser.tcp_proxy import TcpProxy

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
    """Debian's Chromium, without its background requests. Where it is not installed, only CI fails."""
    if not Path(CHROMIUM).exists():
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage"],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def proxy(deployment: Deployment) -> Iterator[TcpProxy]:
    """A proxy before the emulator, whose connections a test may cut."""
    with TcpProxy(deployment.emulator.port) as running:
        yield running


@pytest.fixture
def live_address(deployment: Deployment, proxy: TcpProxy) -> Iterator[str]:
    """The address of the page on the emulator; its socket goes through the proxy."""
    with served_pages(proxy.address_of(deployment.websocket)) as address:
        yield address


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server that sends what the test tells it to send."""
    with ScriptedServer() as running:
        yield running


@pytest.fixture
def scripted_address(server: ScriptedServer) -> Iterator[str]:
    """The address of the page on the scripted server."""
    with served_pages(server.url) as address:
        yield address


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open the page as a new player; keyword arguments are the browser context's."""
    faults: list[str] = []
    contexts = []

    def watch(page: Page, address: str) -> None:
        def record(message: ConsoleMessage) -> None:
            # The browser itself writes a failed handshake to the console; a page cannot prevent it.
            if message.type == "error" and "WebSocket connection to" not in message.text:
                faults.append(f"console: {message.text}")

        page.on("console", record)
        page.on("pageerror", lambda error: faults.append(f"thrown: {error.message}\n{error.stack}"))
        page.on(
            "request",
            lambda request: None if request.url.startswith(address) else faults.append(f"asked: {request.url}"),
        )

    def open_as_new_player(address: str, **options: Any) -> PlayerPage:
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
        return PlayerPage(page)

    yield open_as_new_player
    cookies = [cookie for context in contexts for cookie in context.cookies()]
    for context in contexts:
        context.close()
    assert faults == []
    assert cookies == []


@pytest.fixture
def bots(deployment: Deployment) -> Iterator[SeatBots]:
    """Let bots take seats, tournament after tournament, until the test ends."""
    with Loop() as loop:

        def seat(count: int, language: str = "en") -> None:
            parameters = Parameters(bots=count, rules="fast", language=language, port=None, seed=7)
            crowd = BotRun(deployment.websocket, WORDS, parameters, lambda _frame: None, lambda _line: None)
            loop.start(crowd.keep_playing())

        yield seat


class Loop:
    """An event loop in a thread of its own: Playwright's uses the test's thread."""

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
