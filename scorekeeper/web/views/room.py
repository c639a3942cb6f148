"""The app in the room: open it to the phones in the network, show how they come in, close it again."""

from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, current_app, jsonify, make_response, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_
from scorekeeper.mode import MODE, Mode, door
from scorekeeper.own_address import is_loopback, own_address
from scorekeeper.services import organisers
from scorekeeper.services.errors import NotFoundError, refuse
from scorekeeper.services.reading import events
from scorekeeper.storage.organisers import OrganiserRow
from scorekeeper.web import access
from scorekeeper.web.pages import render
from scorekeeper.web.pages.room import OpenPage, RoomPage, SwitchPage
from scorekeeper.web.store import actor, club, reading, writing

pages = Blueprint("room", __name__)


@pages.get("/raum")
def page() -> str:
    """Show how everybody comes in, or offer to let them in; whoever comes from opening in vain is told so."""
    if _mode() is Mode.ALONE:
        in_vain = "nach" in request.args and not _moves()
        return render(RoomPage(asks=_organiser() is None, can_open=door() is not None, in_vain=in_vain))
    can_close = _mode() is Mode.ROOM and door() is not None
    return render(OpenPage(address=_address(), can_close=can_close, evening=_newest_open_evening()))


@pages.post("/raum/oeffnen")
def open_up() -> Response:
    """Let the phones in. Whoever opens is logged in from then on, as the first organiser."""
    file, found = _door(Mode.ALONE), _organiser()
    if found is None:
        name = request.form.get("name", "")
        try:
            found = _first_organiser(name, request.form.get("password", ""), request.form.get("again", ""))
        except RefusedError as error:
            problems = {refusal.field: refusal.message for refusal in error.refusals}
            return make_response(
                render(RoomPage(asks=True, can_open=True, name=name, problems=problems)),
                HTTPStatus.UNPROCESSABLE_ENTITY,
            )
    with writing() as tx:
        access.log_in(tx, found)
    file.touch()
    return make_response(
        render(SwitchPage(awaits=Mode.ROOM, address=_address(), then=url_for(".page", nach="oeffnen")))
    )


@pages.post("/raum/schliessen")
def close() -> Response:
    """Let in nobody but this computer."""
    _door(Mode.ROOM).unlink(missing_ok=True)
    here = f"http://127.0.0.1{_port()}/"
    return make_response(render(SwitchPage(awaits=Mode.ALONE, address=here, then=url_for(".page"))))


@pages.get("/raum/stand")
def state() -> Response:
    """Say whether the server is about to move; a page that waits for it asks, and goes on when it did or could not."""
    return jsonify(moves=_moves())


def _moves() -> bool:
    """Whether the door is no longer as it was when the server started. One that cannot move puts it back."""
    file = door()
    return file is not None and file.exists() is not (_mode() is Mode.ROOM)


def _mode() -> Mode:
    return Mode(current_app.config[MODE])


def _door(expected: Mode) -> Path:
    """Give the file that opens the app. Raises NotFoundError where there is nothing to open or to close."""
    file = door()
    if file is None or _mode() is not expected:
        raise NotFoundError
    return file


def _organiser() -> OrganiserRow | None:
    """Give who runs the installation, else the club's first organiser, if there is any."""
    with reading() as tx:
        known = organisers.all_of(tx, club())
    return next((one for one in known if one.operator), next(iter(known), None))


def _newest_open_evening() -> int | None:
    """Give the evening whose codes are wanted on the tables; an example's never are."""
    with reading() as tx:
        heads = [row.head for row in events(tx, club())]
    return next((head.id for head in heads if not head.closed and not head.demo), None)


def _first_organiser(name: str, password: str, again: str) -> OrganiserRow:
    """Make the account of whoever opens. Raises RefusedError."""
    if password != again:
        raise refuse("again", N_("is not the same"))
    hashed = organisers.hashed(password, name)
    with writing() as tx:
        return organisers.add_organiser(tx, actor(), name, hashed)


def _address() -> str:
    """Give the address for the phones: the one that was asked for, unless it means another computer on every device."""
    host = urlsplit(request.host_url).hostname or ""
    return f"http://{own_address()}{_port()}/" if is_loopback(host) else request.host_url


def _port() -> str:
    port = urlsplit(request.host_url).port
    return f":{port}" if port else ""
