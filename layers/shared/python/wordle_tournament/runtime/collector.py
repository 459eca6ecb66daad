"""Python's garbage collector in a function: off while it starts, as usual from the first invocation on.

The package switches it off at import, because what is imported lives as long as the process.
"""

import gc
from functools import lru_cache

USUAL = (700, 10, 10)  # thresholds of the collector in Python 3.11 to 3.13


@lru_cache(maxsize=1)
def end_cold_start() -> None:
    """Collect garbage as usual from now on, and never look again through the objects made so far."""
    gc.freeze()
    gc.set_threshold(*USUAL)
