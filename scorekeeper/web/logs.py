"""What is logged: a line per request, and errors with where they happened. Nobody is named.

HOSTED writes JSON lines to standard error, for journald or a container; ROOM writes them to a file a day in the
instance folder. ALONE says warnings on the terminal, as Flask does: nobody else reads them there.
"""

import logging
import re
import secrets
import sys
import time
from typing import Any, Final

from flask import Flask, Response, current_app, g, has_request_context, request

from scorekeeper import assets
from scorekeeper.mode import MODE, Mode, proxies
from scorekeeper.web import access
from scorekeeper.web.log_files import DailyFile
from scorekeeper.web.log_lines import HERE, JsonLines

REQUEST_ID: Final = "X-Request-Id"
_LOG: Final = logging.getLogger(__name__)
_HANDLER: Final = "scorekeeper"
_ALPHABET: Final = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ" * 8
"""Crockford's, a sign per byte, all as likely: what is read out over the telephone is not mistaken."""
_HALF: Final = 4
_GIVEN: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_NAMED_BY_PROXY: Final = "REQUESTS_NAMED_BY_PROXY"
"""Flask's setting: only where a proxy is believed at all, may it name requests; else anybody could."""
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_QUIET: Final = frozenset({"health.page", "board.now", "sitting.state", "lesson.state", "entrants.state"})
"""Asked every few seconds by a machine."""


def init_app(app: Flask) -> None:
    """Give every request a number, and log it as the mode has it."""
    mode = app.config[MODE]
    handler: logging.Handler | None = None
    if mode == Mode.HOSTED:
        handler = logging.StreamHandler(sys.stderr)
    elif mode == Mode.ROOM:
        handler = DailyFile(assets.instance_path() / "logs")
    _set_handler(handler)
    app.config[_NAMED_BY_PROXY] = mode == Mode.HOSTED and proxies() > 0
    app.jinja_env.globals.update(request_id=request_id)
    app.before_request(_begin)
    app.after_request(_end)


def in_short() -> str:
    """Say which request this is and where it went, for a line about it."""
    return f"{request_id()}: {_method()} {_route()}"


def request_id() -> str:
    """Give the number of the request that is being answered: short enough to be read out."""
    known: str | None = g.get("request_id")
    if known is None:
        given = request.headers.get(REQUEST_ID, "") if current_app.config[_NAMED_BY_PROXY] else ""
        known = g.request_id = given if _GIVEN.fullmatch(given) else _new_id()
    return known


def _new_id() -> str:
    signs = secrets.token_bytes(2 * _HALF).translate(_ALPHABET).decode()
    return f"{signs[:_HALF]}-{signs[_HALF:]}"


def _set_handler(handler: logging.Handler | None) -> None:
    """Let this handler, and no other of ours, have every line; a second application in one process takes it over."""
    root = logging.getLogger()
    for known in [known for known in root.handlers if known.get_name() == _HANDLER]:
        root.removeHandler(known)
        known.close()
    logging.getLogger("scorekeeper").setLevel(logging.INFO if handler else logging.NOTSET)
    if handler is not None:
        handler.set_name(_HANDLER)
        handler.setFormatter(JsonLines(_here))
        root.addHandler(handler)


def _begin() -> None:
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = request_id()
    if request.endpoint not in _QUIET and _LOG.isEnabledFor(logging.INFO):
        took = (time.perf_counter() - g.began) * 1000 if "began" in g else 0.0
        facts = {"status": response.status_code, "ms": round(took, 1), "who": _who()}
        _LOG.info("request", extra={HERE: facts})
    return response


def _here() -> dict[str, Any]:
    """Say in which request a line was written."""
    return {"id": request_id(), "method": _method(), "route": _route()} if has_request_context() else {}


def _method() -> str:
    return request.method if request.method in _METHODS else "other"


def _route() -> str:
    """Give the pattern of an address, never the address: it may name somebody."""
    return request.url_rule.rule if request.url_rule is not None else "none"


def _who() -> str:
    who = access.who()
    if who.organiser is not None:
        return f"organiser {who.organiser.id}"
    if who.links:
        return f"link {', '.join(str(link.id) for link in who.links)}"
    return "this computer" if who.alone else "nobody"
