"""The language of the club, for devices that have chosen none."""

from flask import Flask, current_app, request

from scorekeeper.i18n.web import USUAL_LANGUAGE
from scorekeeper.services.club_settings import usual_language
from scorekeeper.storage import Store
from scorekeeper.storage.trouble import trouble_of
from scorekeeper.web import access


def init_app(app: Flask) -> None:
    """Say where to ask for it; an answer without words never asks."""
    app.extensions[USUAL_LANGUAGE] = _usual


def _usual() -> str:
    if request.endpoint in access.ASKS_NOBODY:
        return ""
    store: Store = current_app.extensions["scorekeeper"]
    club: int = access.who().club or current_app.extensions["scorekeeper.club"]
    try:
        with store.read(club) as tx:
            return usual_language(tx, club)
    except Exception as error:  # what is no trouble of the database's goes on
        if trouble_of(error) is None:
            raise
        return ""  # the page that says what is wrong with the database must not ask it
