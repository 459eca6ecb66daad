"""Chance as a value: one seed per tournament, an independent stream for every purpose (D16).

A stream is seeded by HMAC-SHA256 of the tournament's 128-bit seed, so whatever is public of one stream (who starts, who
is paired) reveals nothing about another (the secret words) or about the seed.
"""

import hmac
from random import Random


def stream(seed: str, *purpose: str | int) -> Random:
    """The stream of one purpose, e.g. ``stream(seed, "word", round, duel)``.

    ``seed`` is the tournament's 128 bits as 32 hexadecimal digits.
    """
    label = "/".join(map(str, purpose)).encode()
    # A generator seeded by 256 unguessable bits and never asked for more than one purpose.
    return Random(int.from_bytes(hmac.digest(bytes.fromhex(seed), label, "sha256")))  # noqa: S311
