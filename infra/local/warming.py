"""Every function called once before anybody plays: a cold worker takes up to two seconds, too long in a fast turn.

Lives here: one guest's visit, and calls of the functions that no frame reaches. Gradual, since eight cold starts at one
instant would take each other's processor. Must not: leave a seat taken.
"""

import asyncio
import json
from contextlib import suppress

from infra.local.client import Client
from infra.local.deploy import Deployment, aws_client
from infra.local.errors import RefusedError


async def warm_up(deployment: Deployment, language: str) -> None:
    """Call every function once, so that every worker is warm."""
    async with Client(deployment.websocket) as guest:
        nickname = guest.session.player["nickname"]
        await guest.request("rename", nickname=nickname)
        lobby = await guest.request("queue", language=language)
        tournament = lobby["tournament"]
        await guest.request("sync", tournament=tournament, seq=lobby["seq"])
        await guest.request("ping", tournament=tournament, seq=lobby["seq"])
        await _refused(guest, "guess", tournament=tournament, duel="none", turn=1, word="none")
        await _refused(guest, "party-create")
        await guest.request("leave", tournament=tournament)
        await _refused(guest, "unqueue")
    functions = aws_client(deployment.emulator, "lambda")
    for module, name in deployment.functions.items():
        if not module.startswith("ws_"):
            event = {"Records": []} if module.startswith("stream_") else {"kind": "round", "id": tournament, "round": 1}
            await asyncio.to_thread(functions.invoke, FunctionName=name, Payload=json.dumps(event).encode())


async def _refused(guest: Client, action: str, **fields: object) -> None:
    with suppress(RefusedError):
        await guest.request(action, **fields)
