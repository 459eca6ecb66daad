"""The ``state`` of an item: compressed on its way into the table, text again on its way out.

A write is billed by the kB, and a record is written whole at each commit: 23 kB of JSON are 3 kB compressed. What a
condition, the index, TTL or a stream filter needs stands beside it as an attribute of its own.

zlib at level 6, with a preset dictionary of what nearly every record says. Measured on 431 records of four simulated
tournaments with UUIDs as commands' ids, in write units and microseconds of CPU a commit:

    plain 23.5       zlib 1: 5.1, 124       zlib 6: 4.1, 269       zlib 9: 4.1, 449       lzma 3.7, 5161
                                            with the dictionary: 3.8, 294   3.7, 580       bz2 4.2, 2061

A zlib stream names its dictionary by checksum. So a dictionary never changes: a better one is a new file, and the old
one stays until no item of it is left. Text that was stored uncompressed is read as it is.

To print a state, which may hold secrets of a running duel (D14):

    aws dynamodb get-item ... --query Item.state.B --output text | python -m wordle_tournament.aws.packed
"""

import json
import sys
import zlib
from base64 import b64decode
from functools import lru_cache
from pathlib import Path
from typing import Any

from pynamodb.attributes import Attribute
from pynamodb.constants import BINARY, STRING

LEVEL = 6


class UnreadableState(ValueError):
    """The bytes are no text that was packed here."""


@lru_cache(maxsize=1)
def dictionary() -> bytes:
    """Return the preset dictionary."""
    return Path(__file__).with_name("state-1.dict").read_bytes()


def pack(text: str) -> bytes:
    """Return the text compressed."""
    packing = zlib.compressobj(LEVEL, zdict=dictionary())
    return packing.compress(text.encode()) + packing.flush()


def unpack(packed: bytes) -> str:
    """Return the text that was packed; raise ``UnreadableState`` if the bytes are damaged or cut off."""
    unpacking = zlib.decompressobj(zdict=dictionary())
    try:
        text = (unpacking.decompress(packed) + unpacking.flush()).decode()
    except (zlib.error, UnicodeDecodeError):
        raise UnreadableState("not a packed state") from None
    if not unpacking.eof or unpacking.unused_data:
        raise UnreadableState("a packed state that is cut off, or followed by something")
    return text


class PackedAttribute(Attribute[str]):
    """Text that is stored as compressed binary. Text that an older release stored as text is read as well."""

    attr_type = BINARY

    def serialize(self, value: str) -> bytes:
        """Return the compressed text."""
        return pack(value)

    def get_value(self, value: dict[str, Any]) -> bytes | str:
        """Return the bytes of a binary, which a stream's record holds in base64, or an older release's text."""
        if STRING in value:
            return str(value[STRING])
        raw = super().get_value(value)
        return b64decode(raw, validate=True) if isinstance(raw, str) else bytes(raw)

    def deserialize(self, value: bytes | str) -> str:
        """Return the text."""
        return value if isinstance(value, str) else unpack(value)


def main() -> None:
    """Read a state in base64 from standard input, and print it as indented JSON."""
    text = unpack(b64decode(sys.stdin.read().strip(), validate=True))
    sys.stdout.write(json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
