"""The registry of errors is closed: every refusal of the game has a code, and only one code is not definite."""

import pytest

from wordle_tournament.core.commands import RefusalCode
from wordle_tournament.protocol.errors import ERRORS, ErrorCode


def test_the_registry_has_an_entry_for_every_code_in_the_same_order() -> None:
    assert list(ErrorCode) == list(ERRORS)


def test_every_refusal_that_is_ever_sent_is_a_registered_code() -> None:
    never_sent = {RefusalCode.LOBBY_CLOSED}

    assert {code.value for code in RefusalCode if code not in never_sent} <= {code.value for code in ErrorCode}
    assert not {code.value for code in never_sent} & {code.value for code in ErrorCode}


def test_only_a_failure_of_ours_may_have_happened_all_the_same() -> None:
    assert [code for code, entry in ERRORS.items() if not entry.is_definite] == [ErrorCode.INTERNAL]


def test_the_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        ERRORS[ErrorCode.RETRY] = ERRORS[ErrorCode.INTERNAL]  # type: ignore[index]


@pytest.mark.parametrize("code", ErrorCode)
def test_a_text_is_a_sentence_of_its_own(code: ErrorCode) -> None:
    message = ERRORS[code].message

    assert message[0].isupper()
    assert message.endswith(".")
    assert [message] == [entry.message for entry in ERRORS.values() if entry.message == message]
