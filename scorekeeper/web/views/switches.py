"""The two switches that stand on every page: language and display."""

from typing import Final

from flask import Blueprint, Response, make_response, redirect, request

from scorekeeper.i18n import DEFAULT_LANGUAGE, LANGUAGES
from scorekeeper.i18n.web import remember_language
from scorekeeper.web.local import local_address
from scorekeeper.web.settings import THEME_COOKIE, THEMES

pages = Blueprint("switches", __name__)
_YEAR: Final = 365 * 86400


@pages.post("/sprache")
def language() -> Response:
    """Speak the other language from now on."""
    wanted = request.form.get("language")
    response = make_response(redirect(local_address(request.form.get("back", "")), 303))
    remember_language(response, next((known for known in LANGUAGES if known == wanted), DEFAULT_LANGUAGE))
    return response


@pages.post("/anzeige")
def theme() -> Response:
    """Show pages light, dark, or as the device does."""
    wanted = request.form.get("theme")
    response = make_response(redirect(local_address(request.form.get("back", "")), 303))
    response.set_cookie(
        THEME_COOKIE, next((known for known in THEMES if known == wanted), "auto"), max_age=_YEAR,
        path=request.script_root or "/", samesite="Lax", httponly=True, secure=request.is_secure,
    )  # fmt: skip
    return response
