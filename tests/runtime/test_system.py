"""Settings, wiring, and the machine's own time and chance: read lazily and once, never at import."""

import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import pytest

from wordle_tournament.app.ports import Ports
from wordle_tournament.core.chance import stream
from wordle_tournament.protocol.routes import EVENT_FUNCTIONS, LIFECYCLE_FUNCTIONS, ROUTES
from wordle_tournament.runtime.settings import VARIABLES, Settings, settings
from wordle_tournament.runtime.system import LONGEST_MS, SHORTEST_MS, SystemChance, SystemClock
from wordle_tournament.runtime.wiring import wire

ROOT = Path(__file__).resolve().parents[2]


def test_every_setting_has_a_variable_of_its_own() -> None:
    assert list(VARIABLES) == [field.name for field in fields(Settings)]
    assert len(set(VARIABLES.values())) == len(VARIABLES)


def test_a_variable_that_is_not_set_reads_as_empty_text() -> None:
    assert Settings.of({"TABLE_NAME": "table"}).table == "table"
    assert Settings.of({}) == Settings(**dict.fromkeys(VARIABLES, ""))


def test_settings_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settings.cache_clear()
    monkeypatch.setenv("TABLE_NAME", "one")
    assert settings().table == "one"
    monkeypatch.setenv("TABLE_NAME", "two")
    assert settings().table == "one"
    settings.cache_clear()


def test_wiring_connects_to_nothing_until_it_is_used() -> None:
    """A function is given only the settings it needs; all others are empty."""
    assert isinstance(wire(Settings.of({})), Ports)


def test_importing_every_function_in_a_fresh_process_needs_no_environment_and_no_network() -> None:
    modules = sorted({route.function for route in ROUTES} | {*LIFECYCLE_FUNCTIONS, *EVENT_FUNCTIONS})
    program = "\n".join(
        [
            "import socket, sys",
            "def refuse(*_): raise AssertionError('no network at import')",
            "socket.socket.connect = refuse",
            f"sys.path[:0] = {[str(ROOT / 'functions'), str(ROOT / 'layers' / 'shared' / 'python')]!r}",
            *(f"import {module}; assert callable({module}.handler)" for module in modules),
        ]
    )
    ran = subprocess.run([sys.executable, "-c", program], env={}, capture_output=True, text=True, check=False)  # noqa: S603
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_clock_is_the_machines_in_milliseconds() -> None:
    before = time.time() * 1000
    assert before - 1 <= SystemClock().now() <= time.time() * 1000 + 1


def test_backing_off_is_random_and_grows_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    for attempt in range(12):
        slept.clear()
        for _ in range(200):
            SystemClock().back_off(attempt)
        longest = min(SHORTEST_MS << attempt, LONGEST_MS) / 1000
        assert 0 <= min(slept) <= max(slept) <= longest
        assert max(slept) > longest / 2
        assert len(set(slept)) > 5


def test_seeds_have_128_bits_and_names_80_or_more_and_neither_repeats() -> None:  # D16
    chance = SystemChance()
    seeds, names = ({draw() for _ in range(1000)} for draw in (chance.new_seed, chance.new_id))
    assert (len(seeds), len(names)) == (1000, 1000)
    assert {len(seed) for seed in seeds} == {32}
    assert min(len(name) for name in names) >= 20
    assert max(len(name) for name in names) <= 64
    stream(seeds.pop(), "word")  # the core takes it as it is
