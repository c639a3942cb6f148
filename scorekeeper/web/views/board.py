"""The wall board: one address for the projector and for every phone in the hall, asked again and again."""

import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Flask, current_app, make_response, request
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper import __version__
from scorekeeper.i18n.web import current_language
from scorekeeper.services.reading import event_head
from scorekeeper.services.tournament import recording, standings, tables_now
from scorekeeper.web import store
from scorekeeper.web.pages import render
from scorekeeper.web.pages.wall import WallPage, wall

pages = Blueprint("board", __name__, url_prefix="/turnier/<int:event>")
_LOOKS_EVERY: Final = 0.4
"""Seconds. However many phones ask, a process asks the database so often whether anything was added."""
_MOST_KEPT: Final = 50
_KEPT: Final = "scorekeeper.boards"


@dataclass
class _Kept:
    """What a process keeps: by event the tag and when it was looked up, and boards as they were rendered last."""

    tags: dict[int, tuple[str, float]] = field(default_factory=dict)
    boards: dict[tuple[int, str], tuple[str, str]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


@pages.get("/tafel")
def page(event: int) -> Response:
    """Show the board; it asks for what changes from then on."""
    with store.reading() as tx:
        head = event_head(recording.event_with_record(tx, event))
    tag, content = _board(event, _tag(event))
    made = WallPage(event=head, content=Markup(content), tag=tag, now=datetime.now(UTC))  # noqa: S704 rendered below
    response = make_response(render(made))
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/tafel/stand")
def now(event: int) -> Response:
    """Give the board's content, or say that nothing changed: then nothing was read but two numbers."""
    tag = _tag(event)
    if tag in request.if_none_match:
        return _tagged(make_response("", HTTPStatus.NOT_MODIFIED), tag)
    tag, content = _board(event, tag)
    return _tagged(make_response(content), tag)


def _tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _tag(event: int) -> str:
    """Name the board's state by the last fact and the entries at all tables, looked up a few times a second."""
    kept: _Kept = current_app.extensions[_KEPT]
    known = kept.tags.get(event)
    if known is None or time.monotonic() - known[1] > _LOOKS_EVERY:
        with store.reading() as tx:
            state = recording.event_with_record(tx, event), tables_now.mark(tx, event)
        named = blake2b(repr((state, __version__)).encode(), digest_size=10).hexdigest()
        kept.tags[event] = known = (named, time.monotonic())
        while len(kept.tags) > _MOST_KEPT:
            kept.tags.pop(next(iter(kept.tags)), None)
    return f"{known[0]}-{current_language()}"


def _board(event: int, tag: str) -> tuple[str, str]:
    """Give the tag and the board; of many who ask at once one makes it, the others wait for it."""
    kept: _Kept = current_app.extensions[_KEPT]
    where = (event, current_language())
    with kept.lock:
        known = kept.boards.get(where)
        if known is None or known[0] != tag:
            with store.reading() as tx:
                head = event_head(recording.event_with_record(tx, event))
                hall = standings.read(tx, event)
            known = (tag, render(wall(head, hall)))
            kept.boards[where] = known
            while len(kept.boards) > _MOST_KEPT:
                kept.boards.pop(next(iter(kept.boards)))
    return known


@pages.record_once
def _keep(state: BlueprintSetupState) -> None:
    app: Flask | Any = state.app
    app.extensions[_KEPT] = _Kept()
