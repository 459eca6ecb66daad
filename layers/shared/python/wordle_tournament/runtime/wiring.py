"""The one place where adapters are built. Everything is built at first use, so a function pays for what it needs."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from wordle_tournament.app.ports import Ports
from wordle_tournament.runtime.log import InvocationLog
from wordle_tournament.runtime.settings import Settings, settings
from wordle_tournament.runtime.system import SystemChance, SystemClock

PutAside = Callable[[dict[str, Any]], None]
