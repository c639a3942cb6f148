"""Data protection: what is kept in plain words, and for one person everything handed out or erased."""

import json
from http import HTTPStatus

from flask import Blueprint, Response, current_app, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.domain.errors import RefusedError
from scorekeeper.i18n.web import gettext as _
from scorekeeper.mode import MODE, Mode
from scorekeeper.services import people, privacy
from scorekeeper.services.privacy_export import everything_about
from scorekeeper.web import store
from scorekeeper.web.log_files import KEPT_DAYS
from scorekeeper.web.pages import render
from scorekeeper.web.pages.privacy import ErasePage, PrivacyPage

pages = Blueprint("privacy", __name__)
SURE = "sure"


@pages.get("/datenschutz")
def page() -> str:
    """Say in plain words what is kept."""
    return render(PrivacyPage(mode=Mode(current_app.config[MODE]), log_days=KEPT_DAYS))


@pages.get("/leute/<int:player>/daten.json")
def hand_out(player: int) -> Response:
    """Hand out everything that is kept about somebody."""
    with store.reading() as tx:
        data = everything_about(tx, store.actor(), player)
    answer = Response(json.dumps(data, ensure_ascii=False, indent=2) + "\n", mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="daten-{player}.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/leute/<int:player>/daten")
def ask(player: int) -> AnyResponse | str:
    """Say what erasing would do, and what it cannot reach."""
    with store.reading() as tx:
        person = people.person_at(tx, store.actor(), player)
    if person.known.id != player:
        return redirect(url_for(".ask", player=person.known.id))
    return _asked(player)


def _asked(player: int) -> str:
    with store.reading() as tx:
        return render(
            ErasePage(
                person=people.person_at(tx, store.actor(), player),
                mentions=privacy.mentions(tx, store.actor(), player),
                refused=privacy.why_not_yet(tx, store.actor(), player),
            )
        )


@pages.post("/leute/<int:player>/daten")
def erase(player: int) -> AnyResponse | tuple[str, int]:
    """Erase somebody's data, once it was said that this is meant."""
    if request.form.get(SURE) != "1":
        flash(_("Nothing was erased: the tick is missing."), "undone")
        return _asked(player), HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        with store.writing() as tx:
            privacy.erase_person(tx, store.actor(), player)
    except RefusedError:
        return _asked(player), HTTPStatus.UNPROCESSABLE_ENTITY
    flash(_("The data are erased. Results and sums stay."))
    return redirect(url_for("people.person", player=player), HTTPStatus.SEE_OTHER)
