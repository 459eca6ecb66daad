"""Chance as a value: one seed for each tournament, an independent stream for each purpose (D16).

A stream is seeded by HMAC-SHA256 of the tournament's 128-bit seed. So the public draws of one stream (first players,
pairs) reveal nothing about another stream (secret words) or about the seed.
"""

import hmac
from random import Random


def stream(seed: str, *purpose: str | int) -> Random:
    """Return the generator of one purpose, e.g. ``stream(seed, "word", duel)``.

    ``seed`` is the tournament's 128 bits as 32 hexadecimal digits.
    """
    label = "/".join(map(str, purpose)).encode()
    # The seed of the generator has 256 unguessable bits, and each generator serves one purpose.
    return Random(int.from_bytes(hmac.digest(bytes.fromhex(seed), label, "sha256")))  # noqa: S311
