"""How often something may be tried: passwords, codes and links that are wrong, and writes. ARCHITECTURE reckons why so.

The person alone at this computer is not counted at all.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Flask, current_app, request

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n.dates import clock
from scorekeeper.services.evenings import VIENNA
from scorekeeper.services.texts import one_line
from scorekeeper.storage.places import Place
from scorekeeper.web.principal import Principal

if TYPE_CHECKING:
    from scorekeeper.web.counters import Windows

FILE: Final = "limits.sqlite3"
_EXTENSION: Final = "scorekeeper.limits"
_HALF_NETWORK: Final = 64
"""Who has one IPv6 address has all of its network's."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times in so many seconds, counted by the `limits` library."""

    name: str
    most: int
    seconds: int


LOGINS_OF_NAME: Final = Limit("login-name", 10, 15 * 60)
LOGINS_OF_ADDRESS: Final = Limit("login-address", 40, 15 * 60)
CODES_OF_ADDRESS: Final = Limit("code-address", 20, 15 * 60)
CODES_OF_ALL: Final = Limit("code-all", 600, 60 * 60)
SHEETS_OF_ADDRESS: Final = Limit("sheet-address", 60, 60)
LINKS_OF_ADDRESS: Final = Limit("link-address", 60, 15 * 60)
WRITES_OF_DEVICE: Final = Limit("write-device", 240, 60)
WRITES_OF_TABLE: Final = Limit("write-table", 720, 60)
WRITES_OF_ORGANISER: Final = Limit("write-organiser", 600, 60)


class TooManyError(ScorekeeperError):
    """Tried too often; `until` says when it goes on."""

    def __init__(self, message: Message, until: datetime) -> None:
        super().__init__(message)
        self.until = until

    @property
    def seconds(self) -> int:
        """How long to wait."""
        return max(1, int((self.until - datetime.now(UTC)).total_seconds()) + 1)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try that counts as a failure until it is said to have gone well, so that many at once are no way around."""

    counted: Sequence[tuple[Limit, str]]

    def went_well(self) -> None:
        """Take it back, and forget how often this name was mistyped here before."""
        windows = _windows()
        for limit, who in self.counted:
            if limit is LOGINS_OF_NAME:
                windows.forget(limit, who)
            else:
                windows.take_back(limit, who)


def init_app(app: Flask) -> None:
    """Count in a file in the instance folder."""
    from scorekeeper.web.counters import Windows  # noqa: PLC0415 a fifth of a second that nobody alone waits for

    app.extensions[_EXTENSION] = Windows(Path(app.instance_path) / FILE)


def login(name: str) -> Attempt:
    """Try a password; it makes no difference whether there is such a name. Raises TooManyError."""
    tidy = one_line(name).casefold()
    return _attempt((LOGINS_OF_NAME, f"{tidy} {network()}"), (LOGINS_OF_ADDRESS, network()))


def code() -> Attempt:
    """Try a short code. Raises TooManyError."""
    return _attempt((CODES_OF_ADDRESS, network()), (CODES_OF_ALL, ""))


def wrong_link() -> None:
    """Count a link that let nobody in; one that does is never refused, as it cannot be guessed. Raises TooManyError."""
    _attempt((LINKS_OF_ADDRESS, network()))


def sheet() -> None:
    """Count a sheet that somebody asks for who came in by a link. Raises TooManyError."""
    _attempt((SHEETS_OF_ADDRESS, network()))


def write(who: Principal, place: Place | None) -> None:
    """Count something that is written: by the account, else by the table, whichever links somebody holds besides.

    Phones behind one address count together at one table only, so no hall is too large. Raises TooManyError.
    """
    if who.organiser is not None:
        _attempt((WRITES_OF_ORGANISER, str(who.organiser.id)))
        return
    table = f"{place.event} {place.table_number}" if place is not None else ""
    _attempt((WRITES_OF_DEVICE, f"{table} {network()}"), (WRITES_OF_TABLE, table))


def _attempt(*counted: tuple[Limit, str]) -> Attempt:
    """Count a try everywhere, up to where it is one too many: who is locked out locks nobody else out."""
    attempt = Attempt(tuple((limit, _unreadable(who)) for limit, who in counted))
    for limit, who in attempt.counted:
        until = _windows().count(limit, who)
        if until is not None:
            raise _too_many(limit, datetime.fromtimestamp(until, UTC))
    return attempt


def _too_many(limit: Limit, until: datetime) -> TooManyError:
    # clocks show no seconds: the full minute after
    local = (until + timedelta(seconds=59)).astimezone(VIENNA)
    time = clock(local)
    if limit in {LOGINS_OF_NAME, LOGINS_OF_ADDRESS}:
        return TooManyError(N_("Too many wrong tries. It goes on at {time}.", time=time), until)
    if limit in {CODES_OF_ADDRESS, CODES_OF_ALL}:
        return TooManyError(
            N_("Too many wrong codes. It goes on at {time}; the QR code lets in all the same.", time=time), until
        )
    if limit is SHEETS_OF_ADDRESS:
        return TooManyError(N_("Too many sheets from here at once. It goes on at {time}.", time=time), until)
    if limit is LINKS_OF_ADDRESS:
        return TooManyError(N_("Too many links that hold no more. It goes on at {time}.", time=time), until)
    return TooManyError(
        N_("Too much at once from here. It goes on at {time}; all that was typed is kept here.", time=time), until
    )


def network() -> str:
    """Give from where it is tried."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, _HALF_NETWORK), strict=False))
    return str(address)


def _unreadable(who: str) -> str:
    """The file says neither who tried nor from where."""
    return hmac.new(current_app.config["SECRET_KEY"].encode(), who.encode(), hashlib.sha256).hexdigest()[:32]


def _windows() -> "Windows":
    windows: Windows = current_app.extensions[_EXTENSION]
    return windows
