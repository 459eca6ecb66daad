"""Every function with nothing but its role: the emulator refuses what the roles do not allow."""

import asyncio
from collections.abc import Iterator

import pytest

from infra.local.bot import choose, read_vocabulary
from infra.local.deploy import Deployment, aws_client, deploy
from infra.local.emulator import running_emulator
from infra.local.warming import warm_up
from tests.local.conftest import WORDS
from tests.local.recorded_clients import SEATS, recorded_clients, tournament_of_eight, until
from tests.local.test_bot import seeded

pytestmark = pytest.mark.emulator


@pytest.fixture(scope="module")
def strict() -> Iterator[Deployment]:
    """The stack on an emulator that enforces roles."""
    with running_emulator(is_authorizing=True) as emulator:
        stack = deploy(emulator, rules="fast")
        asyncio.run(warm_up(stack, "en"))
        yield stack


def test_a_short_tournament_needs_no_more_than_the_roles_allow(strict: Deployment) -> None:
    async def test() -> None:
        async with tournament_of_eight(strict.websocket) as clients:
            await until(lambda: any(g.session.own_turn for g in clients), "no turn began")  # the clock's function
            mover = next(g for g in clients if g.session.own_turn)
            board = mover.state.board_of(mover.session.id)
            assert board is not None
            word = "".join(choose(read_vocabulary(WORDS, "en", board.length), [], seeded(1)))
            here = {"tournament": mover.state.tournament}
            await mover.client.request("guess", **here, duel=board.duel, turn=1, word=word)
            for guest in clients[1:]:
                await guest.client.request("leave", **here)
            await until(lambda: len(clients[0].state.rated) == SEATS, "not all were rated")  # the stream's functions

    asyncio.run(test())
    assert strict.failed_executions() == []
    assert strict.dead_letters() == []
    assert strict.logged_errors() == []


def test_the_roles_are_really_enforced(strict: Deployment) -> None:
    """Else the test above shows nothing: with its permissions taken away, a function that is otherwise fine fails."""
    roles = aws_client(strict.emulator, "iam")
    functions = aws_client(strict.emulator, "lambda")
    arn = functions.get_function_configuration(FunctionName=strict.functions["ws_rename"])["Role"]
    role = arn.rsplit("/", 1)[-1]
    for policy in roles.list_role_policies(RoleName=role)["PolicyNames"]:
        roles.delete_role_policy(RoleName=role, PolicyName=policy)
    asyncio.run(_rename(strict))
    assert any("ws-rename" in line and "not authorized" in line for line in strict.logged_errors())


async def _rename(stack: Deployment) -> None:
    """Ask for another name, and wait for what the function logs of it."""
    async with recorded_clients(stack.websocket, 1) as (guest,):
        await guest.client.send_text('{"action": "rename", "id": "r", "nickname": "Other Name"}')
        await until(lambda: bool(stack.logged_errors()), "nothing was refused")
        assert "renamed" not in {frame["type"] for frame in guest.frames}
