"""The backend of Wordle Tournament: core <- protocol <- app <- aws <- runtime, in that direction only.

While a process starts, garbage is hardly collected: what a cold start makes stays for good, and looking through it over
and over takes a tenth of the time. The end of the first invocation goes back to the usual (``runtime/collector.py``).
"""

import gc
import os

gc.set_threshold(200_000, 10, 10)
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # there are none; to know it, every package would be looked at
