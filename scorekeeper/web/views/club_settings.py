"""What a club chooses once: name and picture, language and currency, and how its evenings usually begin."""

import base64
import hashlib
from contextlib import closing
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, current_app, flash, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.errors import RefusedError
from scorekeeper.domain.games import GAMES
from scorekeeper.domain.text import N_, Message
from scorekeeper.i18n.web import gettext as _
from scorekeeper.services import club_settings, pictures
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web import store
from scorekeeper.web.forms.club_settings import Draft, draft_of, read_draft
from scorekeeper.web.pages import render
from scorekeeper.web.pages.club_settings import SettingsPage

pages = Blueprint("club_settings", __name__, url_prefix="/einstellungen")
_ROOM: Final = 64 * 1024
"""What a form has beside the file."""


@pages.url_value_preprocessor
def _room_for_a_picture(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let the form with the picture be larger than others; heard before anything of it is read."""
    if endpoint == f"{pages.name}.{change_picture.__name__}":
        if (request.content_length or 0) > pictures.MOST_BYTES + _ROOM:
            raise pictures.too_large()
        request.max_content_length = request.max_form_memory_size = pictures.MOST_BYTES + _ROOM


@pages.get("")
def page() -> str:
    """Show what was chosen."""
    return _page()


@pages.post("")
def save() -> Response | tuple[str, int]:
    """Keep what is chosen now."""
    draft = read_draft(request.form)
    if not draft.problems:
        try:
            with store.writing() as tx:
                club_settings.change_settings(tx, store.actor(), draft.settings)
        except RefusedError as error:
            draft = Draft(draft.settings, draft.stake, {each.field: each.message for each in error.refusals})
    if draft.problems:
        return _page(draft), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("The settings are kept."))
    return redirect(url_for(".page"), HTTPStatus.SEE_OTHER)


@pages.post("/bild")
def change_picture() -> Response | tuple[str, int]:
    """Take another picture for the sheets."""
    file = request.files.get("picture")
    if file is None or not file.filename:
        return _page(problem=N_("No file was chosen.")), HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        with closing(file):
            png = pictures.as_png(file.read(pictures.MOST_BYTES + 1))
    except RefusedError as error:
        return _page(problem=error.message), HTTPStatus.UNPROCESSABLE_ENTITY
    return _pictured(png, _("From now on the picture stands on the sheets."))


@pages.post("/bild/entfernen")
def remove_picture() -> Response:
    """Print the sheets without a picture again."""
    return _pictured(None, _("The picture is removed."))


def _pictured(png: bytes | None, said: str) -> Response:
    with store.writing() as tx:
        club_settings.change_picture(tx, store.actor(), png)
    flash(said)
    return redirect(f"{url_for('.page')}#bild", HTTPStatus.SEE_OTHER)


@pages.get("/bild.png")
def picture() -> Response:
    """Show the club's picture, on a page or a sheet."""
    with store.reading() as tx:
        kept = club_settings.letterhead(tx, store.club()).picture
    if not kept:
        raise NotFoundError
    response = make_response(base64.b64decode(kept))
    response.mimetype = "image/png"
    response.set_etag(_word_for(kept))
    return response.make_conditional(request)


def _word_for(picture: str) -> str:
    return hashlib.sha256(picture.encode()).hexdigest()[:12] if picture else ""


def _page(draft: Draft | None = None, problem: Message | None = None) -> str:
    with store.reading() as tx:
        chosen = club_settings.settings_of(tx, store.club())
        kept = club_settings.letterhead(tx, store.club()).picture
    page = SettingsPage(
        draft=draft or draft_of(chosen),
        games=tuple(GAMES.values()),
        picture=_word_for(kept),
        picture_problem=problem,
        privacy=url_for("privacy.page") if "privacy.page" in current_app.view_functions else "",
    )
    return render(page)
