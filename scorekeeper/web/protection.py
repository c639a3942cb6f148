"""Forged requests and foreign content: the token of every form, and the headers that keep strangers out."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, g, request, session
from flask_wtf.csrf import CSRFProtect

from scorekeeper.web import access
from scorekeeper.web.sessions import MOST_COOKIES, Sessions

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

# no inline script or style anywhere, nothing from elsewhere
_POLICY: Final = "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
_PERMISSIONS: Final = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"
_PROTECTING: Final = (
    ("Content-Security-Policy", _POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", _PERMISSIONS),
)
_HTTPS_ONLY: Final = ("Strict-Transport-Security", f"max-age={365 * 86400}")
_OVER_HTTPS: Final = (*_PROTECTING, _HTTPS_ONLY)


def init_app(app: Flask) -> None:
    """Ask every form for its token, and send the headers with every answer."""
    app.session_interface = Sessions(app)
    access.init_app(app)  # before the token is asked for: a stranger learns nothing of any form
    _Tokens(app)
    app.before_request(_keep_session)
    app.after_request(_keeping)
    app.wsgi_app = _Protected(app.wsgi_app)  # type: ignore[method-assign]  # as Flask advises


class _Tokens(CSRFProtect):
    """Flask-WTF's tokens, whose signature is reckoned once per process: a phone sends the same one all evening."""

    def __init__(self, app: Flask) -> None:
        self._ask_once = lru_cache(MOST_COOKIES)(self._ask)
        super().__init__(app)

    def protect(self, apply_exemptions: bool = False) -> None:  # noqa: FBT001, FBT002 Flask-WTF's signature
        """Abort unless the form bears its session's token. They never expire, so what was right once is right again."""
        token, own = (request.form.get("csrf_token"), session.get("csrf_token")) if self._is_plain() else (None, None)
        if token and own:
            self._ask_once(token, own)
            g.csrf_valid = True
        else:
            super().protect(apply_exemptions)

    def _is_plain(self) -> bool:
        """Whether the form's token is all that counts: under HTTPS the referrer does, too."""
        return request.method == "POST" and request.endpoint is not None and not request.is_secure

    def _ask(self, _token: str, _own: str) -> None:
        super().protect()


def _keep_session() -> None:
    """Let the token outlive the browser's window: a phone that restarts in mid-evening must still save."""
    if request.endpoint not in access.ASKS_NOBODY and not session.permanent:
        session.permanent = True


def _keeping(response: Response) -> Response:
    """Let nothing be kept by anybody between the server and its reader."""
    endpoint, headers = request.endpoint, response.headers
    if endpoint != "static" and "Cache-Control" not in headers:
        refused = response.status_code >= HTTPStatus.BAD_REQUEST
        headers.add("Cache-Control", "no-store" if refused else "private, no-cache")
    return response


class _Protected:
    """Sends what keeps strangers out with every answer; what an answer says of it itself stays."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer."""

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:  # noqa: ANN401 as WSGI has it
            given = {name.lower() for name, _value in headers}
            more = _OVER_HTTPS if environ["wsgi.url_scheme"] == "https" else _PROTECTING
            return start_response(status, [*headers, *(one for one in more if one[0].lower() not in given)], *error)

        return self._app(environ, start)
