"""The client's actions that are served, as the functions themselves name them: one list for the harness and the load.

The register (``protocol.routes``) says which function serves an action, and the function's handler holds the frame's
model and the use case.
"""

import inspect
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, get_args

from wordle_tournament.protocol.inbound import Inbound
from wordle_tournament.protocol.routes import DEFAULT_FUNCTION, ROUTES
from wordle_tournament.runtime.sockets import UseCase

Served = tuple[type[Inbound], UseCase[Any]]


@cache
def served() -> Mapping[str, Served]:
    """Return the model and the use case of each served action, and of ``$default``, which takes any frame."""
    actions = {route.action: _of(route.function, route.action) for route in ROUTES if route.is_served}
    ((model, unserved),) = _use_cases(DEFAULT_FUNCTION).items()
    return {**actions, "$default": (model, unserved)}


def _use_cases(function: str) -> Mapping[type[Inbound], UseCase[Any]]:
    handler = import_module(f"functions.{function}").handler
    use_cases: Mapping[type[Inbound], UseCase[Any]] = inspect.getclosurevars(handler).nonlocals["use_cases"]
    return use_cases


def _of(function: str, action: str) -> Served:
    use_cases = _use_cases(function)
    (model,) = (one for one in use_cases if action in get_args(one.model_fields["action"].annotation))
    return model, use_cases[model]
