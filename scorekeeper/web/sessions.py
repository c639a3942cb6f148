"""Signed session cookies, whose signature is reckoned once per process: a phone sends the same cookie all evening."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

MOST_COOKIES: Final = 4096
"""So many are remembered: more phones than fit into a hall."""


class _Checked(NamedTuple):
    """A cookie with a true signature; what it says is remembered where nobody who gets a copy can change it."""

    payload: bytes
    at: float
    flat: dict[str, Any] | None


class _CheckedOnce(URLSafeTimedSerializer):
    """Remembers which cookies bore a true signature; their age is looked at every time."""

    def __init__(self, like: URLSafeTimedSerializer) -> None:
        super().__init__(
            like.secret_keys, salt=like.salt, serializer=like.serializer, signer_kwargs=like.signer_kwargs
        )  # fmt: skip
        self._checked: Callable[[str], _Checked] = lru_cache(MOST_COOKIES)(self._check)

    def _check(self, signed: str) -> _Checked:
        signer = TimestampSigner(self.secret_keys, salt=self.salt, **self.signer_kwargs)
        payload, at = signer.unsign(signed, return_timestamp=True)
        content = self.load_payload(payload)
        flat = isinstance(content, dict) and all(isinstance(value, str | int) for value in content.values())
        return _Checked(payload, at.timestamp(), content if flat else None)

    def loads(self, s: str, max_age: int | None = None, **how: Any) -> Any:  # type: ignore[override]  # noqa: ANN401 as itsdangerous has it; only a session's one call is quickened
        """Read a session. Raises BadSignature."""
        checked = self._checked(s)
        if how or (max_age is not None and time.time() - checked.at > max_age):
            return super().loads(s, max_age, **how)
        return self.load_payload(checked.payload) if checked.flat is None else dict(checked.flat)


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions, with one serializer for the life of the application."""

    def __init__(self, app: Flask) -> None:
        plain = super().get_signing_serializer(app)
        self._serializer = _CheckedOnce(plain) if plain is not None else None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:  # noqa: ARG002 Flask's signature
        """Give the serializer."""
        return self._serializer
