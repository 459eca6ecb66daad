"""The one place where adapters are built. They connect at first use, so a function pays only for what it needs."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from wordle_tournament.app.ports import Ports
from wordle_tournament.aws.alarms import RoundAlarms
from wordle_tournament.aws.dead_letters import DeadLetters
from wordle_tournament.aws.lexicons import FileLexicons
from wordle_tournament.aws.parties import DynamoLimits, DynamoParties
from wordle_tournament.aws.players import DynamoPlayers
from wordle_tournament.aws.screens import GatewayScreens
from wordle_tournament.aws.table import Table
from wordle_tournament.aws.tokens import GuestTokens
from wordle_tournament.aws.tournaments import DynamoTournaments
from wordle_tournament.runtime.log import InvocationLog
from wordle_tournament.runtime.settings import Settings, settings
from wordle_tournament.runtime.system import SystemChance, SystemClock

PutAside = Callable[[Mapping[str, Any]], None]


def wire(told: Settings) -> Ports:
    """The ports as the settings want them."""
    clock, log = SystemClock(), InvocationLog()
    table = Table(told.table, clock)
    return Ports(
        tournaments=DynamoTournaments(table),
        players=DynamoPlayers(table),
        parties=DynamoParties(table),
        limits=DynamoLimits(table),
        screens=GatewayScreens(told.management_endpoint, log),
        alarms=RoundAlarms(told.round_machine),
        lexicons=FileLexicons(Path(told.wordlists)),
        tokens=GuestTokens(told.token_keys),
        clock=clock,
        chance=SystemChance(),
        log=log,
        rules=told.rules,
        page=told.page,
    )


@lru_cache(maxsize=1)
def ports() -> Ports:
    """The ports of this process."""
    return wire(settings())


def put_aside(raw: Mapping[str, Any]) -> None:
    """Put aside a stream record that could not be handled."""
    DeadLetters(settings().dead_letters).put_aside(raw)
