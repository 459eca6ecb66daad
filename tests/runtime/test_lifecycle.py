"""The wrappers around a connection."""

from tests.support.ports import FakePorts
from wordle_tournament.app.ports import Ports
from wordle_tournament.runtime.lifecycle import disconnecting


def test_the_end_of_a_handshake_that_was_refused_changes_nothing_and_raises_nothing() -> None:
    def unused() -> Ports:
        raise AssertionError("nothing is to be read")

    context = {"routeKey": "$disconnect", "eventType": "DISCONNECT", "connectionId": "c", "requestTimeEpoch": 1}

    assert disconnecting(unused)({"requestContext": context}, None) == {"statusCode": 200}
    assert disconnecting(unused)({"requestContext": context | {"authorizer": {}}}, None) == {"statusCode": 200}


def test_the_end_of_a_connection_is_its_player_s() -> None:
    fakes = FakePorts()
    fakes.players.connect("p1", "c", "Name", 1)
    context = {"routeKey": "$disconnect", "eventType": "DISCONNECT", "connectionId": "c", "requestTimeEpoch": 2}

    disconnecting(fakes.ports)({"requestContext": context | {"authorizer": {"player": "p1"}}}, None)

    assert fakes.stored.players["p1"].connection is None
