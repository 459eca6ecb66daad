"""Runs a client through all scenarios and says which rules it keeps.

python -m infra.web.conformance node bot.mjs {url}
"""

import sys

from infra.web.conformance.kit import judge
from infra.web.conformance.scenarios import SCENARIOS


def main(command: list[str]) -> int:
    """Print a line a scenario. Returns how many were wrong."""
    if not any("{url}" in part for part in command):
        sys.stderr.write("usage: python -m infra.web.conformance COMMAND WITH {url}\n")
        return 2
    faults = 0
    for scenario in SCENARIOS:
        wrong = judge(scenario, command)
        faults += wrong is not None
        verdict = "right" if wrong is None else f"WRONG: {wrong}"
        sys.stdout.write(f"{scenario.__name__:34} {verdict}\n")
    return faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
