"""The page as one player uses it (a page object): it looks at what is shown, clicks and types."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

WORDS = Path(__file__).resolve().parents[2] / "wordlists"


class PlayerPage:
    """The page of one player."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def screen(self) -> str:
        """The name of the screen that is shown."""
        return str(self.page.locator("main").get_attribute("class")).removeprefix("screen ").split()[0]

    @property
    def name(self) -> str:
        """The nickname, at home."""
        return self.page.locator(".identity .name").inner_text()

    def sees(self, screen: str, seconds: float = 20) -> Locator:
        """Wait for a screen."""
        shown = self.page.locator(f"main.{screen}")
        expect(shown).to_be_visible(timeout=seconds * 1000)
        return shown

    def click(self, name: str) -> None:
        """Press the button of that name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def choose_game(self, language: str) -> None:
        """Choose the language of the words, by its code."""
        self.page.locator("#game").select_option(language)

    def play(self, language: str = "en") -> None:
        """Go from home into a lobby."""
        self.sees("home")
        self.choose_game(language)
        self.click("Play")

    def await_turn(self, seconds: float = 60) -> None:
        """Wait for the player's own turn."""
        self.page.locator(".contestant.left.moving").wait_for(timeout=seconds * 1000)

    @property
    def is_on_turn(self) -> bool:
        """Whether it is the player's own turn."""
        return self.page.locator("main.duel .contestant.left.moving").count() > 0

    @property
    def length(self) -> int:
        """The number of tiles of the word."""
        return self.page.locator(".row").first.locator(".tile").count()

    @property
    def turn(self) -> int:
        """The number of the row that is filled now; 0 if none is."""
        found = self.page.locator(".row").evaluate_all("rows => rows.findIndex(row => row.matches('.now')) + 1")
        return int(found)

    def row(self, turn: int) -> Locator:
        """A row of the board, from 1."""
        return self.page.locator(f".row >> nth={turn - 1}")

    def tap_word(self, tiles: list[str]) -> None:
        """Type on the on-screen keyboard and enter."""
        for tile in tiles:
            self.page.locator(f'.key[data-tile="{tile}"]').click()
        self.page.locator(".key.enter").click()

    def type_word(self, word: str) -> None:
        """Type on a real keyboard and enter."""
        self.page.keyboard.type(word)
        self.page.keyboard.press("Enter")


@cache
def words(language: str, length: int, kind: str = "guesses") -> tuple[str, ...]:
    """The words of a language that have so many tiles."""
    return tuple((WORDS / language / f"{length}.{kind}.txt").read_text("utf-8").split())


def tiles_of(word: str) -> list[str]:
    """A word in tiles: a letter and the mark that follows it are one tile."""
    return re.findall(r".[ʻ]?", word)


OpenPage = Callable[..., PlayerPage]
"""Open the page at an address, as a new player; keyword arguments are the browser context's."""

SeatBots = Callable[..., None]
"""Let a number of bots take seats in a game of a language."""
