"""Which ports each function touches: the harness hands every use case ports that record it.

``TOUCHED`` has, by the function's module, the names that its use cases asked for: ``"tournaments.load"``, ``"page"``.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, cast

from wordle_tournament.app.ports import Ports

TOUCHED: defaultdict[str, set[str]] = defaultdict(set)


@dataclass(frozen=True)
class _Port:
    """A port whose methods are recorded when they are asked for."""

    port: Any
    name: str
    touched: set[str]

    def __getattr__(self, method: str) -> Any:
        self.touched.add(f"{self.name}.{method}")
        return getattr(self.port, method)


@dataclass(frozen=True)
class _Ports:
    """Ports that record; a plain value (``rules``, ``page``) is recorded as it is read."""

    ports: Ports
    touched: set[str]

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.ports, name)
        if not isinstance(value, str):
            return _Port(value, name, self.touched)
        self.touched.add(name)
        return value


def recording(function: str, ports: Ports) -> Ports:
    """The ports, which record under the function's name what is asked of them."""
    return cast("Ports", _Ports(ports, TOUCHED[function]))
