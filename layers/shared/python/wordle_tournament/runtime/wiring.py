"""The one place where adapters are built. They connect at first use, so a function pays only for what it needs."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from wordle_tournament.app.ports import Ports
from wordle_tournament.aws.connections import GatewayConnections
from wordle_tournament.aws.dead_letters import DeadLetters
from wordle_tournament.aws.lexicons import FileLexicons
from wordle_tournament.aws.parties import DynamoParties
from wordle_tournament.aws.players import DynamoPlayers
from wordle_tournament.aws.rate_limiter import DynamoRateLimiter
from wordle_tournament.aws.table import Table
from wordle_tournament.aws.timers import StepFunctionsTimers
from wordle_tournament.aws.tokens import GuestTokens
from wordle_tournament.aws.tournaments import DynamoTournaments
from wordle_tournament.runtime.log import InvocationLog
from wordle_tournament.runtime.settings import Settings, settings
from wordle_tournament.runtime.system import SystemChance, SystemClock

SendDeadLetter = Callable[[Mapping[str, Any]], None]


def wire(chosen: Settings) -> Ports:
    """The ports as the settings want them."""
    clock, log = SystemClock(), InvocationLog()
    table = Table(chosen.table, clock)
    return Ports(
        tournaments=DynamoTournaments(table),
        players=DynamoPlayers(table),
        parties=DynamoParties(table),
        rate_limiter=DynamoRateLimiter(table),
        connections=GatewayConnections(chosen.management_endpoint, log),
        timers=StepFunctionsTimers(chosen.round_machine),
        lexicons=FileLexicons(Path(chosen.wordlists)),
        tokens=GuestTokens(chosen.token_keys),
        clock=clock,
        chance=SystemChance(),
        log=log,
        rules=chosen.rules,
        page=chosen.page,
    )


@lru_cache(maxsize=1)
def ports() -> Ports:
    """The ports of this process."""
    return wire(settings())


def send_dead_letter(raw: Mapping[str, Any]) -> None:
    """Put aside a stream record that could not be handled."""
    DeadLetters(settings().dead_letters).send_dead_letter(raw)
