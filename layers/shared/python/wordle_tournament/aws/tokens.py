"""The signed tokens by which guests are known again: HS256 with a key id, 180 days (D17, R10).

Keys are a secret, ``{"current": "k1", "k1": "..."}``. To rotate: add ``k2`` and name it ``current``; when the last
token of ``k1`` has expired, remove it. Every process reads the keys anew after some minutes, or when it meets a key id
it does not know, so a rotation needs no deployment. Time comes in as ``at``: nothing here reads a clock.
"""

import json
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from wordle_tournament.app.ports import InvalidToken
from wordle_tournament.aws import clients
from wordle_tournament.core.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from types_boto3_secretsmanager import SecretsManagerClient

LIFETIME = 180 * 24 * 60 * 60  # seconds
FRESH_MS = 5 * 60_000  # how long keys are used as read
SOON_MS = 10_000  # not read again sooner, whatever key ids strangers make up
LONGEST = 1_024  # characters; ours have some 200
_ALGORITHM = "HS256"
_CURRENT = "current"  # names the key that signs; it is no key id itself


@dataclass(frozen=True, slots=True)
class _Keys:
    current: str
    keys: Mapping[str, str]
    read_at: int


class GuestTokens:
    """The ``Tokens`` port; ``secret`` is the Secrets Manager id of the keys."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._known: _Keys | None = None
        self._reading = threading.Lock()

    def issue(self, player: str, at: int) -> str:
        """A token for the player, signed by the current key."""
        import jwt  # noqa: PLC0415 - only two functions need it; the others must not pay for it

        known = self._keys(at, FRESH_MS)
        claims = {"sub": player, "iat": at // 1000, "exp": at // 1000 + LIFETIME}
        return jwt.encode(claims, known.keys[known.current], _ALGORITHM, headers={"kid": known.current})

    def verify(self, token: str, at: int) -> str:
        """The player whose token this is; raise ``InvalidToken`` for everything else, whatever it is."""
        import jwt  # noqa: PLC0415 - see issue

        if not isinstance(token, str) or len(token) > LONGEST:
            raise InvalidToken
        try:
            kid = jwt.get_unverified_header(token).get("kid")
            claims = jwt.decode(
                token,
                self._key(kid, at),
                [_ALGORITHM],  # never what the token itself asks for
                options={"require": ["sub", "iat", "exp"], "verify_exp": False, "verify_iat": False},
            )
        except (jwt.InvalidTokenError, UnicodeError, RecursionError):
            raise InvalidToken from None
        return _player(claims, at)

    def _key(self, kid: object, at: int) -> str:
        for freshness in (FRESH_MS, SOON_MS):
            keys = self._keys(at, freshness).keys
            if isinstance(kid, str) and kid in keys:
                return keys[kid]
        raise InvalidToken

    def _keys(self, at: int, freshness: int) -> _Keys:
        """The keys as read within ``freshness`` ms of ``at``; moments of several callers may come in any order."""
        with self._reading:
            if self._known is None or abs(at - self._known.read_at) > freshness:
                self._known = self._read(at)
            return self._known

    def _read(self, at: int) -> _Keys:
        client = cast("SecretsManagerClient", clients.client("secretsmanager"))
        document = json.loads(client.get_secret_value(SecretId=self._secret)["SecretString"])
        current = document.pop(_CURRENT)
        if current not in document:
            raise KeyError(f"the current signing key {current!r} is not among the keys")
        return _Keys(current, document, at)


def _player(claims: Mapping[str, Any], at: int) -> str:
    player, expires = claims["sub"], claims["exp"]
    if not isinstance(expires, int) or expires * 1000 <= at or not player:
        raise InvalidToken
    return cast("str", player)
