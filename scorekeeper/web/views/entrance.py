"""The entrance: where an organiser logs in, and out again."""

from http import HTTPStatus

from flask import Blueprint, current_app, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.domain.text import N_, Message
from scorekeeper.services import organisers
from scorekeeper.web import access
from scorekeeper.web.local import local_address
from scorekeeper.web.pages import render
from scorekeeper.web.pages.entrance import EntrancePage

pages = Blueprint("entrance", __name__)


@pages.get("/anmelden")
def page() -> str:
    """Ask who it is."""
    return render(EntrancePage(onward=local_address(request.args.get("weiter", ""))))


@pages.post("/anmelden")
def log_in() -> Response:
    """Let an organiser in."""
    onward, name = local_address(request.form.get("weiter", "")), request.form.get("name", "")
    with current_app.extensions["scorekeeper"].read() as tx:
        found = organisers.find(tx, name)
    if not organisers.is_right(request.form.get("password", ""), found) or found is None:
        wrong: Message = N_("Name or password is wrong.")
        return make_response(render(EntrancePage(onward=onward, name=name, problem=wrong)), HTTPStatus.UNAUTHORIZED)
    access.log_in(found)
    return redirect(onward, HTTPStatus.SEE_OTHER)


@pages.post("/abmelden")
def log_out() -> Response:
    """Let this device forget who used it."""
    access.log_out()
    return redirect(url_for("entrance.page"), HTTPStatus.SEE_OTHER)
