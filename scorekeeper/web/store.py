"""The database and the acting device, as views use them."""

import secrets
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from flask import Flask, Response, current_app, g, request

from scorekeeper.services.actor import Actor, kept
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.evenings import first_club
from scorekeeper.services.organisers import names as organiser_names
from scorekeeper.storage import Store, Transaction
from scorekeeper.web import access

COOKIE: Final = "device"
_TEN_YEARS: Final = 10 * 365 * 86400
_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"  # without I, O and Q, which are misread
_MOST_NUMBERS: Final = 99
_NOT_SAID: Final = ("key", "csrf_token")


def init_app(app: Flask, store: Store) -> None:
    """Give the application its database; the club is made at the first start."""
    with store.write() as tx:
        club = first_club(tx)
    app.extensions["scorekeeper"] = store
    app.extensions["scorekeeper.club"] = club
    app.after_request(_remember_device)


@contextmanager
def reading() -> Iterator[Transaction]:
    """Read at one moment."""
    with _store().read(club()) as tx:
        yield tx


@contextmanager
def writing() -> Iterator[Transaction]:
    """Write all or nothing."""
    with _store().write(club()) as tx:
        yield tx


def _store() -> Store:
    store: Store = current_app.extensions["scorekeeper"]
    return store


def address() -> str:
    """Give the database's URL, for a process of its own; there may be a password in it."""
    return _store().url


def club() -> int:
    """Give the club that is acted in. Raises NotFoundError for somebody who was not let into any."""
    number = access.who().club
    if number is None:
        raise NotFoundError
    return number


def actor(acting_for: int | None = None) -> Actor:
    """Say who is writing: the club, and the device by a short name that can be read out at the table ("Gerät K7").

    The club is the one that is acted in, unless somebody only comes in by an invitation of it.
    """
    own, acted_for = access.who().organiser, acting_for or club()
    account = own.id if own and own.club == acted_for else None
    return Actor(acted_for, kept(f"Gerät {_device()}", account), datetime.now(UTC))


def organisers() -> Mapping[int, str]:
    """Give the names of the club's organisers, as far as they are known still; looked up once for an answer."""
    if "organisers" not in g:
        with reading() as tx:
            g.organisers = organiser_names(tx, club())
    known: Mapping[int, str] = g.organisers
    return known


def one_time_key() -> str:
    """Make the key of a form: sent twice it is done once."""
    return uuid.uuid4().hex


def key_of_form() -> str:
    """Give the key of the form that was sent: sent twice it is done once, changed it is another one."""
    key = request.form.get("key", "")
    said = sorted(one for one in request.form.items(multi=True) if one[0] not in _NOT_SAID)
    return f"{key} {sha256(repr(said).encode()).hexdigest()[:16]}" if key else ""


def _device() -> str:
    known = request.cookies.get(COOKIE, "")
    if known[:1] in _LETTERS and known[1:].isdecimal() and known.isascii() and len(known) in {2, 3}:
        return known
    if "device" not in g:
        g.device = f"{secrets.choice(_LETTERS)}{secrets.randbelow(_MOST_NUMBERS) + 1}"
    return str(g.device)


def _remember_device(response: Response) -> Response:
    if "device" in g:
        response.set_cookie(
            COOKIE, g.device, max_age=_TEN_YEARS, path=request.script_root or "/", samesite="Lax", httponly=True,
            secure=request.is_secure,
        )  # fmt: skip
    return response
