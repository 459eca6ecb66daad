"""The guess function with a fault: its process ends right after the commit, before anything has followed from it.

Put in the function's place by a test; nothing that ships knows of it. The commit is the first write that the
invocation makes.
"""

import importlib
import os
from typing import Any

import botocore.handlers

_WRITES = frozenset({"PutItem", "UpdateItem", "TransactWriteItems"})


def _die_after_a_write(http_response: Any, model: Any, **_more: object) -> None:
    if model.name in _WRITES and http_response.status_code == 200:
        os._exit(1)


botocore.handlers.BUILTIN_HANDLERS.append(("after-call.dynamodb", _die_after_a_write))

handler = importlib.import_module("ws_guess").handler  # after the above: its clients are built with the fault in them
