"""A bot: it guesses from the marks on the board, at a human pace.

Lives here: choosing a word and the moment for it. The connection is the reference client's. Must not: import the
backend, or know a secret: it reads the same word lists that anyone can.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from infra.local.client import Client
from infra.local.client_state import Board, ClientState, Frame
from infra.local.errors import RefusedError

PACE = (0.06, 0.36, 0.15)  # shares of a turn until the guess: soonest, latest, most likely

_TOO_LATE = frozenset({"turn-over", "duel-over", "not-your-turn", "not-playing"})
"""Expected refusals: the turn passed while the bot waited."""

Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language and length, by their tiles."""

    secrets: Sequence[Tiles]
    guesses: Sequence[Tiles]


class Bot:
    """One player; ``play`` runs until it is cancelled or its conversation ends.

    ``chance`` is its only source of chance. ``is_idle``: it is there (it pings) and never guesses.
    """

    def __init__(
        self,
        client: Client,
        words: Path,
        chance: random.Random,
        *,
        is_idle: bool = False,
        on_frame: Callable[[Frame], None] | None = None,
    ) -> None:
        self.client = client
        self.round_trips: list[float] = []  # seconds from a guess to its marks
        self._words = words
        self._chance = chance
        self._is_idle = is_idle
        self._on_frame = on_frame
        self._guessing: asyncio.Task[None] | None = None
        self._answered: tuple[str, int] | None = None  # the duel and turn last guessed in

    async def play(self) -> None:
        """Follow the tournament and guess in the bot's turns. Raises RefusedError for an unexpected refusal."""
        try:
            async for frame in self.client:
                if self._on_frame is not None:
                    self._on_frame(frame)
                if self._guessing is not None and self._guessing.done():
                    self._guessing.result()
                self._face_turn()
        finally:
            if self._guessing is not None:
                self._guessing.cancel()
                await asyncio.gather(self._guessing, return_exceptions=True)

    def _face_turn(self) -> None:
        """Begin to think, once per turn."""
        turn = None if self._is_idle else self.client.session.own_turn
        if turn is None:
            return
        state, board = turn
        now = (board.duel, board.turn or 0)
        if now == self._answered:
            return
        self._answered = now
        if self._guessing is not None:
            self._guessing.cancel()
        self._guessing = asyncio.create_task(self._guess(state, board))

    async def _guess(self, state: ClientState, board: Board) -> None:
        turn = board.turn
        await asyncio.sleep(self._thinking_time(board))
        vocabulary = read_vocabulary(self._words, state.language, board.length)
        word = "".join(choose(vocabulary, board.rows, self._chance))
        asked = asyncio.get_running_loop().time()
        try:
            await self.client.request("guess", tournament=state.tournament, duel=board.duel, turn=turn, word=word)
        except RefusedError as refusal:
            if refusal.code not in _TOO_LATE:
                raise
        self.round_trips.append(asyncio.get_running_loop().time() - asked)

    def _thinking_time(self, board: Board) -> float:
        """Seconds: a share of what the turn has left."""
        left = (board.deadline or 0) - self.client.now()
        return max(left, 0) / 1000 * self._chance.triangular(*PACE)


def choose(vocabulary: Vocabulary, rows: Sequence[Frame], chance: random.Random) -> Tiles:
    """A word that fits everything on the board: a well-known one, else any.

    Should the lists and the board disagree (then nothing fits), any word that was not tried yet.
    """
    scored = [(tuple(row["tiles"]), tuple(row["marks"])) for row in rows if "marks" in row]
    for words in (vocabulary.secrets, vocabulary.guesses):
        fitting = [word for word in words if all(mark(word, tried) == marks for tried, marks in scored)]
        if fitting:
            return chance.choice(fitting)
    tried_words = {tried for tried, _marks in scored}
    return chance.choice([word for word in vocabulary.guesses if word not in tried_words])


def mark(secret: Tiles, guess: Tiles) -> tuple[str, ...]:
    """The marks that a guess would get (D10): exact places first, then each left-over letter once, from the left."""
    left = Counter(s for s, g in zip(secret, guess, strict=True) if s != g)
    marks: list[str] = []
    for s, g in zip(secret, guess, strict=True):
        if s == g:
            marks.append("correct")
        elif left[g] > 0:
            left[g] -= 1
            marks.append("present")
        else:
            marks.append("absent")
    return tuple(marks)


@lru_cache
def read_vocabulary(folder: Path, language: str, length: int) -> Vocabulary:
    """Read ``<language>/<length>.secrets.txt`` and ``.guesses.txt``, split by the ``alphabet.json`` beside them."""
    tiles: Sequence[str] = json.loads((folder / language / "alphabet.json").read_text("utf-8"))["tiles"]
    secrets, guesses = (_read(folder / language / f"{length}.{kind}.txt", tiles) for kind in ("secrets", "guesses"))
    return Vocabulary(secrets, guesses)


def _read(path: Path, tiles: Sequence[str]) -> Sequence[Tiles]:
    letter = re.compile("|".join(re.escape(tile) for tile in sorted(tiles, key=len, reverse=True)))
    return [tuple(letter.findall(line.split("\t", 1)[0])) for line in path.read_text("utf-8").splitlines()]
