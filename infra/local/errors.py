"""How a request of the reference client, or its whole conversation, can fail."""

from infra.local.client_state import Frame


class RefusedError(Exception):
    """The server answered with an ``error`` frame."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(f"{frame['code']}: {frame['message']}")
        self.code: str = frame["code"]
        self.is_definite: bool = frame["definite"]


class AnswerMissingError(Exception):
    """A frame got no answer in time."""


class ConversationEndedError(Exception):
    """The client is closed, superseded, or was refused in the handshake; there will be no answer."""
