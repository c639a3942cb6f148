"""Pages that a browser keeps and asks for again: sent anew only if something changed."""

import hashlib
from http import HTTPStatus

from flask import make_response, request, session
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from scorekeeper import __version__
from scorekeeper.i18n.web import current_language
from scorekeeper.web import access
from scorekeeper.web.settings import theme


def tag_of(*state: object) -> str:
    """Name this state of the page as this device sees it."""
    generate_csrf()  # so that the session has its token: a page kept from another session would bear a wrong one
    seen = (
        *state, current_language(), theme(), __version__, session.get("csrf_token"), request.query_string,
        access.who().rights,
    )  # fmt: skip
    return hashlib.blake2b(repr(seen).encode(), digest_size=12).hexdigest()


def unchanged(tag: str) -> Response | None:
    """Answer that the browser's copy holds, if it does and nothing is to be said only once."""
    if tag not in request.if_none_match or session.get("_flashes"):
        return None
    return tagged(make_response("", HTTPStatus.NOT_MODIFIED), tag)


def tagged(response: Response, tag: str) -> Response:
    """Let the browser keep the page, unless it says something only once."""
    if not session.get("_flashes"):
        response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    return response
