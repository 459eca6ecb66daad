"""What a function is told by its environment, read lazily and once (never at import).

Standard library only: the CDK app imports the names from here to set them.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache


def _variable(name: str) -> str:
    return field(metadata={"variable": name})  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Settings:
    """The environment of a function; every field names its variable."""

    stage: str = _variable("STAGE")
    table: str = _variable("TABLE_NAME")
    rules: str = _variable("RULES")  # the rule profile of new tournaments: standard | fast
    management_endpoint: str = _variable("MANAGEMENT_ENDPOINT")  # of @connections
    round_machine: str = _variable("ROUND_MACHINE_ARN")
    token_keys: str = _variable("TOKEN_KEYS_SECRET")  # Secrets Manager id of the signing keys
    wordlists: str = _variable("WORDLISTS_DIR")
    page: str = _variable("PAGE_URL")  # where invite links lead to
    dead_letters: str = _variable("DEAD_LETTER_QUEUE_URL")  # of stream records that could not be handled

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Settings":
        """Read the settings; a variable this function was not given reads as empty text.

        Each function is given only what it needs (least privilege), so emptiness shows at first use, not here.
        """
        return cls(**{f.name: environment.get(f.metadata["variable"], "") for f in fields(cls)})


VARIABLES: Mapping[str, str] = {f.name: f.metadata["variable"] for f in fields(Settings)}


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process."""
    return Settings.of(os.environ)
