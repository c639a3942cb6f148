"""Logins: each device that an organiser logged in on has one, which ends for good when somebody logs out.

The device keeps a secret in its signed cookie, the database only what is made from it. A login is no change in the
club: nothing is noted about it but that it is there.
"""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import Transaction, logins, organisers
from scorekeeper.storage.organisers import OrganiserRow

LOGGED_IN_FOR: Final = timedelta(days=30)
_SECRET_BYTES: Final = 16


def begin(tx: Transaction, found: OrganiserRow, now: datetime) -> str:
    """Log an organiser in; give the secret by which their device is known. What ran out before is forgotten.

    Raises NotFoundError if the account was removed or got another password since it was found.
    """
    if not organisers.hold_unchanged(tx, found.id, found.password):
        raise NotFoundError
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    logins.remove_old(tx, found.id, _stamp(now - LOGGED_IN_FOR))
    logins.add(tx, {"key": _key(secret), "club": found.club, "organiser": found.id, "at": _stamp(now)})
    return secret


def holder(tx: Transaction, secret: str, now: datetime) -> OrganiserRow | None:
    """Find who is logged in with this secret."""
    return logins.holder(tx, _key(secret), _stamp(now - LOGGED_IN_FOR))


def end(tx: Transaction, secret: str) -> None:
    """Log a device out: its cookie, copied or not, lets nobody in any more."""
    logins.remove(tx, _key(secret))


def _key(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
