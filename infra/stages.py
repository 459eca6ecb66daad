"""The stages as frozen settings: what differs between a laptop, a shared trial and the real thing.

Standard library only. A difference between stages is a field here, never an `if stage.name == ...` in a part:
what is tried locally is what goes to the cloud.
"""

from dataclasses import dataclass
from typing import Literal, TypedDict

Rules = Literal["standard", "fast"]


@dataclass(frozen=True, slots=True)
class Throttle:
    """What the WebSocket stage lets in: frames a second on average, and at one instant."""

    rate: int
    burst: int


@dataclass(frozen=True, slots=True)
class Stage:
    """One deployment's settings."""

    name: str
    rules: Rules
    """The rule profile of new tournaments; a running one keeps its own."""
    keeps_data: bool
    """Whether the table and the signing keys outlive the stack."""
    log_days: str
    """How long logs are kept: a name of `aws_logs.RetentionDays`."""
    throttle: Throttle
    has_alarms: bool
    has_route_metrics: bool
    """Whether API Gateway counts each route apart, which costs about 30 dollars a month."""
    memory: int
    """MiB a function; Lambda gives processor time in proportion."""
    socket_seconds: int
    """How long a function behind a route may take; API Gateway itself gives up after 29."""
    event_seconds: int
    """How long a function behind the clock or the stream may take; the clock itself waits 90 (round.asl.json)."""
    emulator: str | None = None
    """Address of a local AWS (`http://127.0.0.1:4566`), whose sockets have other URLs; None in the cloud."""
    carries_dependencies: bool = True
    """Whether the functions get third-party wheels as a layer; an emulator's workers have them in their interpreter."""
    wordlists: str | None = None
    """A folder on the emulator's disk to read the words from, in place of the layer; None in the cloud."""
    page: str = ""
    """The address of the web client, to which invite links lead."""
    carries_page: bool = True
    """Whether the web client is deployed with it; locally infra/local/pages.py serves it."""
    has_versions: bool = True
    """Whether calls go to a published version, by an alias; an emulator's calls go to the function itself."""
    owns_api_logging: bool = True
    """Whether the stack sets the region's one API Gateway logging role (see README)."""


class Overrides(TypedDict, total=False):
    """What a local run or a test may set otherwise; the fields of `Stage`."""

    rules: Rules
    emulator: str
    wordlists: str
    page: str


STAGES: dict[str, Stage] = {
    stage.name: stage
    for stage in (
        Stage(
            name="local",
            rules="standard",
            keeps_data=False,
            log_days="ONE_DAY",
            throttle=Throttle(rate=100, burst=200),
            has_alarms=False,
            has_route_metrics=False,
            memory=512,
            socket_seconds=20,  # the first call of a cold worker on a busy laptop
            event_seconds=60,
            emulator="http://127.0.0.1:4566",
            carries_dependencies=False,
            carries_page=False,
            has_versions=False,
        ),
        Stage(
            name="dev",
            rules="standard",
            keeps_data=False,
            log_days="ONE_WEEK",
            throttle=Throttle(rate=100, burst=200),
            has_alarms=True,
            has_route_metrics=False,
            memory=512,
            socket_seconds=10,
            event_seconds=60,
        ),
        Stage(
            name="prod",
            rules="standard",
            keeps_data=True,
            log_days="THREE_MONTHS",
            # A tournament of eight sends about one frame a second (guesses, pings): room for two thousand at once.
            throttle=Throttle(rate=2000, burst=4000),
            has_alarms=True,
            has_route_metrics=True,
            memory=1024,
            socket_seconds=10,
            event_seconds=60,
        ),
    )
}
