"""Whoever names the state of a page that still holds is answered before anything else is asked: thousands may watch.

The names are made with the secret key: only who was let in and fetched a state knows its name, and hears nothing but
that it is still the same. As soon as something changes, or nobody looked for a moment, the question goes the whole way,
past the door.
"""

import time
from collections.abc import Callable, Iterable
from hashlib import blake2b
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from flask import current_app, make_response
from werkzeug.wrappers import Response

from scorekeeper import __version__

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Holding = Callable[[str, str], str | None]
"""Gives the name of the state that holds at an address (path, query); None = that is not known at this moment."""
LOOKS_EVERY: Final = 0.4
"""Seconds. However many ask, a process asks the database so often whether anything was added."""
_EXTENSION: Final = "scorekeeper.unchanged"
_ENDS: Final = "/stand"
_CACHE: Final = "private, no-cache"
_VARY: Final = "Accept-Encoding, Cookie"


def holds(at: float) -> bool:
    """Whether what was looked up then need not be looked up again yet."""
    return time.monotonic() - at <= LOOKS_EVERY


def name_of(*state: object) -> str:
    """Name a state."""
    key = blake2b(current_app.config["SECRET_KEY"].encode()).digest()
    return blake2b(repr((*state, __version__)).encode(), digest_size=15, key=key).hexdigest()


def named(response: Response, name: str) -> Response:
    """Say which state an answer is."""
    response.set_etag(name)
    response.headers["Cache-Control"] = _CACHE
    response.headers["Vary"] = _VARY
    return response


def unchanged(name: str) -> Response:
    """Say that it is still the same."""
    return named(make_response("", HTTPStatus.NOT_MODIFIED), name)


def watch(app: Any, holding: Holding) -> None:  # noqa: ANN401 Flask says of wsgi_app that it is there to be wrapped
    """Let addresses that end with /stand be answered by what holds there."""
    known = app.extensions.get(_EXTENSION)
    if known is None:
        known = app.extensions[_EXTENSION] = app.wsgi_app = _Unchanged(app.wsgi_app)
    known.holding.append(holding)


class _Unchanged:
    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app
        self.holding: list[Holding] = []

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer, or hand on."""
        path = environ.get("PATH_INFO", "")
        tag = environ.get("HTTP_IF_NONE_MATCH", "").strip('"')
        if tag and path.endswith(_ENDS) and environ["REQUEST_METHOD"] == "GET":
            name = tag.partition("-")[0]
            if any(name == holding(path, environ.get("QUERY_STRING", "")) for holding in self.holding):
                headers = [("ETag", f'"{tag}"'), ("Cache-Control", _CACHE), ("Vary", _VARY)]
                start_response("304 NOT MODIFIED", headers)
                return ()
        return self._app(environ, start_response)
