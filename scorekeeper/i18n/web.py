"""The language of a request: German, or what the switch was set to. The only place that knows Flask-Babel."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from flask import Flask, Response, current_app, g, has_app_context, request
from flask_babel import Babel, force_locale, get_locale

from scorekeeper.domain.text import Message
from scorekeeper.i18n import jinja
from scorekeeper.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES, LOCALE, Language, catalogue
from scorekeeper.i18n.sentences import THEMSELVES, Names, render

COOKIE: Final = "language"
USUAL_LANGUAGE: Final = "usual_language"
"""Under this name the extensions have a function: what a device hears that has chosen none; German without it."""
_ONE_YEAR: Final = timedelta(days=365)


def init_app(app: Flask) -> None:
    """Choose a language per request and teach it to the templates."""
    Babel(
        app,
        default_locale=DEFAULT_LANGUAGE,
        default_timezone="Europe/Vienna",
        default_translation_directories=str(LOCALE),
        locale_selector=_chosen,
    )
    jinja.install(app.jinja_env, current_language)
    app.jinja_env.globals.update(current_language=current_language, languages=LANGUAGES)


def current_language() -> Language:
    """Give the language of this request; found once, a page asks hundreds of times."""
    if not has_app_context():
        return DEFAULT_LANGUAGE
    if "language" not in g:
        locale = get_locale()
        g.language = _known(locale.language if locale else None) or DEFAULT_LANGUAGE
    language: Language = g.language
    return language


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Speak another language for a while."""
    before = current_language()
    with force_locale(language):
        g.language = language
        try:
            yield
        finally:
            g.language = before


def remember_language(response: Response, language: Language) -> None:
    """Let the switch last."""
    response.set_cookie(
        COOKIE, language, max_age=_ONE_YEAR, path=request.script_root or "/", samesite="Lax", secure=request.is_secure,
        httponly=True,
    )  # fmt: skip


def say(message: Message, names: Names = THEMSELVES) -> str:
    """Turn a message into text in the language of this request."""
    return render(message, current_language(), names)


def gettext(text: str, /, **values: Any) -> str:  # noqa: ANN401 str.format takes anything
    """Translate a sentence with {placeholders} in the language of this request."""
    return catalogue(current_language()).gettext(text).format(**values)


def _chosen() -> Language:
    named = _known(request.args.get("lang")) or _known(request.cookies.get(COOKIE))
    usual = current_app.extensions.get(USUAL_LANGUAGE)
    return named or _known(usual() if usual else None) or DEFAULT_LANGUAGE


def _known(language: str | None) -> Language | None:
    return next((known for known in LANGUAGES if known == language), None)
