"""The door: before every request, who asks is found out and held against the table of rights."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, g, make_response, redirect, request, session, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import ScorekeeperError
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n.web import say
from scorekeeper.mode import MODE, Mode
from scorekeeper.services import links as link_service
from scorekeeper.services import logins
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.tournament import ceremony
from scorekeeper.storage import Store, Transaction, links, places
from scorekeeper.storage.links import LinkRow
from scorekeeper.storage.organisers import OrganiserRow
from scorekeeper.storage.places import Place
from scorekeeper.web import limits
from scorekeeper.web.local import local_address
from scorekeeper.web.principal import Principal
from scorekeeper.web.rights import RIGHTS, Right, is_allowed, is_kept_back

_LOGIN: Final = "login"
_LINKS: Final = "links"
_NOBODY: Final = Principal(None)
ASKS_NOBODY: Final = frozenset({"static", "health.page"})
"""Answers that are the same for everybody: neither cookie nor database is asked who it is."""
_VIEWERS: Final = frozenset({link_service.Kind.VIEWER})
_MOST_LINKS: Final = 20
"""A device that was let in by more forgets the oldest."""
_WRITES: Final = frozenset({Right.KEEP_SCORE, Right.ORGANISE, Right.OPERATE})
_FIND: Final[Mapping[str, Callable[[Transaction, int], Place | None]]] = {
    "sitting": places.of_sitting,
    "event": places.of_event,
    "player": places.of_player,
}


NO_MORE: Final = N_("This link holds no more. Whoever organises has the new one.")


class NotLetInError(ScorekeeperError):
    """Something was sent by somebody who has to come in first, or once more."""

    def __init__(self) -> None:
        super().__init__(N_("It takes a code from the table or a name and password."))


class KeptBackError(ScorekeeperError):
    """A viewer asked for results of the round that waits for the ceremony, or for what is computed from them."""

    def __init__(self) -> None:
        super().__init__(N_("The last round stays secret until the ceremony. The list shows how it stood before."))


def init_app(app: Flask) -> None:
    """Watch the door. Where others come in, a device is known for a month; hosted, its cookie goes by HTTPS only."""
    if app.config[MODE] != Mode.ALONE:
        app.config["PERMANENT_SESSION_LIFETIME"] = logins.LOGGED_IN_FOR
        app.config["SESSION_COOKIE_SECURE"] = app.config[MODE] == Mode.HOSTED
        limits.init_app(app)
    app.before_request(_let_in)
    app.jinja_env.globals.update(may=may, who=who, asking=who)  # some pages call a part of theirs "who"


def who() -> Principal:
    """Give who asks."""
    found: Principal | None = g.get("principal")
    return found or (_alone() if current_app.config[MODE] == Mode.ALONE else _NOBODY)


def _alone() -> Principal:
    return Principal(current_app.extensions["scorekeeper.club"], alone=True)


def may(endpoint: str, **values: Any) -> bool:  # noqa: ANN401 as for url_for
    """Say whether who asks may go there: what they may not is not offered to them.

    About another place than the page's own, it is asked with that place's numbers.
    """
    asking = who()
    if asking.alone:
        return True
    if not values:
        return is_allowed(asking, RIGHTS[endpoint], g.get("place"))
    known: dict[tuple[tuple[str, Any], ...], Place | None] = g.setdefault("places", {})
    asked = tuple(sorted(values.items()))
    if asked not in known:
        with _store().read() as tx:
            known[asked] = _as_seen(tx, asking, _place(tx, values), values)
    return is_allowed(asking, RIGHTS[endpoint], known[asked])


def may_go(address: str, method: str) -> bool:
    """Say whether who asks may go to an address of this application."""
    path = urlsplit(address).path.removeprefix(request.script_root)
    adapter = current_app.create_url_adapter(request)
    try:
        endpoint, values = adapter.match(path, method=method) if adapter else ("", {})
        return endpoint in RIGHTS and may(endpoint, **values)
    except (HTTPException, NotFoundError):
        return False


def log_in(tx: Transaction, found: OrganiserRow) -> None:
    """Let an organiser's device in, with a session that nobody else knew before. Raises NotFoundError."""
    kept = {name: session[name] for name in (_LINKS,) if name in session}
    logins.end(tx, _login())
    begun = logins.begin(tx, found, datetime.now(UTC))
    session.clear()
    session.update(kept)
    session[_LOGIN] = begun
    session.permanent = True
    g.principal = Principal(found.club, found)


def log_out() -> None:
    """End the login, wherever its cookie was copied to; the links that let this device in are forgotten with it."""
    if _LOGIN in session:
        with _store().write() as tx:
            logins.end(tx, _login())
    session.clear()
    g.principal = _NOBODY


def let_in_by(link: LinkRow) -> None:
    """Let a device in by a link, and give its forms a token that nobody else knew before."""
    known = [held for held in _held() if held[0] != link.id]
    session[_LINKS] = [*known, (link.id, link.nonce)][-_MOST_LINKS:]
    session.pop("csrf_token", None)
    session.permanent = True
    if not who().is_organiser:
        g.principal = Principal(link.club, None, (link,))


def live_links() -> tuple[LinkRow, ...]:
    """Give the links that let this device in, of whichever clubs, the oldest first."""
    with _store().read() as tx:
        return _live_links(tx)


def why_out() -> Message | None:
    """Say why the links that let this device in do so no more; None where it had none, or one still does."""
    held = _held()
    if not held or who().is_let_in:
        return None
    with _store().read() as tx:
        rows = {(row.id, row.nonce): row for row in links.by_ids(tx, [number for number, _nonce in held])}
        rest = next((rows[one] for one in held if one in rows and link_service.rests(rows[one])), None)
        return link_service.over(tx, rest).message if rest else NO_MORE


def _let_in() -> Response | None:
    if current_app.config[MODE] == Mode.ALONE:
        if not _is_this_computer(request.remote_addr):
            abort(HTTPStatus.FORBIDDEN)
        g.principal = _alone()
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
        try:
            g.place = _place(tx, request.view_args or {})
        except NotFoundError:
            g.place, exists = None, False
        else:
            exists = True
        live = _live_links(tx)
        g.principal = found = _principal(tx, live, g.place)
        place = g.place = _as_seen(tx, found, g.place, request.view_args or {})
    if not exists or not is_allowed(found, right, place):
        g.place = None  # the page that says so is the same wherever it was
        return _turned_away(found, live, kept_back=is_kept_back(found, right, place))
    if request.method == "POST" and right in _WRITES:
        limits.write(found, g.place)
    return None


@lru_cache(256)
def _is_this_computer(address: str | None) -> bool:
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def _live_links(tx: Transaction) -> tuple[LinkRow, ...]:
    held = _held()
    now = datetime.now(UTC)
    found = links.by_ids(tx, [number for number, _nonce in held]) if held else ()
    rows = {(row.id, row.nonce): row for row in found if link_service.is_live(row, now)}
    return tuple(rows[one] for one in held if one in rows)


def _held() -> list[tuple[int, str]]:
    """Give the links in the cookie by number and nonce: after a restore a number may come back, a nonce never does."""
    return [(number, nonce) for number, nonce in session.get(_LINKS, [])]


def _principal(tx: Transaction, live: tuple[LinkRow, ...], place: Place | None) -> Principal:
    """Find out who asks: the cookie names them, the database says whether that still holds."""
    organiser = _organiser(tx)
    if organiser is not None:
        return Principal(organiser.club, organiser, tuple(row for row in live if row.club == organiser.club))
    club = _club_of(live, place)
    return Principal(club, None, tuple(row for row in live if row.club == club))


def _organiser(tx: Transaction) -> OrganiserRow | None:
    """Find who logged in here; another password since, or a month, and they have to do it again."""
    return logins.holder(tx, _login(), datetime.now(UTC)) if _LOGIN in session else None


def _login() -> str:
    secret: str = session.get(_LOGIN, "")
    return secret


def _club_of(live: tuple[LinkRow, ...], place: Place | None) -> int | None:
    """Give the club whose links count here: a phone may have been let in by two, the newer one last."""
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


def _as_seen(tx: Transaction, asking: Principal, place: Place | None, values: Mapping[str, Any]) -> Place | None:
    """Say what of a place is kept from whoever asks until the ceremony; tables' links never see more than their own."""
    if place is None or place.event is None or asking.is_organiser or not asking.holds(_VIEWERS, place):
        return place
    waiting = ceremony.kept_back(tx, place.event)
    return place._replace(holds_back=bool(waiting), waits=values.get("sitting") in waiting)


def _turned_away(found: Principal, live: tuple[LinkRow, ...], *, kept_back: bool) -> Response:
    """Whoever was let in finds nothing here; whoever was not, or is no more what they were, is asked in first."""
    if kept_back:
        raise KeptBackError
    was_more = _LOGIN in session or len(live) < len(_held())
    if found.is_organiser or (found.is_let_in and not was_more):
        raise NotFoundError
    if request.method not in {"GET", "HEAD"}:
        raise NotLetInError
    if "HX-Request" in request.headers:  # a part of a page: the whole page is led to the entrance
        why = why_out()
        response = make_response(say(why) if why else "", HTTPStatus.UNAUTHORIZED)
        response.mimetype = "text/plain"
        page = local_address(request.headers.get("HX-Current-URL", ""))
        response.headers["HX-Redirect"] = url_for("entrance.page", weiter=page)
        return response
    here = request.script_root + request.full_path.rstrip("?")
    return redirect(url_for("entrance.page", weiter=here), HTTPStatus.SEE_OTHER)


def _store() -> Store:
    store: Store = current_app.extensions["scorekeeper"]
    return store
