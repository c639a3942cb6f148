"""The door: before every request, who asks is found out and held against the table of rights."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Final

from flask import Flask, abort, current_app, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.services import links as link_service
from scorekeeper.services.errors import NotFoundError
from scorekeeper.storage import Store, Transaction, links, organisers, places
from scorekeeper.storage.links import LinkRow
from scorekeeper.storage.organisers import OrganiserRow
from scorekeeper.storage.places import Place
from scorekeeper.web.principal import Principal
from scorekeeper.web.rights import RIGHTS, is_allowed

MODE: Final = "SCOREKEEPER_MODE"
_ORGANISER: Final = "organiser"
_LINKS: Final = "links"
_NOBODY: Final = Principal(None)
ASKS_NOBODY: Final = frozenset({"static", "health.page"})
"""Answers that are the same for everybody: neither cookie nor database is asked who it is."""
_MOST_LINKS: Final = 20
"""A device that was let in by more forgets the oldest."""
_FIND: Final[Mapping[str, Callable[[Transaction, int], Place | None]]] = {
    "sitting": places.of_sitting,
    "event": places.of_event,
    "player": places.of_player,
}


class Mode(StrEnum):
    """Who reaches the app: this computer alone, everybody in the room's network, or everybody through a proxy."""

    ALONE = "alone"
    ROOM = "room"
    HOSTED = "hosted"


def init_app(app: Flask) -> None:
    """Watch the door."""
    app.before_request(_let_in)
    app.jinja_env.globals.update(may=may, who=who)


def who() -> Principal:
    """Give who asks."""
    found: Principal | None = g.get("principal")
    return found or _NOBODY


def may(endpoint: str, **values: Any) -> bool:  # noqa: ANN401 as for url_for
    """Say whether who asks may go there: what they may not is not offered to them.

    About another place than the page's own, it is asked with that place's numbers.
    """
    if who().alone:
        return True
    with _store().read() as tx:
        return is_allowed(who(), RIGHTS[endpoint], _place(tx, values or (request.view_args or {})))


def log_in(found: OrganiserRow) -> None:
    """Let an organiser's device in, with a session that nobody else knew before."""
    kept = {name: session[name] for name in (_LINKS,) if name in session}
    session.clear()
    session.update(kept)
    session[_ORGANISER] = [found.id, found.generation]
    session.permanent = True


def log_out() -> None:
    """Forget who asks; the links that let this device in are forgotten with it."""
    session.clear()


def let_in_by(link: LinkRow) -> None:
    """Let a device in by a link."""
    known = [number for number in session.get(_LINKS, []) if number != link.id]
    session[_LINKS] = [*known, link.id][-_MOST_LINKS:]
    session.permanent = True


def _let_in() -> Response | None:
    if current_app.config[MODE] == Mode.ALONE:
        if not _is_this_computer(request.remote_addr):
            abort(HTTPStatus.FORBIDDEN)
        g.principal = Principal(current_app.extensions["scorekeeper.club"], alone=True)
        return None
    if request.endpoint is None:  # no such address: said to everybody alike
        g.principal = _NOBODY
        return None
    right = RIGHTS.get(request.endpoint)
    if right is None:
        raise NotFoundError
    if request.endpoint in ASKS_NOBODY:
        g.principal = _NOBODY
        return None
    with _store().read() as tx:
        g.principal = found = _principal(tx)
        place = _place(tx, request.view_args or {})
    if is_allowed(found, right, place):
        return None
    return _turned_away(found)


def _is_this_computer(address: str | None) -> bool:
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def _principal(tx: Transaction) -> Principal:
    """Find out who asks: the cookie names them, the database says whether that still holds."""
    number, generation = session.get(_ORGANISER, (0, 0))
    organiser = organisers.get(tx, number) if number else None
    if organiser is not None and organiser.generation != generation:
        organiser = None
    ids = session.get(_LINKS, [])
    now = datetime.now(UTC)
    live = tuple(row for row in (links.by_ids(tx, ids) if ids else ()) if link_service.is_live(row, now))
    if organiser is not None:
        return Principal(organiser.club, organiser, tuple(row for row in live if row.club == organiser.club))
    club = _club_of(live, _place(tx, request.view_args or {}))
    return Principal(club, None, tuple(row for row in live if row.club == club))


def _club_of(live: tuple[LinkRow, ...], place: Place | None) -> int | None:
    """Give the club whose links count here: a phone may have been let in by two."""
    if place is not None and any(row.club == place.club for row in live):
        return place.club
    return live[-1].club if live else None


def _place(tx: Transaction, values: Mapping[str, Any]) -> Place | None:
    """Give where an address leads; one that leads nowhere is nobody's. Raises NotFoundError."""
    found = [find(tx, values[name]) for name, find in _FIND.items() if name in values]
    known = [place for place in found if place is not None]
    if len(known) < len(found) or len({place.club for place in known}) > 1:
        raise NotFoundError
    return known[0] if known else None


def _turned_away(found: Principal) -> Response:
    """Whoever was let in finds nothing here; whoever was not is asked in first."""
    if found.is_let_in:
        raise NotFoundError
    if request.method != "GET":
        abort(HTTPStatus.UNAUTHORIZED)
    return redirect(url_for("entrance.page", weiter=request.full_path.rstrip("?")), HTTPStatus.SEE_OTHER)


def _store() -> Store:
    store: Store = current_app.extensions["scorekeeper"]
    return store
