"""A list of people is read in: the file, what is in it, and then all of it at once."""

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.text import N_
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services import player_list, players
from scorekeeper.services.errors import refuse
from scorekeeper.services.player_files import MOST_BYTES, Listed, ListError, read_list, too_large
from scorekeeper.web import store
from scorekeeper.web.forms.player_list import TAKE, acted, choices, loaded
from scorekeeper.web.pages import render
from scorekeeper.web.pages.people import ListFilePage, ListPage

pages = Blueprint("player_list", __name__, url_prefix="/leute/einlesen")
_ROOM: Final = 64 * 1024
"""What a form has beside the file or the list."""


@pages.url_value_preprocessor
def _room_for_a_list(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let this form be larger than others; heard before anything of it is read."""
    if (request.content_length or 0) > MOST_BYTES + _ROOM:
        raise refuse("file", too_large())
    request.max_content_length = request.max_form_memory_size = MOST_BYTES + _ROOM


@pages.get("")
def page() -> str:
    """Ask for the file."""
    return render(ListFilePage())


@pages.post("")
def show() -> Response | str | tuple[str, int]:
    """Show what is in the file, or do what the tapped button says; "take" takes it."""
    if "list" not in request.form:
        file = request.files.get("file")
        if file is None or not file.filename:
            return render(ListFilePage(problem=N_("No file was chosen."))), HTTPStatus.UNPROCESSABLE_ENTITY
        try:
            return _shown(read_list(file.read()), store.one_time_key())
        except ListError as error:
            return render(ListFilePage(problem=error.message)), HTTPStatus.UNPROCESSABLE_ENTITY
    action, key = request.form.get("do", ""), request.form.get("key", "")
    listed = acted(loaded(request.form["list"]), action)
    if action != TAKE:
        return _shown(listed, key)
    try:
        with store.writing() as tx:
            done = player_list.read_in(tx, store.actor(), listed, choices(request.form), key)
    except RefusedError:
        return _shown(listed, store.one_time_key()), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("Read in: {added} new, {known} known already.", added=done.added, known=done.known))
    return redirect(url_for("people.page"), HTTPStatus.SEE_OTHER)


def _shown(listed: Listed, key: str) -> str:
    with store.reading() as tx:
        known = players.known_players(tx, store.club())
    lines = player_list.judged(listed, known, choices(request.form))
    return render(ListPage(key=key, listed=listed, lines=lines))
