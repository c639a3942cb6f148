"""The language of the club, for devices that have chosen none."""

from flask import Flask, current_app, g, request

from scorekeeper.i18n.web import COOKIE, USUAL_LANGUAGE
from scorekeeper.services.club_settings import usual_language
from scorekeeper.storage import Store
from scorekeeper.web import access


def init_app(app: Flask) -> None:
    """Ask for it before every page, once it is known who asks."""
    app.before_request(_ask)


def _ask() -> None:
    if request.endpoint in access.ASKS_NOBODY or COOKIE in request.cookies or "lang" in request.args:
        return
    store: Store = current_app.extensions["scorekeeper"]
    club: int = access.who().club or current_app.extensions["scorekeeper.club"]
    with store.read(club) as tx:
        setattr(g, USUAL_LANGUAGE, usual_language(tx, club))
