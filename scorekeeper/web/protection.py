"""Forged requests and foreign content: the token of every form, and the headers that keep strangers out."""

from http import HTTPStatus
from typing import Final

from flask import Flask, Response, request, session
from flask_wtf.csrf import CSRFProtect

from scorekeeper.web.sessions import Sessions

# no inline script or style anywhere, nothing from elsewhere
_POLICY: Final = "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"


def init_app(app: Flask) -> None:
    """Ask every form for its token, and send the headers with every answer."""
    app.session_interface = Sessions(app)
    CSRFProtect(app)
    app.before_request(_keep_session)
    app.after_request(_headers)


def _keep_session() -> None:
    """Let the token outlive the browser's window: a phone that restarts in mid-evening must still save."""
    if request.endpoint != "static" and not session.permanent:
        session.permanent = True


def _headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", _POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if request.endpoint != "static":
        headers.setdefault(
            "Cache-Control", "no-store" if response.status_code >= HTTPStatus.BAD_REQUEST else "private, no-cache"
        )
    return response
